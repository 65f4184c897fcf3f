import { setTimeout as delay } from 'node:timers/promises';
import { type ButtonKind, buttonKinds, type Entry, rulesOf } from '../domain/button-kinds.js';
import { withUnshown } from '../domain/buttons.js';
import { type DeviceKey, deviceId } from '../domain/device.js';
import type { DeviceName } from '../domain/identifiers.js';
import { isServiceError } from '../domain/errors.js';
import type { NamedDevice, Phone } from '../domain/phone.js';
import { type Observe, unexpected } from '../observability/observations.js';
import type { CallContext, OpenCall } from '../use-cases/call-context.js';
import type { LiveLookups } from '../use-cases/lookups.js';
import { withOwnTexts } from '../use-cases/room.js';
import type { ElsewhereJournal } from '../use-cases/write-journal.js';
import { type ClusterPages, ownersAtOnce } from './cluster-pages.js';
import type { Journal } from './journal.js';
import type { JournaledReads } from './journaled-reads.js';
import { knownRows } from './known-rows.js';
import { StoreUnavailable } from '../store/problems.js';
import type { StoredNumber } from './store/inventory-store.js';
import type { InventoryStore } from './store/whole-store.js';
import { isSame, keptLists } from './store/kept-lists.js';
import type { SweptRow } from './swept-tables.js';

/** How many lists may wait. Other lists are checked by the next sweep. */
const mostWaiting = 100;
/** The pause between two lists, in milliseconds: callers come first. */
const restMs = 20;

/** A list as a caller was shown it. */
interface ShownList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
  readonly entries: readonly Entry[];
}

export interface LiveListsParts {
  readonly store: Pick<InventoryStore, 'kept' | 'numbersWith' | 'now'>;
  readonly reads: Pick<JournaledReads, 'list'>;
  readonly pages: Pick<ClusterPages, 'rowsOf'>;
  readonly journal: Journal;
  readonly keepSeen: ElsewhereJournal['keepSeen'];
  /** Resolves when the call manager may be asked; rejects at the end. */
  readonly turn: () => Promise<OpenCall>;
  readonly observe: Observe;
  /** Aborts at the end. */
  readonly signal: AbortSignal;
  /**
   * How many changes may be reported within how many milliseconds. More changes are left to the next sweep, which finds
   * out whether a backup was restored.
   */
  readonly most: { readonly changes: number; readonly withinMs: number };
}

/**
 * Checks the lists that callers are shown live. If a list differs from the stored one, someone else has changed it. A
 * live answer may come from a subscriber that lags, so it proves nothing. The publisher is asked again, as in a sweep,
 * and only its answer is compared.
 */
export class LiveLists {
  readonly #parts: LiveListsParts;
  readonly #waiting = new Map<string, ShownList>();
  #isLooking = false;
  /** When changes were reported, on the clock of performance.now(). */
  #told: readonly number[] = [];

  constructor(parts: LiveListsParts) {
    this.#parts = parts;
  }

  /**
   * @returns the lookups, which now also check each list that they find. They do that after the caller has been
   * answered.
   */
  watched(live: LiveLookups): LiveLookups {
    const ofPhone = ({ name, speeddials }: Phone | NamedDevice): void => {
      // The name is from the call manager's answer, so it has the call manager's spelling.
      this.#notice({ device: { kind: 'phone', name: name as DeviceName }, kind: 'speeddial', entries: speeddials });
    };
    return {
      ...live,
      phones: (number, context) =>
        live.phones(number, context).then(
          noticing((phones) => {
            phones.forEach(ofPhone);
          }),
        ),
      device: (device, context) =>
        live.device(device, context).then(
          noticing((found) => {
            if (found && device.kind === 'phone') ofPhone(found);
          }),
        ),
      list: (of, context) =>
        live.list(of, context).then(
          noticing((entries) => {
            this.#notice({ ...of, entries });
          }),
        ),
      lists: (device, context) =>
        live.lists(device, context).then(
          noticing((lists) => {
            for (const kind of buttonKinds) this.#notice({ device, kind, entries: lists[kind] });
          }),
        ),
    };
  }

  #notice(list: ShownList): void {
    const key = `${list.kind} ${deviceId(list.device)}`;
    if (this.#parts.signal.aborted || (this.#waiting.size >= mostWaiting && !this.#waiting.has(key))) return;
    this.#waiting.set(key, withOwnTexts(list));
    if (!this.#isLooking) void this.#lookAtAll();
  }

  async #lookAtAll(): Promise<void> {
    const { signal, observe } = this.#parts;
    this.#isLooking = true;
    for (const [key, list] of this.#waiting) {
      const isEnd = await delay(restMs, false, { signal, ref: false }).catch(() => true);
      if (isEnd) break;
      const latest = this.#waiting.get(key) ?? list;
      this.#waiting.delete(key);
      await this.look(latest).catch((thrown: unknown) => {
        // If this fails for a temporary reason, nothing is lost, because the next sweep finds the change.
        const isPassing = isServiceError(thrown) || thrown instanceof StoreUnavailable || signal.aborted;
        if (!isPassing) observe(unexpected(thrown));
      });
    }
    this.#isLooking = false;
  }

  /**
   * Compares a list with the stored one. If they differ, it asks the publisher, and stores what others have changed.
   * @throws ServiceError; StoreUnavailable
   */
  async look({ device, kind, entries }: ShownList): Promise<void> {
    const { store, reads, pages, journal, turn, most } = this.#parts;
    const now = performance.now();
    this.#told = this.#told.filter((time) => now - time < most.withinMs);
    if (this.#told.length >= most.changes) return;
    const known = (await reads.list(device, kind))?.value;
    // Whether lamps pick up is not compared.
    if (!known?.shown || isSame(kind, known.shown, entries)) return;
    const { uuid } = known;
    const { context, release } = await turn();
    const place = await journal.place();
    const { table } = keptLists[kind];
    const read = async () => {
      const rows = await pages.rowsOf(table, [uuid], context);
      const numbers = table === 'lamp' ? await numbersOf(rows, pages, context) : [];
      // The device is read last. If it is there, it was also there when its list was read. If the name belongs to
      // another device or cluster now, nothing is compared, because sweeps report the lists of devices that are gone.
      const [there] = await pages.rowsOf('device', [uuid], context);
      const isThere = there?.cells['name'] === device.name;
      return isThere && knownRows(table, rows).notKnown.length === 0 ? { rows, numbers } : undefined;
    };
    const found = await read().finally(release);
    if (!found) return;
    const stored = await store.numbersWith(found.numbers.map(({ owner }) => owner));
    const after = entriesOf(kind, found.rows, found.numbers, stored);
    const [kept, { asOf = 0 }] = [await reads.list(device, kind), await store.kept()];
    const before = kept?.value?.uuid === uuid ? kept.value.shown : undefined;
    if (!kept || !before || !after || isSame(kind, before, after)) return;
    const view = journal.since(kept.began);
    // If this service has written to the list since it was requested, that has caused the difference.
    if (!view || view.isWritten(uuid, kind, place)) return;
    const last = view.list(uuid, kind)?.last;
    const change = {
      ...{ device, uuid, kind, before, after: withUnshown(rulesOf(kind), after, before), place },
      known: Math.max(kept.began, last ? Math.min(last.knownAt, place) : 0),
      seenAfter: new Date(Math.max(asOf, last?.sent.time.getTime() ?? 0)),
      time: new Date(await store.now()),
    };
    await this.#parts.keepSeen([change]);
    this.#told = [...this.#told, now];
  }
}

/**
 * @returns the entries of rows that were read, with their numbers; undefined if one is not known. That includes numbers
 * that are not stored as they were read: a sweep reports these changes, because it reads all numbers
 */
function entriesOf(
  kind: ButtonKind,
  rows: readonly SweptRow[],
  read: readonly SweptRow[],
  stored: readonly StoredNumber[],
): readonly Entry[] | undefined {
  const { entryOf, isShown } = keptLists[kind];
  const full = rows.map(({ owner, cells }) => {
    const { number: key = null } = cells;
    const [was, is] = [
      stored.find((number) => number.owner === key),
      read.find((number) => number.owner === key)?.cells,
    ];
    const isSameNumber = was !== undefined && was.dirn === is?.['dirn'] && was.partition === is['partition'];
    const number = isSameNumber ? { dirn: was.dirn, partition: was.partition } : { dirn: null, partition: null };
    return { owner, ...cells, ...(kind === 'busylampfield' && number), pickup: null } as never;
  });
  return full.every(isShown) ? full.map<Entry>(entryOf) : undefined;
}

/** @returns the numbers that rows of lamps watch by key; numbers that do not exist are left out */
async function numbersOf(
  rows: readonly SweptRow[],
  pages: LiveListsParts['pages'],
  context: CallContext,
): Promise<readonly SweptRow[]> {
  const keys = rows.map(({ cells }) => cells['number'] ?? null);
  const some = [...new Set(keys.filter((key) => key !== null).map(String))];
  // If a list watches more numbers, the next sweep reports its changes.
  return pages.rowsOf('number', some.slice(0, ownersAtOnce), context);
}

/** @returns a function that looks at a value and passes it on */
function noticing<Value>(look: (value: Value) => void): (value: Value) => Value {
  return (value) => {
    look(value);
    return value;
  };
}
