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
    this.#pending.push(JSON.stringify({ time: new Date().toISOString(), event: kind, ...facts }));
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
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#pending.length > 0) {
      const lines = this.#pending;
      this.#pending = [];
      try {
        await this.handle.appendFile(lines.map((line) => `${line}\n`).join(''));
      } catch (thrown) {
        this.#pending = [...lines, ...this.#pending].slice(-mostPending);
        this.#failed(thrown);
        return;
      }
      if (this.#failing) this.report({ kind: 'audit-file', state: 'recovered', cause: undefined });
      this.#failing = false;
    }
  }

  #failed(thrown: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.report({ kind: 'audit-file', state: 'failing', cause: (thrown as NodeJS.ErrnoException).code });
  }
}
