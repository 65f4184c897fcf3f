import type { StandIns } from './stand-ins.js';
import { keptPageWords } from './vocabulary.js';

/** Handles each private text of an exchange: remembers it, or replaces it by a stand-in. */
export type Scrub = Pick<StandIns, 'private' | 'foreign'>;

const digits = /^-?\d{1,9}$/;
/**
 * Elements whose values come from AXL or the tables and reveal nothing about anyone. Each has the form of its values.
 */
const keptElements: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ['index', 'position', 'place', 'tkclass', 'tkpatternusage', 'usage', 'enum', 'counted', 'axlcode'].map(
      (name) => [name, digits] as const,
    ),
  ),
  kind: /^(?:self|line|dial|lamp|pool|four)$/,
  feature: /^Pickup$/,
  version: /^[\d.()-]{1,40}$/,
  protocol: /^(?:SIP|SCCP)$/,
  faultcode: /^[\w:]{0,20}(?:Client|Server)$/,
  colname: /^[a-z_]{1,40}$/,
  request: /^(?:get|list|update|execute|apply|restart|reset)[A-Z]\w{2,30}$/,
};
/** Elements that contain a call manager's words. */
const wordElements = new Set(['faultstring', 'axlmessage', 'message', 'request']);
/**
 * Elements that may contain the name of a product or a model. Such names are from Cisco, and other names may be
 * private. In the answer to a lookup by SQL, names of products and models are among the texts.
 */
const productElements = new Set(['product', 'model', 'class', 't3', 't4']);
const ciscoProduct =
  /^(?:Cisco (?:[A-Z]{2,3} )?[0-9]{3,4}[A-Z]{0,4}|Phone|Device Profile|Universal Device Template|Phone Template)$/;

const namespaces =
  /^http:\/\/(?:www\.cisco\.com\/AXL|schemas\.xmlsoap\.org\/|www\.w3\.org\/|microsoft\.com\/wsdl\/)[\w/.-]*$/;

/** @returns an AXL envelope, a request or a response, in its own form and without private texts */
export function scrubbedXml(document: string, scrub: Scrub): string {
  const open: string[] = [];
  const pieces = document.match(/<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<[^>]*>|[^<]+/g) ?? [];
  return pieces
    .map((piece) => {
      if (piece.startsWith('<!--')) return '';
      if (piece.startsWith('<![CDATA[')) return escaped(valueOf(piece.slice(9, -3), open, scrub));
      if (piece.startsWith('<?')) return /^<\?xml [\w.="'\s-]*\?>$/.test(piece) ? piece : '';
      if (!piece.startsWith('<')) return piece.trim() === '' ? piece : escaped(valueOf(unescaped(piece), open, scrub));
      const name = /^<\/?(?:[\w.-]+:)?([\w.-]+)/.exec(piece)?.[1] ?? '';
      if (piece.startsWith('</')) open.pop();
      else if (!piece.endsWith('/>')) open.push(name);
      return scrubbedTag(piece, scrub);
    })
    .join('');
}

function scrubbedTag(tag: string, scrub: Scrub): string {
  return tag.replace(
    /(\s)([\w.:-]+)(\s*=\s*)(["'])([^]*?)\4/g,
    (_whole, space: string, name: string, is: string, quote: string, value: string) => {
      const isKept =
        value === '' || (/^xmlns(?::|$)/.test(name) && namespaces.test(value)) || /^(?:true|false)$/.test(value);
      const shown = isKept ? value : escaped(scrub.private(unescaped(value))).replaceAll(quote, '');
      return `${space}${name}${is}${quote}${shown}${quote}`;
    },
  );
}

function valueOf(text: string, open: readonly string[], scrub: Scrub): string {
  const element = open.at(-1) ?? '';
  if (element === 'sql') return scrubbedSql(text, scrub);
  if (Object.hasOwn(keptElements, element) && keptElements[element]?.test(text.trim()) === true) return text;
  if (wordElements.has(element)) return scrub.foreign(text);
  if (productElements.has(element) && ciscoProduct.test(text)) return text;
  const [, before = '', value = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  return value === '' ? text : before + scrub.private(value) + after;
}

/** The literals that are not data, in this service's own queries. */
const ownLiterals = new Set(['', 't', 'self', 'line', 'dial', 'lamp', 'pool', 'four', 'blfspeeddial', String.raw`\+`]);

/** Replaces the data in a query of this service. Everything in quotes is data. */
function scrubbedSql(sql: string, scrub: Scrub): string {
  return sql.replace(/'((?:[^']|'')*)'/g, (_whole, literal: string) => {
    const text = literal.replaceAll("''", "'");
    if (ownLiterals.has(text)) return `'${literal}'`;
    return `'${scrub.private(text).replaceAll("'", "''")}'`;
  });
}

/** @returns a server's page with only its known words */
export function scrubbedPage(page: string, scrub: Scrub): string {
  const text = page.replace(/<(style|script)[^]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');
  const words = keptPageWords(unescaped(text).replace(/\s+/g, ' ').trim(), scrub.private);
  return `<!DOCTYPE html>\n<html><body><p>${escaped(words)}</p></body></html>`;
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return references[name] ?? whole;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
    },
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}
