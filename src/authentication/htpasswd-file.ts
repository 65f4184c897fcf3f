import { type FileContents, WatchedFiles } from '../files/watched-files.js';
import type { Observe } from '../observability/observations.js';
import { type HtpasswdEntries, parseHtpasswd } from './password-source.js';

/** How often the file is read, in milliseconds: who is gone from it is out within two seconds. */
const readEveryMs = 1_000;
/** So many lines that cannot be used are told; of more, how many there are. */
const mostProblemsTold = 10;

/**
 * An htpasswd file whose changes take effect while running. Only who stands in it now gets in: lines that can be
 * used count beside others, which are told, and if there is no file there is no one.
 */
export class HtpasswdFile {
  readonly #file: WatchedFiles;
  #entries: HtpasswdEntries = new Map();
  /** What of the file cannot be used, if anything. */
  #cause: string | undefined;

  /** @throws the system's error when the file cannot be read */
  constructor(path: string) {
    this.#file = new WatchedFiles([path]);
    this.#takeUp(this.#file.contents);
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
