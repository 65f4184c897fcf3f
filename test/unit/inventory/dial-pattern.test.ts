import { describe, expect, it } from 'vitest';
import { matches, patternOf } from '../../../src/inventory/store/dial-pattern.js';

/** Patterns, with numbers that they match and numbers that they do not match. */
const patterns: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['2001', ['2001'], ['200', '20011', '2002', '']],
  ['2.XXX', ['2001'], ['201', '200*', '20011']],
  ['20[0-3][^2-9]', ['2001', '203*'], ['2041', '2005']],
  ['2[1*]', ['21', '2*'], ['2-', '22']],
  ['2[3-1]', [], ['21', '22', '23']],
  ['2!', ['20', '2001'], ['2', '3001']],
  ['9.@', ['9', '90123'], ['8']],
  ['!', ['1', '+49'], ['']],
  ['2001#?', ['2001', '2001#', '2001##'], ['2001*']],
  ['20+1', ['201', '20001'], ['21']],
  ['+49!', ['+4989'], ['49', '+49']],
  ['9.\\+!', ['9+1'], ['91']],
  ['D2', ['D2'], ['2']],
];

describe('a pattern of the dial plan', () => {
  it.each(patterns)('%s', (text, matching, others) => {
    const pattern = patternOf(text) ?? [];
    const numbers = [...matching, ...others];
    expect(numbers.filter((number) => matches(pattern, number))).toEqual(matching);
  });

  it.each(['', 'Line 1 Template - 8851 SIP', 'example.com', 'x', '20[', '20[]1', '2 001', '2001,1', String.raw`2\01`])(
    'is not “%s”',
    (text) => {
      expect(patternOf(text)).toBeUndefined();
    },
  );

  it('is compared in a moment, also if it has hundreds of wildcards', () => {
    const pattern = patternOf(`${'!?@'.repeat(300)}#`) ?? [];
    expect(matches(pattern, '1'.repeat(255))).toBe(false);
  });
});
