import { type FileHandle, open } from 'node:fs/promises';
import type { Observation, Observe } from './observations.js';

/** Lines kept while the file cannot be written; every line is in the log as well. */
const mostPending = 10_000;

/**
 * Writes a line of JSON for each write to a phone: who, which phone, the list before (when known) and after, and the
 * outcome. A file that cannot be written does not stop the service; it is reported once, and again when it works.
 */
export class AuditFile {
  #pending: string[] = [];
  /** What is left of lines whose writing has begun: a disk that is full takes a part, and gets the rest later. */
  #unwritten = Buffer.alloc(0);
  #writing: Promise<void> | undefined;
  #failing = false;

  private constructor(
    private readonly path: string,
    private readonly report: Observe,
    private handle: FileHandle,
  ) {}

  /** @throws the system's error when the file cannot be opened for appending */
  static async open(path: string, report: Observe): Promise<AuditFile> {
    return new AuditFile(path, report, await open(path, 'a', 0o640));
  }

  readonly observe: Observe = (observation: Observation) => {
    if (observation.kind !== 'write') return;
    const { kind, ...facts } = observation;
    if (this.#pending.length >= mostPending) this.#pending.shift();
    this.#pending.push(`${JSON.stringify({ time: new Date().toISOString(), event: kind, ...facts })}\n`);
    this.#flush();
  };

  /** Opens the file anew, for log rotation. Lines that wait are written to the new file. */
  async reopen(): Promise<void> {
    await this.#writing;
    const before = this.handle;
    try {
      this.handle = await open(this.path, 'a', 0o640);
    } catch (thrown) {
      this.#failed(thrown);
      return;
    }
    await before.close().catch(() => undefined);
    this.#flush();
  }

  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
    await this.handle.close().catch(() => undefined);
  }

  #flush(): void {
    if (this.#pending.length + this.#unwritten.length > 0) this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#pending.length + this.#unwritten.length > 0) {
        if (this.#unwritten.length === 0) this.#unwritten = Buffer.from(this.#pending.splice(0).join(''));
        const { bytesWritten } = await this.handle.write(this.#unwritten);
        this.#unwritten = this.#unwritten.subarray(bytesWritten);
        this.#worked();
      }
    } catch (thrown) {
      this.#failed(thrown);
    } finally {
      this.#writing = undefined;
    }
  }

  #worked(): void {
    if (!this.#failing) return;
    this.#failing = false;
    this.report({ kind: 'audit-file', state: 'recovered', cause: undefined });
  }

  #failed(thrown: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.report({ kind: 'audit-file', state: 'failing', cause: (thrown as NodeJS.ErrnoException).code });
  }
}
