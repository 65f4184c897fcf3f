/** An element to be written. Children and text exclude each other. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly XmlNode[];
  readonly text?: string;
  /** False where `returnedTags` cannot name it: it comes only with everything. */
  readonly isTag?: boolean;
}

const textEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;', '"': '&quot;' };

/** An element that holds text, with the key of what it names when there is one. */
export function leaf(name: string, text: string, uuid?: string): XmlNode {
  return uuid === undefined ? { name, text } : { name, text, attributes: { uuid: writtenUuid(uuid) } };
}

/** An element that holds elements, with its own key when it has one. */
export function branch(name: string, children: readonly XmlNode[], uuid?: string): XmlNode {
  return uuid === undefined ? { name, children } : { name, children, attributes: { uuid: writtenUuid(uuid) } };
}

/** AXL writes keys in upper case within braces; SQL shows the same key (`pkid`) in lower case without. */
export function writtenUuid(pkid: string): string {
  return `{${pkid.toUpperCase()}}`;
}

/** Text made safe for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>\r"]/g, (character) => textEscapes[character] ?? character);
}

/** The node as XML text, without declaration and without white space between elements. */
export function writeXml(node: XmlNode): string {
  const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const content = node.children === undefined ? escapeXml(node.text ?? '') : node.children.map(writeXml).join('');
  const start = `<${node.name}${attributes.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${node.name}>`;
}
