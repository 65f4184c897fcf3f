import { plainFolded } from '../../domain/sought.js';
import { placesFor } from '../../store/conditions.js';
import { type Dialect, nextPlace, type SqlValue, type Step } from '../../store/sql.js';
import type { SeenChange } from '../change.js';
import { numbersTouched } from '../difference.js';
import type { Holder, Intention } from './change-store.js';
import { namedColumns, namedValues, seenKey, texts } from './rows.js';

/** The steps that store a list that is sent, or was set elsewhere: each in one round trip. */

export interface Sending {
  /** The identity of this sending. */
  readonly key: string;
  readonly intention: Intention;
  /**
   * `sending`: it is about to be sent. `unsent`: it surely is not; this also replaces what the same sending has stored,
   * and keeps it from being stored after that.
   */
  readonly as: 'sending' | 'unsent';
  readonly dialect: Dialect;
}

/** The state and the problem of each. */
const stated = { sending: ['sending', null], unsent: ['refused', 'history-unavailable'] } as const;

/** @returns the step that adds a caller's write, as a change of one list */
export function addingWrite({ key, intention, as, dialect }: Sending): Step {
  const { time, user, requestId, undoes } = intention;
  const [state, code] = stated[as];
  const isUnsent = as === 'unsent';
  // If `unsent` meets the change of a sending that is just being stored, it waits for it, and replaces it.
  const ifThere = isUnsent ? 'ON CONFLICT (token) WHERE token IS NOT NULL DO UPDATE SET state = excluded.state' : '';
  const listThere = isUnsent
    ? `ON CONFLICT (change, position) DO UPDATE SET number = excluded.number, state = excluded.state,
         code = excluded.code, detail = NULL, found_list = NULL, known_at = excluded.known_at`
    : '';
  return {
    ...addingChange({
      token: key,
      time,
      user,
      state: isUnsent ? 'partly-done' : 'running',
      undoes: undoes?.change,
      ifThere,
    }),
    then: [
      addingList(
        {
          ...intention,
          columns: { state, code, time: time.getTime(), user_name: user, request_id: requestId },
          undoes: undoes?.number,
        },
        nextPlace,
        listThere,
      ),
      addingNumbers(intention, 0, dialect),
    ],
  };
}

/** @returns the step that adds a change that was made elsewhere, unless it is there already */
export function addingSeen(seen: SeenChange, dialect: Dialect): Step {
  const { time, seenAfter, place } = seen;
  const columns = { state: 'changed', code: null, time: time.getTime(), seen_after: seenAfter.getTime() };
  return {
    ...addingChange({
      token: seenKey(seen),
      time,
      user: null,
      state: 'done',
      undoes: undefined,
      ifThere: 'ON CONFLICT (token) WHERE token IS NOT NULL DO NOTHING',
    }),
    then: [
      addingList({ ...seen, columns, undoes: undefined }, String(Math.trunc(place))),
      addingNumbers(seen, 0, dialect),
    ],
  };
}

/** @returns the step that stores that a list of a change is sent that a worker holds; no row if it does not hold it */
export function sending({ key, intention, as, dialect }: Sending): Step {
  const { of, time, user, requestId, uuid, before, after } = intention;
  if (!of) throw new TypeError('not a list of a change');
  const [state, code] = stated[as];
  const isHeld = `EXISTS (SELECT 1 FROM history_change AS change WHERE change.sequence = CAST(? AS bigint)
    AND change.holder = ? AND change.state = 'running' AND change.stopping = 0 ${dialect.kept})`;
  const isOurs = as === 'unsent' ? `(token = ? OR ${isHeld})` : `coalesce(token, '') <> ? AND ${isHeld}`;
  return {
    text: `UPDATE history_list SET number = ${nextPlace}, place = ${nextPlace}, known_at = ${nextPlace}, state = ?,
        code = ?, detail = NULL, found_list = NULL, found_time = NULL, settled = NULL, time = ?, user_name = ?,
        request_id = ?, device_uuid = ?, list_before = ?, list_after = ?, token = ?
      WHERE change = CAST(? AS bigint) AND position = ? AND state IN (${texts(sendable)}) AND ${isOurs}
      RETURNING change AS sequence, number`,
    values: [
      ...[state, code, time.getTime(), user, requestId, uuid, JSON.stringify(before), JSON.stringify(after), key],
      ...[of.change, of.position, key, of.change, holderText(of.holder)],
    ],
    takesPlace: true,
    then: [addingNumbers(intention, of.position, dialect)],
  };
}

/** The states from which a list of a change is sent. */
const sendable = ['open', 'sending', 'refused', 'uncertain'];

/** A list as it stands in the numbers, by which it is found. */
export function addingNumbers(
  list: Parameters<typeof numbersTouched>[0],
  position: number,
  { textsIn }: Pick<Dialect, 'textsIn'>,
): { readonly text: string; readonly values: readonly SqlValue[] } {
  return {
    text: `INSERT INTO history_number (number, change, position)
      SELECT value, sequence, CAST(? AS integer) FROM added CROSS JOIN ${textsIn('?')} WHERE TRUE ON CONFLICT DO NOTHING`,
    values: [position, JSON.stringify(numbersTouched(list))],
  };
}

export function holderText({ instance, name }: Holder): string {
  return `${instance}/${name}`;
}

interface ChangeToAdd {
  readonly token: string;
  readonly time: Date;
  readonly user: string | null;
  readonly state: 'running' | 'done' | 'partly-done';
  readonly undoes: string | undefined;
  readonly ifThere: string;
}

function addingChange({ token, time, user, state, undoes, ifThere }: ChangeToAdd): Omit<Step, 'then'> {
  return {
    text: `INSERT INTO history_change (token, carried, time, aged, user_name, title, reason, sought, state, undoes, notes,
        begins, draft, size, bytes, to_set, stopping)
      VALUES (?, 0, ?, ?, ?, '', '', ?, ?, CAST(? AS bigint), '[]', 1, 0, 1, 0, 0, 0)
      ${ifThere} RETURNING sequence, ${nextPlace} AS number`,
    values: [token, time.getTime(), time.getTime(), user, plainFolded(user ?? ''), state, undoes ?? null],
    takesPlace: true,
  };
}

interface ListToAdd extends Pick<Intention | SeenChange, 'device' | 'uuid' | 'kind' | 'before' | 'after'> {
  readonly columns: Readonly<Record<string, SqlValue>>;
  readonly undoes: string | undefined;
}

/** @param place an expression for the place at which it began */
function addingList({ device, uuid, kind, before, after, undoes, columns }: ListToAdd, place: string, ifThere = '') {
  const values = [
    ...namedValues(device, kind),
    ...[uuid, before && JSON.stringify(before), JSON.stringify(after)],
    ...Object.values(columns),
  ];
  return {
    text: `INSERT INTO history_list (change, position, number, place, known_at, ${namedColumns}, device_uuid, list_before,
        list_after, ${Object.keys(columns).join(', ')}, undoes)
      SELECT sequence, 0, ${nextPlace}, ${place}, ${nextPlace}, ${placesFor(values)}, CAST(? AS bigint)
      FROM added WHERE TRUE ${ifThere}`,
    values: [...values, undoes ?? null],
  };
}
