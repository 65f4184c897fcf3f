import { SaxesParser } from 'saxes';

/** An element, read by a strict parser with namespaces. */
export interface Element {
  readonly name: string;
  /** The namespace of the element itself; empty if it has none. */
  readonly namespace: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/**
 * Parses a document.
 * @throws Error if it is not well-formed or uses an undeclared prefix
 */
export function parseStrictly(document: string): Element {
  const root: Element = { name: '', namespace: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true, fileName: 'document' });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const values = Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]));
    const element: Element = { name: local, namespace: uri, attributes: values, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on('cdata', (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(document).close();
  const [element] = root.children;
  if (!element) throw new Error('no element');
  return element;
}
