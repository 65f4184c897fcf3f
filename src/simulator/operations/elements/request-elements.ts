import type { XmlElement } from '../../soap/xml-parser.js';

/** The first child of this name. */
export function childOf(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((candidate) => candidate.name === name);
}

/** The text of the first child of this name. */
export function textOf(parent: XmlElement, name: string): string | undefined {
  return childOf(parent, name)?.text;
}
