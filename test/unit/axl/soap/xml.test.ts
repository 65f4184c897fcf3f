import { describe, expect, it } from 'vitest';
import { child, children, childText, elementOf, escapeText, writeElement } from '../../../../src/axl/soap/xml.js';

describe('a text for XML', () => {
  it.each([
    ['<a>&amp;\r\n', '&lt;a&gt;&amp;amp;&#xD;\n'],
    ['\t\n "\'', '\t\n "\''],
    ['Büro \u{1F600} \uFFFD', 'Büro \u{1F600} \uFFFD'],
  ])('%j is written as %j', (text, written) => {
    expect(escapeText(text)).toBe(written);
  });

  it.each(['\0', '\x08', '\x0B', '\x0C', '\x0E', '\x1F', '\uFFFE', '\uFFFF', '\uD83D', 'a\uDE00b'])(
    '%j cannot be written',
    (text) => {
      expect(() => escapeText(`a${text}`)).toThrow(RangeError);
    },
  );
});

describe('an element', () => {
  const inside = elementOf('b', 'x<y');
  const made = () => elementOf('a', [inside, elementOf('c', ''), elementOf('b', 'z')]);

  it('is written with its children, or with its text', () => {
    const element = made();
    expect(writeElement(element)).toBe('<a><b>x&lt;y</b><c></c><b>z</b></a>');
    expect([element.text, element.attributes, inside.children]).toEqual(['', {}, []]);
  });

  it('has children by name', () => {
    const element = made();
    expect(child(element, 'b')).toBe(inside);
    expect(child(element, 'd')).toBeUndefined();
    expect(child(undefined, 'b')).toBeUndefined();
    expect(children(element, 'b').map(({ text }) => text)).toEqual(['x<y', 'z']);
    expect(children(element, 'd')).toEqual([]);
    expect(children(undefined, 'b')).toEqual([]);
    expect(['b', 'c', 'd'].map((name) => childText(element, name))).toEqual(['x<y', '', '']);
    expect(childText(undefined, 'b')).toBe('');
  });
});
