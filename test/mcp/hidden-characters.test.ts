import fc from 'fast-check';
import { expect, it } from 'vitest';
import { meantByAgent, shownToAgent, withTexts } from '../../src/mcp/hidden-characters.js';

it.each([
  ['Re\u200Bception', String.raw`Re\u{200B}ception`],
  ['a\u{E0041}b', String.raw`a\u{E0041}b`],
  [String.raw`C:\users`, String.raw`C:\users`],
  [String.raw`\u{200B}`, String.raw`\u{5C}u{200B}`],
  ['Carlos Peña 👩‍💻', 'Carlos Peña 👩‍💻'],
])('%o is shown as %o, which means the same', (text, shown) => {
  expect(shownToAgent(text)).toBe(shown);
  expect(meantByAgent(shown)).toBe(text);
});

it('gives every text back as it was', () => {
  const part = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', 'u{', '41}', '\\u{200B}', '\u200B'));
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('');
      expect(meantByAgent(shownToAgent(text))).toBe(text);
    }),
  );
});

it('leaves what is no character, and names of properties', () => {
  expect(meantByAgent(String.raw`\u{FFFFFF} \u{} \u{x}`)).toBe(String.raw`\u{FFFFFF} \u{} \u{x}`);
  const value = { 'a\u200B': ['\u200B', 1, null, undefined, { b: true }] };
  expect(withTexts(value, shownToAgent)).toEqual({
    'a\u200B': [String.raw`\u{200B}`, 1, null, undefined, { b: true }],
  });
});
