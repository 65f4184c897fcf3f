/** An element to write. It has either children or text. */
export interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly XmlNode[];
  readonly text?: string;
  /** False if `returnedTags` cannot name it. Such an element is returned only if everything is returned. */
  readonly isTag?: boolean;
}

const textEscapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;', '"': '&quot;' };

/** An element with text, and the key of the object that it names, if any. */
export function leaf(name: string, text: string, uuid?: string): XmlNode {
  return uuid === undefined ? { name, text } : { name, text, attributes: { uuid: writtenUuid(uuid) } };
}

/** An element with child elements, and its own key, if any. */
export function branch(name: string, children: readonly XmlNode[], uuid?: string): XmlNode {
  return uuid === undefined ? { name, children } : { name, children, attributes: { uuid: writtenUuid(uuid) } };
}

/** AXL writes keys in upper case and in braces. SQL shows the same key (`pkid`) in lower case without braces. */
export function writtenUuid(pkid: string): string {
  return `{${pkid.toUpperCase()}}`;
}

/** Text made safe for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>\r"]/g, (character) => textEscapes[character] ?? character);
}

/** The node as XML text, without a declaration and without white space between elements. */
export function writeXml(node: XmlNode): string {
  const attributes = Object.entries(node.attributes ?? {}).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const content = node.children === undefined ? escapeXml(node.text ?? '') : node.children.map(writeXml).join('');
  const start = `<${node.name}${attributes.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${node.name}>`;
}
