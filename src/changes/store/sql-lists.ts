import { randomUUID } from 'node:crypto';
import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { type DeviceKey, deviceId } from '../../domain/device.js';
import type { Uuid } from '../../domain/identifiers.js';
import type { Place } from '../../domain/place.js';
import { late } from '../../store/asked.js';
import { isSequence } from '../../store/conditions.js';
import { StoreUnavailable } from '../../store/problems.js';
import { nextPlace, type SqlValue, type Store, type Wait } from '../../store/sql.js';
import { untilAborted } from '../../use-cases/time-limit.js';
import type { FoundLater, SeenChange, SentList } from '../change.js';
import { addingSeen, addingWrite, sending, type Sending } from './beginning.js';
import {
  BeginUnanswered,
  type Begun,
  type DeviceLock,
  type Ended,
  type Intention,
  type ListStore,
  NotHeld,
} from './change-store.js';
import { OldChanges } from './old-changes.js';
import {
  asAsked,
  isSent,
  listOf,
  type ListRow,
  ofList,
  selecting,
  settling,
  settlingValues,
  unproven,
} from './rows.js';

/** What was sent and what was set elsewhere: the statements, the same for both databases. */
export class SqlLists extends OldChanges implements ListStore {
  readonly #store: Store;
  /** The highest number of earlier processes, where only one process uses the store. */
  #inherited: number | undefined;

  constructor(store: Store) {
    super(store);
    this.#store = store;
  }

  async begin(intention: Intention): Promise<Begun> {
    // By this key the list is found again even if there is no answer.
    const key = randomUUID();
    const stepOf = intention.of ? sending : addingWrite;
    const add = async (as: Sending['as']): Promise<Begun> => {
      const step = stepOf({ key, intention, as, dialect: this.#store.dialect });
      const [[added] = []] = await this.#store.transact<{ sequence: number; number: number }>([step]);
      // What another worker holds now was not stored, and cannot be stored any more.
      if (!added && as === 'unsent' && intention.of) return { change: intention.of.change, number: '0' };
      if (!added) throw new NotHeld();
      return { change: String(added.sequence), number: String(added.number) };
    };
    return add('sending').catch((thrown: unknown) => {
      if (!(thrown instanceof StoreUnavailable) || !thrown.mayBeDone) throw thrown;
      throw new BeginUnanswered(thrown.cause, () => add('unsent'));
    });
  }

  async keepSeen(seen: SeenChange): Promise<void> {
    await this.#store.transact([addingSeen(seen, this.#store.dialect)]);
  }

  async settle(number: string, ended: Ended, uuid?: Uuid, after?: readonly Entry[]): Promise<void> {
    if (!isSequence(number)) return;
    await this.#store.transact([
      {
        text: `UPDATE history_list ${settling(this.#store.dialect)} RETURNING change AS sequence`,
        values: [...settlingValues(ended, uuid, after), number],
        takesPlace: true,
        then: [{ text: endingWrites, values: [number, ended.state] }],
      },
    ]);
  }

  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind, most: number): Promise<readonly SentList[]> {
    return this.#lists(ofList, [uuid, kind, most, deviceId(device), kind, most]);
  }

  async keepFound(number: string, { list, time }: FoundLater): Promise<void> {
    const text = `UPDATE history_list SET found_list = ?, found_time = ?, known_at = ${nextPlace}
      WHERE number = ? AND ${unproven}`;
    await this.#store.transact([{ text, values: [list, time.getTime(), number], takesPlace: true }]);
  }

  async sent(number: string): Promise<SentList | undefined> {
    if (!isSequence(number)) return undefined;
    const [list] = await this.#lists(`${selecting} WHERE number = ?`, [number]);
    return list;
  }

  listAfter(number: string, limit: number): Promise<readonly SentList[]> {
    return this.#lists(`${selecting} WHERE number > ? ORDER BY number LIMIT ?`, [number, limit]);
  }

  async place(landsMs = 0): Promise<Place> {
    const { clock } = this.#store.dialect;
    const [row] = await this.#store.all<{ number: number }>(
      `SELECT coalesce(min(known_at) - 1, (SELECT number FROM place)) AS number FROM history_list
       WHERE state = 'uncertain' AND settled > ${clock} - CAST(? AS bigint) AND settled < ${clock} + CAST(? AS bigint)`,
      [landsMs, landsMs],
    );
    return row?.number ?? 0;
  }

  knownAfter(place: Place, limit: number): Promise<readonly SentList[]> {
    return this.#lists(`${selecting} WHERE known_at > ? ORDER BY known_at LIMIT ?`, [place, limit]);
  }

  inProgress(limit: number): Promise<readonly SentList[]> {
    return this.#lists(`${selecting} WHERE state = 'sending' ORDER BY number LIMIT ?`, [limit]);
  }

  async newest(): Promise<string> {
    const [row] = await this.#store.all<{ number: number }>('SELECT number FROM place', []);
    return String(row?.number ?? 0);
  }

  async hasGivenNumber(number: string): Promise<boolean> {
    return isSequence(number) && Number(number) <= Number(await this.newest());
  }

  async lockDevice(device: DeviceKey, wait: Wait): Promise<DeviceLock> {
    const { isAlone, by } = this.#store.dialect;
    const key = deviceId(device);
    const lock = await this.#store.lock(key, wait);
    const newest = (index: string, condition: string): string =>
      `SELECT * FROM (${selecting} ${by(index)} WHERE ${condition} AND device_key = ?
        ORDER BY number DESC LIMIT ${mostProven}) AS ${index}`;
    const look = async (): Promise<DeviceLock> => {
      const left = await this.#lists(
        `${newest('history_list_unproven', unproven)} UNION ALL ${newest('history_list_in_progress', isLeft)}`,
        [key, key],
      );
      const isUnfinished = ({ state }: SentList): boolean => state === 'sending';
      if (isAlone) return { ...lock, unproven: left.filter((list) => !isUnfinished(list)) };
      // The holder of a device's lock knows that no one else sends to the device.
      if (left.some(isUnfinished)) await this.#settleLeft('device_key = ?', [key]);
      return { ...lock, unproven: left };
    };
    try {
      return await untilAborted(look(), wait.signal, late);
    } catch (thrown) {
      void lock.release();
      throw thrown;
    }
  }

  async settleAbandoned(): Promise<void> {
    const { isAlone, unlocked } = this.#store.dialect;
    if ((await this.#lists(`${selecting} WHERE ${isLeft} LIMIT 1`, [])).length === 0) {
      if (isAlone) this.#inherited ??= Number(await this.newest());
      return;
    }
    // The lock of a device ends with the transaction. If its holder has settled the list in the meantime, the statement
    // finds that out, because it looks at the list again before it settles it.
    if (!isAlone) return this.#settleLeft(unlocked('device_key'), []);
    this.#inherited ??= Number(await this.newest());
    return this.#settleLeft('number <= ?', [this.#inherited]);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  /** Lists whose sender has ended become `uncertain`. */
  async #settleLeft(condition: string, values: readonly SqlValue[]): Promise<void> {
    const { clock } = this.#store.dialect;
    await this.#store.transact([
      {
        text: `UPDATE history_list AS list SET state = 'uncertain', code = 'outcome-unknown', detail = NULL,
          known_at = ${nextPlace}, settled = ${clock} WHERE ${isLeft} AND ${condition} RETURNING change AS sequence`,
        values,
        takesPlace: true,
        then: [{ text: endingWrites, values: [0, 'uncertain'] }],
      },
    ]);
  }

  async #lists(text: string, values: readonly SqlValue[]): Promise<SentList[]> {
    return (await this.#store.all<ListRow>(text, values)).map(listOf).filter(isSent);
  }
}

/** How many uncertain lists one read can explain. There is rarely more than one. */
const mostProven = 20;

/**
 * The condition that the list of a row is being sent, or was when an instance ended, and that no worker reads it again.
 */
const isLeft = `state = 'sending' AND NOT EXISTS (SELECT 1 FROM history_change AS change
  WHERE change.sequence = list.change AND change.carried = 1 AND change.state = 'running')`;

/** Ends callers' writes whose lists have ended. The values are the number of the list, and its state. */
const endingWrites = `UPDATE history_change SET state = CASE WHEN EXISTS
    (SELECT 1 FROM history_list AS other WHERE other.change = history_change.sequence AND other.number <> ?
       AND other.state NOT IN (${asAsked})) OR CAST(? AS text) NOT IN (${asAsked}) THEN 'partly-done' ELSE 'done' END
  WHERE sequence IN (SELECT sequence FROM added) AND carried = 0`;
