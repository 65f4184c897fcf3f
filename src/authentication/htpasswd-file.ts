import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Observe } from '../observability/observations.js';
import { type HtpasswdEntries, parseHtpasswd } from './password-source.js';

/** How often the file is looked at, in milliseconds. */
const lookEveryMs = 1_000;

/** An htpasswd file whose changes are taken up while running; a change that cannot be used leaves what was. */
export class HtpasswdFile {
  #entries: HtpasswdEntries;

  /** @param changed told after each change that was taken up */
  constructor(
    private readonly path: string,
    private readonly observe: Observe,
    private readonly changed: () => void,
  ) {
    this.#entries = parseHtpasswd(readFileSync(path, 'utf8')).entries;
    watchFile(path, { interval: lookEveryMs, persistent: false }, this.#reload);
  }

  get entries(): HtpasswdEntries {
    return this.#entries;
  }

  close(): void {
    unwatchFile(this.path, this.#reload);
  }

  readonly #reload = (): void => {
    const { entries, fault } = this.#read();
    if (fault !== undefined) {
      this.observe({ kind: 'htpasswd', state: 'unusable', cause: fault });
      return;
    }
    this.#entries = entries;
    this.changed();
    this.observe({ kind: 'htpasswd', state: 'reloaded', cause: undefined });
  };

  #read(): { entries: HtpasswdEntries; fault: string | undefined } {
    try {
      const { entries, faults } = parseHtpasswd(readFileSync(this.path, 'utf8'));
      return { entries, fault: faults[0] };
    } catch (thrown) {
      return { entries: new Map(), fault: (thrown as NodeJS.ErrnoException).code ?? 'unreadable' };
    }
  }
}
