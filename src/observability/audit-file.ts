import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { LineWriter } from './line-writer.js';
import type { Observation, Observe } from './observations.js';

/** What may wait while the file cannot be written, in bytes; every line is in the log as well. */
const mostWaitingBytes = 8 * 1024 * 1024;
/** How long after a failure the next try comes, in milliseconds. */
const retryMs = 1_000;
/** The longest that closing it waits for what is not written yet, in milliseconds. */
const longestFlushMs = 1_000;

/**
 * Writes a line of JSON for each write to a phone: who, which phone, the list before (when known) and after, and the
 * outcome. A file that cannot be written or opened again does not stop the service: it is reported, tried again by
 * itself, and reported again when it works.
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
   * @param mostBytes what may wait while the file cannot be written
   * @throws the system's error when the file cannot be opened for appending
   */
  static async open(path: string, report: Observe, mostBytes = mostWaitingBytes): Promise<AuditFile> {
    const audit = new AuditFile(path, report, await openToAppend(path), mostBytes);
    // Whoever wrote it before may have ended while the disk was full: the next line must not be added to half a line.
    if (await endsWithinLine(path)) audit.#lines.add('\n');
    return audit;
  }

  readonly observe: Observe = (observation: Observation) => {
    if (observation.kind !== 'write') return;
    const { kind, ...facts } = observation;
    this.#lines.add(`${JSON.stringify({ time: new Date().toISOString(), event: kind, ...facts, span: undefined })}\n`);
  };

  /** Opens the file again, for log rotation. Lines that wait are written to the new file. */
  async reopen(): Promise<void> {
    clearTimeout(this.#retry);
    // A line of which the old file has a part gets its rest there, if it takes it.
    await this.#lines.flush(longestFlushMs);
    await this.#lines.whileNothingIsWritten(() => this.#openAnew());
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    await this.#lines.flush(longestFlushMs);
    const { waiting } = this.#lines;
    if (waiting > 0) this.#report({ kind: 'audit-lines-lost', lines: waiting });
    await this.#handle.close().catch(() => undefined);
  }

  async #openAnew(): Promise<void> {
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

/** Opens a file so that a write to it never waits, should it be a pipe. */
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
    // A file may be there to be written only.
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
