import { beforeAll, expect, it } from 'vitest';
import { after, compilesWithinMs, errorsOf, filesOf, type Named, type Planted } from '../../support/planted.js';

/**
 * A third kind of buttons, another error code, a variable, a kind of finding, a filter of findings and a property of an
 * answer, as if a developer had started to add them: the compiler names the other places. The output of `npm run docs` is already there.
 */
const begun: Planted = {
  'src/domain/button-kinds.ts': after(
    '  readonly busylampfield: BusyLampField;\n',
    '  readonly service: { readonly index: string; readonly name: string; readonly url: string };\n',
  ),
  'src/domain/error-catalogue.ts': after(
    'export const errorCatalogue = {\n',
    "  'planted-code': { status: 423, title: 'The device is locked', again: 'later', when: 'Then.', example: { detail: 'It is.' } },\n",
  ),
  'src/domain/finding.ts': after(
    'export const findingTexts = {\n',
    "  'planted-finding': { title: 'Planted', meaning: 'it is', rule: 'it is' },\n",
  ),
  'src/inventory/store/finding-filter.ts': after(
    'export const findingFilters = {\n',
    "  plantedFilter: { is: 'text', longest: 5, wanted: 'it', about: 'It.', condition: (it, { next }) => `f.it = ${next(it)}` },\n",
  ),
  'src/config/variables.ts': after(
    'const listening = {\n',
    "  PLANTED: { read: port, default: 1, example: '2', meaning: 'it is planted' },\n",
  ),
  'src/http/routes/numbers.ts': after('  .object({\n', '    plantedProperty: z.string(),\n'),
  'src/client/problem-table.ts': after(
    'export const problemTable = {\n',
    "  'planted-code': { means: 'not-done', again: 'later' },\n",
  ),
  'src/client/filters.ts': after(
    'export interface FindingFilter {\n',
    '  readonly plantedFilter?: string | undefined;\n',
  ),
  'src/client/words.ts': (text) =>
    [
      after("'busylampfield'", ", 'service'"),
      after("'nobody-there'", ", 'planted-finding'"),
      after('export const findingTexts = {\n', "  'planted-finding': { title: 'Planted', meaning: 'it is' },\n"),
    ].reduce((changed, plant) => plant(changed), text),
};

let named: readonly Named[];

/** The compiler shows whole types: an error about the third kind may show other planted names too. */
const isOfKind = ({ text }: Named): boolean => /\burl\b/.test(text) || !/planted/i.test(text);

beforeAll(async () => {
  named = [
    ...(await errorsOf([begun], 'test/tsconfig.json', ['src'], ['test/client/contract.test.ts'])),
    ...(await errorsOf([begun], 'web/tsconfig.json', ['web'], [])),
  ].flat();
}, compilesWithinMs);

it('names every place that a third kind of buttons needs', () => {
  expect(filesOf(named.filter(isOfKind))).toEqual([
    'src/axl/adapter/axl-call-manager.ts',
    'src/axl/adapter/buttons-by-sql.ts',
    'src/axl/adapter/buttons-of-devices.ts',
    'src/axl/adapter/buttons-query.ts',
    'src/buttons-cli/commands/copy.ts',
    'src/buttons-cli/commands/devices.ts',
    'src/changes/intents/find-lists.ts',
    'src/changes/intents/list-edits.ts',
    'src/csv/rows.ts',
    'src/domain/button-kinds.ts',
    'src/domain/stored-otherwise.ts',
    'src/http/openapi/problem-schema.ts',
    'src/http/routes/buttons/both-lists.ts',
    'src/http/routes/buttons/list-routes.ts',
    'src/http/routes/changes/changes.ts',
    'src/http/routes/inventory/inventory.ts',
    'src/inventory/asked-again.ts',
    'src/inventory/former-labels.ts',
    'src/inventory/keep-changes.ts',
    'src/inventory/live-lists.ts',
    'src/inventory/store/compare-sweeps.ts',
    'src/inventory/store/doubtful-lists.ts',
    'src/inventory/store/finding-rules.ts',
    'src/inventory/store/kept-lists.ts',
    'src/inventory/store/kept-reads.ts',
    'src/inventory/store/sql-inventory.ts',
    'test/client/contract.test.ts',
    'web/calls/lists.ts',
    'web/changes/change-difference.ts',
    'web/editing/entry.ts',
    'web/editing/faults.ts',
    'web/screens/device/cells.tsx',
    'web/screens/device/copying/copy-dialog.tsx',
    'web/screens/device/editable-list.tsx',
    'web/screens/device/keys-card.tsx',
    'web/screens/device/list-card.tsx',
    'web/screens/device/row-questions.tsx',
    'web/screens/device/row.tsx',
    'web/screens/device/saving/conflict-dialog.tsx',
    'web/screens/device/saving/last-setter.ts',
    'web/screens/device/saving/save-bar.tsx',
    'web/state/undoing.ts',
    'web/texts/english/buttons.ts',
    'web/texts/english/device.ts',
  ]);
});

it('names no place that another error code needs: all is made from its row', () => {
  expect(named.filter(({ text }) => text.includes('planted-code'))).toEqual([]);
});

it('names the one place that another variable needs, but for who uses it: its words for --help', () => {
  expect(filesOf(named.filter(({ text }) => text.includes('PLANTED')))).toEqual(['src/commands/variable-briefs.ts']);
});

it('names the answer that lacks a property of its schema', () => {
  expect(filesOf(named.filter(({ text }) => text.includes('plantedProperty')))).toEqual([
    'src/http/routes/numbers.ts',
    'src/http/routes/suggestions.ts',
  ]);
});

it('names the one place that another kind of finding needs: its rule', () => {
  const ofFindings = named.filter(({ text }) => text.includes('planted-finding') && !text.includes('plantedFilter'));
  expect(filesOf(ofFindings)).toEqual(['src/inventory/store/finding-rules.ts']);
});

it('names the one file that another filter of findings needs: the rest is made from its row', () => {
  expect(filesOf(named.filter((one) => one.text.includes('plantedFilter') && !isOfKind(one)))).toEqual([
    'src/buttons-cli/filter-options.ts',
  ]);
});
