import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCell, toCell } from '../../../src/csv/cells.js';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+4940123', "'+4940123"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'x", "''x"],
    ['0100', "'0100"],
    ['49891412345678901', "'49891412345678901"],
    ['12:30', "'12:30"],
    ['1E5', "'1E5"],
    ['1-2', "'1-2"],
    ['TRUE', "'TRUE"],
    ['Mar 5', "'Mar 5"],
    ['Mai 5', "'Mai 5"],
    ['déc. 3', "'déc. 3"],
    ['Vrai', "'Vrai"],
    ['.5', "'.5"],
    ['SEP00A1B2C30001', 'SEP00A1B2C30001'],
    ['SEP001122334455', 'SEP001122334455'],
    ['Sep 01', "'Sep 01"],
    ['March 5, 2026', "'March 5, 2026"],
    ['2001', '2001'],
    ['0', '0'],
    ['123456789012345', '123456789012345'],
    ['Room 12', 'Room 12'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('for %j is %j, and reads back the same', (text, cell) => {
    expect(toCell(text)).toBe(cell);
    expect(fromCell(cell)).toBe(text);
  });

  it.each([
    ['="0123"', '0123'],
    ['="+49 ""89"""', '+49 "89"'],
    ['=0123', '=0123'],
  ])('reads the formula %j as %j', (cell, text) => {
    expect(fromCell(cell)).toBe(text);
  });

  it('with a typed apostrophe keeps it, if no spreadsheet would run the rest', () => {
    expect(fromCell("'n Huis")).toBe("'n Huis");
  });

  it('reads back the same for every text', () => {
    const piece = fc.oneof(fc.constantFrom('=', '+', "'", '@', '-', '\t', '\r'), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(fromCell(toCell(text))).toBe(text);
        expect(toCell(text)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
