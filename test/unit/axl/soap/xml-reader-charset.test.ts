import { describe, expect, it } from 'vitest';
import { charsetOf, decoded } from '../../../../src/axl/soap/xml-reader.js';

describe('the character set of a document', () => {
  it.each<[document: string, inHeader: string | undefined, charset: string]>([
    ['<?xml version="1.0" encoding="latin1"?><a/>', 'utf-16', 'utf-16'],
    ['<?xml version="1.0" encoding="latin1"?><a/>', undefined, 'latin1'],
    ["\xEF\xBB\xBF<?xml version='1.0' encoding = 'latin1'?><a/>", undefined, 'latin1'],
    ['<a/>', undefined, 'utf-8'],
    ['<a><![CDATA[<?xml version="1.0" encoding="latin1"?>]]></a>', undefined, 'utf-8'],
    [`<?xml version="1.0"${' '.repeat(200)}encoding="latin1"?><a/>`, undefined, 'utf-8'],
  ])('%j (header: %s) is %s', (document, inHeader, charset) => {
    expect(charsetOf(Buffer.from(document, 'latin1'), inHeader)).toBe(charset);
  });
});

it.each(['utf-8', 'UTF8'])('bytes that are no character of %s become U+FFFD', (charset) => {
  expect(decoded(Buffer.from('B\xC3\xBCro \xFC', 'latin1'), charset)).toBe('Büro \uFFFD');
});
