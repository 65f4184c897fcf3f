import type { ButtonKind, Entry } from '../../src/domain/button-kinds.js';
import { deviceId, type DeviceKey } from '../../src/domain/device.js';
import type { Uuid } from '../../src/domain/identifiers.js';
import type { Place } from '../../src/domain/place.js';
import type { KeptDismissal } from '../../src/domain/finding.js';
import type { Change, FoundLater, Intention, Outcome, SeenChange } from '../../src/history/change.js';
import { numbersTouched } from '../../src/history/difference.js';
import { folded } from '../../src/domain/sought.js';
import type { AskedFor, ListFilters } from '../../src/domain/list-filter.js';
import type { ChangeFilter, changeFilters, RunFilter, runFilters } from '../../src/history/store/change-filter.js';
import type {
  ChangePage,
  ChangeStore,
  DeviceLock,
  ListSince,
  StoreClock,
} from '../../src/history/store/change-store.js';
import { RunGone } from '../../src/history/store/change-store.js';
import type { Run, RunPage, RunResult } from '../../src/history/run.js';
import { StoreUnavailable } from '../../src/store/problems.js';

/** A store in memory that can be made to fail. It records its calls in order. */
export class MemoryStore implements ChangeStore {
  readonly changes: Change[] = [];
  /** The last place that was taken. */
  lastPlace = 0;
  readonly runs: Run[] = [];
  readonly dismissals = new Map<string, KeptDismissal>();
  readonly asked: string[] = [];
  /** The methods that fail now, and why. */
  failing: Partial<Record<keyof ChangeStore, string>> = {};
  locksHold = true;

  /** The latest noted time. */
  clockSeen: Date | undefined;

  readClock(): Promise<StoreClock> {
    return this.#answer('readClock', () => ({ now: new Date(), seen: this.clockSeen }));
  }

  noteClock(now: Date): Promise<void> {
    return this.#answer('noteClock', () => {
      this.clockSeen = now;
    });
  }

  countOlderThan(time: Date): Promise<number> {
    return this.#answer('countOlderThan', () => this.changes.filter((change) => change.time < time).length);
  }

  begin(intention: Intention): Promise<string> {
    return this.#answer('begin', () => {
      if (intention.run !== undefined && !this.runs.some(({ id }) => id === intention.run)) throw new RunGone();
      const id = String(this.changes.length + 1);
      const place = this.#next();
      this.changes.push({ ...intention, id, place, knownAt: place, outcome: 'in-progress' });
      return id;
    });
  }

  keepSeen(seen: SeenChange): Promise<void> {
    return this.#answer('keepSeen', () => {
      const id = String(this.changes.length + 1);
      this.changes.push({
        ...seen,
        id,
        knownAt: this.#next(),
        user: null,
        requestId: null,
        run: undefined,
        undoes: undefined,
        outcome: 'seen',
      });
    });
  }

  place(): Promise<Place> {
    return this.#answer('place', () => this.lastPlace);
  }

  knownAfter(place: Place, limit: number): Promise<readonly Change[]> {
    const later = (): Change[] =>
      this.changes
        .filter(({ knownAt = 0 }) => knownAt > place)
        .sort((one, other) => (one.knownAt ?? 0) - (other.knownAt ?? 0));
    return this.#answer('knownAfter', () => later().slice(0, limit));
  }

  inProgress(limit: number): Promise<readonly Change[]> {
    return this.#answer('inProgress', () =>
      this.changes.filter(({ outcome }) => outcome === 'in-progress').slice(0, limit),
    );
  }

  #next(): Place {
    return (this.lastPlace += 1);
  }

  settle(id: string, outcome: Outcome, uuid?: Uuid, after?: readonly Entry[]): Promise<void> {
    return this.#answer('settle', () => {
      const index = this.changes.findIndex((change) => change.id === id);
      const change = this.changes[index];
      if (!change) return;
      const isAnother = uuid !== undefined && change.uuid !== null && uuid !== change.uuid;
      const others = { ...(uuid && { uuid }), ...(isAnother && { before: null }), ...(after && { after }) };
      this.changes[index] = { ...change, outcome, knownAt: this.#next(), ...others };
    });
  }

  listOf(uuid: Uuid, device: DeviceKey, kind: ButtonKind): Promise<readonly Change[]> {
    const isOf = (change: Change): boolean =>
      change.kind === kind &&
      (change.uuid === uuid || (change.uuid === null && deviceId(device) === deviceId(change.device)));
    return this.#answer('listOf', () => this.#shown().filter(isOf).reverse());
  }

  keepFound(id: string, foundLater: FoundLater): Promise<void> {
    return this.#answer('keepFound', () => {
      const index = this.changes.findIndex((change) => change.id === id && isUnproven(change));
      const change = this.changes[index];
      if (change) this.changes[index] = { ...change, knownAt: this.#next(), foundLater };
    });
  }

  get(id: string): Promise<Change | undefined> {
    return this.#answer('get', () => this.#shown().find((change) => change.id === id));
  }

  list(filter: ChangeFilter, limit: number): Promise<ChangePage> {
    return this.#answer('list', () => {
      const asked = this.#shown()
        .reverse()
        .filter((change) => isAskedFor(changesAsked, change, filter));
      const changes = asked.slice(0, limit);
      return { changes, next: asked.length > limit ? changes.at(-1)?.id : undefined };
    });
  }

  listAfter(after: string, limit: number): Promise<readonly Change[]> {
    return this.#answer('listAfter', () =>
      this.#shown()
        .filter(({ id }) => Number(id) > Number(after))
        .slice(0, limit),
    );
  }

  newest(): Promise<string> {
    return this.#answer('newest', () => this.changes.at(-1)?.id ?? '0');
  }

  setSince(lists: readonly ListSince[]): Promise<readonly undefined[]> {
    return this.#answer('setSince', () => lists.map(() => undefined));
  }

  hasGiven(of: 'change' | 'run', id: string): Promise<boolean> {
    const given = { change: this.changes, run: this.runs };
    return this.#answer('hasGiven', () => given[of].some((one) => Number(one.id) >= Number(id)));
  }

  beginRun(run: Omit<Run, 'id'>): Promise<string> {
    return this.#answer('beginRun', () => {
      const id = String(this.runs.length + 1);
      this.runs.push({ ...run, id });
      return id;
    });
  }

  getRun(id: string): Promise<Run | undefined> {
    return this.#answer('getRun', () => this.runs.find((run) => run.id === id));
  }

  getRunResult(id: string): Promise<RunResult | undefined> {
    return this.#answer('getRunResult', () => this.#results().find((run) => run.id === id));
  }

  listRuns(filter: RunFilter, limit: number): Promise<RunPage> {
    return this.#answer('listRuns', () => {
      const asked = this.#results().filter((run) => isAskedFor(runsAsked, run, filter));
      const runs = asked.reverse().slice(0, limit);
      return { runs, next: asked.length > limit ? runs.at(-1)?.id : undefined };
    });
  }

  deleteEmptyRuns(): Promise<number> {
    return this.#answer('deleteEmptyRuns', () => 0);
  }

  dismiss(dismissal: KeptDismissal): Promise<void> {
    return this.#answer('dismiss', () => void this.dismissals.set(dismissal.id, dismissal));
  }

  restoreDismissed(id: string): Promise<boolean> {
    return this.#answer('restoreDismissed', () => this.dismissals.delete(id));
  }

  dismissedIds(most: number): Promise<readonly string[]> {
    return this.#answer('dismissedIds', () => [...this.dismissals.keys()].sort().slice(0, most));
  }

  dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    return this.#answer('dismissalsOf', () => ids.flatMap((id) => this.dismissals.get(id) ?? []));
  }

  /** The changes, each with its newest undo. */
  #shown(): Change[] {
    const undoneBy = new Map<string | undefined, string>();
    for (const { undoes, outcome, id } of this.changes) if (outcome === 'replaced') undoneBy.set(undoes, id);
    return this.changes.map((change) => {
      const undo = undoneBy.get(change.id);
      return undo === undefined ? change : { ...change, undoneBy: undo };
    });
  }

  #results(): RunResult[] {
    return this.runs.map((run) => {
      const changes = this.changes.filter((change) => change.run === run.id);
      const ids = new Set(changes.map(({ id }) => id));
      const undos = this.changes.filter(({ undoes, outcome }) => ids.has(undoes ?? '') && outcome === 'replaced');
      const outcomes: Partial<Record<Outcome, number>> = {};
      for (const { outcome } of changes) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      const undone = new Set(undos.map(({ undoes }) => undoes)).size;
      return {
        ...run,
        outcomes,
        undone,
        undoneBy: [...new Set(undos.flatMap((undo) => undo.run ?? []))],
      };
    });
  }

  lockDevice(device: DeviceKey): Promise<DeviceLock> {
    return this.#answer('lockDevice', () => ({
      unproven: this.changes.filter((change) => deviceId(device) === deviceId(change.device) && isUnproven(change)),
      lost: this.locksHold ? new AbortController().signal : AbortSignal.abort(),
      verify: () => Promise.resolve(this.locksHold),
      release: () => {
        this.asked.push('release');
        return Promise.resolve();
      },
    }));
  }

  settleAbandoned(): Promise<number> {
    return this.#answer('settleAbandoned', () => 0);
  }

  deleteOlderThan(): Promise<number> {
    return this.#answer('deleteOlderThan', () => 0);
  }

  close(): Promise<void> {
    this.asked.push('close');
    return Promise.resolve();
  }

  async #answer<Result>(name: keyof ChangeStore, answer: () => Result): Promise<Result> {
    this.asked.push(name);
    const cause = this.failing[name];
    await Promise.resolve();
    if (cause !== undefined) throw new StoreUnavailable(cause);
    return answer();
  }
}

/** The condition of a filter for an item. */
type Matching<Filters extends ListFilters, Item> = {
  readonly [Name in keyof Filters]: (item: Item, asked: Exclude<AskedFor<Filters>[Name], undefined>) => boolean;
};

const runsAsked: Matching<typeof runFilters, Pick<Run, 'time'> & { readonly user: string | null }> = {
  user: ({ user }, asked) => user === asked,
  since: ({ time }, asked) => time >= asked,
  until: ({ time }, asked) => time < asked,
};

const changesAsked: Matching<typeof changeFilters, Change> = {
  ...runsAsked,
  device: ({ device }, asked) => deviceId(device) === deviceId(asked),
  search: ({ device, user }, asked) => [device.name, user ?? ''].some((name) => folded(name).includes(folded(asked))),
  number: (change, asked) => numbersTouched(change).includes(asked),
  run: ({ run }, asked) => run === (asked ?? undefined),
  source: ({ seenAfter }, asked) => (asked === 'elsewhere') === (seenAfter !== undefined),
};

/**
 * Whether an item matches everything in a filter. `before` is checked separately, because `matching` does not have it.
 * What devices are called is not known here.
 */
function isAskedFor<Item extends { readonly id: string }>(
  matching: Readonly<Record<string, (item: Item, asked: never) => boolean>>,
  item: Item,
  { before, ...asked }: ChangeFilter,
): boolean {
  const isBefore = before === undefined || Number(item.id) < Number(before);
  const given = Object.entries(asked).filter(([name, value]) => value !== undefined && name !== 'called');
  return isBefore && given.every(([name, value]) => matching[name]?.(item, value as never));
}

function isUnproven({ outcome, foundLater }: Change): boolean {
  return outcome === 'outcome-unknown' && foundLater === undefined;
}
