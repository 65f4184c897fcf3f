import { constants, type FileHandle, open, truncate } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { shown } from '../output/shown.js';
import type { Plan } from '../plan/plan.js';
import { createPrivateFile } from '../private-files.js';
import { cannotBe, type Stop } from '../stop.js';
import { journalFormat, type JournalLine, journalVersion } from './journal-lines.js';
import type { JournalRead } from './read-journal.js';
import type { Outcome } from './states.js';

/** The record of a run: each line is on the disk before its promise is fulfilled. */
export class Journal {
  readonly file: string;
  readonly #handle: FileHandle;
  readonly #waiting: string[] = [];
  #written: Promise<void> = Promise.resolve();

  private constructor(file: string, handle: FileHandle) {
    this.file = file;
    this.#handle = handle;
  }

  /**
   * Begins a journal with the whole plan.
   * @throws Stop when the file is there already, or cannot be written
   */
  static async create(file: string, plan: Plan): Promise<Journal> {
    const journal = new Journal(file, await createPrivateFile(file));
    const { command, url, made, lists } = plan;
    const head = { format: journalFormat, version: journalVersion, command, url, made, lists: lists.length };
    const listed = lists.map((planned, list) => ({ list, planned }));
    await journal.#append([head, ...listed, { begun: now() }].map((line) => JSON.stringify(line)).join('\n'));
    return journal;
  }

  /**
   * Goes on with a journal as it was read; what a crash left behind its whole lines is cut off.
   * @throws Stop when the file cannot be written
   */
  static async goOn(file: string, { length, isTorn }: Pick<JournalRead, 'length' | 'isTorn'>): Promise<Journal> {
    const fail = (thrown: unknown): never => {
      throw notWritten(file, thrown);
    };
    // By its name: Windows cuts nothing off through a handle that only appends.
    if (isTorn) await truncate(file, length).catch(fail);
    const handle = await open(file, constants.O_WRONLY | constants.O_APPEND).catch(fail);
    const journal = new Journal(file, handle);
    await journal.#write({ resumed: now() });
    return journal;
  }

  /** Says that a list is going to be written. */
  intend(list: number): Promise<void> {
    return this.#write({ intention: list, time: now() });
  }

  /** Says what became of a list. */
  settle(list: number, { state, detail }: Outcome): Promise<void> {
    return this.#write({ outcome: list, state, ...(detail !== undefined && { detail }), time: now() });
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#handle.close();
  }

  #write(line: JournalLine): Promise<void> {
    return this.#append(JSON.stringify(line));
  }

  /** Lines that come while others are being written go to the disk together. After a failure nothing is written any more. */
  #append(text: string): Promise<void> {
    this.#waiting.push(`${text}\n`);
    this.#written = this.#written.then(() => this.#flush());
    return this.#written;
  }

  async #flush(): Promise<void> {
    // The outcome of one list and the intention for the next come in one turn of the event loop.
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
