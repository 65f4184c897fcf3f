import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** How often the files are read, in milliseconds. */
const readEveryMs = 2_000;

/** The contents of the files, in order; a file that could not be read has a problem instead. */
export type FileContents = readonly FileContent[];

export interface FileContent {
  readonly text: string;
  /** The system's error code, if the file could not be read. */
  readonly problem: string | undefined;
}

/**
 * Files that belong together, such as a certificate and its key, and that may change while the service runs. Their
 * texts are compared. The times of the files are too coarse to show every change, and do not show that a link now
 * points to another file.
 */
export class WatchedFiles {
  readonly #paths: readonly string[];
  #contents: FileContents;
  #looking: Promise<void> | undefined;
  #closed = false;
  #changed: (contents: FileContents) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * Reads the files. If others read them after this, each later change is reported to them.
   * @throws the system's error if one cannot be read
   */
  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#contents = paths.map((path) => ({ text: readFileSync(path, 'utf8'), problem: undefined }));
  }

  /** @param changed is called with the contents after each change */
  start(changed: (contents: FileContents) => void, everyMs = readEveryMs): void {
    this.#changed = changed;
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look(false);
    }, everyMs).unref();
  }

  /** The contents at the last reading. */
  get contents(): FileContents {
    return this.#contents;
  }

  /** Reads the files now, and reports them even if they have not changed. */
  async look(): Promise<void> {
    while (this.#looking) await this.#looking;
    this.#looking = this.#look(true);
    await this.#looking;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  async #look(always: boolean): Promise<void> {
    const contents = await Promise.all(this.#paths.map(contentOf));
    this.#looking = undefined;
    const before = this.#contents;
    this.#contents = contents;
    if (!this.#closed && (always || !areSame(before, contents))) this.#changed(contents);
  }
}

async function contentOf(path: string): Promise<FileContent> {
  try {
    return { text: await readFile(path, 'utf8'), problem: undefined };
  } catch (thrown) {
    return { text: '', problem: (thrown as NodeJS.ErrnoException).code ?? 'unreadable' };
  }
}

/** @returns whether nothing has changed between two readings */
export function areSame(before: FileContents, now: FileContents): boolean {
  return now.every(({ text, problem }, index) => before[index]?.text === text && before[index].problem === problem);
}
