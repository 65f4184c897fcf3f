import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The store cannot do something now. The cause is a short word for the log, such as a system error code. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  override readonly cause: string;
  /** Whether the store may have done it, now or a moment later, although there was no answer. */
  readonly mayBeDone: boolean;

  constructor(cause: string, mayBeDone = false) {
    super(`the store is not available (${cause})`);
    this.cause = cause;
    this.mayBeDone = mayBeDone;
  }
}

/** A store that cannot be used until someone fixes something. It shows nothing of the value of DATABASE_URL. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  /** @param problem whole sentences */
  constructor(readonly problem: string) {
    super(problem);
  }
}

/** What is wrong with a SQLite file, by the code of the driver's error or the system's; and what to try first. */
const fileProblems: readonly (readonly [code: RegExp, problem: string, first: string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'is open in another process, and only one can use it', 'stop that process'],
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'has no room, because its disk is full', 'free some space'],
  [/^SQLITE_(NOTADB|CORRUPT)/, 'is not a SQLite file or is damaged, and is left unchanged', 'restore its backup'],
  [/^EISDIR/, 'is not a file', 'remove it'],
  [/^/, 'cannot be written', 'let this user write the file and its folder'],
];

/** @returns why a SQLite file cannot be used, and the ways out, for the administrator */
export function fileProblem(path: string, code: string): string {
  const [, problem, first] = fileProblems.find(([pattern]) => pattern.test(code)) ?? [];
  return (
    `The database ${path} ${problem ?? ''} (${code}): ${first ?? ''}, set DATA_DIR to another folder, ` +
    'or set DATABASE_URL to another database (sqlite:PATH, postgres://…) or to off, which keeps no history'
  );
}

/** @returns whether a store's package is installed, with its binary for this machine */
export function canLoad(name: 'libsql' | 'pg'): Promise<boolean> {
  return import(name).then(
    () => true,
    () => false,
  );
}

/** @returns the error if a store's package, or its binary, is missing */
export function driverMissing(name: 'libsql' | 'pg'): StoreUnusable {
  // package.json is read only here, because usually the package is installed.
  const require = createRequire(import.meta.url);
  const { dependencies, optionalDependencies } = require('#package.json') as Readonly<
    Record<'dependencies' | 'optionalDependencies', Readonly<Record<string, string>>>
  >;
  const release = { ...dependencies, ...optionalDependencies }[name] ?? 'latest';
  const itself = path.dirname(require.resolve('#package.json'));
  const line = ['npm install', ...optionsToInstallAt(itself), `${name}@${release}`].join(' ');
  const [database, others] = name === 'pg' ? ['PostgreSQL', 'sqlite:PATH'] : ['a SQLite file', 'postgres://…'];
  return new StoreUnusable(
    `The package ${name}, which ${database} needs, cannot be loaded here: set DATABASE_URL to ${others} or off, ` +
      `or install it with: ${line}`,
  );
}

/**
 * @param itself the folder of this package: a clone, or in the node_modules of a project or of npm's global packages
 * @returns the options for npm to install another package where this one finds it
 */
export function optionsToInstallAt(itself: string): string[] {
  const modules = path.dirname(itself);
  const project = path.basename(modules) === 'node_modules' ? path.dirname(modules) : itself;
  if (project === realpathSync('.')) return [];
  if (existsSync(path.join(project, 'package.json'))) return ['--prefix', quoted(project)];
  // Global packages are in lib/ of npm's prefix; on Windows, in the prefix itself.
  return ['--global', '--prefix', quoted(path.basename(project) === 'lib' ? path.dirname(project) : project)];
}

function quoted(folder: string): string {
  return /\s/.test(folder) ? `"${folder}"` : folder;
}
