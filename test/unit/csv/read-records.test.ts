import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecords, RecordReader } from '../../../src/csv/read-records.js';

const rows = (text: string) => readRecords(text).records.map(({ line, cells }) => [line, ...cells]);

describe('records', () => {
  it.each([',', ';', '\t'])('are read with %j between the cells', (sign) => {
    expect(rows(`a${sign}b\n1${sign}2\n`)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('are read with %j at the end of a line', (end) => {
    expect(rows(`a;b${end}1;2${end}${end}3;4`)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [4, '3', '4'],
    ]);
  });

  it('are read with a byte order mark and quotes; quoted text is unchanged', () => {
    expect(rows('\uFEFF"a",b\r\n"x\r\ny""z",\n"\r", 1 \n')).toEqual([
      [1, 'a', 'b'],
      [2, 'x\r\ny"z', ''],
      [4, '\r', ' 1 '],
    ]);
  });

  it('are read with formulas that are only a text, in quotes or not', () => {
    expect(rows('a,b\n="0123","=""0123"""\n="01;2",x\n"x,=""y"",z",=""\n')).toEqual([
      [1, 'a', 'b'],
      [2, '="0123"', '="0123"'],
      [3, '="01;2"', 'x'],
      [4, 'x,="y",z', '=""'],
    ]);
  });

  it('with wrong quotes are reported by line, and the others are read', () => {
    const { records, faults } = readRecords('a,b\n"x"y,1\n1,2\nu"v,2\n"3,4\n5,6\n');
    expect(faults.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(faults[2]?.problem).toContain('never closed');
    expect(records.map(({ line }) => line)).toEqual([1, 3, 6]);
  });

  it('of an empty file are none', () => {
    expect(readRecords('\uFEFF')).toEqual({ records: [], faults: [] });
    expect(readRecords('\r\n\r\n')).toEqual({ records: [], faults: [] });
  });

  const sign = fc.constantFrom('a', '1', ' ', ',', ';', '"', '\r', '\n', '\r\n', '="1"', '""', '\uFEFF', 'é');

  it('are the same if the text comes in pieces', () => {
    fc.assert(
      fc.property(fc.array(sign), fc.array(fc.nat(8)), (signs, sizes) => {
        const text = `x,y\n${signs.join('')}`;
        const reader = new RecordReader(1_000, 1);
        const read = [reader.take('x,y\n')];
        let at = 'x,y\n'.length;
        for (const size of sizes) read.push(reader.take(text.slice(at, (at += size))));
        read.push(reader.take(text.slice(at), true));
        expect({
          records: read.flatMap(({ records }) => records),
          faults: read.flatMap(({ faults }) => faults),
        }).toEqual(readRecords(text));
      }),
    );
  });

  it('are those that csv-parse reads', () => {
    const cell = fc
      .array(fc.constantFrom('a', '1', ' ', ',', ';', '"', '\n', '\r\n', 'é'))
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        (cells, end) => {
          const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
          const text = [['x', 'y'], ...cells].map((row) => row.map(quoted).join(',')).join(end);
          const expected = parse(text, { record_delimiter: ['\r\n', '\n', '\r'] });
          expect(readRecords(text)).toMatchObject({ faults: [] });
          expect(readRecords(text).records.map((record) => record.cells)).toEqual(expected);
        },
      ),
    );
  });

  it('that are too long, or whose quote is never closed, do not fill the memory', () => {
    const reader = new RecordReader(100);
    const first = reader.take(`a,b\n${'x'.repeat(300)}`);
    expect([first.records.length, first.faults]).toEqual([1, [{ line: 2, problem: 'is longer than 100 characters' }]]);
    reader.take('x'.repeat(200));
    const rest = reader.take(`x\n1,2\n"${'3\n'.repeat(200)}4,5\n`, true);
    expect(rest.faults).toEqual([{ line: 4, problem: 'begins a cell with a double quote that is never closed' }]);
    expect(rest.records.at(0)).toEqual({ line: 3, cells: ['1', '2'] });
    expect(rest.records.at(-1)).toEqual({ line: 204, cells: ['4', '5'] });
  });
});
