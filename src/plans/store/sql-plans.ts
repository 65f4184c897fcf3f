import { randomUUID } from 'node:crypto';
import type { ButtonKind } from '../../domain/button-kinds.js';
import type { Uuid } from '../../domain/identifiers.js';
import { conditionsOf } from '../../domain/list-filter.js';
import { type Condition, hasGiven, idOf, isSequence, placesFor, valuesOf, where } from '../../store/conditions.js';
import { type SqlValue, type Store, write } from '../../store/sql.js';
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
  planOf,
  type PlanRow,
  storedList,
  storedRead,
} from './plan-rows.js';
import type { ClosedKept, Held, Holder, ListPage, NewPlan, PlanPage, PlanStore, Proposed } from './plan-store.js';

/** What the plans ask the history: which changes have set their lists. */
export interface ChangesOfLists {
  setSince(lists: readonly ListSince[]): Promise<readonly (string | undefined)[]>;
}

interface ListSince {
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  readonly since: string;
  /** The run whose changes do not count. */
  readonly run: string | undefined;
}

/** How long a claim on a plan lasts without an extension, in milliseconds. */
const heldMs = 20_000;

/** How many bytes of lists a page has. A larger list is alone in its page. */
const mostBytes = 2_000_000;

/** How many closed plans are deleted at a time. */
const deletedAtOnce = 20;

/** The plans, with the same statements in both stores. */
export class SqlPlans implements PlanStore {
  readonly #store: Store;
  readonly #changes: ChangesOfLists;

  constructor(store: Store, changes: ChangesOfLists) {
    this.#store = store;
    this.#changes = changes;
  }

  async propose({ lists, ...plan }: NewPlan): Promise<Proposed> {
    const { clock, lock, elements } = this.#store.dialect;
    const token = randomUUID();
    const stored = JSON.stringify(lists.map(storedList));
    const bytes = Buffer.byteLength(stored);
    const same = `FROM plan AS plan WHERE user_name = ? AND digest = ? AND time > ${clock} - ${samePlanMs}
      AND ${this.#stateNow} NOT IN ('rejected', 'withdrawn', 'expired')`;
    const open = `FROM plan AS plan WHERE ${this.#stateNow} IN (${texts(openStates)})`;
    const columns = 'token, time, expires, user_name, title, reason, digest, state, bytes, stopping';
    const { user, digest, title, reason, state, expiresMs } = plan;
    const [, found, kept] = await this.#store.transact<PlanRow>([
      { text: lock('plans'), values: [] },
      { text: `SELECT sequence ${same} ORDER BY sequence DESC LIMIT 1`, values: [user, digest] },
      {
        text: `INSERT INTO plan (${columns})
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
        text: `INSERT INTO plan_list (plan, ${listColumns})
          SELECT plan.sequence, CAST(value ->> 'place' AS integer), value ->> 'device_kind', value ->> 'device_name',
            value ->> 'kind', value ->> 'if_match', value ->> 'list_after', value ->> 'device_uuid',
            value ->> 'list_before', CAST(value ->> 'since' AS bigint), value ->> 'state', value ->> 'code',
            value ->> 'detail'
          FROM plan AS plan CROSS JOIN ${elements} WHERE plan.token = ? RETURNING place`,
        values: [stored, token],
      },
    ]);
    const [row] = found?.length ? found : (kept ?? []);
    return row && { id: String(row.sequence), isNew: found?.length === 0 };
  }

  hasGiven(id: string): Promise<boolean> {
    return hasGiven(this.#store, 'plan', id);
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
    const values = [...valuesOf(conditions), limit + 1];
    const plans = await this.#plans(`${where(conditions)} ORDER BY plan.sequence DESC LIMIT ?`, values);
    const shown = plans.slice(0, limit);
    return { plans: shown, next: plans.length > limit ? shown.at(-1)?.id : undefined };
  }

  async lists(id: string, after: number, limit: number): Promise<ListPage> {
    const rest = await this.#store.search<{ readonly place: number; readonly bytes: number }>(
      `SELECT place, octet_length(list_after) + coalesce(octet_length(list_before), 0) AS bytes
       FROM plan_list WHERE plan = ? AND place > ? ORDER BY place LIMIT ?`,
      [id, after, limit + 1],
    );
    let bytes = 0;
    const inPage = rest.slice(0, limit).filter((row, at) => (bytes += row.bytes) <= mostBytes || at === 0);
    const last = inPage.at(-1)?.place;
    if (last === undefined) return { lists: [], next: undefined };
    const rows = await this.#store.search<ListRow>(
      `SELECT ${listColumns}, (SELECT run FROM plan WHERE sequence = ?) AS run FROM plan_list
       WHERE plan = ? AND place > ? AND place <= ? ORDER BY place`,
      [id, id, after, last],
    );
    const read = rows.filter(isRead);
    const asked = read.map((row) => ({ ...row, uuid: row.device_uuid, since: String(row.since), run: idOf(row.run) }));
    const newest = await this.#changes.setSince(asked);
    const changedSince = new Map(read.map(({ place }, at) => [place, newest[at]]));
    const lists = rows.map((row) => listOf(row, changedSince.get(row.place)));
    return { lists, next: inPage.length < rest.length ? last : undefined };
  }

  approve(id: string, digest: string, user: string): Promise<boolean> {
    const { clock } = this.#store.dialect;
    return this.#update(
      `state = 'approved', approved_by = ?, approved_time = ${clock}`,
      `state = 'proposed' AND expires > ${clock} AND digest = ?`,
      { id, values: [user], conditionValues: [digest] },
    );
  }

  close(id: string, to: 'rejected' | 'withdrawn', user: string, reason: string): Promise<boolean> {
    const { clock } = this.#store.dialect;
    return this.#update(
      `state = ?, rejected_by = ?, rejected_time = ${clock}, rejected_reason = ?, ${free}`,
      `state IN (${texts(expiringStates)}) AND expires > ${clock}`,
      { id, values: [to, user, reason] },
    );
  }

  apply(id: string, user: string, perHour: number): Promise<boolean> {
    const { clock } = this.#store.dialect;
    const isLeft = `EXISTS (SELECT 1 FROM plan_list AS list WHERE list.plan = plan.sequence
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
    const { clock, isAlone } = this.#store.dialect;
    const isOthers = isAlone ? 'OR plan.holder NOT LIKE ?' : '';
    const isFree = `(plan.holder IS NULL OR plan.held_until <= ${clock} ${isOthers})`;
    const isToDo = `(plan.state IN (${texts(states)}) AND (plan.state <> 'checking' OR plan.expires > ${clock}))`;
    const ours = isAlone ? [`${instance}/%`] : [];
    const [row] = await write<PlanRow>(
      this.#store,
      `UPDATE plan AS plan SET holder = ?, held_until = ${clock} + ${heldMs}
          WHERE ${isToDo} AND ${isFree} AND plan.sequence =
            (SELECT plan.sequence FROM plan AS plan WHERE ${isToDo} AND ${isFree}
             ORDER BY coalesce(plan.held_until, 0), plan.sequence LIMIT 1)
          RETURNING sequence`,
      [holderText({ instance, name }), ...ours, ...ours],
    );
    return row && String(row.sequence);
  }

  async hold(id: string, holder: Holder): Promise<Held> {
    const { clock } = this.#store.dialect;
    const [row] = await write<{ readonly stopping: number }>(
      this.#store,
      `UPDATE plan SET held_until = ${clock} + ${heldMs} WHERE sequence = ? AND holder = ? RETURNING stopping`,
      [id, holderText(holder)],
    );
    if (!row) return 'lost';
    return row.stopping === 1 ? 'stopping' : 'held';
  }

  async release(id: string, holder: Holder): Promise<void> {
    const released = `holder = NULL, held_until = ${this.#store.dialect.clock}`;
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
    const of = `FROM plan_list AS list WHERE list.plan = plan.sequence`;
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
    const { clock } = this.#store.dialect;
    const isLeft = `EXISTS (SELECT 1 FROM plan_list AS list WHERE list.plan = plan.sequence
      AND list.state NOT IN ('changed', 'already'))`;
    await this.#update(
      `state = CASE WHEN ${isLeft} THEN 'partly-applied' ELSE 'applied' END, ended_time = ${clock}, why = ?,
       stopping = 0, ${free}`,
      `state = 'applying' AND holder = ?`,
      { id, values: [why ?? null], conditionValues: [holderText(holder)] },
    );
  }

  async deleteClosed(kept: ClosedKept): Promise<number> {
    const isOver = `${this.#stateNow} NOT IN (${texts(openStates)})`;
    const doomed = await this.#store.search<PlanRow>(
      `SELECT sequence FROM (
         SELECT sequence, count(*) OVER kept AS plans, sum(bytes) OVER kept AS total FROM (
           SELECT sequence, bytes, row_number() OVER (PARTITION BY user_name ORDER BY sequence DESC) AS of_user
           FROM plan AS plan WHERE ${isOver}
         ) AS newest WINDOW kept AS (ORDER BY of_user, sequence DESC)
       ) AS closed
       WHERE plans > CAST(? AS bigint) OR total > CAST(? AS bigint)
       ORDER BY sequence LIMIT ${deletedAtOnce}`,
      [kept.plans, kept.bytes],
    );
    for (const { sequence } of doomed) {
      await this.#store.transact([
        {
          text: `DELETE FROM plan AS plan WHERE sequence = ? AND ${isOver} RETURNING sequence`,
          values: [sequence],
        },
        {
          text: `DELETE FROM plan_list WHERE plan = ? AND NOT EXISTS
            (SELECT 1 FROM plan AS plan WHERE plan.sequence = ?) RETURNING place`,
          values: [sequence, sequence],
        },
      ]);
    }
    return doomed.length;
  }

  /** The present state of a plan. It is computed, because the store does not contain the state `expired`. */
  get #stateNow(): string {
    const isLate = `plan.state IN (${texts(expiringStates)}) AND plan.expires <= ${this.#store.dialect.clock}`;
    return `CASE WHEN ${isLate} THEN 'expired' ELSE plan.state END`;
  }

  async #plans(rest: string, values: readonly SqlValue[]): Promise<Plan[]> {
    const rows = await this.#store.all<PlanRow>(
      `SELECT plan.*, ${this.#stateNow} AS state_now FROM plan AS plan ${rest}`,
      values,
    );
    if (rows.length === 0) return [];
    const counts = await this.#store.search<CountRow>(
      `SELECT plan, state, count(*) AS count FROM plan_list
       WHERE plan IN (${placesFor(rows)}) GROUP BY plan, state`,
      rows.map(({ sequence }) => sequence),
    );
    return rows.map((row) => planOf(row, counts));
  }

  /** @returns whether the condition was true, so that the update was made */
  async #update(
    set: string,
    condition: string,
    { id, values = [], conditionValues = [] }: UpdatedPlan,
  ): Promise<boolean> {
    if (!isSequence(id)) return false;
    const text = `UPDATE plan AS plan SET ${set} WHERE sequence = ? AND ${condition} RETURNING sequence`;
    return (await write(this.#store, text, [...values, id, ...conditionValues])).length > 0;
  }

  /** Updates a list of a plan that someone holds. @returns whether it was done */
  async #updateList(set: string, { id, holder, place, values }: UpdatedList): Promise<boolean> {
    const text = `UPDATE plan_list SET ${set} WHERE plan = ? AND place = ?
      AND EXISTS (SELECT 1 FROM plan AS plan WHERE plan.sequence = ? AND plan.holder = ?) RETURNING place`;
    return (await write(this.#store, text, [...values, id, place, id, holderText(holder)])).length > 0;
  }
}

type ReadRow = ListRow & { readonly device_uuid: Uuid };

function isRead(row: ListRow): row is ReadRow {
  return row.device_uuid !== null && row.since !== null;
}

interface UpdatedPlan {
  readonly id: string;
  readonly values?: readonly SqlValue[];
  readonly conditionValues?: readonly SqlValue[];
}

interface UpdatedList {
  readonly id: string;
  readonly holder: Holder;
  readonly place: number;
  readonly values: readonly SqlValue[];
}

const free = 'holder = NULL, held_until = NULL';

function holderText({ instance, name }: Holder): string {
  return `${instance}/${name}`;
}

/** @returns words of this program as SQL texts */
function texts(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
