import { expect, it } from 'vitest';
import { after, compilesWithinMs, errorsOf, filesOf, type Planted } from '../../support/planted.js';

/** A new text of a device, as if a developer had started to add it: the compiler names the other places. */
const begun: Planted = {
  'src/domain/device.ts': after("  model: 'Cisco 8841',\n", "  devicePool: 'DP-Lab',\n"),
};

/** What the compiler requires. */
const added: Planted = {
  ...begun,
  'src/axl/soap/device-columns.ts': after(
    "join: 'typemodel m ON m.enum = d.tkmodel' },\n",
    "  devicePool: { element: 'devicePoolName', lackedBy: 'profile', sql: 'o.name', join: 'devicepool o ON o.pkid = d.fkdevicepool' },\n",
  ),
  'src/client/shapes.ts': after('const described = {\n', '  devicePool: isText,\n'),
};

const compiled = (planted: Planted) => errorsOf(planted, 'test/tsconfig.json', ['src', 'test'], []);

it(
  'is named in one file of the call manager and in one of the client, and only in the test of the client',
  async () => {
    const named = async (planted: Planted) => filesOf(await compiled(planted));
    expect(await named(begun)).toEqual(['src/axl/soap/device-columns.ts', 'test/client/contract.test.ts']);
    expect(await named(added)).toEqual([]);
  },
  compilesWithinMs,
);
