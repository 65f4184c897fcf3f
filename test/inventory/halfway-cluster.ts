import type { BusyLampField } from '../../src/domain/busy-lamp-field.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { ClusterPages, ReadPage } from '../../src/inventory/cluster-pages.js';
import type { CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import { aRowOf } from '../support/made.js';

/** A cluster of phones with lamps that watch numbers, which is changed between any two requests of a sweep. */

export interface MadeLamp {
  /** The key of the number that it watches. */
  readonly key: string;
  readonly label: string;
}

/** A phone with a key, and every list that it has had. */
export class MadePhone {
  /** Every list of lamps and of dials that it had, as a caller would see it; null means that it is gone. */
  readonly lamps: (readonly BusyLampField[] | null)[] = [];
  readonly dials: (string | null)[] = [];
  isThere = true;

  watching: readonly MadeLamp[] = [];

  constructor(
    readonly key: string,
    readonly name: string,
    public dial: string,
  ) {}
}

interface MadeNumber {
  readonly dirn: string;
  readonly partition: string;
}

export class HalfwayCluster implements ClusterPages {
  readonly phones = new Map<string, MadePhone>();
  readonly numbers = new Map<string, MadeNumber>();
  /** Called before each answer. */
  before: () => void = () => undefined;
  /** Removes rows from a page. */
  lacks: (table: SweptTable, rows: readonly SweptRow[]) => readonly SweptRow[] = (_, rows) => rows;
  readonly asked: string[] = [];
  readonly #pages: number;

  /** @param pages how many pages a table has */
  constructor(pages: number) {
    this.#pages = pages;
  }

  /** Changes a phone, its numbers, or both, and records the new state. */
  edit(phone: MadePhone, change: () => void): void {
    change();
    this.note(phone);
  }

  note(phone: MadePhone): void {
    const lamps = phone.isThere ? phone.watching.flatMap((lamp, at) => this.#shown(lamp, at)) : null;
    phone.lamps.push(lamps);
    phone.dials.push(phone.isThere ? phone.dial : null);
  }

  #shown({ key, label }: MadeLamp, at: number): BusyLampField[] {
    const number = this.numbers.get(key);
    if (!number) throw new Error('a lamp goes with its number');
    return [{ index: String(at + 1), dirn: number.dirn, partition: number.partition, label, pickup: false }];
  }

  page(table: SweptTable, after: string): Promise<ReadPage> {
    this.#answers(`page ${table}`);
    const rows = this.rows(table).filter(({ owner }) => owner > after);
    const owners = [...new Set(rows.map(({ owner }) => owner))];
    const all = new Set(this.rows(table).map(({ owner }) => owner)).size;
    const size = Math.max(1, Math.ceil(all / this.#pages));
    const upTo = owners.length > size ? owners[size - 1] : undefined;
    const read = this.lacks(
      table,
      rows.filter(({ owner }) => upTo === undefined || owner <= upTo),
    );
    const { length } = read;
    return Promise.resolve({ table, after, upTo, rows: read, bytes: 1_000, fetched: length, counted: length });
  }

  rowsOf(table: SweptTable, owners: readonly string[]): Promise<readonly SweptRow[]> {
    this.#answers(`rows ${table}`);
    return Promise.resolve(this.rows(table).filter(({ owner }) => owners.includes(owner)));
  }

  count(table: SweptTable): Promise<number> {
    this.#answers(`count ${table}`);
    return Promise.resolve(this.rows(table).length);
  }

  /** No owner has more rows than a page. */
  part(): Promise<never> {
    return Promise.reject(new Error('it is not asked for'));
  }

  #answers(question: string): void {
    this.asked.push(question);
    this.before();
  }

  /** The rows of a table, in the order of their owners. */
  rows(table: SweptTable): readonly SweptRow[] {
    const phones = [...this.phones.values()].filter(({ isThere }) => isThere);
    const rows: { readonly [Table in SweptTable]: () => readonly (SweptRow & { readonly cells: CellsOf<Table> })[] } = {
      number: () =>
        [...this.numbers].map(([owner, { dirn, partition }]) => ({ owner, cells: aRowOf.number({ dirn, partition }) })),
      device: () => phones.map(({ key, name }) => ({ owner: key, cells: aRowOf.device({ name }) })),
      line: () => [],
      dial: () => phones.map(({ key, dial }) => ({ owner: key, cells: aRowOf.dial({ dirn: '1000', label: dial }) })),
      lamp: () =>
        phones.flatMap(({ key, watching }) =>
          watching.map(({ key: number, label }, at) => ({
            ...{ owner: key, cells: aRowOf.lamp({ position: at + 1, number, label }) },
          })),
        ),
      forward: () => [],
    };
    return [...rows[table]()].sort((a, b) => (a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0));
  }
}
