import { randomBytes } from 'node:crypto';
import { constants, type FileHandle, open, truncate } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { shown } from '../output/shown.js';
import type { Plan, PlannedList } from '../plan/plan.js';
import { createPrivateFile } from '../private-files.js';
import { cannotBe, type Stop } from '../stop.js';
import { journalFormat, type JournalLine, journalVersion, type RunSettings } from './journal-lines.js';
import { type JournalLock, lockJournal } from './journal-lock.js';
import type { JournalRead } from './read-journal.js';
import type { Settled } from './states.js';

/** @returns a name for a new journal in the working directory: the present time, and a few random letters */
export function newJournalName(): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return `buttons-${time}-${randomBytes(3).toString('hex')}.journal`;
}

/** The record of a run. Each line is on the disk before its promise resolves. */
export class Journal {
  readonly file: string;
  /** The run in the service's history; undefined if it keeps no history. */
  readonly run: string | undefined;
  readonly #handle: FileHandle;
  readonly #lock: JournalLock;
  readonly #waiting: string[] = [];
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, run: string | undefined, handle: FileHandle, lock: JournalLock) {
    this.file = file;
    this.run = run;
    this.#handle = handle;
    this.#lock = lock;
  }

  /**
   * Begins a journal with the whole plan.
   * @param run the run in the service's history, if it keeps one
   * @throws Stop if the file exists already, or cannot be written
   */
  static async create(file: string, plan: Plan, settings: RunSettings, run: string | undefined): Promise<Journal> {
    const id = randomBytes(16).toString('hex');
    const handle = await createPrivateFile(file);
    const journal = new Journal(file, run, handle, await lockJournal(file, id));
    const { command, url, login, made, lists } = plan;
    const of = { format: journalFormat, version: journalVersion, id };
    const head = { ...of, command, url, login, made, ...(run !== undefined && { run }), ...settings };
    const listed = lists.map((planned, list) => ({ list, planned }));
    const lines = [{ ...head, lists: lists.length }, ...listed, { begun: now() }];
    await journal.#append(lines.map((line) => JSON.stringify(line)).join('\n'));
    return journal;
  }

  /**
   * Continues a journal that was read. An incomplete last line, left by a crash, is cut off.
   * @param run the run in the service's history from now on
   * @throws Stop if the file cannot be written
   */
  static async goOn(read: JournalRead, run: string | undefined): Promise<Journal> {
    const journal = await Journal.#reopen(read, run);
    await journal.#write({ resumed: now(), ...(run !== undefined && run !== read.run && { run }) });
    return journal;
  }

  /**
   * Records in the journal of a run that the run is reverted.
   * @param by the journal of the reverting run, as an absolute path
   * @throws Stop if the file cannot be written
   */
  static async tellRolledBack(read: JournalRead, by: string): Promise<void> {
    const journal = await Journal.#reopen(read, read.run);
    await journal.#write({ rolledBack: by, time: now() });
    await journal.#handle.close();
  }

  static async #reopen({ file, length, isTorn, lock }: JournalRead, run: string | undefined): Promise<Journal> {
    const fail = (thrown: unknown): never => {
      throw notWritten(file, thrown);
    };
    // Truncate the file by its name, because Windows cannot do it through a handle that only appends.
    if (isTorn) await truncate(file, length).catch(fail);
    const handle = await open(file, constants.O_WRONLY | constants.O_APPEND).catch(fail);
    return new Journal(file, run, handle, lock);
  }

  /** Records that a list is about to be written. */
  intend(list: number): Promise<void> {
    return this.#write({ intention: list, time: now() });
  }

  /** Records a new plan for an unchanged list, based on what is there now. */
  replan(list: number, planned: PlannedList): Promise<void> {
    return this.#write({ replanned: list, planned });
  }

  /** Records the result of a list. */
  settle(list: number, { state, detail }: Settled): Promise<void> {
    return this.#write({ outcome: list, state, ...(detail !== undefined && { detail }), time: now() });
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#handle.close();
    await this.#lock.release();
  }

  #write(line: JournalLine): Promise<void> {
    return this.#append(JSON.stringify(line));
  }

  /** Lines that come during a write are written together afterwards. After a failure, nothing more is written. */
  #append(text: string): Promise<void> {
    this.#waiting.push(`${text}\n`);
    this.#written = this.#written.then(() => this.#flush());
    return this.#written;
  }

  async #flush(): Promise<void> {
    // Wait for one turn, because the outcome of one list and the intention for the next come in the same turn of the
    // event loop.
    await nextTurn();
    const text = this.#waiting.splice(0).join('');
    if (text === '') return;
    try {
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    } catch (thrown) {
      throw notWritten(this.file, thrown);
    }
  }
}

function now(): string {
  return new Date().toISOString();
}

function notWritten(file: string, thrown: unknown): Stop {
  return cannotBe(`the journal ${shown(file)}`, 'written', thrown);
}
