import { deviceId } from '../../domain/device.js';
import type { Button } from '../../domain/buttons.js';
import type { DeviceName } from '../../domain/identifiers.js';
import type { Change, Intention, Outcome } from '../change.js';
import type { ChangeFilter } from './change-store.js';

/** A change as both stores have it in their table. */
export interface ChangeRow {
  readonly sequence: number | string;
  /** Milliseconds since 1970, or what the driver makes of a time. */
  readonly time: number | Date;
  readonly user_name: string;
  readonly request_id: string;
  readonly device_kind: Change['device']['kind'];
  readonly device_name: string;
  readonly kind: Change['kind'];
  readonly list_before: string | null;
  readonly list_after: string;
  readonly outcome: Outcome;
}

/** The columns of a change, and what begins one in each but the first and the last. */
export const columns =
  'sequence, time, user_name, request_id, device_kind, device_name, kind, list_before, list_after, outcome';

export const intentionColumns =
  'device_key, user_name, request_id, device_kind, device_name, kind, list_before, list_after';

/** @returns what goes into the columns of an intention, in their order */
export function intentionValues({ device, user, requestId, kind, before, after }: Intention): (string | null)[] {
  const lists = [before && JSON.stringify(before), JSON.stringify(after)];
  return [deviceId(device), user, requestId, device.kind, device.name, kind, ...lists];
}

export function changeOf(row: ChangeRow): Change {
  return {
    id: String(row.sequence),
    time: new Date(row.time),
    user: row.user_name,
    requestId: row.request_id,
    device: { kind: row.device_kind, name: row.device_name as DeviceName },
    kind: row.kind,
    before: row.list_before === null ? null : (JSON.parse(row.list_before) as readonly Button[]),
    after: JSON.parse(row.list_after) as readonly Button[],
    outcome: row.outcome,
  };
}

/** @returns whether a text can be the id of a change; more digits than these no number of SQLite's driver holds */
export function isSequence(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

/** A condition of SQL for a value; the place of the value comes last in it. */
type Condition = readonly [text: string, value: string | Date];

/** @returns the conditions of a filter, save that for a number, which is another table's */
export function conditionsOf({ device, user, since, before }: ChangeFilter): Condition[] {
  return [
    ...(device ? [['device_key = ', deviceId(device)] as const] : []),
    ...(user === undefined ? [] : [['user_name = ', user] as const]),
    ...(since ? [['time >= ', since] as const] : []),
    ...(before === undefined ? [] : [['change.sequence < ', before] as const]),
  ];
}
