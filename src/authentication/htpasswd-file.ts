import { readFileSync } from 'node:fs';
import type { Observe } from '../observability/observations.js';
import { type HtpasswdEntries, parseHtpasswd } from './password-source.js';

/** How often the file is read, in milliseconds. */
const readEveryMs = 1_000;
/** So many lines that cannot be used are told; of more, how many there are. */
const mostFaultsTold = 10;

/** What a file held when it was read: its text, or why it could not be read. */
interface Content {
  readonly text: string;
  readonly fault: string | undefined;
}

/**
 * An htpasswd file whose changes are taken up while running. Only who stands in it now gets in: lines that can be
 * used count beside others, which are told, and where there is no file there is nobody. The text itself is compared:
 * times of change are too coarse to tell every change, and miss those made during the start.
 */
export class HtpasswdFile {
  #entries: HtpasswdEntries;
  #content: Content;
  #timer: NodeJS.Timeout | undefined;

  /** @throws the system's error when the file cannot be read */
  constructor(private readonly path: string) {
    this.#content = { text: readFileSync(path, 'utf8'), fault: undefined };
    this.#entries = parseHtpasswd(this.#content.text).entries;
  }

  /** The users who are in the file now. */
  get entries(): HtpasswdEntries {
    return this.#entries;
  }

  /**
   * Says what of the file cannot be used, and takes up its changes from now on.
   * @param changed told after each change
   */
  watch(observe: Observe, changed: () => void): void {
    const cause = this.#takeUp();
    if (cause !== undefined) observe({ kind: 'htpasswd', state: 'unusable', cause });
    this.#timer = setInterval(() => {
      const before = this.#content;
      this.#content = contentOf(this.path);
      if (this.#content.text === before.text && this.#content.fault === before.fault) return;
      const cause = this.#takeUp();
      changed();
      observe({ kind: 'htpasswd', state: cause === undefined ? 'reloaded' : 'unusable', cause });
    }, readEveryMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** @returns what of the file cannot be used, if anything */
  #takeUp(): string | undefined {
    const { entries, faults } = parseHtpasswd(this.#content.text);
    this.#entries = entries;
    return this.#content.fault ?? told(faults);
  }
}

function contentOf(path: string): Content {
  try {
    return { text: readFileSync(path, 'utf8'), fault: undefined };
  } catch (thrown) {
    return { text: '', fault: (thrown as NodeJS.ErrnoException).code ?? 'unreadable' };
  }
}

function told(faults: readonly string[]): string | undefined {
  if (faults.length === 0) return undefined;
  const more = faults.length - mostFaultsTold;
  return faults.slice(0, mostFaultsTold).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
