import { describe, expect, it } from 'vitest';
import { nameOf, partsByDirection, withNamedControls } from '../../../web/texts/direction.js';

describe('characters that change the direction of text', () => {
  it('are recognized', () => {
    expect(partsByDirection('a\u202eb\u2069')).toEqual(['a', '\u202e', 'b', '\u2069', '']);
    expect(partsByDirection('עברית')).toEqual(['עברית']);
    expect(nameOf('\u061c')).toBe('U+061C');
    expect(withNamedControls('a\u202eb')).toBe('a⟨U+202E⟩b');
  });
});
