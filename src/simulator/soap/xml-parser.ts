import { XMLParser } from 'fast-xml-parser';

/**
 * An element that was read: prefixes are resolved, text and CDATA joined, comments removed; the order of the children
 * is kept.
 */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** Unprefixed attributes by name, prefixed ones as `{namespace}name`; namespace declarations are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** A document that AXL would not read, because it is not well-formed or has a document type. */
export class XmlProblem extends Error {
  override name = 'XmlProblem';
}

type Scope = ReadonlyMap<string, string>;
type OrderedNode = Record<string, unknown>;

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const namedReferences: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
// oxlint-disable-next-line no-control-regex -- exactly these characters are forbidden in XML 1.0
const forbiddenCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

// All conversions of fast-xml-parser are switched off. Numbers stay text, and spaces stay. References are decoded
// below, strictly and only once.
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  ignoreDeclaration: true,
  ignorePiTags: true,
  jPath: false,
});

/**
 * Reads one XML document.
 * @returns its root element
 * @throws XmlProblem if the text is not well-formed or has a document type
 */
export function parseXml(text: string): XmlElement {
  if (text.includes('<!DOCTYPE')) throw new XmlProblem('A document type declaration is not allowed');
  if (forbiddenCharacter.test(text)) throw new XmlProblem('An invalid XML character was found');
  const roots = elementsOf(parseOrdered(text.replace(/\r\n?/g, '\n')));
  const [root] = roots;
  if (root === undefined || roots.length > 1) throw new XmlProblem('The document must have exactly one root element');
  return readElement(root, new Map([['xml', xmlNamespace]]));
}

function parseOrdered(text: string): OrderedNode[] {
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- its successor is one more package for the same check
    return parser.parse(text, true) as OrderedNode[];
  } catch (thrown) {
    throw new XmlProblem(thrown instanceof Error ? thrown.message : 'The document cannot be read');
  }
}

function elementsOf(nodes: readonly OrderedNode[]): OrderedNode[] {
  return nodes.filter((node) => !tagOf(node).startsWith('#'));
}

function tagOf(node: OrderedNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '#nothing';
}

function readElement(node: OrderedNode, outer: Scope): XmlElement {
  const tag = tagOf(node);
  const content = node[tag] as OrderedNode[];
  const written = Object.entries((node[':@'] ?? {}) as Record<string, string>);
  const scope = declare(written, outer);
  const [namespace, name] = resolve(tag, scope, scope.get('') ?? '');
  return {
    name,
    namespace,
    attributes: readAttributes(written, scope),
    children: elementsOf(content).map((child) => readElement(child, scope)),
    text: content.map(readText).join(''),
  };
}

function declare(written: readonly [string, string][], outer: Scope): Scope {
  const declared = written.filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  if (declared.length === 0) return outer;
  return new Map([...outer, ...declared.map(([key, value]) => [key.slice(6), decode(value)] as const)]);
}

function readAttributes(written: readonly [string, string][], scope: Scope): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [key, value] of written) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
    const [namespace, name] = resolve(key, scope, '');
    attributes.set(namespace === '' ? name : `{${namespace}}${name}`, decode(value));
  }
  return attributes;
}

function resolve(qualifiedName: string, scope: Scope, unprefixed: string): [namespace: string, name: string] {
  const colon = qualifiedName.indexOf(':');
  if (colon === -1) return [unprefixed, qualifiedName];
  const prefix = qualifiedName.slice(0, colon);
  const namespace = scope.get(prefix);
  if (namespace === undefined) throw new XmlProblem(`The prefix "${prefix}" is not bound`);
  return [namespace, qualifiedName.slice(colon + 1)];
}

function readText(node: OrderedNode): string {
  const text = node['#text'];
  if (typeof text === 'string') return decode(text);
  const cdata = node['#cdata'];
  return Array.isArray(cdata) ? cdata.map((part: OrderedNode) => String(part['#text'])).join('') : '';
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));?/g,
    (reference, hex?: string, decimal?: string, name = '') => {
      const named = namedReferences[String(name)];
      if (named !== undefined) return named;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\u0000';
      if (!reference.endsWith(';') || forbiddenCharacter.test(character)) {
        throw new XmlProblem(`The reference "${reference}" is not allowed`);
      }
      return character;
    },
  );
}
