import { type FileContents, WatchedFiles } from '../files/watched-files.js';
import type { Observe } from '../observability/observations.js';
import { type HtpasswdEntries, parseHtpasswd } from './password-source.js';

/** How often the file is read, in milliseconds: a user who was removed is refused within two seconds. */
const readEveryMs = 1_000;
/** How many unusable lines are logged one by one. If there are more, their number is logged. */
const mostProblemsTold = 10;

/**
 * An htpasswd file that is read again while the service runs. Only users who are in it now are accepted. Lines that
 * cannot be used are logged, and the other lines count. If the file is missing, there are no users.
 */
export class HtpasswdFile {
  readonly #file: WatchedFiles;
  #entries: HtpasswdEntries = new Map();
  /** What cannot be used in the file; undefined if everything can be used. */
  #cause: string | undefined;

  /** @throws the system's error if the file cannot be read */
  constructor(path: string) {
    this.#file = new WatchedFiles([path]);
    this.#takeUp(this.#file.contents);
  }

  /** The users who are in the file now. */
  get entries(): HtpasswdEntries {
    return this.#entries;
  }

  /**
   * Logs what cannot be used in the file, and from now on uses the file's changes.
   * @param changed is called after each change
   */
  watch(observe: Observe, changed: () => void): void {
    if (this.#cause !== undefined) observe({ kind: 'htpasswd', state: 'unusable', cause: this.#cause });
    this.#file.start((contents) => {
      this.#takeUp(contents);
      changed();
      observe({ kind: 'htpasswd', state: this.#cause === undefined ? 'reloaded' : 'unusable', cause: this.#cause });
    }, readEveryMs);
  }

  close(): void {
    this.#file.close();
  }

  #takeUp([file]: FileContents): void {
    const { entries, problems } = parseHtpasswd(file?.text ?? '');
    this.#entries = entries;
    this.#cause = file?.problem ?? told(problems);
  }
}

function told(problems: readonly string[]): string | undefined {
  if (problems.length === 0) return undefined;
  const more = problems.length - mostProblemsTold;
  return problems.slice(0, mostProblemsTold).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
