import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocumentParser, readDocument, type XmlDocument } from '../../../../src/axl/soap/xml-reader.js';
import type { XmlElement } from '../../../../src/axl/soap/xml.js';
import { root } from '../../../support/project.js';
import { read, readWhole, refusalOf } from '../../../support/read-xml.js';

/** @param size the size of the parsed pieces, in UTF-16 code units */
function inPieces(document: string, size: number): XmlElement {
  const parser = new DocumentParser();
  for (let start = 0; start < document.length; start += size) parser.write(document.slice(start, start + size));
  return parser.end();
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
    ['&#x10FFFF;', '\u{10FFFF}'],
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
  it('has elements without prefixes, attributes, children in order and text', async () => {
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

  it('is the same for any pieces, even if a character is split', async () => {
    const document = '<a x="ü">Büro 😀 &amp; <b>漢字</b></a>';
    const whole = await read(document);
    for (const size of [1, 2, 3, 5, 7]) expect(inPieces(document, size)).toEqual(whole);
  });

  it('may start with a byte order mark', async () => {
    expect((await read('\uFEFF<a/>')).name).toBe('a');
  });

  it('is read in the declared character set', async () => {
    expect((await read(Buffer.from('<a>Büro</a>', 'latin1'), 'ISO-8859-1')).text).toBe('Büro');
    expect((await read(Buffer.from('<a>Büro</a>', 'utf16le'), 'utf-16le')).text).toBe('Büro');
  });
});

describe('a document as long as one turn', () => {
  const turn = 64 * 1024;
  const ofBytes = (length: number) => Buffer.from(`<a>${'x'.repeat(length - '<a></a>'.length)}</a>`);

  it('is read in one turn', () => {
    const document = readDocument(ofBytes(turn)) as XmlDocument;
    expect(document.root.text).toHaveLength(turn - '<a></a>'.length);
  });

  it.each([2, 3, 4])('lets others run in between if it is longer: %d turns', async (turns) => {
    let others = 0;
    const other = () => {
      others += 1;
      next = setImmediate(other);
    };
    let next = setImmediate(other);
    await readDocument(ofBytes(turn * (turns - 1) + 1));
    clearImmediate(next);
    expect(others).toBeGreaterThanOrEqual(turns - 1);
  });
});

describe('an invalid document', () => {
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
    ['a control character in a tag', '<a \u0001x="1"/>', notWellFormed],
    ['a control character in the name of an element', '<a\u0001/>', notWellFormed],
    ['a control character outside of the root', '<a/>\u0001', notWellFormed],
    ['a reference outside of the root', '<a/>&#1;', notWellFormed],
    ['a reference to no character at all', '<a>&#x110000;</a>', notWellFormed],
    ['a reference to a large number', `<a>&#${'9'.repeat(400)};</a>`, notWellFormed],
    ['a reference to no number', '<a>&#x1g;</a>', notWellFormed],
    ['a reference to nothing', '<a>&#;</a>', notWellFormed],
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

  it.each([
    ['the name of an element', '<a><b\xFCro/></a>'],
    ['the end of a name', '<a><b\xFC></b\xFC></a>'],
    ['the name of an attribute', '<a b\xFCro="x"/>'],
    ['a closing tag', '<a></a\xFC>'],
    ['the space of a tag', '<a \xFC/>'],
    ['a reference', '<a>&am\xFCp;</a>'],
    ['the text before the root', '\xFC<a/>'],
    ['the text after the root', '<a/>\xFC'],
    ['a cut end', '<a>\xFC'],
  ])('a byte that is not UTF-8 in %s', async (_where, document) => {
    expect(await refusalOf(Buffer.from(document, 'latin1'))).toBe(notWellFormed);
  });

  it('bytes of another character set', async () => {
    expect(await refusalOf('<a/>', 'utf-16le')).toBe(notWellFormed);
  });

  it('an unknown character set', async () => {
    expect(await refusalOf('<a/>', 'klingon-8')).toBe('the answer is in an unknown character set');
  });
});

describe('unreadable characters in a value become U+FFFD', () => {
  it.each<[what: string, document: string, text: string, characters: number]>([
    ['a byte that is no UTF-8', '<a>B\xFCro</a>', 'B\uFFFDro', 1],
    ['several of them', '<a>\xFF\xFE \x80</a>', '\uFFFD\uFFFD \uFFFD', 3],
    ['half of a character', '<a>\xC3</a>', '\uFFFD', 1],
    ['a control character', '<a>a\x1Fb</a>', 'a\uFFFDb', 1],
    ['a null character', '<a>a\0b</a>', 'a\uFFFDb', 1],
    ['a reference to a control character', '<a>a&#x1f;b</a>', 'a\uFFFDb', 1],
    ['a decimal one', '<a>a&#31;&#0;b</a>', 'a\uFFFD\uFFFDb', 2],
    ['a reference to half of a character', '<a>&#xD83D;</a>', '\uFFFD', 1],
    ['a reference to no character', '<a>&#xFFFF;&#xFFFE;</a>', '\uFFFD\uFFFD', 2],
    ['one in a CDATA section', '<a><![CDATA[x\x1F]]></a>', 'x\uFFFD', 1],
    ['a reference in XML 1.1', '<?xml version="1.1"?><a>a&#x1f;b</a>', 'a\uFFFDb', 1],
    ['one in XML 1.1', '<?xml version="1.1"?><a>a&#x1f;b\x02</a>', 'a\uFFFDb\uFFFD', 2],
  ])('%s', async (_what, document, text, characters) => {
    const { root, unreadable } = await readWhole(Buffer.from(document, 'latin1'));
    expect([root.text, unreadable.characters]).toEqual([text, characters]);
    expect([...unreadable.within]).toEqual([root]);
  });

  it('in attributes too', async () => {
    const { root, unreadable } = await readWhole(Buffer.from('<a x="B\xFCro" y="&#1;\x02" z="ok"/>', 'latin1'));
    expect({ ...root.attributes }).toEqual({ x: 'B\uFFFDro', y: '\uFFFD\uFFFD', z: 'ok' });
    expect(unreadable.characters).toBe(3);
  });

  it('and similar text is kept: references as text, whole characters, white space', async () => {
    const { root, unreadable } = await readWhole(
      '<a>&amp;#x1f;<![CDATA[&#x1f;]]>&#x9;&#xA;&#xD;&#x85;\u0085\u2028&#x1F600;&#xD83D;&#xDE00;</a>',
    );
    expect(root.text).toBe('&#x1f;&#x1f;\t\n\r\u0085\u0085\u2028😀😀');
    expect(unreadable.characters).toBe(0);
  });

  it('and only the elements with them are reported', async () => {
    const document = '<a><row><name>x</name></row><row><name>y</name><text>\x1F</text></row></a>';
    const { root, unreadable } = await readWhole(document);
    const [good, bad] = root.children;
    expect(good && unreadable.within.has(good)).toBe(false);
    expect([...unreadable.within]).toEqual([root, bad, bad?.children[1]]);
  });

  it('in long answers as in short ones', async () => {
    const filler = 'ü'.repeat(100_000);
    const { root, unreadable } = await readWhole(
      Buffer.concat([Buffer.from(`<a>${filler}`), Buffer.from([0xff]), Buffer.from(`&#x1f;${filler}</a>`)]),
    );
    expect(root.text).toBe(`${filler}\uFFFD\uFFFD${filler}`);
    expect(unreadable.characters).toBe(2);
  });
});

describe('the character set', () => {
  const declared = (quote: string) =>
    Buffer.from(`<?xml version='1.0' encoding=${quote}ISO-8859-1${quote}?><a>\xFC</a>`, 'latin1');

  it.each(["'", '"'])('is the declared one (%s), if the header names none', async (quote) => {
    expect((await read(declared(quote))).text).toBe('ü');
  });

  it('is the one in the header, if it names one', async () => {
    expect((await read(declared('"'), 'utf-8')).text).toBe('\uFFFD');
  });
});

describe('published captures', () => {
  it.each([
    ['no declaration', '<a>ü</a>'],
    ['a declaration in single quotes', "<?xml version='1.0' encoding='UTF-8'?><a>ü</a>"],
    ['a declaration in small letters', '<?xml version="1.0" encoding="utf-8"?>\n<a>ü</a>'],
    ['a byte order mark', '\uFEFF<a>ü</a>'],
    ['a byte order mark before a declaration', '\uFEFF<?xml version="1.0" encoding="UTF-8"?><a>ü</a>'],
    ['a byte order mark in a long answer', `\uFEFF<?xml version="1.0"?><!--${'x'.repeat(300_000)}--><a>ü</a>`],
  ])('%s', async (_what, document) => {
    expect((await read(document)).text).toBe('ü');
  });
});

it.each([
  ['saxes', '6.0.0', 'xml-reader.ts replaces its method isChar'],
  ['undici', '7.30.2', 'transport.ts imports its files pool.js and connect.js'],
])('%s is of version %s: before an update, look at what is not public: %s', async (name, version, _what) => {
  const text = await readFile(path.join(root, 'node_modules', name, 'package.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version });
});
