import { existsSync } from 'node:fs';
import type { ButtonKind, Entry } from '../../../domain/button-kinds.js';
import type { DeviceKey, NumberSummary, DeviceSearch } from '../../../domain/device.js';
import type { Uuid } from '../../../domain/identifiers.js';
import type { Phone } from '../../../domain/phone.js';
import type { SweptPage } from '../../swept-tables.js';
import type { FoundFindings } from '../find-findings.js';
import type { Relabelling } from '../kept-former-labels.js';
import type { PackedFindings } from '../packed-findings.js';
import type { Moment } from '../places.js';
import type {
  Comparison,
  FindingFilter,
  InventoryStore,
  Kept,
  KeptAnswer,
  KeptButtons,
  OwnList,
  OwnStep,
  ReadList,
  SweepPace,
  SweepPosition,
} from '../inventory-store.js';
import type { Place } from '../../../domain/place.js';
import { InventoryThread } from './inventory-thread.js';

/**
 * How long what is asked for may take, in milliseconds: in general, a lookup whose caller knows how long to wait, a write,
 * and what goes through the whole file.
 */
const [readMs, lookUpMs, writeMs, findMs] = [2_000, 60_000, 60_000, 300_000];

/** The inventory in a SQLite file, for one process: one thread writes it, others read it. */
export class SqliteInventory implements InventoryStore {
  readonly #writer: InventoryThread;
  readonly #reader: InventoryThread;
  /** Reads what takes seconds, so that nobody waits for it. */
  readonly #analyst: InventoryThread;

  readonly #path: string;
  /** Done when there is a file that the reader can open; undefined until somebody needs it. */
  #opened: Promise<unknown> | undefined;

  /** Opens the file, or makes it, when it is first asked for something. */
  constructor(path: string) {
    this.#path = path;
    this.#writer = new InventoryThread({ path, role: 'writer' }, writeMs);
    this.#reader = new InventoryThread({ path, role: 'reader' }, readMs);
    this.#analyst = new InventoryThread({ path, role: 'analyst' }, findMs);
  }

  kept(): Promise<Kept> {
    return this.#ask('kept') as Promise<Kept>;
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

  async keep(sweep: SweepPosition, page: SweptPage, asked: Moment): Promise<void> {
    await this.#write('keep', sweep, page, asked);
  }

  compare(sweep: SweepPosition): Promise<Comparison> {
    return this.#analyst.ask('compare', sweep) as Promise<Comparison>;
  }

  changedLists(sweep: SweepPosition, kind: ButtonKind, after: string): ReturnType<InventoryStore['changedLists']> {
    return this.#analyst.ask('changedLists', sweep, kind, after) as ReturnType<InventoryStore['changedLists']>;
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

  phonesWith(dirn: string): Promise<KeptAnswer<readonly Phone[]> | undefined> {
    return this.#read('phonesWith', dirn);
  }

  device(key: DeviceKey): Promise<KeptAnswer<Phone | null> | undefined> {
    return this.#read('device', key);
  }

  list(key: DeviceKey, kind: ButtonKind): ReturnType<InventoryStore['list']> {
    return this.#read('list', key, kind);
  }

  lists(key: DeviceKey): ReturnType<InventoryStore['lists']> {
    return this.#read('lists', key);
  }

  buttonsTo(dirn: string): Promise<KeptAnswer<KeptButtons> | undefined> {
    return this.#read('buttonsTo', dirn);
  }

  numbers(dirn: string): Promise<KeptAnswer<readonly NumberSummary[]> | undefined> {
    return this.#read('numbers', dirn);
  }

  devices(search: DeviceSearch): ReturnType<InventoryStore['devices']> {
    return this.#read('devices', search);
  }

  suggest(text: string): ReturnType<InventoryStore['suggest']> {
    return this.#read('suggest', text);
  }

  findings(filter: FindingFilter, limit: number, longest?: number): ReturnType<InventoryStore['findings']> {
    return this.#ask('findings', filter, limit, longest) as ReturnType<InventoryStore['findings']>;
  }

  findingCounts(): ReturnType<InventoryStore['findingCounts']> {
    return this.#ask('findingCounts') as ReturnType<InventoryStore['findingCounts']>;
  }

  async close(): Promise<void> {
    await Promise.all([this.#reader.close(), this.#analyst.close()]);
    await this.#writer.close();
  }

  async #read<Value>(method: string, ...values: readonly unknown[]): Promise<KeptAnswer<Value> | undefined> {
    await this.#open();
    return this.#reader.askWithin(lookUpMs, method, ...values) as Promise<KeptAnswer<Value> | undefined>;
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
    return (this.#opened ??= (existsSync(this.#path) ? this.#reader.ask('now').catch(make) : make()).catch(
      (thrown: unknown) => {
        this.#opened = undefined;
        throw thrown;
      },
    ));
  }
}
