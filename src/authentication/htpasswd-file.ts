import { readFileSync } from 'node:fs';
import type { Observe } from '../observability/observations.js';
import { type HtpasswdEntries, parseHtpasswd } from './password-source.js';

/** How often the file is read, in milliseconds. */
const readEveryMs = 1_000;

/** What a file held when it was read: its text, or why it could not be read. */
interface Content {
  readonly text: string;
  readonly fault: string | undefined;
}

/**
 * An htpasswd file whose changes are taken up while running; a change that cannot be used leaves what was. The text
 * itself is compared: times of change are too coarse to tell every change, and miss those made during the start.
 */
export class HtpasswdFile {
  #entries: HtpasswdEntries;
  #content: Content;
  readonly #timer: NodeJS.Timeout;

  /**
   * @param changed told after each change that was taken up
   * @throws the system's error when the file cannot be read
   */
  constructor(
    private readonly path: string,
    private readonly observe: Observe,
    private readonly changed: () => void,
  ) {
    const text = readFileSync(path, 'utf8');
    this.#content = { text, fault: undefined };
    this.#entries = parseHtpasswd(text).entries;
    this.#timer = setInterval(() => {
      this.#look();
    }, readEveryMs).unref();
  }

  get entries(): HtpasswdEntries {
    return this.#entries;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const before = this.#content;
    this.#content = contentOf(this.path);
    if (this.#content.text === before.text && this.#content.fault === before.fault) return;
    const { entries, faults } = parseHtpasswd(this.#content.text);
    const fault = this.#content.fault ?? faults[0];
    if (fault !== undefined) {
      this.observe({ kind: 'htpasswd', state: 'unusable', cause: fault });
      return;
    }
    this.#entries = entries;
    this.changed();
    this.observe({ kind: 'htpasswd', state: 'reloaded', cause: undefined });
  }
}

function contentOf(path: string): Content {
  try {
    return { text: readFileSync(path, 'utf8'), fault: undefined };
  } catch (thrown) {
    return { text: '', fault: (thrown as NodeJS.ErrnoException).code ?? 'unreadable' };
  }
}
