import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCell, toCell } from '../../../../src/buttons-cli/csv/cells.js';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+4940123', "'+4940123"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'x", "''x"],
    ['0100', '0100'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('for %j is %j, and reads back the same', (text, cell) => {
    expect(toCell(text)).toBe(cell);
    expect(fromCell(cell)).toBe(text);
  });

  it('that somebody typed with an apostrophe keeps it, where no spreadsheet would run the rest', () => {
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
