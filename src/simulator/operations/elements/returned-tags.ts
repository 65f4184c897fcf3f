import type { XmlElement } from '../../soap/xml-parser.js';
import type { XmlNode } from '../../soap/xml-writer.js';

/**
 * Leaves in the response what `returnedTags` names, at every depth, like the columns of a SELECT. A tag that names
 * no children brings all of its own. The uuid attribute always comes along.
 * @param tags absent: everything
 */
export function selectTags(node: XmlNode, tags: XmlElement | undefined): XmlNode {
  return tags === undefined || tags.children.length === 0 ? node : pickChildren(node, tags);
}

/** The same for a row of a list, where an empty `returnedTags` brings the uuid alone. */
export function selectRowTags(node: XmlNode, tags: XmlElement): XmlNode {
  return pickChildren(node, tags);
}

function pickChildren(node: XmlNode, tags: XmlElement): XmlNode {
  if (node.children === undefined) return node;
  const wanted = new Map(tags.children.map((tag) => [tag.name, tag]));
  const children = node.children
    .filter((child) => child.isTag !== false && wanted.has(child.name))
    .map((child) => selectTags(child, wanted.get(child.name)));
  return { ...node, children };
}
