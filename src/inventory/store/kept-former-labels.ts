import { createHash } from 'node:crypto';
import { folded } from '../../domain/sought.js';
import type { Sql } from '../../store/sql.js';

/**
 * The tables `relabelled` and `history_read`: which labels the buttons to a number had before, according to the
 * history.
 */

/**
 * What a change did to a label of the buttons to a number. Either the label was replaced, or a button was given the
 * label.
 */
export interface Relabelling {
  /** The label in the form of `formerLabel`. */
  readonly label: string;
  /** The id of the change. */
  readonly by: string;
  /** True if the label was given; false if it was replaced. */
  readonly isGiven: boolean;
}

/** How many labels are in one statement. */
const portion = 500;

/** @returns the id of the last change that was completely read; `0` if there is none */
export async function historyReadTo(sql: Sql): Promise<string> {
  const [row] = await sql.all<{ sequence: number }>(`SELECT sequence FROM cluster_history_read`);
  return String(row?.sequence ?? 0);
}

/**
 * Forgets labels that were replaced by changes before the oldest one.
 * @param oldest the history's oldest change; undefined forgets all labels, and also how far the history was read
 */
export async function forgetFormerLabels(sql: Sql, oldest: string | undefined): Promise<void> {
  if (oldest === undefined) await sql.run(`DELETE FROM cluster_history_read`);
  await sql.run(`DELETE FROM cluster_relabelled WHERE sequence < $1`, [Number(oldest ?? Number.MAX_SAFE_INTEGER)]);
}

/** Stores what some changes did to labels, in their order; the last change counts. */
export async function keepRelabellings(sql: Sql, relabellings: readonly Relabelling[], readTo: string): Promise<void> {
  const last = new Map(relabellings.map((one) => [one.label, one]));
  const labels = [...last.keys()];
  for (let from = 0; from < labels.length; from += portion) {
    const some = labels.slice(from, from + portion);
    await sql.run(`DELETE FROM cluster_relabelled WHERE label IN (${placesOf(some)})`, some);
  }
  const rows = [...last].map(([label, { by, isGiven }]) => [label, Number(by), isGiven ? 1 : 0]);
  await sql.insert('cluster_relabelled', ['label', 'sequence', 'given'], rows);
  await sql.run(`DELETE FROM cluster_history_read`);
  await sql.insert('cluster_history_read', ['sequence'], [[Number(readTo)]]);
}

/**
 * @param names for each button, its label in two forms: with only the digits of the number, and also with its partition
 * @returns the buttons whose label, in either form, was replaced earlier and not given after that
 */
export async function formerAmong<Button>(
  sql: Sql,
  names: ReadonlyMap<Button, readonly string[]>,
): Promise<ReadonlySet<Button>> {
  const last = new Map<string, RelabelledRow>();
  const labels = [...new Set([...names.values()].flat())];
  for (let from = 0; from < labels.length; from += portion) {
    const some = labels.slice(from, from + portion);
    const rows = await sql.all<RelabelledRow>(
      `SELECT label, sequence, given FROM cluster_relabelled WHERE label IN (${placesOf(some)})`,
      some,
    );
    for (const row of rows) last.set(row.label, row);
  }
  const isFormer = (of: readonly string[]): boolean => {
    const known = of.flatMap((label) => last.get(label) ?? []);
    const newest = Math.max(...known.map(({ sequence }) => sequence));
    // If one change both replaced and gave the label, it counts as given.
    return known.length > 0 && known.every(({ sequence, given }) => sequence < newest || given === 0);
  };
  return new Set([...names].flatMap(([button, of]) => (isFormer(of) ? [button] : [])));
}

interface RelabelledRow {
  readonly label: string;
  /** The last change that replaced or gave it. */
  readonly sequence: number;
  readonly given: number;
}

/** @returns the placeholders for a list of values that comes first in a statement */
export function placesOf(values: readonly string[]): string {
  return values.map((_, position) => `$${position + 1}`).join(', ');
}

/** A name without the differences that do not count: letter case, and spaces around it. */
export function foldedName(name: string): string {
  return folded(name).trim();
}

/**
 * @param partition null for a button that names none
 * @returns a short word that identifies a label of the buttons to a number
 */
export function formerLabel(label: string, dirn: string, partition: string | null): string {
  const what = JSON.stringify([foldedName(label), dirn, partition]);
  return createHash('sha256').update(what).digest('base64url');
}
