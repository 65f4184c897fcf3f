import { describe, expect, it } from 'vitest';
import { DocumentParser, readDocument, UnreadableAnswer } from '../../src/axl/reader.js';
import type { XmlElement } from '../../src/axl/xml.js';

async function read(document: string | Uint8Array, charset?: string): Promise<XmlElement> {
  return readDocument(typeof document === 'string' ? Buffer.from(document) : document, charset);
}

/** @param size in how large pieces the text is parsed, in UTF-16 code units */
function inPieces(document: string, size: number): XmlElement {
  const parser = new DocumentParser();
  for (let start = 0; start < document.length; start += size) parser.write(document.slice(start, start + size));
  return parser.end();
}

async function refusalOf(document: string | Uint8Array, charset?: string): Promise<string> {
  try {
    await read(document, charset);
  } catch (thrown) {
    if (thrown instanceof UnreadableAnswer) return thrown.message;
    throw thrown;
  }
  return 'none';
}

const notWellFormed = 'the answer is not well-formed XML';

describe('values', () => {
  it.each([
    ['0100', '0100'],
    ['1e5', '1e5'],
    ['007', '007'],
    ['true', 'true'],
    ['null', 'null'],
    ['+14085554019', '+14085554019'],
    ['\\+14085554019', '\\+14085554019'],
    ['  spaces inside and around  ', '  spaces inside and around  '],
    ['&lt;R&amp;D&gt; &quot;x&quot; &apos;', '<R&D> "x" \''],
    ['B&#252;ro &#x1F600;', 'Büro 😀'],
    ['Büro 😀', 'Büro 😀'],
    ['&amp;amp;', '&amp;'],
    ['<![CDATA[<R&D> &amp; ]]>', '<R&D> &amp; '],
    ['a<![CDATA[b]]>c', 'abc'],
    ['a<!-- left out -->b', 'ab'],
    ['a<?x y?>b', 'ab'],
    ['line\r\nend', 'line\nend'],
    ['', ''],
  ])('stay text: %j is %j', async (written, value) => {
    expect((await read(`<a>${written}</a>`)).text).toBe(value);
    expect(inPieces(`<a>${written}</a>`, 1).text).toBe(value);
  });

  it("are nobody's prototype", async () => {
    const root = await read('<__proto__ __proto__="x" constructor="y"><constructor/></__proto__>');
    expect(root.name).toBe('__proto__');
    expect(Object.keys(root.attributes)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('a document', () => {
  it('is elements without prefixes, attributes, children in order and text', async () => {
    const document =
      '<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="urn:x"><ns:a uuid="{A}">x<b/>y</ns:a><b>z</b></soapenv:Envelope>\n';
    const root = await read(document);
    expect(root.name).toBe('Envelope');
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['a', 'xy'],
      ['b', 'z'],
    ]);
    expect(root.children[0]?.attributes['uuid']).toBe('{A}');
    expect(root.children[0]?.children).toMatchObject([{ name: 'b', text: '', children: [] }]);
  });

  it('is the same in whatever pieces it arrives, through the middle of a character too', async () => {
    const document = '<a x="ü">Büro 😀 &amp; <b>漢字</b></a>';
    const whole = await read(document);
    for (const size of [1, 2, 3, 5, 7]) expect(inPieces(document, size)).toEqual(whole);
  });

  it('may begin with a byte order mark', async () => {
    expect((await read('\uFEFF<a/>')).name).toBe('a');
  });

  it('is read in the character set that is named', async () => {
    expect((await read(Buffer.from('<a>Büro</a>', 'latin1'), 'ISO-8859-1')).text).toBe('Büro');
    expect((await read(Buffer.from('<a>Büro</a>', 'utf16le'), 'utf-16le')).text).toBe('Büro');
  });
});

describe('what is no document', () => {
  it.each([
    ['nothing', '', 'the answer is empty'],
    ['white space', ' \n ', notWellFormed],
    ['text', 'OK', notWellFormed],
    ['a cut end', '<a><b>x</b>', notWellFormed],
    ['a cut tag', '<a><b', notWellFormed],
    ['a cut reference', '<a>&am', notWellFormed],
    ['a cut CDATA section', '<a><![CDATA[x', notWellFormed],
    ['tags that cross', '<a><b></a></b>', notWellFormed],
    ['a tag too many', '<a></a></b>', notWellFormed],
    ['two roots', '<a/><b/>', notWellFormed],
    ['text after the root', '<a/>x', notWellFormed],
    ['a bare ampersand', '<a>R&D</a>', notWellFormed],
    ['an unknown entity', '<a>&nbsp;</a>', notWellFormed],
    ['one attribute twice', '<a x="1" x="2"/>', notWellFormed],
    ['an attribute without quotes', '<a x=1/>', notWellFormed],
    ['a control character', '<a>\u0001</a>', notWellFormed],
    ['a reference to a control character', '<a>&#1;</a>', notWellFormed],
    ['a reference to a surrogate', '<a>&#xD800;</a>', notWellFormed],
    ['HTML', '<html><head><meta charset="utf-8"><title>x</title></head></html>', notWellFormed],
    ['HTML with a document type', '<!DOCTYPE html><html/>', 'the answer declares a document type, which SOAP forbids'],
    ['JSON', '{"a":1}', notWellFormed],
  ])('%s', async (_what, document, reason) => {
    expect(await refusalOf(document)).toBe(reason);
  });

  it('an entity bomb, before it is expanded', async () => {
    const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "&e${n};&e${n};">`).join('');
    const bomb = `<!DOCTYPE a [<!ENTITY e0 "ha">${entities}]><a>&e20;</a>`;
    expect(await refusalOf(bomb)).toBe('the answer declares a document type, which SOAP forbids');
    expect(await refusalOf('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toContain('document type');
  });

  it('bytes that are not in the character set', async () => {
    const reason = 'the answer is not in the character set that it claims';
    expect(await refusalOf(Buffer.from('<a>Büro</a>', 'latin1'))).toBe(reason);
    expect(await refusalOf(Buffer.from('<a>ü', 'utf8').subarray(0, -1))).toBe(reason);
    expect(await refusalOf('<a/>', 'utf-16le')).not.toBe('none');
  });

  it('an unknown character set', async () => {
    expect(await refusalOf('<a/>', 'klingon-8')).toBe('the answer is in an unknown character set');
  });
});

describe('bounds', () => {
  it('64 elements inside each other, and no more', async () => {
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
});
