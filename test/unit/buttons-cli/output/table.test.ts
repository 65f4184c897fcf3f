import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { shown } from '../../../../src/buttons-cli/output/shown.js';
import { cut, tableText } from '../../../../src/buttons-cli/output/table.js';
import { terminalOf } from '../../../support/terminal.js';

const headings = ['device', 'description', 'label'];
const rows = [
  ['SEP00A1B2C30001', 'Astrid Lindqvist, managing director of the Stockholm office', 'Astrid'],
  ['SEP00A1B2C30002', '日本事務所 受付 日本事務所 受付 日本事務所 受付 日本事務所', 'שלום'],
  ['SEP00A1B2C30003', 'a\u0007b', '👩‍💻👩‍💻'],
];

function lines(width: number | undefined, isWide = false): string[] {
  return tableText(headings, rows, terminalOf(width === undefined ? {} : { width }), { isWide }).split('\n');
}

describe('a table', () => {
  it.each([80, 60, 40])('is no wider than a terminal of %i columns, and its columns are aligned', (width) => {
    const shown = lines(width);
    for (const line of shown) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    const [first = ''] = shown;
    const label = stringWidth(first.slice(0, first.indexOf('label')));
    for (const line of shown.slice(1)) expect(stringWidth(line)).toBeGreaterThan(label);
    expect(shown[1]?.slice(label).trim()).toBe('Astrid');
  });

  it('cuts a description of a device before its name', () => {
    const [, ...shown] = lines(50);
    expect(shown.map((line) => line.slice(0, 15))).toEqual(rows.map(([name]) => name));
    expect(shown[0]).toContain('…');
  });

  it.each([80, 60, 40])('of %i columns cuts one column before all others, and one never', (width) => {
    const options = { isWide: false, cutFirst: 'description', whole: 'label' };
    const named = ['SEP00A1B2C30001', 'PT-Internal-Stockholm', 'x'.repeat(90), 'The label of a button that is long'];
    const columns = ['device', 'partition', 'description', 'label'];
    const [, row = ''] = tableText(columns, [named], terminalOf({ width }), options).split('\n');
    const [device, partition = '', description = '', ...label] = row.split(/ {2}/);
    expect([device, label.join('  ')]).toEqual([named[0], named[3]]);
    expect(description).toBe(`xxxxx…`);
    expect(partition.endsWith('…')).toBe(width < 90);
  });

  it('with room for the rest cuts only that column', () => {
    const options = { isWide: false, cutFirst: 'description', whole: 'label' };
    const [, row = ''] = tableText(headings, rows, terminalOf({ width: 60 }), options).split('\n');
    expect(row).toMatch(/^SEP00A1B2C30001 {2}Astrid Lindqvist.*… {2}Astrid$/);
    expect(stringWidth(row)).toBeLessThanOrEqual(60);
  });

  it.each([
    ['in a pipe', lines(undefined)],
    ['where it is to be wide', lines(40, true)],
  ])('shows every cell whole %s', (_, shown) => {
    expect(shown.join('\n')).not.toContain('…');
    for (const [index, row] of rows.slice(0, 2).entries()) {
      for (const cell of row) expect(shown[index + 1]).toContain(cell);
    }
  });

  it('escapes control characters, and isolates right-to-left text, even if it is cut', () => {
    const shown = lines(80);
    expect(shown[2]).toContain('\u2068שלום\u2069');
    expect(shown[3]).toContain('a\\u{7}b');
    expect(cut('\u2068שלום עולם\u2069', 6)).toBe('\u2068שלום …\u2069');
  });
});

/** The calculated width of the cell in a table of one cell. */
function widthTaken(text: string): number {
  const [heading = ''] = tableText(['', '|'], [[text, '']], terminalOf({}), { isWide: true }).split('\n');
  return heading.indexOf('|') - 2;
}

describe('the width of a text', () => {
  it('is that of its characters, for all characters', () => {
    const letter = fc.constantFrom(
      'a',
      'ß',
      'Ł',
      'Ω',
      'Ж',
      'ש',
      'م',
      '–',
      '·',
      'é',
      'Ａ',
      '日',
      '👍🏽',
      '̈',
      '\u00AD',
      '©',
      'ﷺ',
      '\u2068',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(letter, fc.string({ unit: 'grapheme', maxLength: 1 }))), (letters) => {
        const text = shown(letters.join(''));
        expect(widthTaken(letters.join(''))).toBe(stringWidth(text));
      }),
    );
  });

  it('needs no more time for many plain letters before one that needs a closer look', () => {
    const text = `${'a'.repeat(200)}→`;
    expect(cut(text, 201)).toBe(text);
  });
});

describe('a text that is cut', () => {
  it.each([
    ['whole', 5, 'whole'],
    ['wholes', 5, 'whol…'],
    ['日本事務所', 6, '日本…'],
    ['👩‍💻👩‍💻👩‍💻', 5, '👩‍💻👩‍💻…'],
  ])('from %j to %i columns is %j', (text, width, expected) => {
    expect(cut(text, width)).toBe(expected);
  });
});
