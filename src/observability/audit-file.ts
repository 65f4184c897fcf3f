import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { LineWriter } from './line-writer.js';
import type { Observation, Observe } from './observations.js';

/** How many bytes may wait while the file cannot be written. Lines that are lost here are still in the log. */
const mostWaitingBytes = 8 * 1024 * 1024;
/** The pause between a failure and the next try, in milliseconds. */
const retryMs = 1_000;
/** How long closing the file waits for lines that are not written yet, in milliseconds. */
const longestFlushMs = 1_000;

/**
 * Writes a line of JSON for each write to a phone: the user, the phone, the list before (if known) and after, and the
 * outcome; and one when the lists of a change begin to be set, and when that has ended: its user, its approver, with whose
 * right, and how many lists are in which state. If the file cannot be written or opened again, the service continues: the failure is logged, writing is
 * retried, and the recovery is logged.
 */
export class AuditFile {
  readonly #path: string;
  readonly #report: Observe;
  readonly #lines: LineWriter;
  #handle: FileHandle;
  #writeFailure: string | undefined;
  #openFailure: string | undefined;
  #reported = false;
  #retry: NodeJS.Timeout | undefined;

  private constructor(path: string, report: Observe, handle: FileHandle, mostBytes: number) {
    this.#path = path;
    this.#report = report;
    this.#handle = handle;
    this.#lines = new LineWriter({
      write: async (bytes) => (await this.#handle.write(bytes)).bytesWritten,
      mostBytes,
      collectMs: 0,
      retryMs,
      lost: () => {
        report({ kind: 'audit-lines-lost', lines: 1 });
      },
      failing: (cause) => {
        this.#writeFailure = cause;
        this.#reportState();
      },
      working: () => {
        this.#writeFailure = undefined;
        this.#reportState();
      },
    });
  }

  /**
   * @param mostBytes how many bytes may wait while the file cannot be written
   * @throws the system's error if the file cannot be opened for appending
   */
  static async open(path: string, report: Observe, mostBytes = mostWaitingBytes): Promise<AuditFile> {
    const audit = new AuditFile(path, report, await openToAppend(path), mostBytes);
    // An earlier process may have ended in the middle of a line, because the disk was full. The next line must not be
    // appended to that line.
    if (await endsWithinLine(path)) audit.#lines.add('\n');
    return audit;
  }

  readonly observe: Observe = (observation: Observation) => {
    const { kind, ...facts } = observation;
    if (kind !== 'write' && kind !== 'change-carried') return;
    this.#lines.add(`${JSON.stringify({ time: new Date().toISOString(), event: kind, ...facts, span: undefined })}\n`);
  };

  /** Opens the file again, for log rotation. Lines that wait are written to the new file. */
  async reopen(): Promise<void> {
    clearTimeout(this.#retry);
    // If the old file has only a part of a line, the rest is written there too, if possible.
    await this.#lines.flush(longestFlushMs);
    await this.#lines.whileNothingIsWritten(() => this.#openAgain());
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    await this.#lines.flush(longestFlushMs);
    const { waiting } = this.#lines;
    if (waiting > 0) this.#report({ kind: 'audit-lines-lost', lines: waiting });
    await this.#handle.close().catch(() => undefined);
  }

  async #openAgain(): Promise<void> {
    const before = this.#handle;
    try {
      const next = await openToAppend(this.#path);
      if (!(await isSameFile(before, next))) this.#lines.restartLine();
      this.#handle = next;
      this.#openFailure = undefined;
      await before.close().catch(() => undefined);
    } catch (thrown) {
      this.#openFailure = (thrown as NodeJS.ErrnoException).code ?? 'unknown';
      this.#retry = setTimeout(() => void this.reopen(), retryMs).unref();
    }
    this.#reportState();
  }

  #reportState(): void {
    const cause = this.#openFailure ?? this.#writeFailure;
    if ((cause !== undefined) === this.#reported) return;
    this.#reported = cause !== undefined;
    this.#report({ kind: 'audit-file', state: this.#reported ? 'failing' : 'recovered', cause });
  }
}

/** Opens a file so that a write never waits, even if it is a pipe. */
function openToAppend(path: string): Promise<FileHandle> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK } = constants;
  return open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o640);
}

async function endsWithinLine(path: string): Promise<boolean> {
  let reader: FileHandle | undefined;
  try {
    reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await reader.stat();
    if (!stat.isFile() || stat.size === 0) return false;
    const { buffer } = await reader.read(Buffer.alloc(1), 0, 1, stat.size - 1);
    return buffer[0] !== lineBreak;
  } catch {
    // The file may allow only writing.
    return false;
  } finally {
    await reader?.close();
  }
}

const lineBreak = 0x0a;

async function isSameFile(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [{ dev, ino }, of] = await Promise.all([one.stat(), other.stat()]);
  return dev === of.dev && ino === of.ino;
}
