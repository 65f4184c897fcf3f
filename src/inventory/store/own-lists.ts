import { type DeviceKey, deviceId } from '../../domain/device.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { OwnList, OwnStep } from './inventory-store.js';
import { keptLists } from './kept-lists.js';
import { type Moment, nextPlace } from './places.js';
import { columnsOf } from './schema.js';
import type { Sql, SqlValue } from '../../store/sql.js';
import { seenIn } from './statements.js';

/** The database's names of the tables. */
export interface OwnTables {
  readonly table: (name: string) => string;
  /** The last complete generation; 0 if there is none. */
  readonly generation: number;
}

/** A step of a write to a list of one device, at its place. */
interface Stepping extends OwnTables {
  readonly sql: Sql;
  readonly list: OwnList;
  readonly place: Moment;
}

/**
 * Stores how far a write has come. Call it in a transaction with the table `own` locked.
 * @returns the place of the step
 */
export async function keepStep(sql: Sql, list: OwnList, step: OwnStep, tables: OwnTables): Promise<Moment> {
  const place = await nextPlace(sql);
  const stepping = { ...tables, sql, list, place };
  if (step.is === 'marked') await addUnknown(stepping, {});
  else if (step.is === 'not-set') await dropMark(stepping);
  else if (step.is === 'landed') await markAgain(stepping);
  else if (step.uuid === list.uuid) await putOnTop(stepping, step);
  else {
    // Another device got the list, because it has the name by now. What else it contains is not known.
    await dropMark(stepping);
    await addUnknown(stepping, { uuid: step.uuid, lasts: 0 });
  }
  return place;
}

/** Marks a list as not known. */
async function addUnknown(
  { sql, list, place, table, generation }: Stepping,
  { uuid = list.uuid, mark = list.mark, lasts = list.mayLandMs }: { uuid?: Uuid; mark?: string; lasts?: number },
): Promise<void> {
  const there = `SELECT 1 AS there FROM ${table('device')} d WHERE d.owner = $1 AND d.template = 0
    AND ${seenIn('d', generation)}`;
  const isNew = (await sql.all(there, [uuid])).length === 0;
  const row: Readonly<Record<string, SqlValue>> = {
    ...{ owner: uuid, name: keptLists[list.kind].table, mark, ...namesOf(list.device) },
    ...{ number: place.number, marked: list.marked ?? place.number },
    ...{ settled: place.number, set_at: place.time, lasts },
    ...{ known: 0, missed: 0, is_new: isNew ? 1 : 0 },
  };
  await sql.insert(table('own'), Object.keys(row), [Object.values(row)]);
}

/** The columns of a device's name. */
export function namesOf(device: DeviceKey): Readonly<Record<string, string>> {
  return { device: deviceId(device), device_kind: device.kind, called: device.name };
}

/**
 * Removes the write's mark; earlier marks stay. But if a sweep has skipped the list in the meantime, the list stays
 * unknown until the next sweep.
 */
async function dropMark({ sql, list, table }: Stepping): Promise<void> {
  const [own, of] = [table('own'), 'owner = $1 AND name = $2 AND mark = $3 AND known = 0'];
  const values = [list.uuid, keptLists[list.kind].table, list.mark];
  await sql.run(`DELETE FROM ${own} WHERE ${of} AND missed = 0`, values);
  await sql.run(`UPDATE ${own} SET lasts = 0 WHERE ${of}`, values);
}

async function markAgain(stepping: Stepping): Promise<void> {
  const { sql, list, place, table } = stepping;
  const changed = await sql.run(
    `UPDATE ${table('own')} SET known = 0, settled = $1, set_at = $2, lasts = $3, page = NULL
     WHERE owner = $4 AND name = $5 AND mark = $6`,
    [place.number, place.time, list.mayLandMs, list.uuid, keptLists[list.kind].table, list.mark],
  );
  // A later write or a sweep has removed the mark. So it is not known which list is there now.
  if (changed === 0) await addUnknown(stepping, { mark: `late ${list.mark}` });
}

/** Stores a list that was set, for readers and for the running sweep. */
async function putOnTop(stepping: Stepping, { entries }: Extract<OwnStep, { readonly is: 'set' }>): Promise<void> {
  const { sql, list, place, table, generation } = stepping;
  const { table: name, rowsOf } = keptLists[list.kind];
  const own = table('own');
  const marks = await sql.all<{ mark: string; number: number }>(
    `SELECT mark, number FROM ${own} WHERE owner = $1 AND name = $2 AND mark <> ''`,
    [list.uuid, name],
  );
  const mine = marks.find(({ mark }) => mark === list.mark);
  // If there is a later write, that write decides which list the device has.
  if (marks.some(({ number }) => !mine || number > mine.number)) return;
  // A sweep has read the list after it was marked. It is not known whether the sweep read it before or after it was
  // set.
  if (!mine) {
    await addUnknown(stepping, { lasts: 0 });
    return;
  }
  const rows = await rowsOf(entries as never, (dirn, partition) => numberKey(sql, table('number'), dirn, partition));
  await sql.run(`DELETE FROM ${own} WHERE owner = $1 AND name = $2 AND mark <> $3`, [list.uuid, name, list.mark]);
  await sql.run(
    `UPDATE ${own} SET known = $1, settled = $2, set_at = $3, lasts = 0, page = NULL WHERE owner = $4 AND name = $5`,
    [rows ? 1 : 0, place.number, place.time, list.uuid, name],
  );
  // Findings about the old list are dropped; the next sweep checks the list again.
  await sql.run(`DELETE FROM ${table('finding')} WHERE owner = $1 AND list = $2`, [list.uuid, list.kind]);
  if (!rows) return;
  await sql.run(`DELETE FROM ${table(name)} WHERE owner = $1`, [list.uuid]);
  const inserted = rows.map((row) => [list.uuid, ...row, generation]);
  await sql.insert(table(name), ['owner', ...columnsOf(name), 'since'], inserted);
}

async function numberKey(sql: Sql, numbers: string, dirn: string, partition: string): Promise<string | undefined> {
  const [number] = await sql.all<{ owner: string }>(
    `SELECT owner FROM ${numbers} WHERE dirn = $1 AND partition = $2 AND until IS NULL`,
    [dirn, partition],
  );
  return number?.owner;
}

/** A page: its table, its owners, and when it was requested. */
export interface AskedPage {
  readonly table: string;
  /** A condition for the owners' keys, and its values. */
  readonly within: string;
  readonly range: readonly string[];
  readonly asked: Moment;
}

/**
 * @returns the owners of lists that a page does not replace: this service has set or marked them since, or a write may
 * still be carried out
 */
export async function passedOver(sql: Sql, own: string, page: AskedPage): Promise<ReadonlySet<string>> {
  const { condition } = staying(page);
  const rows = await sql.all<{ owner: string }>(`SELECT DISTINCT owner FROM ${own} WHERE ${condition}`, page.range);
  return new Set(rows.map(({ owner }) => owner));
}

/** Stores which of this service's lists a page has replaced, and which it has skipped. */
export async function keepPassing(sql: Sql, own: string, page: AskedPage): Promise<void> {
  const { condition, of } = staying(page);
  await sql.run(`UPDATE ${own} SET missed = 1 WHERE ${condition}`, page.range);
  await sql.run(
    `UPDATE ${own} SET page = ${page.asked.number}
     WHERE ${of} AND owner NOT IN (SELECT owner FROM ${own} WHERE ${condition})`,
    page.range,
  );
}

function staying({ table, within, asked }: AskedPage): { readonly of: string; readonly condition: string } {
  const of = `name = '${table}' AND ${within}`;
  const mayLand = `known = 0 AND set_at + lasts > ${asked.time}`;
  return { of, condition: `${of} AND (settled >= ${asked.number} OR (${mayLand}))` };
}
