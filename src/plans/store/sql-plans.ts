import { randomUUID } from 'node:crypto';
import { conditionsOf } from '../../domain/list-filter.js';
import type { Condition, Value } from '../../history/store/change-filter.js';
import type { Query } from '../../history/store/change-search.js';
import { isSequence } from '../../history/store/rows.js';
import {
  expiringStates,
  listsToSet,
  openStates,
  type Plan,
  planBounds,
  samePlanMs,
  type StateOfWork,
  statesOfWork,
} from '../plan.js';
import { type PlanFilter, planFilters } from './plan-filter.js';
import {
  type CountRow,
  listOf,
  listColumns,
  type ListRow,
  planColumns,
  planOf,
  type PlanRow,
  storedList,
  storedRead,
} from './plan-rows.js';
import type { ClosedKept, Held, Holder, ListPage, NewPlan, PlanPage, PlanStore, Proposed } from './plan-store.js';

/** The differences between the stores of plans. The placeholder of a value is a question mark. */
export interface PlanDialect {
  /** The prefix of a table's name. */
  readonly schema: string;
  /** The time by the store's clock, in milliseconds since 1970. */
  readonly clock: string;
  /** Waits for all other proposers, until the end of the transaction. */
  readonly lock: string;
  /** A table with the elements of a JSON array, each as `value`; the array is its only value. */
  readonly elements: string;
  /** True if only one process at a time uses the store. Then the claims of earlier processes have ended. */
  readonly isAlone: boolean;
}

/** One statement of a transaction, which returns rows. */
export interface Step {
  readonly text: string;
  readonly values: readonly Value[];
}

/** Runs all of some statements, or none of them. @returns the rows of each */
export type Transact = (steps: readonly Step[]) => Promise<readonly (readonly object[])[]>;

/** How long a claim on a plan lasts without an extension, in milliseconds. */
const heldMs = 20_000;

/** How many bytes of lists a page has. A larger list is alone in its page. */
const mostBytes = 2_000_000;

/** How many closed plans are deleted at a time. */
const deletedAtOnce = 20;

/** Outcomes of changes that may have set a list. */
const mayBeSet = "('replaced', 'confirmed-by-reading', 'seen', 'in-progress', 'outcome-unknown')";

/** The plans, with the same statements in both stores. */
export class SqlPlans implements PlanStore {
  readonly #dialect: PlanDialect;
  readonly #query: Query;
  readonly #transact: Transact;

  constructor(dialect: PlanDialect, query: Query, transact: Transact) {
    this.#dialect = dialect;
    this.#query = query;
    this.#transact = transact;
  }

  async newestChange(): Promise<string> {
    const [row] = (await this.#query(
      `SELECT coalesce(max(sequence), 0) AS sequence FROM ${this.#dialect.schema}change`,
      [],
    )) as PlanRow[];
    return String(row?.sequence ?? 0);
  }

  async propose({ lists, ...plan }: NewPlan): Promise<Proposed> {
    const { schema, clock, lock, elements } = this.#dialect;
    const token = randomUUID();
    const stored = JSON.stringify(lists.map(storedList));
    const bytes = Buffer.byteLength(stored);
    const same = `FROM ${schema}plan AS plan WHERE user_name = ? AND digest = ? AND time > ${clock} - ${samePlanMs}
      AND ${this.#stateNow} NOT IN ('rejected', 'withdrawn', 'expired')`;
    const open = `FROM ${schema}plan AS plan WHERE ${this.#stateNow} IN (${texts(openStates)})`;
    const columns = 'token, time, expires, user_name, title, reason, digest, state, bytes, stopping';
    const { user, digest, title, reason, state, expiresMs } = plan;
    const [, found, kept] = await this.#transact([
      { text: lock, values: [] },
      { text: `SELECT sequence ${same} ORDER BY sequence DESC LIMIT 1`, values: [user, digest] },
      {
        text: `INSERT INTO ${schema}plan (${columns})
          SELECT ?, moment.at, moment.at + CAST(? AS bigint), ?, ?, ?, ?, ?, CAST(? AS bigint), 0
          FROM (SELECT ${clock} AS at) AS moment
          WHERE NOT EXISTS (SELECT 1 ${same}) AND (SELECT count(*) ${open}) < ${planBounds.open}
            AND (SELECT coalesce(sum(bytes), 0) ${open}) + CAST(? AS bigint) <= ${planBounds.openBytes}
            AND (SELECT count(*) ${open} AND user_name = ?) < ${planBounds.openOfUser}
            AND (SELECT coalesce(sum(bytes), 0) ${open} AND user_name = ?) + CAST(? AS bigint)
              <= ${planBounds.openBytesOfUser}
          RETURNING sequence`,
        values: [
          ...[token, expiresMs, user, title, reason, digest, state, bytes],
          ...[user, digest, bytes, user, user, bytes],
        ],
      },
      {
        text: `INSERT INTO ${schema}plan_list (plan, ${listColumns})
          SELECT plan.sequence, CAST(value ->> 'place' AS integer), value ->> 'device_kind', value ->> 'device_name',
            value ->> 'kind', value ->> 'if_match', value ->> 'list_after', value ->> 'device_uuid',
            value ->> 'list_before', CAST(value ->> 'since' AS bigint), value ->> 'state', value ->> 'code',
            value ->> 'detail'
          FROM ${schema}plan AS plan CROSS JOIN ${elements} WHERE plan.token = ? RETURNING place`,
        values: [stored, token],
      },
    ]);
    const [row] = (found?.length ? found : (kept ?? [])) as readonly PlanRow[];
    return row && { id: String(row.sequence), isNew: found?.length === 0 };
  }

  async get(id: string): Promise<Plan | undefined> {
    if (!isSequence(id)) return undefined;
    const [plan] = await this.#plans('WHERE plan.sequence = ?', [id]);
    return plan;
  }

  async list({ before, ...asked }: PlanFilter, limit: number): Promise<PlanPage> {
    const conditions: readonly Condition[] = [
      ...conditionsOf(planFilters, asked, { stateNow: this.#stateNow }),
      ...(before === undefined ? [] : [['plan.sequence < ?', before] as const]),
    ];
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`;
    const values = [...conditions.flatMap(([, ...given]) => given), limit + 1];
    const plans = await this.#plans(`${where} ORDER BY plan.sequence DESC LIMIT ?`, values);
    const shown = plans.slice(0, limit);
    return { plans: shown, next: plans.length > limit ? shown.at(-1)?.id : undefined };
  }

  async lists(id: string, after: number, limit: number): Promise<ListPage> {
    const { schema } = this.#dialect;
    const rest = (await this.#query(
      `SELECT place, octet_length(list_after) + coalesce(octet_length(list_before), 0) AS bytes
       FROM ${schema}plan_list WHERE plan = ? AND place > ? ORDER BY place LIMIT ?`,
      [id, after, limit + 1],
    )) as { readonly place: number; readonly bytes: number }[];
    let bytes = 0;
    const inPage = rest.slice(0, limit).filter((row, at) => (bytes += row.bytes) <= mostBytes || at === 0);
    const last = inPage.at(-1)?.place;
    if (last === undefined) return { lists: [], next: undefined };
    const since = `SELECT max(change.sequence) FROM ${schema}change AS change
      WHERE change.device_uuid = list.device_uuid AND change.kind = list.kind AND change.sequence > list.since
        AND change.outcome IN ${mayBeSet} AND (plan.run IS NULL OR change.run IS NULL OR change.run <> plan.run)`;
    const rows = (await this.#query(
      `SELECT ${listColumns}, (${since}) AS changed_since
       FROM ${schema}plan_list AS list JOIN ${schema}plan AS plan ON plan.sequence = list.plan
       WHERE list.plan = ? AND list.place > ? AND list.place <= ? ORDER BY list.place`.replaceAll(
        listColumns,
        listColumns
          .split(', ')
          .map((column) => `list.${column} AS ${column}`)
          .join(', '),
      ),
      [id, after, last],
    )) as ListRow[];
    return { lists: rows.map(listOf), next: inPage.length < rest.length ? last : undefined };
  }

  approve(id: string, digest: string, user: string): Promise<boolean> {
    const { clock } = this.#dialect;
    return this.#update(
      `state = 'approved', approved_by = ?, approved_time = ${clock}`,
      `state = 'proposed' AND expires > ${clock} AND digest = ?`,
      { id, values: [user], conditionValues: [digest] },
    );
  }

  close(id: string, to: 'rejected' | 'withdrawn', user: string, reason: string): Promise<boolean> {
    const { clock } = this.#dialect;
    return this.#update(
      `state = ?, rejected_by = ?, rejected_time = ${clock}, rejected_reason = ?, ${free}`,
      `state IN (${texts(expiringStates)}) AND expires > ${clock}`,
      { id, values: [to, user, reason] },
    );
  }

  apply(id: string, user: string, perHour: number): Promise<boolean> {
    const { schema, clock } = this.#dialect;
    const isLeft = `EXISTS (SELECT 1 FROM ${schema}plan_list AS list WHERE list.plan = plan.sequence
      AND list.state IN (${texts(listsToSet)}))`;
    return this.#update(
      `state = 'applying', applied_by = ?, applied_time = ${clock}, per_hour = CAST(? AS bigint), ended_time = NULL,
       why = NULL, stopping = 0, ${free}`,
      `expires > ${clock} AND (state = 'approved' OR (state = 'partly-applied' AND ${isLeft}))`,
      { id, values: [user, perHour] },
    );
  }

  stop(id: string): Promise<boolean> {
    return this.#update('stopping = 1', `state = 'applying'`, { id });
  }

  async take({ instance, name }: Holder, states: readonly StateOfWork[] = statesOfWork): Promise<string | undefined> {
    const { schema, clock, isAlone } = this.#dialect;
    const isOthers = isAlone ? 'OR plan.holder NOT LIKE ?' : 'OR (1 = 0 AND plan.holder NOT LIKE ?)';
    const isFree = `(plan.holder IS NULL OR plan.held_until <= ${clock} ${isOthers})`;
    const isToDo = `(plan.state IN (${texts(states)}) AND (plan.state <> 'checking' OR plan.expires > ${clock}))`;
    const ours = `${instance}/%`;
    const [rows] = await this.#transact([
      {
        text: `UPDATE ${schema}plan AS plan SET holder = ?, held_until = ${clock} + ${heldMs}
          WHERE ${isToDo} AND ${isFree} AND plan.sequence =
            (SELECT plan.sequence FROM ${schema}plan AS plan WHERE ${isToDo} AND ${isFree}
             ORDER BY coalesce(plan.held_until, 0), plan.sequence LIMIT 1)
          RETURNING sequence`,
        values: [holderText({ instance, name }), ours, ours],
      },
    ]);
    const [row] = (rows ?? []) as readonly PlanRow[];
    return row && String(row.sequence);
  }

  async hold(id: string, holder: Holder): Promise<Held> {
    const { schema, clock } = this.#dialect;
    const [rows] = await this.#transact([
      {
        text: `UPDATE ${schema}plan SET held_until = ${clock} + ${heldMs}
          WHERE sequence = ? AND holder = ? RETURNING stopping`,
        values: [id, holderText(holder)],
      },
    ]);
    const [row] = (rows ?? []) as readonly { readonly stopping: number }[];
    if (!row) return 'lost';
    return row.stopping === 1 ? 'stopping' : 'held';
  }

  async release(id: string, holder: Holder): Promise<void> {
    const released = `holder = NULL, held_until = ${this.#dialect.clock}`;
    await this.#update(released, 'holder = ?', { id, conditionValues: [holderText(holder)] });
  }

  keepRead(
    id: string,
    holder: Holder,
    { place, read, state, problem }: Parameters<PlanStore['keepRead']>[2],
  ): Promise<boolean> {
    const { device_uuid: uuid, list_before: before, since } = storedRead(read);
    return this.#updateList(
      'device_uuid = ?, list_before = ?, since = CAST(? AS bigint), state = ?, code = ?, detail = ?',
      {
        ...{ id, holder, place },
        values: [uuid, before, since, state, problem?.code ?? null, problem?.detail ?? null],
      },
    );
  }

  endCheck(id: string, holder: Holder): Promise<boolean> {
    const { schema } = this.#dialect;
    const of = `FROM ${schema}plan_list AS list WHERE list.plan = plan.sequence`;
    const bytes = `(SELECT sum(octet_length(list_after) + coalesce(octet_length(list_before), 0)) ${of})`;
    return this.#update(
      `state = CASE WHEN EXISTS (SELECT 1 ${of} AND list.state <> 'open') THEN 'outdated' ELSE 'proposed' END,
       bytes = ${bytes}, ${free}`,
      `state = 'checking' AND holder = ? AND NOT EXISTS (SELECT 1 ${of} AND list.state = 'unread')`,
      { id, conditionValues: [holderText(holder)] },
    );
  }

  keepRun(id: string, holder: Holder, run: string): Promise<boolean> {
    return this.#update('run = CAST(? AS bigint)', 'holder = ?', {
      ...{ id, values: [run], conditionValues: [holderText(holder)] },
    });
  }

  intend(id: string, holder: Holder, place: number): Promise<boolean> {
    return this.#updateList(`state = 'sending'`, { id, holder, place, values: [] });
  }

  settle(id: string, holder: Holder, { place, state, problem }: Parameters<PlanStore['settle']>[2]): Promise<boolean> {
    const values = [state, problem?.code ?? null, problem?.detail ?? null];
    return this.#updateList('state = ?, code = ?, detail = ?', { id, holder, place, values });
  }

  async finish(id: string, holder: Holder, why: string | undefined): Promise<void> {
    const { schema, clock } = this.#dialect;
    const isLeft = `EXISTS (SELECT 1 FROM ${schema}plan_list AS list WHERE list.plan = plan.sequence
      AND list.state NOT IN ('changed', 'already'))`;
    await this.#update(
      `state = CASE WHEN ${isLeft} THEN 'partly-applied' ELSE 'applied' END, ended_time = ${clock}, why = ?,
       stopping = 0, ${free}`,
      `state = 'applying' AND holder = ?`,
      { id, values: [why ?? null], conditionValues: [holderText(holder)] },
    );
  }

  async deleteClosed(kept: ClosedKept): Promise<number> {
    const { schema } = this.#dialect;
    const isOver = `${this.#stateNow} NOT IN (${texts(openStates)})`;
    const doomed = (await this.#query(
      `SELECT sequence FROM (
         SELECT sequence, count(*) OVER kept AS plans, sum(bytes) OVER kept AS total FROM (
           SELECT sequence, bytes, row_number() OVER (PARTITION BY user_name ORDER BY sequence DESC) AS of_user
           FROM ${schema}plan AS plan WHERE ${isOver}
         ) AS newest WINDOW kept AS (ORDER BY of_user, sequence DESC)
       ) AS closed
       WHERE plans > CAST(? AS bigint) OR total > CAST(? AS bigint)
       ORDER BY sequence LIMIT ${deletedAtOnce}`,
      [kept.plans, kept.bytes],
    )) as PlanRow[];
    for (const { sequence } of doomed) {
      await this.#transact([
        {
          text: `DELETE FROM ${schema}plan AS plan WHERE sequence = ? AND ${isOver} RETURNING sequence`,
          values: [sequence],
        },
        {
          text: `DELETE FROM ${schema}plan_list WHERE plan = ? AND NOT EXISTS
            (SELECT 1 FROM ${schema}plan AS plan WHERE plan.sequence = ?) RETURNING place`,
          values: [sequence, sequence],
        },
      ]);
    }
    return doomed.length;
  }

  /** The present state of a plan. It is computed, because the store does not contain the state `expired`. */
  get #stateNow(): string {
    const isLate = `plan.state IN (${texts(expiringStates)}) AND plan.expires <= ${this.#dialect.clock}`;
    return `CASE WHEN ${isLate} THEN 'expired' ELSE plan.state END`;
  }

  async #plans(rest: string, values: readonly Value[]): Promise<Plan[]> {
    const { schema } = this.#dialect;
    const rows = (await this.#query(
      `SELECT ${planColumns}, ${this.#stateNow} AS state_now FROM ${schema}plan AS plan ${rest}`,
      values,
    )) as PlanRow[];
    if (rows.length === 0) return [];
    const counts = (await this.#query(
      `SELECT plan, state, count(*) AS count FROM ${schema}plan_list
       WHERE plan IN (${rows.map(() => '?').join(', ')}) GROUP BY plan, state`,
      rows.map(({ sequence }) => sequence),
    )) as CountRow[];
    return rows.map((row) => planOf(row, counts));
  }

  /** @returns whether the condition was true, so that the update was made */
  async #update(
    set: string,
    condition: string,
    { id, values = [], conditionValues = [] }: UpdatedPlan,
  ): Promise<boolean> {
    if (!isSequence(id)) return false;
    const text = `UPDATE ${this.#dialect.schema}plan AS plan SET ${set} WHERE sequence = ? AND ${condition} RETURNING sequence`;
    const [rows] = await this.#transact([{ text, values: [...values, id, ...conditionValues] }]);
    return (rows ?? []).length > 0;
  }

  /** Updates a list of a plan that someone holds. @returns whether it was done */
  async #updateList(set: string, { id, holder, place, values }: UpdatedList): Promise<boolean> {
    const { schema } = this.#dialect;
    const text = `UPDATE ${schema}plan_list SET ${set} WHERE plan = ? AND place = ?
      AND EXISTS (SELECT 1 FROM ${schema}plan AS plan WHERE plan.sequence = ? AND plan.holder = ?) RETURNING place`;
    const [rows] = await this.#transact([{ text, values: [...values, id, place, id, holderText(holder)] }]);
    return (rows ?? []).length > 0;
  }
}

interface UpdatedPlan {
  readonly id: string;
  readonly values?: readonly Value[];
  readonly conditionValues?: readonly Value[];
}

interface UpdatedList {
  readonly id: string;
  readonly holder: Holder;
  readonly place: number;
  readonly values: readonly Value[];
}

const free = 'holder = NULL, held_until = NULL';

function holderText({ instance, name }: Holder): string {
  return `${instance}/${name}`;
}

/** @returns words of this program as SQL texts */
function texts(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
