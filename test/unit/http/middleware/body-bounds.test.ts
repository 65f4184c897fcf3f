import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BodyBounds, CountedJson } from '../../../../src/http/middleware/body-bounds.js';

const many: BodyBounds = { bytes: 1e6, depth: 1e6, values: 1e6, keys: 1e6 };

/** What the text exceeds, if its bytes arrive in pieces of this length. */
function excessIn(text: string, most: Partial<BodyBounds>, length = 1_000) {
  const bytes = Buffer.from(text);
  const counted = new CountedJson();
  for (let at = 0; at < bytes.length; at += length) {
    const excess = counted.exceeds(bytes.subarray(at, at + length), { ...many, ...most });
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** How much of each there is, counted after parsing. */
function countsOf(text: string): { values: number; depth: number; keys: number } {
  const keys = new Set<string>();
  let values = 0;
  const depthOf = (value: unknown): number => {
    values += 1;
    if (typeof value !== 'object' || value === null) return 0;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) keys.add(key);
    return 1 + Object.values(value).reduce<number>((most, one) => Math.max(most, depthOf(one)), 0);
  };
  const depth = depthOf(JSON.parse(text));
  return { values, depth, keys: keys.size };
}

describe('the count of a JSON text', () => {
  it('is what parsing finds, in any pieces and any layout', () => {
    const layouts = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), layouts, fc.integer({ min: 1, max: 20 }), (value, layout, length) => {
        const text = JSON.stringify(value, undefined, layout);
        const { values, depth, keys } = countsOf(text);
        expect(excessIn(text, { values, depth, keys }, length)).toBeUndefined();
        expect(excessIn(text, { values: values - 1 }, length)).toBe('values');
        if (depth > 0) expect(excessIn(text, { depth: depth - 1 }, length)).toBe('depth');
        if (keys > 0) expect(excessIn(text, { keys: keys - 1 }, length)).toBe('keys');
      }),
    );
  });

  it.each([
    ['brackets and commas in a text', String.raw`["[[[[{{{{,,,,:::"]`, { depth: 1, values: 2, keys: 0 }],
    ['an escaped quote', String.raw`["\"[[[[,,,,"]`, { depth: 1, values: 2, keys: 0 }],
    ['an escaped backslash before a quote', String.raw`["\\",[["\\\\"]]]`, { depth: 3, values: 5, keys: 0 }],
    ['escapes of brackets', String.raw`["\u005b\u005b",0]`, { depth: 1, values: 3, keys: 0 }],
    ['texts that are no keys', '["a","b","c"]', { depth: 1, values: 4, keys: 0 }],
    ['a byte order mark', '\uFEFF[]', { depth: 1, values: 1, keys: 0 }],
    ['characters beyond ASCII', '{"ü":"一,[","😀":[]}', { depth: 2, values: 3, keys: 2 }],
    ['the key __proto__, and a key twice', '{"__proto__":{"a":1},"a":2}', { depth: 2, values: 4, keys: 2 }],
    ['empty ones', '[ [ ] , { } , "" ]', { depth: 2, values: 4, keys: 0 }],
  ])('of %s', (_what, text, { depth, values, keys }) => {
    for (const length of [1, 3, 1_000]) {
      expect(excessIn(text, { depth, values, keys }, length)).toBeUndefined();
      expect(excessIn(text, { depth: depth - 1 }, length)).toBe('depth');
      expect(excessIn(text, { values: values - 1 }, length)).toBe('values');
      if (keys > 0) expect(excessIn(text, { keys: keys - 1 }, length)).toBe('keys');
    }
  });
});
