import { describe, expect, it } from 'vitest';
import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { ButtonKind } from '../../src/domain/button-kinds.js';
import type { SentList } from '../../src/changes/change.js';
import { History } from '../../src/changes/journal.js';
import { undoChange } from '../../src/changes/undo-change.js';
import { ReplaceButtons } from '../../src/use-cases/replace-buttons.js';
import { callContext } from '../support/call-context.js';
import { Dice } from '../support/dice.js';
import { MemoryStore } from '../support/memory-store.js';
import { fakePort, uuid } from '../support/fake-port.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { HalfwayCluster, type MadeLamp, MadePhone } from './halfway-cluster.js';
import { openInventoryOf, openStoreHere, sweepOnce } from './inventories.js';

/**
 * Numbers are added, renumbered and deleted, with lamps that watch them, and phones are deleted and added again, each
 * between any two requests of a sweep. No list may be reported that never existed. HALFWAY_SEED chooses other moments.
 */

const seed = Number(process.env['HALFWAY_SEED'] ?? 31);
/** How many phones have each story, and how many have none: otherwise the changes would look like a restored backup. */
const [phonesOfStory, atRest] = [30, 800];
/** Changes are made before one of this many requests, or after them. */
const mostQuestions = 48;

/** The possible steps of a story: each is one action of someone at the call manager. */
interface Acts {
  readonly phone: MadePhone;
  /** @returns the key of a new number */
  readonly make: (dirn: string) => string;
  readonly renumber: (key: string, dirn: string, partition?: string) => void;
  /** With the lamps that watch it, as in a call manager. */
  readonly remove: (key: string) => void;
  readonly watch: (...lamps: readonly MadeLamp[]) => void;
  readonly relabel: (label: string) => void;
  readonly delete: () => void;
  readonly makeAgain: () => void;
}

/** The steps of each story, in order; a phone begins with a lamp that watches its own number. */
const stories: Readonly<Record<string, readonly ((acts: Acts) => void)[]>> = {
  'a number is made and watched': [
    ({ make, watch, phone }) => {
      watch(...phone.watching, { key: make('2'), label: 'new' });
    },
  ],
  'a number is made, and then watched': [
    ({ make }) => void make('2'),
    ({ watch, phone }) => {
      watch({ key: keyOf('number', phone.name, 2), label: 'new' });
    },
  ],
  'a number is made, watched, and renumbered': [
    ({ make, watch, phone }) => {
      watch(...phone.watching, { key: make('2'), label: 'new' });
    },
    ({ renumber, phone }) => {
      renumber(phone.watching.at(-1)?.key ?? '', '3');
    },
  ],
  'a number is renumbered': [
    ({ renumber, phone }) => {
      renumber(phone.watching[0]?.key ?? '', '4');
    },
  ],
  'a number is renumbered, and its lamp gets a label': [
    ({ renumber, phone }) => {
      renumber(phone.watching[0]?.key ?? '', '4');
    },
    ({ relabel }) => {
      relabel('renamed');
    },
  ],
  'a lamp gets a label, and its number is renumbered': [
    ({ relabel }) => {
      relabel('renamed');
    },
    ({ renumber, phone }) => {
      renumber(phone.watching[0]?.key ?? '', '4', 'Q');
    },
  ],
  'a number is deleted, and its lamp with it': [
    ({ remove, phone }) => {
      remove(phone.watching[0]?.key ?? '');
    },
  ],
  'a lamp gets a label, and its number is deleted': [
    ({ relabel }) => {
      relabel('renamed');
    },
    ({ remove, phone }) => {
      remove(phone.watching[0]?.key ?? '');
    },
  ],
  'a number is deleted, and made again with another key': [
    ({ remove, phone }) => {
      remove(phone.watching[0]?.key ?? '');
    },
    ({ make, watch }) => {
      watch({ key: make('1'), label: 'again' });
    },
  ],
  'a phone is deleted': [
    (acts) => {
      acts.delete();
    },
  ],
  'a phone gets other lists, and is deleted': [
    ({ relabel }) => {
      relabel('renamed');
    },
    (acts) => {
      acts.delete();
    },
  ],
  'a phone is deleted, and made again': [
    (acts) => {
      acts.delete();
    },
    ({ makeAgain }) => {
      makeAgain();
    },
  ],
};

function keyOf(kind: 'number' | 'phone', name: string, n: number): string {
  const end = name.slice(3).toLowerCase();
  const place = (Number.parseInt(end, 16) * 7_919) % 1_000_003;
  return `${place.toString(16).padStart(8, '0')}-${kind === 'number' ? 'b' : 'a'}000-4000-800${n}-${end}`;
}

class Office {
  readonly cluster = new HalfwayCluster(3);
  readonly told: { readonly phone: MadePhone; readonly story: string; readonly at: readonly number[] }[] = [];
  /** Phones with the name of another one that is gone. */
  readonly successors: MadePhone[] = [];
  readonly #made = new Map<string, number>();
  readonly #due = new Map<number, (() => void)[]>();
  #question = 0;

  constructor(dice: Dice) {
    let n = 0;
    for (const [story, acts] of Object.entries(stories)) {
      for (let at = 0; at < phonesOfStory; at += 1) {
        const phone = this.#phone((n += 1), 1);
        const moments = acts.map(() => dice.below(mostQuestions)).sort((one, other) => one - other);
        this.told.push({ phone, story, at: moments });
        const doing = this.#actsOf(phone);
        for (const [act, moment] of moments.entries()) {
          const due = this.#due.get(moment) ?? [];
          this.#due.set(moment, [...due, () => acts[act]?.(doing)]);
        }
      }
    }
    for (let at = 0; at < atRest; at += 1) this.#phone((n += 1), 1);
    this.cluster.numbers.set('ffffffff-b000-4000-8001-000000000000', { dirn: '1000', partition: 'P' });
  }

  /** From now on, due steps are done before each request. */
  begin(): void {
    this.cluster.before = () => {
      for (const act of this.#due.get(this.#question) ?? []) act();
      this.#due.delete(this.#question);
      this.#question += 1;
    };
  }

  /** Does the steps that were not due in a sweep. @returns the request after which the last one was done */
  end(): number {
    this.cluster.before = () => undefined;
    for (const moment of [...this.#due.keys()].sort((one, other) => one - other))
      for (const act of this.#due.get(moment) ?? []) act();
    return this.#question;
  }

  #phone(n: number, generation: number): MadePhone {
    const name = `SEP${n.toString(16).padStart(12, '0').toUpperCase()}`;
    const key = keyOf('phone', name, generation);
    const phone = new MadePhone(key, name, `dial ${n}`);
    this.cluster.phones.set(key, phone);
    const number = this.#number(phone, '1');
    this.cluster.edit(phone, () => (phone.watching = [{ key: number, label: `lamp ${n}` }]));
    return phone;
  }

  #number({ name }: MadePhone, dirn: string): string {
    const n = (this.#made.get(name) ?? 0) + 1;
    this.#made.set(name, n);
    const key = keyOf('number', name, n);
    this.cluster.numbers.set(key, { dirn: `${dirn}${name.slice(-4)}`, partition: 'P' });
    return key;
  }

  #actsOf(phone: MadePhone): Acts {
    const { cluster } = this;
    const edit = (change: () => void): void => {
      cluster.edit(phone, change);
    };
    return {
      phone,
      make: (dirn) => this.#number(phone, dirn),
      renumber: (key, dirn, partition = 'P') => {
        edit(() => cluster.numbers.set(key, { dirn: `${dirn}${phone.name.slice(-4)}`, partition }));
      },
      remove: (key) => {
        edit(() => {
          cluster.numbers.delete(key);
          phone.watching = phone.watching.filter((lamp) => lamp.key !== key);
        });
      },
      watch: (...lamps) => {
        edit(() => (phone.watching = lamps));
      },
      relabel: (label) => {
        edit(() => {
          phone.watching = phone.watching.map((lamp) => ({ ...lamp, label }));
          phone.dial = label;
        });
      },
      delete: () => {
        edit(() => (phone.isThere = false));
      },
      makeAgain: () => {
        const again = new MadePhone(keyOf('phone', phone.name, 2), phone.name, 'again');
        cluster.phones.set(again.key, again);
        cluster.edit(again, () => (again.watching = phone.watching));
        this.successors.push(again);
      },
    };
  }
}

const shown = (list: readonly object[] | string | null | undefined): string => JSON.stringify(list);

/** A phone's lists of one kind, in order. */
function statesOf(kind: ButtonKind, phone: MadePhone): readonly string[] {
  const dialled = (label: string | null) => (label === null ? null : [{ index: '1', dirn: '1000', label }]);
  return kind === 'busylampfield' ? phone.lamps.map(shown) : phone.dials.map((label) => shown(dialled(label)));
}

/** Undoes a change on a phone with a given list. @returns what is set; undefined if nothing is set */
async function undone(change: SentList, present: readonly BusyLampField[]): Promise<unknown> {
  const key = change.uuid ?? uuid;
  const callManager = fakePort({
    busyLampFields: {
      readForChange: () => Promise.resolve({ uuid: key, entries: present }),
      replace: () => Promise.resolve(key),
    },
  });
  const replaceButtons = new ReplaceButtons({ callManager, loadsChange: false, observe: () => undefined });
  await undoChange(change, 'list', replaceButtons, callContext());
  return callManager.buttons.busylampfield.replace.mock.lastCall?.[1];
}

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a sweep that reads halfway, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it('reports only lists that existed, once each, and deleted devices', { timeout: 240_000 }, async () => {
      const office = new Office(new Dice(seed));
      const { cluster } = office;
      const changes = new MemoryStore();
      const opened = openInventoryOf(await openStoreHere[kind](), cluster, {}, new History(changes, () => undefined));
      opened.inventory.start();
      await expect.poll(async () => (await opened.inventory.state()).kept.generation, { timeout: 60_000 }).toBe(1);
      office.begin();
      await sweepOnce(opened);
      expect(opened.observations.filter((one) => one.kind === 'unexpected')).toEqual([]);
      // Some steps are done after the last request.
      expect(office.end()).toBeGreaterThan(30);
      await sweepOnce(opened);
      await sweepOnce(opened);
      expect(cluster.asked.filter((question) => question === 'rows lamp')).not.toEqual([]);

      const wrong: unknown[] = [];
      for (const { phone, story, at } of office.told) {
        const tell = (what: string, change?: SentList) =>
          wrong.push(
            JSON.stringify({
              what,
              story,
              at,
              change: change && [change.kind, change.before, change.after],
              had: phone.lamps,
            }),
          );
        const told = changes.sentLists.filter(({ uuid }) => uuid === phone.key);
        for (const change of told) {
          const states = statesOf(change.kind, phone);
          const [before, after] = [states.indexOf(shown(change.before)), states.lastIndexOf(shown(change.after))];
          if (change.before === null || before < 0 || after < 0 || before > after) tell('never was', change);
        }
        for (const one of ['speeddial', 'busylampfield'] as const) {
          const ofKind = told.filter((change) => change.kind === one);
          const last = ofKind.at(-1);
          const states = statesOf(one, phone);
          const isSame = states.every((state) => state === states[0]);
          const isRenumbered = one === 'busylampfield' && story === 'a number is renumbered';
          if (isSame || isRenumbered) {
            if (last) tell('told of nothing', last);
          } else if (!last) tell(`nothing told of ${one}`);
          else if (ofKind.filter(({ after }) => after === null).length > (phone.isThere ? 0 : 1)) tell('gone', last);
          else if (last.after === null && phone.isThere) tell('is there', last);
          else if (last.after !== null && !phone.isThere) tell('is gone', last);
        }
        // The last report must be the present list, unless only a number has changed since: an undo sets the list
        // before.
        const last = told.filter((change) => change.kind === 'busylampfield').at(-1);
        const present = phone.lamps.at(-1);
        if (!last?.after || !present || shown(last.after) !== shown(present)) continue;
        expect(await undone(last, present)).toEqual(last.before);
      }
      for (const again of office.successors) {
        for (const change of changes.sentLists.filter(({ uuid }) => uuid === again.key)) wrong.push({ again, change });
      }
      expect(wrong).toEqual([]);
      const others = changes.sentLists.filter(({ uuid }) => !office.told.some(({ phone }) => phone.key === uuid));
      expect(others).toEqual([]);
    });
  });
}
