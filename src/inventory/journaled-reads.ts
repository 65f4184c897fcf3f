import { type ButtonKind, buttonKinds, type ButtonLists, type Entry, pointingAt } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import type { DirectoryNumber, Uuid } from '../domain/identifiers.js';
import type { NamedDevice, Phone, SpeedDial } from '../domain/phone.js';
import type { FindingFilter } from './store/finding-filter.js';
import type { KeptAnswer, KeptButtons, KeptList, StoredReads, StoreReads } from './store/inventory-store.js';
import { findingList } from './store/search-statements.js';
import type { Journal, JournalList, JournalView } from './journal.js';

/** The reads of a store, with what the journal says of each list since the sweep began laid over what the sweep has read. */
export class JournaledReads implements StoreReads {
  readonly #store: StoredReads;
  readonly #journal: Journal;

  constructor(store: StoredReads, journal: Journal) {
    this.#store = store;
    this.#journal = journal;
  }

  async kept() {
    return { ...(await this.#store.kept()), listsToCheck: (await this.#changedLists())?.length ?? 0 };
  }

  numbers = (dirn: string) => this.#store.numbers(dirn);
  devices: StoreReads['devices'] = (search) => this.#store.devices(search);
  suggest = (text: string) => this.#store.suggest(text);

  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined> {
    return this.#over(
      () => this.#store.phonesWith(dirn),
      (phones, view) => withDials(phones, 'phone', view),
    );
  }

  device(key: DeviceKey): Promise<KeptAnswer<NamedDevice | null> | undefined> {
    return this.#over(
      () => this.#store.device(key),
      (device, view) => {
        if (!device) return view.isMoved(key, undefined) ? undefined : null;
        return withDials([device], key.kind, view)?.[0];
      },
    );
  }

  list(key: DeviceKey, kind: ButtonKind): Promise<KeptAnswer<KeptList | null> | undefined> {
    return this.#over(
      () => this.#store.list(key, kind),
      (list, view) => {
        if (view.isMoved(key, list?.uuid)) return undefined;
        const changed = list && view.list(list.uuid, kind);
        if (!changed) return list;
        return { ...list, entries: changed.isWhole ? changed.entries : undefined, shown: changed.entries };
      },
    );
  }

  lists(key: DeviceKey): Promise<KeptAnswer<ButtonLists | null> | undefined> {
    return this.#over(
      () => this.#store.lists(key),
      (stored, view) => {
        if (view.isMoved(key, stored?.uuid)) return undefined;
        if (!stored) return null;
        const lists: Partial<Record<ButtonKind, readonly Entry[]>> = {};
        for (const kind of buttonKinds) {
          const changed = view.list(stored.uuid, kind);
          const list = changed ? changed.isWhole && changed.entries : stored[kind];
          if (!list) return undefined;
          lists[kind] = list;
        }
        return lists as ButtonLists;
      },
    );
  }

  async buttonsTo(dirn: string): Promise<KeptAnswer<KeptButtons> | undefined> {
    await this.#upToDate();
    const since = this.#journal.latest;
    const isNeeded = (list: JournalList): boolean => !list.entries || pointing(list, dirn).length > 0;
    const needed = since?.owners.filter((owner) => since.listsOf(owner).some(isNeeded));
    const answer = await this.#store.buttonsTo(dirn, since?.owners, needed);
    return this.#laid(answer, ({ buttons, unknown, ...devices }, view) => {
      const isAdded = new Set(devices.added);
      const known = new Map(devices.changed.map((device) => [device.uuid, device]));
      const present = buttons.filter(({ uuid, kind }) => !view.list(uuid as Uuid, kind));
      const leftOut = new Map(unknown.map((device) => [device.uuid, device]));
      for (const owner of view.owners) {
        for (const list of view.listsOf(owner)) {
          const { name, deviceKind, uuid = owner, description = '' } = known.get(owner) ?? {};
          const found = pointing(list, dirn, {
            device: name ?? '',
            deviceKind: deviceKind ?? 'phone',
            uuid,
            description,
          });
          // A device that the sweep has not read may also have other buttons.
          const isUnknown = isAdded.has(owner) ? view.isLater(owner) : !list.entries || (found.length > 0 && !name);
          if (isUnknown) leftOut.set(owner, { device: list.device, uuid: owner });
          else if (!isAdded.has(owner)) present.push(...found);
        }
      }
      const shown = present.filter(({ uuid }) => !leftOut.has(uuid));
      const isMoved = shown.some(({ device: name, deviceKind: kind, uuid }) =>
        view.isMoved({ kind, name } as DeviceKey, uuid as Uuid),
      );
      return isMoved ? undefined : { buttons: shown, unknown: [...leftOut.values()] };
    });
  }

  async findings(filter: FindingFilter, limit: number, longest?: number) {
    return this.#store.findings(filter, limit, longest, await this.#changedLists());
  }

  async findingCounts() {
    return this.#store.findingCounts(await this.#changedLists());
  }

  /** The lists that have changed since their findings were found: the next sweep checks them. */
  async #changedLists(): Promise<readonly string[] | undefined> {
    await this.#upToDate();
    const { place, ended = 0 } = await this.#store.kept();
    const view = place === undefined ? undefined : this.#journal.since(place);
    const lists = view?.owners.flatMap((owner) => view.listsOf(owner)) ?? [];
    return lists.filter((list) => view?.hasLeft(list, ended)).map(({ uuid, kind }) => findingList(uuid, kind));
  }

  #upToDate(): Promise<void> {
    return this.#journal.upToDate(async () => (await this.#store.kept()).place);
  }

  /** Asks the store, and brings the journal up to date meanwhile. @param lay returns undefined if the answer is not known */
  async #over<Stored, Value>(
    ask: () => Promise<KeptAnswer<Stored> | undefined>,
    lay: (stored: Stored, view: JournalView) => Value | undefined,
  ): Promise<KeptAnswer<Value> | undefined> {
    const [answer] = await Promise.all([ask(), this.#upToDate()]);
    return this.#laid(answer, lay);
  }

  #laid<Stored, Value>(
    answer: KeptAnswer<Stored> | undefined,
    lay: (stored: Stored, view: JournalView) => Value | undefined,
  ): KeptAnswer<Value> | undefined {
    const view = answer && this.#journal.since(answer.began);
    const value = view && lay(answer.value, view);
    return answer && value !== undefined ? { ...answer, value } : undefined;
  }
}

/** @returns devices with their present speed dials; undefined if one has moved, or its speed dials are not known */
function withDials<
  Device extends { readonly name: string; readonly uuid: string; readonly speeddials: readonly SpeedDial[] },
>(devices: readonly Device[], kind: DeviceKey['kind'], view: JournalView): readonly Device[] | undefined {
  const shown = devices.map((device) => {
    const uuid = device.uuid as Uuid;
    if (view.isMoved({ kind, name: device.name } as DeviceKey, uuid)) return undefined;
    const changed = view.list(uuid, 'speeddial');
    if (!changed) return device;
    return changed.entries && { ...device, speeddials: changed.entries as readonly SpeedDial[] };
  });
  return shown.every((device) => device !== undefined) ? shown : undefined;
}

const nowhere = { device: '', deviceKind: 'phone', uuid: '', description: '' } as const;

function pointing({ kind, entries = [] }: JournalList, dirn: string, of: Parameters<typeof pointingAt>[0] = nowhere) {
  return pointingAt(of, { [kind]: entries }, dirn as DirectoryNumber);
}
