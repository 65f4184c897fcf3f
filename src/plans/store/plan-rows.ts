import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import type { DeviceKey } from '../../domain/device.js';
import type { ErrorCode } from '../../domain/error-catalogue.js';
import type { DeviceName, Uuid } from '../../domain/identifiers.js';
import { idOf } from '../../store/conditions.js';
import type { Application, Deed, ListState, Plan, PlanList, PlanState } from '../plan.js';
import type { NewList } from './plan-store.js';

/** A plan as a row of the table, in both stores. Times are milliseconds since 1970. */
export interface PlanRow {
  readonly sequence: number;
  readonly time: number;
  readonly expires: number;
  readonly user_name: string;
  readonly title: string;
  readonly reason: string;
  readonly digest: string;
  readonly state_now: PlanState;
  readonly stopping: number;
  readonly approved_by: string | null;
  readonly approved_time: number | null;
  readonly rejected_by: string | null;
  readonly rejected_time: number | null;
  readonly rejected_reason: string | null;
  readonly applied_by: string | null;
  readonly applied_time: number | null;
  readonly ended_time: number | null;
  readonly per_hour: number | null;
  readonly why: string | null;
  readonly run: number | null;
}

export interface CountRow {
  readonly plan: number;
  readonly state: ListState;
  readonly count: number;
}

/** A list of a plan as a row of the table, in both stores. */
export interface ListRow {
  readonly place: number;
  readonly device_kind: DeviceKey['kind'];
  readonly device_name: string;
  readonly kind: ButtonKind;
  readonly if_match: string;
  readonly list_after: string;
  readonly device_uuid: Uuid | null;
  readonly list_before: string | null;
  readonly since: number | null;
  readonly state: ListState;
  readonly code: ErrorCode | null;
  readonly detail: string | null;
  /** The run of the plan. */
  readonly run: number | null;
}

/** The columns of a stored list, in order. */
export const listColumns =
  'place, device_kind, device_name, kind, if_match, list_after, device_uuid, list_before, since, state, code, detail';

/** @returns a list of a plan as a JSON element, with the names of its columns */
export function storedList({ device, kind, ifMatch, after, read, state, problem }: NewList, place: number) {
  return {
    ...{ place, device_kind: device.kind, device_name: device.name, kind, if_match: ifMatch },
    ...{ list_after: JSON.stringify(after), ...storedRead(read), state },
    ...{ code: problem?.code ?? null, detail: problem?.detail ?? null },
  };
}

/** @returns what was read of a list, with the names of its columns */
export function storedRead(read: NewList['read']) {
  if (!read) return { device_uuid: null, list_before: null, since: null };
  return { device_uuid: read.uuid, list_before: JSON.stringify(read.before), since: read.since };
}

/** @param counts the counts of the lists of several plans */
export function planOf(row: PlanRow, counts: readonly CountRow[]): Plan {
  const { sequence, time, expires, user_name: user, title, reason, digest, state_now: state } = row;
  const id = String(sequence);
  const ofPlan = counts.filter(({ plan }) => plan === sequence);
  const rejection = deedOf(row.rejected_by, row.rejected_time);
  return {
    ...{ id, digest, state, title, reason, user, time: new Date(time), expires: new Date(expires) },
    lists: Object.fromEntries(ofPlan.map((counted) => [counted.state, counted.count])),
    approval: deedOf(row.approved_by, row.approved_time),
    rejection: rejection && { ...rejection, reason: row.rejected_reason ?? '' },
    application: applicationOf(row),
  };
}

function applicationOf(row: PlanRow): Application | undefined {
  const deed = deedOf(row.applied_by, row.applied_time);
  return (
    deed && {
      ...deed,
      run: idOf(row.run),
      perHour: row.per_hour ?? 0,
      isStopping: row.stopping === 1,
      ended: row.ended_time === null ? undefined : new Date(row.ended_time),
      why: row.why ?? undefined,
    }
  );
}

function deedOf(user: string | null, time: number | null): Deed | undefined {
  return user === null || time === null ? undefined : { user, time: new Date(time) };
}

/** @param changedSince the newest change that may have set the list since it was read */
export function listOf(row: ListRow, changedSince: string | undefined): PlanList {
  const { place, device_kind, device_name, kind, if_match: ifMatch, state, device_uuid: uuid, code } = row;
  const before = row.list_before === null ? undefined : entriesIn(row.list_before, kind);
  return {
    ...{ place, device: { kind: device_kind, name: device_name as DeviceName }, kind, ifMatch, state },
    after: entriesIn(row.list_after, kind),
    read: uuid === null || before === undefined ? undefined : { uuid, before },
    problem: code === null ? undefined : { code, detail: row.detail ?? '' },
    changedSince,
  };
}

/** @throws TypeError if the stored list is not valid for this kind; nothing may be set then */
function entriesIn(text: string, kind: ButtonKind): readonly Entry[] {
  const list: unknown = JSON.parse(text);
  if (Array.isArray(list) && list.every(rulesOf(kind).isEntry)) return list;
  throw new TypeError('a list of a plan is damaged');
}
