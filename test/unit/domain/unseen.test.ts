import { describe, expect, it } from 'vitest';
import { partsBySight, unseenProblem, withoutUnseen, withUnseenNamed } from '../../../src/domain/unseen.js';

describe('characters that no one sees', () => {
  it.each([
    ['zero-width space, joiner and non-joiner', '\u200B\u200D\u200C'],
    ['no-break, narrow and thin spaces', '\u00A0\u202F\u2009'],
    ['soft hyphen, word joiner, byte order mark', '\u00AD\u2060\uFEFF'],
    ['marks of direction', '\u061C\u200E\u200F\u202A\u202E\u2066\u2069'],
    ['tags, variation selectors and fillers', '\u{E0041}\u{E007F}\uFE0F\u3164'],
    ['line separators and control characters', '\u2028\u2029\u0007\u0085'],
    ['half a character', '\uD83D'],
  ])('are %s', (_what, characters) => {
    for (const one of characters.match(/[^]/gu) ?? []) expect(partsBySight(`4${one}0`)).toEqual(['4', one, '0']);
  });

  it.each(['Zoë 👩‍💻 ☎️ 1', 'עברית', '山田　太郎', '0100 *#+', ''])('are not in %j', (text) => {
    expect(partsBySight(text)).toEqual([text]);
    expect(withoutUnseen(text)).toBe(text);
  });

  it('are shown as their numbers, left out, or told with their place', () => {
    expect(withUnseenNamed('a\u202eb\u{E0041}')).toBe('a\\u{202E}b\\u{E0041}');
    expect(withoutUnseen('Ma\u00ADría\u00A0Núñez\u200B')).toBe('María Núñez');
    expect(unseenProblem('😀40\u200B19')).toBe('has \\u{200B} as character 4, which no one sees; delete it');
    expect(unseenProblem('4019')).toBeUndefined();
  });
});
