import type { XmlElement } from '../../soap/xml-parser.js';
import { branch, type XmlNode } from '../../soap/xml-writer.js';
import { isLike } from '../../sql/like.js';
import { childOf, textOf } from './request-elements.js';
import { selectRowTags } from './returned-tags.js';

/**
 * The rows that all criteria match, from `skip` on, at most `first`. An empty criterion counts as absent: clients
 * that fill in the whole schema send those that they do not use so.
 * @param columns how to read each column that a criterion may name
 * @param anyCase the columns that are compared in any case of letters
 */
export function listedRows<Row>(
  request: XmlElement,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
  toNode: (row: Row) => XmlNode,
  anyCase: readonly string[] = [],
): XmlNode {
  const criteria = (childOf(request, 'searchCriteria')?.children ?? []).filter((criterion) => criterion.text !== '');
  const matching = rows.filter((row) =>
    criteria.every(({ name, text }) => {
      const value = columns[name]?.(row) ?? '';
      return anyCase.includes(name) ? isLike(value.toLowerCase(), text.toLowerCase()) : isLike(value, text);
    }),
  );
  const skip = Number(textOf(request, 'skip') ?? 0);
  const first = Number(textOf(request, 'first') ?? matching.length);
  const tags = childOf(request, 'returnedTags');
  const page = matching.slice(skip, skip + first).map(toNode);
  return branch('return', tags === undefined ? page : page.map((row) => selectRowTags(row, tags)));
}
