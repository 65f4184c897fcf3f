import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../../src/buttons-cli/csv/read-records.js';

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
});
