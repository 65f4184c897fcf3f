import { existsSync } from 'node:fs';
import type { ButtonKind, Entry } from '../../../domain/button-kinds.js';
import type { DeviceKey, DeviceSearch } from '../../../domain/device.js';
import type { Uuid } from '../../../domain/identifiers.js';
import type { SweptTable } from '../../../domain/swept-tables.js';
import type { SweptPage } from '../../swept-tables.js';
import type { FoundFindings } from '../find-findings.js';
import type { Relabelling } from '../kept-former-labels.js';
import type { PackedFindings } from '../packed-findings.js';
import type { Moment } from '../places.js';
import type {
  AskedRows,
  Comparison,
  InventoryStore,
  Kept,
  OwnList,
  OwnStep,
  ReadList,
  SweepPace,
  StoreReads,
  SweepPosition,
} from '../inventory-store.js';
import type { FindingFilter } from '../finding-filter.js';
import type { Place } from '../../../domain/place.js';
import { InventoryThread } from './inventory-thread.js';

/**
 * How long what is asked for may take, in milliseconds: in general, a lookup whose caller knows how long to wait, a write,
 * and what goes through the whole file.
 */
const [readMs, lookUpMs, writeMs, findMs] = [2_000, 60_000, 60_000, 300_000];

/**
 * The inventory in a SQLite file, for one process: one thread writes it, others read it. What callers read is cheap where
 * nothing else is said; `dear` has the same reads for what may take long.
 */
export class SqliteInventory implements InventoryStore {
  readonly #writer: InventoryThread;
  readonly #reader: InventoryThread;
  /** Reads for callers what may take seconds: who asks for little does not wait behind it. */
  readonly #searcher: InventoryThread;
  /** Reads for sweeps what takes seconds, so that nobody waits for it. */
  readonly #analyst: InventoryThread;
  readonly #cheap: StoreReads;
  readonly dear: StoreReads;
  /** Of cheap ones so many that the reader always has the next one. */
  readonly atOnce = { inAll: 9, dear: 1 };

  readonly #path: string;
  /** Done when there is a file that the reader can open; undefined until somebody needs it. */
  #opened: Promise<unknown> | undefined;

  /** Opens the file, or makes it, when it is first asked for something. */
  constructor(path: string) {
    this.#path = path;
    this.#writer = new InventoryThread({ path, role: 'writer' }, writeMs);
    this.#reader = new InventoryThread({ path, role: 'reader' }, readMs);
    this.#searcher = new InventoryThread({ path, role: 'searcher' }, readMs);
    this.#cheap = this.#readsOf(this.#reader);
    this.dear = this.#readsOf(this.#searcher);
    this.#analyst = new InventoryThread({ path, role: 'analyst' }, findMs);
  }

  claim(sweeper: string, pace: SweepPace): ReturnType<InventoryStore['claim']> {
    return this.#write('claim', sweeper, pace) as ReturnType<InventoryStore['claim']>;
  }

  async release(sweep: SweepPosition): Promise<void> {
    await this.#write('release', sweep);
  }

  now(): Promise<number> {
    return Promise.resolve(Date.now());
  }

  next(): Promise<Moment> {
    return this.#write('next') as Promise<Moment>;
  }

  async keep(sweep: SweepPosition, page: SweptPage, asked: Moment, rows?: number): Promise<void> {
    await this.#write('keep', sweep, page, asked, rows);
  }

  async keepAsked(sweep: SweepPosition, rows: AskedRows, asked: Moment): Promise<void> {
    await this.#write('keepAsked', sweep, rows, asked);
  }

  async dropTable(sweep: SweepPosition, table: SweptTable): Promise<void> {
    await this.#write('dropTable', sweep, table);
  }

  compare(sweep: SweepPosition): Promise<Comparison> {
    return this.#analyst.ask('compare', sweep) as Promise<Comparison>;
  }

  doubtfulLists(sweep: SweepPosition, kind: ButtonKind, after: string): ReturnType<InventoryStore['doubtfulLists']> {
    return this.#analyst.ask('doubtfulLists', sweep, kind, after) as ReturnType<InventoryStore['doubtfulLists']>;
  }

  watchedBy(sweep: SweepPosition, owners: readonly string[]): ReturnType<InventoryStore['watchedBy']> {
    return this.#analyst.ask('watchedBy', sweep, owners) as ReturnType<InventoryStore['watchedBy']>;
  }

  missingNumbers(sweep: SweepPosition, most: number): ReturnType<InventoryStore['missingNumbers']> {
    return this.#analyst.ask('missingNumbers', sweep, most) as ReturnType<InventoryStore['missingNumbers']>;
  }

  changedLists(
    sweep: SweepPosition,
    kind: ButtonKind,
    after: string,
    upTo?: string,
  ): ReturnType<InventoryStore['changedLists']> {
    return this.#analyst.ask('changedLists', sweep, kind, after, upTo) as ReturnType<InventoryStore['changedLists']>;
  }

  again(sweep: SweepPosition): Promise<SweepPosition> {
    return this.#write('again', sweep) as Promise<SweepPosition>;
  }

  async settleLeftOut(sweep: SweepPosition): Promise<void> {
    await this.#write('settleLeftOut', sweep);
  }

  async giveUp(sweep: SweepPosition): Promise<void> {
    await this.#write('giveUp', sweep);
  }

  bytes(): Promise<number> {
    return this.#write('bytes') as Promise<number>;
  }

  historyReadTo(): Promise<string> {
    return this.#write('historyReadTo') as Promise<string>;
  }

  async forgetFormerLabels(sweep: SweepPosition, oldest: string | undefined): Promise<void> {
    await this.#write('forgetFormerLabels', sweep, oldest);
  }

  async keepRelabellings(sweep: SweepPosition, relabellings: readonly Relabelling[], readTo: string): Promise<void> {
    await this.#write('keepRelabellings', sweep, relabellings, readTo);
  }

  findFindings(sweep: SweepPosition): Promise<FoundFindings> {
    return this.#analyst.ask('findFindings', sweep) as Promise<FoundFindings>;
  }

  async keepFormerNumbers(sweep: SweepPosition, isAnother: boolean): Promise<void> {
    await this.#write('keepFormerNumbers', sweep, isAnother);
  }

  async publish(sweep: SweepPosition, found: readonly PackedFindings[]): Promise<void> {
    this.#analyst.rest();
    await this.#write('publish', sweep, found);
    this.#toldOfAges();
  }

  otherThan(device: DeviceKey, kind: ButtonKind, entries: readonly Entry[]): Promise<Uuid | undefined> {
    return this.#ask('otherThan', device, kind, entries) as Promise<Uuid | undefined>;
  }

  changeIn(list: ReadList): ReturnType<InventoryStore['changeIn']> {
    return this.#ask('changeIn', list) as ReturnType<InventoryStore['changeIn']>;
  }

  async bringUp(list: ReadList): Promise<void> {
    await this.#write('bringUp', list);
  }

  own(list: OwnList, step: OwnStep): Promise<Place> {
    return this.#write('own', list, step) as Promise<Place>;
  }

  kept(): Promise<Kept> {
    return this.#cheap.kept();
  }

  phonesWith(dirn: string): ReturnType<InventoryStore['phonesWith']> {
    return this.#cheap.phonesWith(dirn);
  }

  device(key: DeviceKey): ReturnType<InventoryStore['device']> {
    return this.#cheap.device(key);
  }

  list(key: DeviceKey, kind: ButtonKind): ReturnType<InventoryStore['list']> {
    return this.#cheap.list(key, kind);
  }

  lists(key: DeviceKey): ReturnType<InventoryStore['lists']> {
    return this.#cheap.lists(key);
  }

  buttonsTo(dirn: string): ReturnType<InventoryStore['buttonsTo']> {
    return this.#cheap.buttonsTo(dirn);
  }

  numbers(dirn: string): ReturnType<InventoryStore['numbers']> {
    return this.#cheap.numbers(dirn);
  }

  devices(search: DeviceSearch): ReturnType<InventoryStore['devices']> {
    return this.#cheap.devices(search);
  }

  suggest(text: string): ReturnType<InventoryStore['suggest']> {
    return this.#cheap.suggest(text);
  }

  findings(filter: FindingFilter, limit: number, longest?: number): ReturnType<InventoryStore['findings']> {
    return this.#cheap.findings(filter, limit, longest);
  }

  findingCounts(): ReturnType<InventoryStore['findingCounts']> {
    return this.#ask('findingCounts') as ReturnType<InventoryStore['findingCounts']>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#searcher.close(), this.#analyst.close()]);
    await this.#writer.close();
  }

  /** What a thread reads for callers. */
  #readsOf(thread: InventoryThread): StoreReads {
    const read =
      <Name extends keyof StoreReads>(name: Name, limitMs = lookUpMs) =>
      async (...asked: Parameters<StoreReads[Name]>): Promise<Awaited<ReturnType<StoreReads[Name]>>> => {
        await this.#open();
        return thread.askWithin(limitMs, name, ...asked) as Promise<Awaited<ReturnType<StoreReads[Name]>>>;
      };
    return {
      ...{ kept: read('kept', readMs), phonesWith: read('phonesWith'), device: read('device'), list: read('list') },
      ...{ lists: read('lists'), buttonsTo: read('buttonsTo'), numbers: read('numbers') },
      ...{ devices: read('devices'), suggest: read('suggest'), findings: read('findings') },
    };
  }

  /** From now on the searcher knows, too, how old the last generation is, whatever becomes of the clock. */
  #toldOfAges(): void {
    this.#searcher.ask('kept').catch(() => undefined);
  }

  async #ask(method: string, ...values: readonly unknown[]): Promise<unknown> {
    await this.#open();
    return this.#reader.ask(method, ...values);
  }

  async #write(method: string, ...values: readonly unknown[]): Promise<unknown> {
    await this.#open();
    return this.#writer.ask(method, ...values);
  }

  /**
   * Starts the reader before the writer: what was kept is answered from before anything is written. Where there is
   * nothing that it can open, the writer makes it first.
   */
  #open(): Promise<unknown> {
    const make = (): Promise<unknown> => this.#writer.ask('now');
    return (this.#opened ??= (existsSync(this.#path) ? this.#reader.ask('now').catch(make) : make()).then(
      () => {
        this.#toldOfAges();
      },
      (thrown: unknown) => {
        this.#opened = undefined;
        throw thrown;
      },
    ));
  }
}
