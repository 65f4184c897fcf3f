import { beforeAll, expect, it } from 'vitest';
import { after, compilesWithinMs, errorsOf, filesOf, type Named, type Planted } from '../../support/planted.js';

/**
 * A new text of a device and a new lookup, as if a developer had started to add them: the compiler names the other
 * places.
 */
const begun: Planted = {
  'src/domain/device.ts': after("  model: 'Cisco 8841',\n", "  devicePool: 'DP-Lab',\n"),
  'src/use-cases/call-manager.ts': after(
    'export interface CallManager {\n',
    '  findPlanted(context: CallContext): Promise<string[]>;\n',
  ),
  'src/use-cases/lookups.ts': after(
    'export interface LookupOf {\n',
    '  readonly planted: (all: undefined) => readonly string[];\n',
  ),
};

/** What the compiler requires. */
const added: Planted = {
  ...begun,
  'src/axl/soap/device-columns.ts': after(
    "join: 'typemodel m ON m.enum = d.tkmodel' },\n",
    "  devicePool: { element: 'devicePoolName', sql: 'o.name', join: 'devicepool o ON o.pkid = d.fkdevicepool' },\n",
  ),
  'src/axl/adapter/axl-call-manager.ts': after(
    'export class AxlCallManager implements CallManager {\n',
    '  findPlanted(): Promise<string[]> {\n    return Promise.resolve([]);\n  }\n',
  ),
  'src/use-cases/lookups.ts': (text) =>
    [
      begun['src/use-cases/lookups.ts'] ?? String,
      after('  return {\n', '    planted: (_, context) => callManager.findPlanted(context),\n'),
    ].reduce((changed, plant) => plant(changed), text),
};

const isOfLookup = ({ text }: Named): boolean => /planted/i.test(text);

let named: readonly Named[] = [];
let inTheEnd: readonly Named[] | undefined;

beforeAll(async () => {
  [named = [], inTheEnd] = await errorsOf([begun, added], 'test/tsconfig.json', ['src', 'test'], []);
}, compilesWithinMs);

it('names one file of the call manager for a text of a device, and no test', () => {
  expect(filesOf(named.filter((one) => !isOfLookup(one)))).toEqual(['src/axl/soap/device-columns.ts']);
});

it('names what asks the call manager for a lookup, what hands that on, and no test', () => {
  expect(filesOf(named.filter(isOfLookup))).toEqual([
    'src/axl/adapter/axl-call-manager.ts',
    'src/axl/axl-backend.ts',
    'src/doctor/visit.ts',
    'src/use-cases/lookups.ts',
  ]);
});

it('names nothing else when these are there', () => {
  expect(inTheEnd).toEqual([]);
});
