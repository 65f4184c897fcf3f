import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Observe } from '../../observability/observations.js';

/** The content codings of a stored file, smallest first, with the file extensions of the build. */
const endings = { br: '.br', gzip: '.gz' } as const;

export type Coding = keyof typeof endings;

export const codings = Object.keys(endings) as readonly Coding[];

/** A file's content, as it is sent. */
export interface Content {
  readonly bytes: Buffer;
  /** A strong tag: it changes with the bytes. */
  readonly etag: string;
}

export interface ConsoleFile {
  readonly plain: Content;
  readonly compressed: ReadonlyMap<Coding, Content>;
}

/** All files of the console, by their names below `/console/`: `assets/index-Dnhu0Don.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

const packageFolder = path.dirname(createRequire(import.meta.url).resolve('#package.json'));
const builtFolder = path.join(packageFolder, 'dist', 'console', path.sep);

/** The name of the page, which loads the others. */
export const pageName = 'index.html';

/**
 * @param idleMinutes after how many minutes without mouse or keyboard the page signs its user out
 * @returns the files of the console; undefined, with a warning, if it was not built
 */
export function openConsole(idleMinutes: number, observe: Observe, folder = builtFolder): ConsoleFiles | undefined {
  const files = readConsoleFiles(folder, idleMinutes);
  if (!files) {
    const text = `the console is off, because its files are not in ${folder}: run npm run build`;
    observe({ kind: 'warning', text: `${text}, or set CONSOLE=off` });
  }
  return files;
}

/**
 * Reads the files that the build has made from `web/`.
 * @param folder the folder with the files
 * @param idleMinutes is written into the page
 * @returns undefined if the files do not exist
 */
export function readConsoleFiles(folder: string, idleMinutes: number): ConsoleFiles | undefined {
  const found = namesIn(folder);
  if (!found.includes(pageName)) return undefined;
  const isCompressed = (name: string): boolean => codings.some((coding) => name.endsWith(endings[coding]));
  const names = found.filter((name) => !isCompressed(name) && name !== pageName);
  const read = (name: string): Content => contentOf(readFileSync(path.join(folder, name)));
  const files = names.map((name): [string, ConsoleFile] => {
    const kept = codings.filter((coding) => found.includes(name + endings[coding]));
    const compressed = new Map(kept.map((coding) => [coding, read(name + endings[coding])]));
    return [name, { plain: read(name), compressed }];
  });
  const page = pageWith(readFileSync(path.join(folder, pageName), 'utf8'), idleMinutes);
  return new Map([[pageName, { plain: contentOf(Buffer.from(page)), compressed: new Map() }], ...files]);
}

/** @returns an empty list if the folder does not exist */
function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) =>
      path.relative(folder, path.join(parentPath, name)).split(path.sep).join('/'),
    );
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

function contentOf(bytes: Buffer): Content {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function pageWith(page: string, idleMinutes: number): string {
  return page.replace(/(<meta name="idle-minutes" content=")\d+(")/, `$1${idleMinutes}$2`);
}
