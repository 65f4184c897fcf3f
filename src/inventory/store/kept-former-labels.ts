import { createHash } from 'node:crypto';
import { folded } from '../../domain/sought.js';
import type { Sql } from './sql.js';

/** Which labels buttons to a number had before, as the history says: the tables `relabelled` and `history_read`. */

/** What a change did to a label of a number's buttons: they had it before, or one of them has it from then on. */
export interface Relabelling {
  /** As formerLabel names it. */
  readonly label: string;
  /** The id of the change. */
  readonly by: string;
  /** Whether it was given; else it was replaced. */
  readonly isGiven: boolean;
}

type Table = (name: string) => string;

/** How many labels one statement names. */
const portion = 500;

/** @returns the id of the last change that was read for good; `0` where none was */
export async function historyReadTo(sql: Sql, table: Table): Promise<string> {
  const [row] = await sql.all<{ sequence: number }>(`SELECT sequence FROM ${table('history_read')}`);
  return String(row?.sequence ?? 0);
}

/** Forgets what changes before one have replaced. @param oldest undefined: all, and that anything was read */
export async function forgetFormerLabels(sql: Sql, table: Table, oldest: string | undefined): Promise<void> {
  if (oldest === undefined) await sql.run(`DELETE FROM ${table('history_read')}`);
  await sql.run(`DELETE FROM ${table('relabelled')} WHERE sequence < $1`, [Number(oldest ?? Number.MAX_SAFE_INTEGER)]);
}

/** Keeps what some changes did to labels, in their order; what came last counts. */
export async function keepRelabellings(
  sql: Sql,
  table: Table,
  relabellings: readonly Relabelling[],
  readTo: string,
): Promise<void> {
  const last = new Map(relabellings.map((one) => [one.label, one]));
  const labels = [...last.keys()];
  for (let from = 0; from < labels.length; from += portion) {
    const some = labels.slice(from, from + portion);
    await sql.run(`DELETE FROM ${table('relabelled')} WHERE label IN (${placesOf(some)})`, some);
  }
  const rows = [...last].map(([label, { by, isGiven }]) => [label, Number(by), isGiven ? 1 : 0]);
  await sql.insert(table('relabelled'), ['label', 'sequence', 'given'], rows);
  await sql.run(`DELETE FROM ${table('history_read')}`);
  await sql.insert(table('history_read'), ['sequence'], [[Number(readTo)]]);
}

/**
 * @param names of each button: the labels of its number, by the digits alone and with the partition
 * @returns those buttons whose label was replaced before, and was given by neither name since
 */
export async function formerAmong<Button>(
  sql: Sql,
  table: Table,
  names: ReadonlyMap<Button, readonly string[]>,
): Promise<ReadonlySet<Button>> {
  const last = new Map<string, RelabelledRow>();
  const labels = [...new Set([...names.values()].flat())];
  for (let from = 0; from < labels.length; from += portion) {
    const some = labels.slice(from, from + portion);
    const rows = await sql.all<RelabelledRow>(
      `SELECT label, sequence, given FROM ${table('relabelled')} WHERE label IN (${placesOf(some)})`,
      some,
    );
    for (const row of rows) last.set(row.label, row);
  }
  const isFormer = (of: readonly string[]): boolean => {
    const known = of.flatMap((label) => last.get(label) ?? []);
    const newest = Math.max(...known.map(({ sequence }) => sequence));
    // Of one change, what it gave counts.
    return known.length > 0 && known.every(({ sequence, given }) => sequence < newest || given === 0);
  };
  return new Set([...names].flatMap(([button, of]) => (isFormer(of) ? [button] : [])));
}

interface RelabelledRow {
  readonly label: string;
  /** The change that replaced or gave it last. */
  readonly sequence: number;
  readonly given: number;
}

/** @returns a place for each value of a list that stands first in a statement */
export function placesOf(values: readonly string[]): string {
  return values.map((_, position) => `$${position + 1}`).join(', ');
}

/** A name without what does not count in it: its letter case, and spaces around it. */
export function foldedName(name: string): string {
  return folded(name).trim();
}

/**
 * @param partition null for a button that names none
 * @returns one word for a label of buttons to a number, however long the label is
 */
export function formerLabel(label: string, dirn: string, partition: string | null): string {
  const what = JSON.stringify([foldedName(label), dirn, partition]);
  return createHash('sha256').update(what).digest('base64url');
}
