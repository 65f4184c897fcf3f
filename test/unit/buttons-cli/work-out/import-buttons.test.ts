import { describe, expect, it } from 'vitest';
import { importButtons } from '../../../../src/buttons-cli/work-out/import-buttons.js';
import { hasChange } from '../../../../src/buttons-cli/work-out/worked-out.js';
import { writeCsv } from '../../../support/csv-file.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup\n';
const held = [
  { index: '1', dirn: '', label: 'nowhere' },
  { index: '2', dirn: '1E5', label: 'un\uFFFDreadable' },
];

function countingReader(...lists: Parameters<typeof rememberLists>) {
  const { proxy } = rememberLists(...lists);
  let calls = 0;
  const counted = {
    ...proxy,
    readList: (...given: Parameters<typeof proxy.readList>) => (calls++, proxy.readList(...given)),
  };
  const reader = readerOf({ proxy: counted });
  return { reader, calls: () => calls };
}

describe('importButtons', () => {
  it('has nothing to do for an unchanged export, for any lists of a device', async () => {
    const key = speedDials('D');
    const { reader } = countingReader([[key, held]]);
    const lists = await importButtons(reader, 'f', writeCsv([{ ...key, entries: held }], ','));
    expect(lists.map(hasChange)).toEqual([false]);
  });

  it('reports new values that no call manager accepts, by line', async () => {
    const { reader } = countingReader([[speedDials('D'), []]]);
    const text = writeCsv([{ ...speedDials('D'), entries: held }], ',');
    await expect(importButtons(reader, 'f.csv', text)).rejects.toThrow(
      /^f\.csv has 3 problems.*\n {2}line 2: dirn is empty\n {2}line 3: label must not .*U\+FFFD.*\n {2}line 3: "1E5" was rounded/,
    );
  });

  it('reports them together with errors of the file itself, and then sends no request', async () => {
    const { reader, calls } = countingReader([[speedDials('D'), []]]);
    const text = `${head}D,phone,speeddial,1,,,,x,\nD,phone,speeddial,x,1,,,x,\n`;
    await expect(importButtons(reader, 'f', text)).rejects.toThrow(/line 2: dirn is empty\n.*line 3: index/);
    expect(calls()).toBe(0);
  });

  it('reports an unknown device by its line, and clears a list for an empty index', async () => {
    const { reader } = countingReader([[lamps('D'), [{ index: '1', destination: 'x', label: '', pickup: false }]]]);
    const clear = 'D,phone,busylampfield,,,,,,\n';
    const [list] = await importButtons(reader, 'f', head + clear);
    expect(list).toMatchObject({ before: [{ index: '1' }], after: [] });
    await expect(importButtons(reader, 'f', `${head}${clear}E,phone,speeddial,1,1,,,,\n`)).rejects.toThrow(
      /one problem.*\n {2}line 3: It says phone-not-found/,
    );
  });

  it('names the line and place of a character that no one sees in a number, unless the device has that number', async () => {
    const stored = { index: '1', dirn: '40\u200B19', label: 'An\u00ADna' };
    const { reader } = countingReader([[speedDials('D'), [stored]]]);
    const kept = writeCsv([{ ...speedDials('D'), entries: [stored] }], ',');
    expect((await importButtons(reader, 'f', kept)).map(hasChange)).toEqual([false]);
    const rows = ['D,phone,speeddial,1,40\u00A019,,,An\u00ADna,', 'D\u2060,phone,speeddial,1,1,,,,'];
    await expect(importButtons(reader, 'f', head + rows.join('\n'))).rejects.toThrow(
      /line 2: dirn has \\u\{A0\} as character 3.*\n {2}line 3: device has \\u\{2060\} as character 2/,
    );
  });

  it('accepts no index 0', async () => {
    const { reader } = countingReader([[speedDials('D'), []]]);
    await expect(importButtons(reader, 'f', `${head}D,phone,speeddial,00,1,,,,\n`)).rejects.toThrow(
      'line 2: index is 0; the first is 1',
    );
  });

  it.each(['1E5', '1.4E+10', '49,17E12', '12e-3', '491E12'])(
    'detects %s as rounded by a spreadsheet',
    async (number) => {
      const { reader } = countingReader([[speedDials('D'), []]]);
      const text = `${head}D,phone,speeddial,1,"${number}",,,,\n`;
      await expect(importButtons(reader, 'f', text)).rejects.toThrow(`"${number}" was rounded by a spreadsheet;`);
    },
  );

  it.each(['#1E5', '1E5#', '1E', 'E5', '1E*5', '1*4E5'])('accepts %s unchanged', async (number) => {
    const { reader } = countingReader([[speedDials('D'), []]]);
    const [list] = await importButtons(reader, 'f', `${head}D,phone,speeddial,1,${number},,,,\n`);
    expect(list?.after).toEqual([{ index: '1', dirn: number, label: '' }]);
  });
});
