import { describe, expect, it } from 'vitest';
import { shown, shownJson } from '../../../../src/buttons-cli/output/shown.js';

describe('foreign text', () => {
  it.each([
    ['\u001B[2J', '\\u{1B}[2J'],
    ['\u009B2J', '\\u{9B}2J'],
    ['a\u202Eb\u2066', 'a\\u{202E}b\\u{2066}'],
    ['a\nb\tc\r', 'a\\u{A}b\\u{9}c\\u{D}'],
    ['\uD800', '\\u{D800}'],
    ['Re\u00ADception\u200B\u{E0041}', 'Re\\u{AD}ception\\u{200B}\\u{E0041}'],
    ['Zoë 👩‍💻 0100', 'Zoë 👩‍💻 0100'],
  ])('%j is shown as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('in JSON means the same, and has no characters that move the cursor, change the text direction or are not seen', () => {
    const value = { label: '\u001B\u009B\u202E\u2028\n\u200B\u{E0041}', 'k\u202E': 'ë😀' };
    const json = shownJson(value);
    expect(JSON.parse(json)).toEqual(value);
    expect(json).toMatch(/^[ -~ë😀]*$/u);
  });
});
