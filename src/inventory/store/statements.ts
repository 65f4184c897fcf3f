import type { GenerationNames } from './known-numbers.js';
import type { Sql } from '../../store/sql.js';

/**
 * One statement answers a lookup from the inventory. So the answer takes one round trip, and shows one state, even if
 * others write meanwhile.
 */

/** A query, and its columns. */
export interface Query {
  readonly columns: readonly string[];
  readonly text: string;
}

/** A statement, and the names of the parts in its result. */
export interface Statement<Found> {
  readonly text: string;
  readonly parts: readonly (keyof Found & string)[];
}

/** Builds statements for one database. */
export interface Dialect {
  readonly sql: Pick<Sql, 'dialect'>;
}

/** The condition that a row exists in a generation. @param generation a number, or an expression for it */
export function seenIn(alias: string, generation: number | string): string {
  return `${alias}.since <= ${generation} AND (${alias}.until IS NULL OR ${alias}.until > ${generation})`;
}

/**
 * The query for the last complete generation, the time of the store's clock, and the latest stored time.
 * @param columns its columns
 */
export function wholeGeneration({ sql }: Dialect, columns: string): string {
  return `SELECT ${columns}, ${sql.dialect.clock} AS now, (SELECT max(went_on) FROM cluster_generation) AS latest
    FROM cluster_generation WHERE whole = 1`;
}

/** The last complete generation, as the parts of a statement name it. */
export const lastWhole: GenerationNames = { seen: (alias) => seenIn(alias, '(SELECT id FROM last)') };

/**
 * Builds a statement. Its result is one row: when the last complete generation began, and the rows of each part as
 * JSON. Without a complete generation there is no row.
 * @param parts queries on the last complete generation
 * @param found a query that several parts use, by the name `found`
 */
export function statementOf<Found>(
  dialect: Dialect,
  parts: Readonly<Record<keyof Found & string, Query>>,
  found?: string,
): Statement<Found> {
  const queries = Object.entries<Query>(parts);
  const asJson = queries.map(
    ([name, { columns, text }]) => `${dialect.sql.dialect.rowsAsJson(columns, text)} AS ${name}`,
  );
  const beginning = found === undefined ? '' : `, found AS (${found})`;
  return {
    text: `WITH last AS (${wholeGeneration(dialect, 'id, number, began')})${beginning} SELECT id, number, began, now, latest, ${asJson.join(', ')} FROM last`,
    parts: queries.map(([name]) => name as keyof Found & string),
  };
}
