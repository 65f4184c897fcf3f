import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { rulesOf } from '../../domain/button-kinds.js';
import { plainFolded } from '../../domain/sought.js';
import { hasGiven, isSequence } from '../../store/conditions.js';
import { nextPlace, type SqlValue, type Step, type Store, write } from '../../store/sql.js';
import type { WritingStopped } from '../../use-cases/writing-stop.js';
import { type AskedList, type Change, type ClosedBecause, listsToSet, type StateOfWork } from '../change.js';
import type { IntentToFind, Note } from '../intents/intent.js';
import { addArriving, completeArriving, dropArriving } from './arriving.js';
import { ask, keepFoundLists, keyed } from './asking.js';
import { addingNumbers, holderText } from './beginning.js';
import { type FromBucket, subtractFromBucket, takeFromBucket } from './bucket.js';
import type { ChangeFilter } from './change-filter.js';
import { isSettable, readChanges } from './change-rows.js';
import { findChanges } from './change-search.js';
import type {
  ApplicationEnded,
  ArrivedChange,
  Asked,
  ChangePage,
  ChangeStore,
  Ended,
  Held,
  Holder,
  ListPage,
  ListRead,
  ListsWanted,
  NewChange,
  ReadingEnded,
  Repeated,
  RequestKey,
} from './change-store.js';
import { gone, listOf, type ListRow, selecting, texts } from './rows.js';
import { SqlLists } from './sql-lists.js';
import { heldMs, isAnyFree, take } from './turns.js';

/** How many bytes of lists a page has. A larger list is alone in its page. */
const mostBytes = 2_000_000;

/** The changes in a database, and what was asked for: the statements, the same for both databases. */
export class SqlChanges extends SqlLists implements ChangeStore {
  readonly #store: Store;

  constructor(store: Store) {
    super(store);
    this.#store = store;
  }

  /** Opens the changes in a store. Lists that an ended process left as being sent become `uncertain`. */
  static async open(store: Store): Promise<SqlChanges> {
    const changes = new SqlChanges(store);
    // If the disk is full, or the server is down, this is done later.
    await changes.settleAbandoned().catch(() => undefined);
    return changes;
  }

  ask(change: NewChange): Promise<Asked> {
    return ask(change, this.#store);
  }

  addArriving(
    change: { readonly id: string; readonly user: string },
    lists: readonly AskedList[],
    first: number,
  ): Promise<'added' | 'full' | 'gone'> {
    return addArriving(change, lists, first, this.#store);
  }

  completeArriving(change: ArrivedChange): Promise<Asked | 'gone'> {
    return completeArriving(change, this.#store);
  }

  dropArriving(id: string, lists: number): Promise<void> {
    return dropArriving(id, lists, this.#store);
  }

  keyed(user: string, key: RequestKey): Promise<Repeated | undefined> {
    return keyed(user, key, this.#store);
  }

  hasGiven(id: string): Promise<boolean> {
    return hasGiven(this.#store, 'history_change', id);
  }

  async get(id: string): Promise<Change | undefined> {
    if (!isSequence(id)) return undefined;
    const [change] = await readChanges(this.#store, 'change.sequence = ?', [id]);
    return change;
  }

  async formerId(id: string): Promise<{ readonly change: string; readonly number: string } | undefined> {
    if (!isSequence(id)) return undefined;
    // Lists of earlier releases have no place; their numbers are their earlier ids.
    const [row] = await this.#store.all<{ change: number; number: number }>(
      `SELECT change, number FROM history_list WHERE number = ? AND place IS NULL AND change <> number`,
      [id],
    );
    return row && { change: String(row.change), number: String(row.number) };
  }

  list(filter: ChangeFilter, limit: number): Promise<ChangePage> {
    return findChanges(filter, limit, this.#store);
  }

  async lists(id: string, { after, limit, states, withProblem }: ListsWanted): Promise<ListPage> {
    if (!isSequence(id)) return { lists: [], next: undefined };
    const wanted = [
      ...(states ? [`state IN (${texts(states)})`] : []),
      ...(withProblem ? ['code IS NOT NULL'] : []),
    ].map((condition) => `AND ${condition}`);
    const of = `WHERE change = ? AND position > ? ${wanted.join(' ')}`;
    const found = await this.#store.search<{ readonly position: number; readonly bytes: number }>(
      `SELECT position, octet_length(list_after) + coalesce(octet_length(list_before), 0) + coalesce(octet_length(edits), 0) AS bytes
       FROM history_list ${of} ORDER BY position LIMIT ?`,
      [id, after, limit + 1],
    );
    let bytes = 0;
    const inPage = found.slice(0, limit).filter((row, at) => (bytes += row.bytes) <= mostBytes || at === 0);
    const last = inPage.at(-1)?.position;
    if (last === undefined) return { lists: [], next: undefined };
    const rows = await this.#store.search<ListRow>(`${selecting} ${of} AND position <= ? ORDER BY position`, [
      id,
      after,
      last,
    ]);
    return { lists: rows.map(listOf), next: inPage.length < found.length ? last : undefined };
  }

  async propose(id: string, title: string, reason: string, digest: string, expiresMs: number): Promise<boolean> {
    const user = (await this.get(id))?.user ?? '';
    const { clock } = this.#store.dialect;
    return this.#update(
      `state = 'proposed', draft = 0, title = ?, reason = ?, sought = ?, digest = ?, expires = ${clock} + CAST(? AS bigint)`,
      `state = 'draft' AND expires > ${clock}`,
      { id, values: [title, reason, plainFolded(`${title}\n${reason}\n${user}`), digest, expiresMs] },
    );
  }

  approve(id: string, digest: string, user: string, notBefore: Date | undefined): Promise<boolean> {
    const { clock } = this.#store.dialect;
    return this.#update(
      `approved_by = ?, approved_time = ${clock}, ${this.#running}`,
      `state = 'proposed' AND expires > ${clock} AND digest = ?`,
      { id, values: [user, user, notBefore?.getTime() ?? null], conditionValues: [digest] },
    );
  }

  apply(id: string, user: string, notBefore: Date | undefined): Promise<boolean> {
    const { clock } = this.#store.dialect;
    return this.#update(
      this.#running,
      `((state IN ('draft', 'proposed') AND expires > ${clock})
        OR (state IN ('stopped', 'partly-done') AND carried = 1 AND EXISTS (SELECT 1 ${ofChange}
          AND ${isSettable})))`,
      { id, values: [user, notBefore?.getTime() ?? null] },
    );
  }

  async closeChange(id: string, because: ClosedBecause, user: string, reason: string): Promise<boolean> {
    if (!isSequence(id)) return false;
    const { clock } = this.#store.dialect;
    const isClosable = `state IN ('draft', 'reading', 'proposed') AND expires > ${clock}`;
    const closing = `SET state = 'closed', closed_because = ?, rejected_by = ?, rejected_time = ${clock},
      rejected_reason = ?, ended_time = ${clock}, aged = ${clock}, ${free}`;
    const done = await this.#store.transact([
      {
        text: `DELETE FROM history_change WHERE sequence = ? AND ${isClosable} AND draft = 1 RETURNING sequence`,
        values: [id],
        then: deletingLists,
      },
      {
        text: `UPDATE history_change ${closing} WHERE sequence = ? AND ${isClosable} RETURNING sequence`,
        values: [because, user, reason, id],
      },
    ]);
    return done.some((rows) => rows.length > 0);
  }

  async deleteUnneeded(id: string): Promise<void> {
    const text = `DELETE FROM history_change
      WHERE sequence = ? AND state = 'closed' AND closed_because = 'nothing-to-change' RETURNING sequence`;
    await this.#store.transact([{ text, values: [id], then: deletingLists }]);
  }

  stop(id: string): Promise<boolean> {
    return this.#update('stopping = 1', `state = 'running' AND carried = 1`, { id });
  }

  take(holder: Holder, states: readonly StateOfWork[]): Promise<string | undefined> {
    return take(holder, states, this.#store);
  }

  async hold(id: string, holder: Holder): Promise<Held> {
    const { clock } = this.#store.dialect;
    const [row] = await write<{ readonly stopping: number }>(
      this.#store,
      `UPDATE history_change SET held_until = ${clock} + ${heldMs} WHERE sequence = ? AND holder = ? RETURNING stopping`,
      [id, holderText(holder)],
    );
    if (!row) return 'lost';
    return row.stopping === 1 ? 'stopping' : 'held';
  }

  isAnyFree(instance: string, states: readonly StateOfWork[], id?: string): Promise<boolean> {
    return isAnyFree(instance, states, this.#store, id);
  }

  async release(id: string, holder: Holder, isLast = true): Promise<void> {
    const { clock } = this.#store.dialect;
    const place = isLast ? clock : 'NULL';
    await this.#update(`holder = NULL, held_until = ${place}, to_set = ${countToDo}`, 'holder = ?', {
      ...{ id, conditionValues: [holderText(holder)] },
    });
  }

  async intentOf(id: string): Promise<IntentToFind | undefined> {
    const [row] = await this.#store.all<{ intent: string | null }>(
      'SELECT intent FROM history_change WHERE sequence = ?',
      [id],
    );
    return row?.intent ? (JSON.parse(row.intent) as IntentToFind) : undefined;
  }

  keepFoundLists(id: string, holder: Holder, lists: readonly AskedList[], notes: readonly Note[]): Promise<boolean> {
    return keepFoundLists({ id, holder: holderText(holder), lists, notes }, this.#store);
  }

  async keepRead(id: string, holder: Holder, position: number, read: ListRead): Promise<boolean> {
    const { uuid, before, after, since, state, problem } = read;
    const [row] = await this.#store.all<{ kind: ButtonKind; list_after: string }>(
      'SELECT kind, list_after FROM history_list WHERE change = ? AND position = ?',
      [id, position],
    );
    if (!row) return false;
    const touched = before &&
      (after !== undefined || row.list_after !== gone) && {
        ...{ kind: row.kind, before, after: after ?? entriesIn(row.list_after, row.kind) },
      };
    return this.#updateList(
      `device_uuid = ?, list_before = ?, list_after = coalesce(?, list_after), since = CAST(? AS bigint), state = ?,
       code = ?, detail = ?`,
      [
        ...[uuid ?? null, before ? JSON.stringify(before) : null, after ? JSON.stringify(after) : null, since ?? null],
        ...[state, problem?.code ?? null, problem?.detail ?? null],
      ],
      {
        ...{ id, holder, position },
        then: touched ? [addingNumbers(touched, position, this.#store.dialect)] : [],
      },
    );
  }

  endReading(id: string, holder: Holder, ended: ReadingEnded): Promise<boolean> {
    const { clock } = this.#store.dialect;
    const { state, closedBecause, digest, notes, why } = ended;
    const bytes = `(SELECT coalesce(sum(octet_length(list_after) + coalesce(octet_length(list_before), 0)), 0) ${ofChange})`;
    const byState = {
      draft: '',
      proposed: '',
      running: `applied_by = user_name, applied_time = ${clock}, expires = NULL,`,
      closed: `ended_time = ${clock}, aged = ${clock},`,
    };
    return this.#update(
      `state = ?, closed_because = ?, digest = ?, notes = ?, why = ?, bytes = ${bytes}, to_set = ${countToSet},
       ${byState[state]} ${free}`,
      `state = 'reading' AND holder = ? AND NOT EXISTS (SELECT 1 ${ofChange} AND list.state = 'unread')`,
      {
        ...{ id, conditionValues: [holderText(holder)] },
        values: [state, closedBecause ?? null, digest ?? null, JSON.stringify(notes), why ?? null],
      },
    );
  }

  keepEnd(
    id: string,
    holder: Holder,
    position: number,
    { state, problem }: Ended | { readonly state: 'open'; readonly problem: undefined },
  ): Promise<boolean> {
    const { clock } = this.#store.dialect;
    const isSent = 'number IS NOT NULL';
    const isFound = `state IN ('sending', 'uncertain') AND CAST(? AS text) = 'changed'`;
    return this.#updateList(
      `found_list = CASE WHEN ${isFound} THEN 'after' ELSE found_list END,
       found_time = CASE WHEN ${isFound} THEN ${clock} ELSE found_time END,
       state = ?, code = ?, detail = ?, known_at = CASE WHEN ${isSent} THEN ${nextPlace} END,
       settled = CASE WHEN ${isSent} THEN ${clock} END`,
      [state, state, state, problem?.code ?? null, problem?.detail ?? null],
      { ...{ id, holder, position }, takesPlace: true },
    );
  }

  endApplication(id: string, holder: Holder, { state, why }: ApplicationEnded): Promise<boolean> {
    const { clock } = this.#store.dialect;
    const newest = `(SELECT max(list.time) ${ofChange})`;
    return this.#update(
      `state = ?, why = ?, ended_time = ${clock}, aged = coalesce(${newest}, ${clock}), stopping = 0,
       to_set = ${countToSet}, ${free}`,
      `state = 'running' AND holder = ?`,
      { id, values: [state, why ?? null], conditionValues: [holderText(holder)] },
    );
  }

  takeFromBucket(perHour: number, most: number): Promise<FromBucket> {
    return takeFromBucket(perHour, most, this.#store);
  }

  subtractFromBucket(lists: number): Promise<void> {
    return subtractFromBucket(lists, this.#store);
  }

  async writingStopped(): Promise<WritingStopped | undefined> {
    const [row] = await this.#store.all<Omit<WritingStopped, 'time'> & { time: number }>(
      'SELECT device, words, time FROM history_stopped',
      [],
    );
    return row && { ...row, time: new Date(row.time) };
  }

  async stopWriting({ device, words }: Omit<WritingStopped, 'time'>): Promise<void> {
    const text = `INSERT INTO history_stopped (place, device, words, time) VALUES (1, ?, ?, ${this.#store.dialect.clock})
      ON CONFLICT (place) DO NOTHING`;
    await write(this.#store, text, [device, words]);
  }

  async resumeWriting(): Promise<boolean> {
    return (await write(this.#store, 'DELETE FROM history_stopped RETURNING place', [])).length > 0;
  }

  /** What changes when an application begins, or goes on. The values are who carries it, and not before when. */
  get #running(): string {
    return `state = 'running', applied_by = ?, applied_time = ${this.#store.dialect.clock},
      not_before = coalesce(CAST(? AS bigint), not_before), ended_time = NULL, aged = NULL, why = NULL, stopping = 0,
      draft = 0, to_set = ${countToSet}, ${free}`;
  }

  /** @returns whether the condition was true, so that the update was made */
  async #update(set: string, condition: string, { id, values = [], conditionValues = [] }: Updated): Promise<boolean> {
    if (!isSequence(id)) return false;
    const text = `UPDATE history_change AS change SET ${set} WHERE sequence = ? AND ${condition} RETURNING sequence`;
    return (await write(this.#store, text, [...values, id, ...conditionValues])).length > 0;
  }

  /** Updates a list of a change that someone holds. @returns whether it was done */
  async #updateList(set: string, values: readonly SqlValue[], updated: UpdatedList): Promise<boolean> {
    const { id, holder, position, ...step } = updated;
    const text = `UPDATE history_list SET ${set} WHERE change = ? AND position = ?
      AND EXISTS (SELECT 1 FROM history_change AS change WHERE change.sequence = ? AND change.holder = ?
        ${this.#store.dialect.kept}) RETURNING change AS sequence`;
    const [rows = []] = await this.#store.transact([
      { text, values: [...values, id, position, id, holderText(holder)], ...step },
    ]);
    return rows.length > 0;
  }
}

/** What goes with a change that is deleted. */
const deletingLists = [
  { text: 'DELETE FROM history_number WHERE change IN (SELECT sequence FROM added)', values: [] },
  { text: 'DELETE FROM history_list WHERE change IN (SELECT sequence FROM added)', values: [] },
];
const ofChange = 'FROM history_list AS list WHERE list.change = change.sequence';
const countToSet = `(SELECT count(*) ${ofChange} AND list.state IN (${texts(listsToSet)}))`;
/** How many lists are left to read, or to set. */
const countToDo = `CASE WHEN state = 'reading' THEN (SELECT count(*) ${ofChange} AND list.state = 'unread')
  ELSE ${countToSet} END`;
const free = 'holder = NULL, held_until = NULL';

interface Updated {
  readonly id: string;
  readonly values?: readonly SqlValue[];
  readonly conditionValues?: readonly SqlValue[];
}

interface UpdatedList extends Pick<Step, 'then' | 'takesPlace'> {
  readonly id: string;
  readonly holder: Holder;
  readonly position: number;
}

/** @throws TypeError if the stored list is not valid for this kind; nothing may be set then */
function entriesIn(text: string, kind: ButtonKind): readonly Entry[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every(rulesOf(kind).isEntry)) return list;
  throw new TypeError('a list of a change is damaged');
}
