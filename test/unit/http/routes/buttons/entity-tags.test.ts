import { describe, expect, it } from 'vitest';
import { ifMatch, ifNoneMatchNames } from '../../../../../src/http/routes/buttons/entity-tags.js';

const malformed = [
  '',
  'x',
  '"x',
  'x"',
  'x"a"',
  '"a"x',
  '"a" "b"',
  'w/"a"',
  '*, "a"',
  '""x',
  ',',
  '"a"\n',
  '"\t"',
  '"a b"',
];

function thrownBy(read: () => unknown): unknown {
  try {
    return read();
  } catch (thrown) {
    return thrown;
  }
}

describe('If-Match', () => {
  it('is undefined if it is missing', () => {
    expect(ifMatch({})).toBeUndefined();
  });

  it.each([
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['""', ['""']],
    ['"!#~\xFF"', ['"!#~\xFF"']],
    ['"a","b"', ['"a"', '"b"']],
    ['"a" ,\t"b"', ['"a"', '"b"']],
    [' ,"a",, W/"b", ', ['"a"', 'W/"b"']],
    ['"a,b", "c"', ['"a,b"', '"c"']],
  ])('%j names %j', (header, named) => {
    expect(ifMatch({ 'if-match': header })).toEqual(named);
  });

  it.each(malformed)('%j is refused: a change is never made as if the header were missing', (header) => {
    expect(thrownBy(() => ifMatch({ 'if-match': header }))).toMatchObject({
      code: 'invalid-request',
      facts: { fields: [{ field: 'header.If-Match', detail: expect.stringContaining('double quotes') as string }] },
    });
  });
});

describe('If-None-Match', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", W/"a"', true],
    ['"b"', false],
    ['"W/"', false],
    ...malformed.map((header) => [header, false] as [string, boolean]),
  ])('%j names the tag: %s', (header, isNamed) => {
    expect(ifNoneMatchNames('"a"', { 'if-none-match': header })).toBe(isNamed);
  });

  it('treats a W in the tag itself as part of it', () => {
    expect(ifNoneMatchNames('"aW/"', { 'if-none-match': '"aW/"' })).toBe(true);
    expect(ifNoneMatchNames('"a"', { 'if-none-match': '"aW/"' })).toBe(false);
  });
});
