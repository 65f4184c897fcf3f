import { describe, expect, it } from 'vitest';
import { DocumentParser, responseLimits } from '../../../../src/axl/soap/xml-reader.js';
import { attributes, read, readWhole, refusalOf, spread } from '../../../support/read-xml.js';

describe('bounds', () => {
  it('64 nested elements, and no more', async () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect((await read(nested(64))).name).toBe('a');
    expect(await refusalOf(nested(65))).toBe('the answer is nested too deeply');
    expect(await refusalOf('<a>'.repeat(10_000))).toBe('the answer is nested too deeply');
  });

  it('200,000 elements, and no more', async () => {
    const many = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
    expect((await read(many(200_000))).children).toHaveLength(199_999);
    expect(await refusalOf(many(200_001))).toBe('the answer has too many elements');
  });

  it('100 attributes of one element, and no more', async () => {
    expect(Object.keys((await read(`<a ${attributes(100)}/>`)).attributes)).toHaveLength(100);
    expect(await refusalOf(`<a ${attributes(101)}/>`)).toBe('the answer has too many attributes');
  });

  it('400,000 attributes in all, and no more', async () => {
    expect((await read(spread(4_000, 100))).children).toHaveLength(4_000);
    expect(await refusalOf(spread(4_001, 100))).toBe('the answer has too many attributes');
  });

  it('100,000 unreadable characters, and no more', async () => {
    const most = responseLimits.unreadable;
    const reason = 'the answer has too many characters that cannot be read';
    for (const one of ['\x01', '&#1;']) {
      expect((await readWhole(`<a>${one.repeat(most)}</a>`)).unreadable.characters).toBe(most);
      expect(await refusalOf(`<a>${one.repeat(most + 1)}</a>`)).toBe(reason);
    }
  });

  it('any number of readable references', async () => {
    const many = responseLimits.unreadable + 1;
    expect((await read(`<a>${'&#228;'.repeat(many)}</a>`)).text).toBe('ä'.repeat(many));
  });

  it('100,000 unreadable references, before they are joined to a text', () => {
    const parser = new DocumentParser();
    parser.write(`<a>${'&#1;'.repeat(responseLimits.unreadable)}`);
    expect(() => {
      parser.write('&#1;');
    }).toThrow('too many characters that cannot be read');
  });
});
