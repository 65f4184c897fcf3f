import type { ButtonKind } from '../../domain/button-kinds.js';
import type { DevicePosition, DeviceSearch } from '../../domain/device.js';
import { plainFolded, type Sought, soughtIn } from '../../domain/sought.js';
import { mostSuggestions } from '../../domain/suggestion.js';
import { conditionsOf, type FindingFilter } from './finding-filter.js';
import { leftOutOf } from './left-out.js';
import { type DeviceRow, devicesOf, type MissingRow, type NumbersFound, numbersOf } from './lookup-statements.js';
import type { Sql, SqlValue } from '../../store/sql.js';
import { type Dialect, lastWhole, type Query, type Statement, statementOf } from './statements.js';

/** The statements of searches, which depend on the search. */

/** A statement, and its values. */
export interface SearchStatement<Found> extends Statement<Found> {
  readonly values: readonly SqlValue[];
}

interface DevicesSearched {
  readonly devices: DeviceRow;
  readonly missing: MissingRow;
}

interface Suggested extends DevicesSearched, NumbersFound {}

interface FindingsFound {
  /** Each finding, with the number of findings before the list was cut to `longest`. */
  readonly findings: { readonly finding: string; readonly of: number };
}

/** @returns the statement of a search for devices; its rows are in order of name and kind */
export function devicesStatement(
  dialect: Dialect,
  { text, after, most }: DeviceSearch,
): SearchStatement<DevicesSearched> {
  const values = new Values();
  const devices = devicesWith(dialect, soughtIn(text), after, most, values);
  return { ...statementOf<DevicesSearched>(dialect, { devices, missing: notDescribed() }), values: values.all };
}

export function suggestStatement(dialect: Dialect, text: string): SearchStatement<Suggested> {
  const { sql } = dialect;
  const values = new Values();
  const sought = soughtIn(text);
  const { number, ending } = sought;
  const { seen } = lastWhole;
  // A number is also found by its names: its description, its alerting name and the displays of its lines.
  const isNamed = (): string =>
    `(${holdsWords('n.folded', sought, values)} OR n.owner IN
      (SELECT l.number FROM cluster_line l WHERE ${holdsWords('l.folded', sought, values)} AND ${seen('l')}))`;
  const isBegun = number === undefined ? isNamed() : `substr(n.dirn, 1, ${number.length}) = ${values.next(number)}`;
  // Numbers that only end with the digits come last, and count if no number begins with them.
  const [isFound, isLast] =
    ending === undefined
      ? [isBegun, '']
      : [`(${isBegun} OR n.dirn LIKE ${values.next(`%${ending}`)})`, `CASE WHEN ${isBegun} THEN 0 ELSE 1 END, `];
  const numbers = numbersOf(
    `FROM cluster_number n WHERE ${isFound} AND n.usage = 2 AND ${seen('n')}
     ORDER BY ${isLast}${sql.dialect.bytesOf('n.dirn')}, n.owner LIMIT ${mostSuggestions}`,
  );
  const devices = devicesWith(dialect, sought, undefined, mostSuggestions, values);
  const parts = { numbers, devices, missing: notDescribed() };
  return { ...statementOf<Suggested>(dialect, parts), values: values.all };
}

/** A query for devices and numbers of which it is not known whether a search would find them. */
function notDescribed(): Query {
  const devices = `SELECT d.owner AS owner FROM cluster_device d WHERE d.description IS NULL AND ${lastWhole.seen('d')}`;
  const leftOut = leftOutOf(`x.name IN ('device', 'number')`);
  return { columns: ['owner'], text: `SELECT owner FROM (${devices} UNION ALL ${leftOut}) other LIMIT 1` };
}

/**
 * @returns the statement of a search for findings; its rows are in order of kind, device and id
 * @param changed lists whose findings do not count, in the form of `findingList`
 * @param longest how many characters the findings may have as JSON; there is always at least one finding
 */
export function findingsStatement(
  dialect: Dialect,
  filter: FindingFilter,
  changed: readonly string[],
  limit: number,
  longest: number,
): SearchStatement<FindingsFound> {
  const { sql } = dialect;
  const values = new Values();
  const parts = { next: (value: SqlValue) => values.next(value), dialledFirst: sql.dialect.dialledFirst };
  const conditions = [...conditionsOf(filter, parts), isUnchanged(sql, values.next(JSON.stringify(changed)))];
  const where = `WHERE ${conditions.join(' AND ')}`;
  const findings: Query = {
    columns: ['finding', 'of'],
    text: `SELECT c.finding AS finding, c.of AS of FROM
        (SELECT s.finding AS finding, row_number() OVER place AS place, count(*) OVER () AS of,
           sum(length(s.finding)) OVER place AS characters
         FROM (SELECT f.finding AS finding, f.kind AS kind, f.device AS device, f.id AS id FROM cluster_finding f ${where}
               ORDER BY f.kind, f.device, f.id LIMIT ${limit}) s
         WINDOW place AS (ORDER BY s.kind, s.device, s.id)) c
      WHERE c.place = 1 OR c.characters <= ${longest} ORDER BY c.place`,
  };
  return { ...statementOf<FindingsFound>(dialect, { findings }), values: values.all };
}

/** @returns a text for a list of a device, as it is compared with a finding's */
export function findingList(owner: string, kind: ButtonKind): string {
  return `${kind} ${owner}`;
}

/** @returns the condition that the list of a finding has not changed since. @param changed a JSON array of lists */
export function isUnchanged(sql: Pick<Sql, 'dialect'>, changed: string): string {
  return `f.list || ' ' || f.owner NOT IN (SELECT value FROM ${sql.dialect.textsIn(changed)})`;
}

function devicesWith(
  dialect: Dialect,
  sought: Sought,
  after: DevicePosition | undefined,
  most: number,
  values: Values,
): Query {
  const { sql } = dialect;
  const name = sql.dialect.bytesOf('d.name');
  const { mac } = sought;
  const isHeld = holdsWords('d.folded', sought, values);
  const isFound =
    mac === undefined ? isHeld : `(${isHeld} OR replace(lower(d.name), ${values.next(mac)}, '') <> lower(d.name))`;
  const isBehind = after
    ? `AND (${name}, d.kind) > (${values.next(after.name)}, ${values.next(after.deviceKind)})`
    : '';
  return devicesOf(
    `FROM cluster_device d WHERE ${isFound} AND d.template = 0 AND ${lastWhole.seen('d')} ${isBehind}
     ORDER BY ${name}, d.kind LIMIT ${most}`,
  );
}

/** The condition that a column contains all words, in which no character has a special meaning. */
function holdsWords(column: string, { words }: Sought, values: Values): string {
  const held = words
    .map(plainFolded)
    .filter((word) => word !== '')
    .map((word) => `replace(${column}, ${values.next(word)}, '') <> ${column}`);
  return held.length === 0 ? '1 = 1' : held.join(' AND ');
}

/** The values of a statement, in the order of their placeholders. */
class Values {
  readonly all: SqlValue[] = [];

  /** @returns the placeholder for a value */
  next(value: SqlValue): string {
    return `$${this.all.push(value)}`;
  }
}
