import { type ButtonKind, type Entry, rulesOf } from '../domain/button-kinds.js';
import { canonicalIndex, inIndexOrder, shownList } from '../domain/buttons.js';
import { type DeviceKey, deviceId } from '../domain/device.js';
import { isServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import type { Place } from '../domain/place.js';
import { isCarriedOut, isSeen, type SentList } from '../changes/change.js';
import { StoreUnavailable } from '../store/problems.js';

/** The part of the history that says what has become of each list. Each method throws `history-unavailable`. */
export interface ChangeJournal {
  /**
   * @param landsMs for so many milliseconds, a change of unknown outcome may still be carried out: the process that sent
   * it may have been killed
   * @returns the last place that was taken; or a lower one, before each such change. Everything that is stored with it,
   * or a lower one, can be read now
   */
  place(landsMs?: number): Promise<Place>;
  /** @returns the sent lists about which something became known after a place, in that order */
  knownAfter(place: Place, limit: number): Promise<readonly SentList[]>;
  inProgress(limit: number): Promise<readonly SentList[]>;
}

/** A list that was sent, or seen, since a sweep began. */
export type JournalEntry = SentList & Readonly<Record<'place' | 'knownAt', Place>> & { readonly uuid: Uuid };

/** What the journal says of a list. */
export interface JournalList {
  readonly uuid: Uuid;
  readonly kind: ButtonKind;
  /** The device, with the name that the last change used. */
  readonly device: DeviceKey;
  /** In their normal form; undefined if the list is not known. */
  readonly entries: readonly Entry[] | undefined;
  /** Whether this is also known of the properties that the inventory does not show. */
  readonly isWhole: boolean;
  readonly last: JournalEntry;
}

/** How many changes are read at once, and how many are held, with how many characters. */
const [atOnce, mostEntries, mostCharacters] = [500, 20_000, 20_000_000];
/** Each sweep has a view; more than two are never in use. */
const mostViews = 3;
/** An index with more digits is on no phone, and the call manager may store another one. */
const longestIndex = 9;

/**
 * What the history says of each list since the last sweeps began. It is brought up to date before each answer, with one
 * question: what has become known since the last one. So after a caller has got the answer to a write, no instance
 * answers from what was before.
 */
export class Journal {
  readonly #log: ChangeJournal;
  readonly #entries = new Map<string, JournalEntry>();
  readonly #ofDevice = new Map<Uuid, ReadonlySet<JournalEntry>>();
  readonly #ofName = new Map<string, ReadonlySet<JournalEntry>>();
  /** It has everything after the older of these places: the last two sweeps began there. */
  #since: readonly [Place, Place] | undefined;
  #readTo: Place = 0;
  #characters = 0;
  /** More than it may hold has changed since this place. */
  #tooMuchSince: Place | undefined;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  /** The last views, by the place at which their sweep began. */
  readonly #views = new Map<Place, JournalView>();

  constructor(log: ChangeJournal) {
    this.#log = log;
  }

  /** Like the history's `place`. @throws StoreUnavailable */
  async place(landsMs?: number): Promise<Place> {
    return fromHistory(this.#log.place(landsMs));
  }

  /**
   * Reads what has become known since the last call. Callers who come while it reads share the reading after that one.
   * @param began the place at which the last whole sweep began; undefined if there is none
   * @throws StoreUnavailable
   */
  upToDate(began: () => Promise<Place | undefined>): Promise<void> {
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        this.#running = fromHistory(this.#read(began));
        return this.#running;
      });
    return this.#next;
  }

  /** What has changed since the older of the last two sweeps began; undefined before the first. */
  get latest(): JournalView | undefined {
    return this.#since && this.#view(this.#since[0]);
  }

  #view(began: Place): JournalView {
    const view = this.#views.get(began) ?? new JournalView(began, this.#ofDevice, this.#ofName);
    this.#views.set(began, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > mostViews && oldest !== undefined) this.#views.delete(oldest);
    return view;
  }

  /**
   * @param began the place at which a sweep began
   * @returns what has changed since; undefined if that is not known
   */
  since(began: Place): JournalView | undefined {
    if (!this.#since) return undefined;
    const [older, newer] = this.#since;
    if (began < older) {
      // The sweeps were begun again. The next call of `upToDate` reads from there.
      this.#forgetAll();
      return undefined;
    }
    if (began > newer) {
      this.#since = [newer, began];
      for (const entry of this.#entries.values()) {
        if (entry.state !== 'sending' && entry.knownAt <= newer) this.#drop(entry);
      }
    }
    return this.#view(began);
  }

  async #read(whole: () => Promise<Place | undefined>): Promise<void> {
    if (!this.#since) {
      const began = await whole();
      if (began === undefined || began === this.#tooMuchSince) return;
      // If the history was restored from a backup, it says nothing about this sweep.
      if ((await this.#log.place()) < began) return;
      // A change that begins after this has a higher place.
      const inProgress = await this.#log.inProgress(mostEntries);
      [this.#since, this.#readTo] = [[began, began], began];
      for (const change of inProgress) this.#take(change);
    }
    for (let isEnd = false; !isEnd;) {
      const changes = await this.#log.knownAfter(this.#readTo, atOnce);
      for (const change of changes) {
        this.#take(change);
        this.#readTo = change.sent.knownAt ?? this.#readTo;
      }
      isEnd = changes.length < atOnce;
      if (this.#entries.size <= mostEntries && this.#characters <= mostCharacters) continue;
      [, this.#tooMuchSince] = this.#since;
      this.#forgetAll();
      return;
    }
  }

  #forgetAll(): void {
    this.#since = undefined;
    for (const entry of this.#entries.values()) this.#drop(entry);
  }

  #take(list: SentList): void {
    const known = this.#entries.get(keyOf(list));
    if (known) this.#drop(known);
    const { place, knownAt } = list.sent;
    const { uuid } = list;
    if (place === undefined || knownAt === undefined || uuid === null) return;
    // Of the list before, it only counts whether it is known.
    const entry = { ...list, uuid, place, knownAt, before: list.before && [] };
    this.#entries.set(keyOf(entry), entry);
    this.#characters += charactersOf(entry);
    for (const [map, key] of this.#groupsOf(entry)) map.set(key, new Set(map.get(key)).add(entry));
  }

  #drop(entry: JournalEntry): void {
    this.#entries.delete(keyOf(entry));
    this.#characters -= charactersOf(entry);
    for (const [map, key] of this.#groupsOf(entry)) {
      const others = [...(map.get(key) ?? [])].filter((other) => other !== entry);
      if (others.length === 0) map.delete(key);
      else map.set(key, new Set(others));
    }
  }

  /** The groups to which a change belongs, which are about to change. */
  #groupsOf({ uuid, device }: JournalEntry): readonly (readonly [Map<string, ReadonlySet<JournalEntry>>, string])[] {
    for (const view of this.#views.values()) view.forget(uuid);
    return [
      [this.#ofDevice, uuid],
      [this.#ofName, deviceId(device)],
    ];
  }
}

/**
 * Waits for something that asks the history. For the inventory, a history that cannot be reached is a store that cannot.
 * @throws StoreUnavailable
 */
export function fromHistory<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return answer.catch((thrown: unknown) => {
    throw isServiceError(thrown, 'history-unavailable') ? new StoreUnavailable('history') : thrown;
  });
}

/** What has changed since a sweep began. Use it before the next wait: it is not a copy. */
export class JournalView {
  readonly #lists = new Map<Uuid, readonly JournalList[]>();

  constructor(
    /** The place at which the sweep began. */
    readonly began: Place,
    private readonly ofDevice: ReadonlyMap<Uuid, ReadonlySet<JournalEntry>>,
    private readonly ofName: ReadonlyMap<string, ReadonlySet<JournalEntry>>,
  ) {}

  /** The keys of the devices with changes; some of them may have none since the sweep began. */
  get owners(): readonly Uuid[] {
    return [...this.ofDevice.keys()];
  }

  /** The lists of a device that have, or may have, changed since the sweep began. */
  listsOf(uuid: Uuid): readonly JournalList[] {
    const known = this.#lists.get(uuid);
    if (known) return known;
    const kinds = new Set([...(this.ofDevice.get(uuid) ?? [])].map(({ kind }) => kind));
    const lists = [...kinds].flatMap((kind) => this.#list(uuid, kind) ?? []);
    if (lists.length > 0) this.#lists.set(uuid, lists);
    return lists;
  }

  /** Forgets what it has worked out about a device. */
  forget(uuid: Uuid): void {
    this.#lists.delete(uuid);
  }

  /** @returns undefined if the list has not changed since the sweep began */
  list(uuid: Uuid, kind: ButtonKind): JournalList | undefined {
    return this.listsOf(uuid).find((list) => list.kind === kind);
  }

  #list(uuid: Uuid, kind: ButtonKind): JournalList | undefined {
    const entries = this.#entriesOf(uuid, kind);
    const [last] = entries;
    if (!last) return undefined;
    const isKnown = effectOf(last) === 'set' && entries.every((one) => one === last || isOver(one, last));
    const shown = isKnown ? normalForm(kind, last.after ?? []) : undefined;
    return { uuid, kind, device: last.device, last, entries: shown, isWhole: isWhole(last, entries) };
  }

  /** Whether this service has written to a list since a place, or is writing to it. */
  isWritten(uuid: Uuid, kind: ButtonKind, since = this.began): boolean {
    return this.#entriesOf(uuid, kind).some(
      (entry) => !isSeen(entry) && (entry.state === 'sending' || entry.knownAt > since),
    );
  }

  /** Whether a list has changed after a sweep compared it: others have set it after `ended`, or this service has. */
  hasLeft(list: JournalList, ended: Place): boolean {
    return this.isWritten(list.uuid, list.kind) || list.last.knownAt > ended;
  }

  /**
   * Whether a device is known by another name than the sweep has read, or the name is another device's.
   * @param uuid the device's key; undefined if the sweep has read no device of this name
   */
  isMoved(device: DeviceKey, uuid: Uuid | undefined): boolean {
    const id = deviceId(device);
    const isLater = ({ place }: JournalEntry): boolean => place > this.began;
    const named = [...(this.ofName.get(id) ?? [])].some((entry) => isLater(entry) && entry.uuid !== uuid);
    const others = uuid === undefined ? [] : [...(this.ofDevice.get(uuid) ?? [])];
    return named || others.some((entry) => isLater(entry) && deviceId(entry.device) !== id);
  }

  /** Whether something has changed on a device since the sweep began, and not only before. */
  isLater(uuid: Uuid): boolean {
    return [...(this.ofDevice.get(uuid) ?? [])].some(({ place }) => place > this.began);
  }

  /** The changes of a list that count, the last first. */
  #entriesOf(uuid: Uuid, kind: ButtonKind): readonly JournalEntry[] {
    const counts = (entry: JournalEntry): boolean => {
      const effect = effectOf(entry);
      return entry.kind === kind && (effect === 'open' || (effect !== 'none' && entry.knownAt > this.began));
    };
    return [...(this.ofDevice.get(uuid) ?? [])].filter(counts).sort(laterFirst);
  }
}

/** What a change has done to its list: `open` while it runs, and `doubt` if that is not known. */
function effectOf(list: SentList): 'open' | 'set' | 'none' | 'doubt' {
  const { state, foundLater, before, after } = list;
  if (state === 'sending') return 'open';
  // Only a sweep sees that a device is gone, and then has no list of it.
  if (isSeen(list)) return after === null ? 'none' : 'set';
  // Another device than the one whose list was read has got the list.
  if (isCarriedOut({ state })) return before === null || after === null ? 'doubt' : 'set';
  // If the list before was found, the request may still have been on its way.
  if (state === 'uncertain') return foundLater?.list === 'after' ? 'set' : 'doubt';
  return 'none';
}

/** Whether a change surely came before the last one. */
function isOver(one: JournalEntry, last: JournalEntry): boolean {
  const effect = effectOf(one);
  // Its request may still be on its way. The place of a sweep that counts it as over is after that.
  if (effect === 'open' || (one.state === 'uncertain' && effect === 'doubt')) return false;
  // A list that was requested while this service was writing may be the one before or the one after that.
  if (isSeen(last)) return isSeen(one) || one.knownAt <= last.place;
  return (effect === 'set' && one.state !== 'uncertain') || one.knownAt < last.knownAt;
}

/** Whether all of a list is known. Others' changes do not show it, but an earlier list of this service may. */
function isWhole(list: JournalEntry, entries: readonly JournalEntry[]): boolean {
  const { kind, after } = list;
  if (!isSeen(list) || rulesOf(kind).unshown.length === 0) return true;
  const shown = (entry: Entry): string => shownList<Entry>(rulesOf(kind), [entry]);
  const ours = entries.flatMap((entry) => (isSeen(entry) ? [] : (entry.after ?? []).map(shown)));
  return (after ?? []).every((entry) => ours.includes(shown(entry)));
}

/** @returns undefined if an index is on no phone */
function normalForm(kind: ButtonKind, list: readonly Entry[]): readonly Entry[] | undefined {
  const { canonical } = rulesOf(kind);
  if (list.some(({ index }) => canonicalIndex(index).length > longestIndex)) return undefined;
  return inIndexOrder(list).map((entry) => canonical(entry as never));
}

function laterFirst(one: JournalEntry, other: JournalEntry): number {
  return other.place - one.place || other.knownAt - one.knownAt;
}

function charactersOf({ after }: SentList): number {
  return JSON.stringify(after).length;
}

/** Names a list of a change. If it is sent again, it stays the same entry. */
function keyOf({ change, position }: SentList): string {
  return `${change} ${position}`;
}
