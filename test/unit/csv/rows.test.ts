import { describe, expect, it } from 'vitest';
import { ListReader, readCsv } from '../../../src/csv/rows.js';
import { truthValues } from '../../../src/csv/truth-values.js';

const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup';
const file = (...lines: readonly string[]) => [head, ...lines].join('\n');
const faultsOf = (...lines: readonly string[]) =>
  readCsv(file(...lines)).faults.map(({ line, problem }) => `${line}: ${problem}`);

describe('the rows of a file', () => {
  it('may name a phone by its MAC address, in any spelling, and a profile only by its name', () => {
    const { lists } = readCsv(
      file(
        '00:a1:b2:c3:00:02,phone,speeddial,1,0100,,,Door,',
        'SEP00A1B2C30002,phone,speeddial,2,0101,,,Gate,',
        '00a1.b2c3.0002,profile,speeddial,1,0100,,,Door,',
      ),
    );
    expect(lists.map(({ device, rows }) => [device, rows.length])).toEqual([
      ['SEP00A1B2C30002', 2],
      ['00a1.b2c3.0002', 1],
    ]);
  });

  it('make lists with exactly their rows, for any letter case of a device', () => {
    const { lists, faults } = readCsv(
      file(
        'SEP1,phone,speeddial,01,0100,,,Door,',
        "sep1,Phone,speeddial,2,'+49891,,,'=x,",
        'SEP1,phone,busylampfield,1,4019,PT,,Ana,TRUE',
        'SEP1,phone,busylampfield,2,,,a@b,,',
        'P,profile,speeddial,,,,,,',
      ),
    );
    expect(faults).toEqual([]);
    expect(lists.map(({ device, deviceKind, kind, line, rows }) => [device, deviceKind, kind, line, rows])).toEqual([
      [
        ...['SEP1', 'phone', 'speeddial', 2],
        [
          { line: 2, entry: { index: '01', dirn: '0100', label: 'Door' } },
          { line: 3, entry: { index: '2', dirn: '+49891', label: '=x' } },
        ],
      ],
      [
        ...['SEP1', 'phone', 'busylampfield', 4],
        [
          { line: 4, entry: { index: '1', dirn: '4019', partition: 'PT', label: 'Ana', pickup: true } },
          { line: 5, entry: { index: '2', destination: 'a@b', label: '', pickup: false } },
        ],
      ],
      ['P', 'profile', 'speeddial', 6, []],
    ]);
  });

  it.each([
    [',phone,speeddial,1,1,,,x,', 'device is empty'],
    ['D\u0007,phone,speeddial,1,1,,,x,', 'device must not contain control characters'],
    ['D,,speeddial,1,1,,,x,', 'deviceKind must be phone or profile, not ""'],
    ['D,phone,dial,1,1,,,x,', 'kind must be speeddial or busylampfield, not "dial"'],
    [',profile,speeddial,1,1,,,x,', 'device is empty'],
    ['D,phone,speeddial,1x,1,,,x,', 'index must be a whole number, for example 1, not "1x"'],
    ['D,phone,speeddial,x1,1,,,x,', 'index must be a whole number, for example 1, not "x1"'],
    ['D,phone,speeddial,,1,,,Door,', 'index is empty, which clears the list, but dirn, label is not'],
    ['D,phone,speeddial,one,1,,,x,', 'index must be a whole number, for example 1, not "one"'],
    ['D,phone,speeddial,1,1,PT,,x,', 'partition must be empty for a speed dial'],
    ['D,phone,speeddial,1,1,,,x,true', 'pickup must be empty for a speed dial'],
    ['D,phone,busylampfield,1,1,,2,x,', 'has both dirn and destination'],
    ['D,phone,busylampfield,1,,PT,2,x,', 'partition needs dirn, which is empty'],
    ['D,phone,busylampfield,1,1,,,x,maybe', 'pickup must be true or false, not "maybe"'],
    ['D,phone,speeddial,1,1,,,x', 'has 8 cells, but the header line has 9'],
    ['D,phone,speeddial,,1,,,,', 'index is empty, which clears the list, but dirn is not'],
  ])('%j is wrong', (row, problem) => {
    expect(faultsOf(row)).toEqual([expect.stringContaining(`2: ${problem}`)]);
  });

  it('that repeat an index, or clear a list that has others, are wrong', () => {
    expect(faultsOf('D,phone,speeddial,1,1,,,x,', 'd,phone,speeddial,01,2,,,y,')).toEqual([
      '3: index 1 is already on line 2',
    ]);
    expect(faultsOf('D,phone,speeddial,1,1,,,x,', 'D,phone,speeddial,,,,,,')).toEqual([
      '3: index is empty, which clears the list, but the list has other rows',
    ]);
  });

  it('may have spaces around values that are no text of a button, but not inside', () => {
    const { lists, faults } = readCsv(
      file(' D , Phone , busylampfield , 1 ,2,PT,,x, TRUE ', ',,,,,,,,', 'D,phone,speeddial,,,,,,'),
    );
    expect(faults).toEqual([]);
    const entry = { index: '1', dirn: '2', partition: 'PT', label: 'x', pickup: true };
    expect(lists).toMatchObject([
      { device: 'D', deviceKind: 'phone', kind: 'busylampfield', rows: [{ line: 2, entry }] },
      { device: 'D', kind: 'speeddial', rows: [] },
    ]);
  });

  it.each(Object.entries(truthValues))('may have truth values as written in %s', (_language, words) => {
    for (const [place, word] of words.entries()) {
      for (const cell of [word, word.toLowerCase(), ` ${word} `]) {
        const { lists, faults } = readCsv(file(`D,phone,busylampfield,1,2,PT,,x,${cell}`));
        expect([faults, lists[0]?.rows[0]?.entry]).toEqual([[], expect.objectContaining({ pickup: place === 0 })]);
      }
    }
  });

  it('are reported in order of their lines, with the error in quotes and columns', () => {
    expect(
      faultsOf('"x"y,1', 'D,phone,speeddial,x,1,,,x,', 'D,phone', 'D,phone,speeddial,x,1,,,x,').map((fault) =>
        Number.parseInt(fault),
      ),
    ).toEqual([2, 3, 4, 5, 5]);
    const { faults } = readCsv(' Device ,kind,index,index,nonsense\n');
    const wanted = `the columns are ${head}`;
    expect(faults.map(({ problem }) => problem)).toEqual([
      'has the column index twice',
      `has an unknown column "nonsense"; ${wanted}`,
      ...['deviceKind', 'dirn', 'partition', 'destination', 'label', 'pickup'].map(
        (name) => `has no column ${name}; ${wanted}`,
      ),
    ]);
  });

  it('need every column, once, and no other', () => {
    const { faults } = readCsv('device,kind,index,index,nonsense\nD,speeddial,1,1,\n');
    expect(faults.map(({ line }) => line)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(readCsv('').faults).toEqual([{ line: 1, problem: expect.stringContaining('the file is empty') as string }]);
  });

  it('may stand in any order, or together if they are very many', () => {
    const row = (device: string, index: number) => `${device},phone,speeddial,${index},1,,,x,\n`;
    const mixed = `${head}\n${row('A', 1)}${row('B', 1)}${row('A', 2)}${row('B', 2)}`;
    const { lists, faults } = readCsv(mixed);
    expect([faults, lists.map(({ device, rows }) => [device, rows.length])]).toEqual([
      [],
      [
        ['A', 2],
        ['B', 2],
      ],
    ]);
    const bounded = new ListReader(2).take(mixed, true);
    expect(bounded.lists.map(({ device, rows }) => [device, rows.length])).toEqual([
      ['B', 1],
      ['A', 2],
    ]);
    expect(bounded.faults).toEqual([
      {
        line: 5,
        problem:
          'belongs to the list that begins on line 3; in a file of more than 2 rows, the rows of a list must stand together',
      },
    ]);
  });

  it('of one list are at most 5,000', () => {
    const many = Array.from({ length: 5_001 }, (_, place) => `D,phone,speeddial,${place + 1},1,,,x,`);
    expect(faultsOf(...many)).toEqual(['5002: is row 5001 of its list, which may have at most 5000']);
  });
});
