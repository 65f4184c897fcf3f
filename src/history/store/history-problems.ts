import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The store cannot do something now. The cause is a short word for the log, such as a system error code. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';
  override readonly cause: string;

  constructor(cause: string) {
    super(`the history of changes is not available (${cause})`);
    this.cause = cause;
  }
}

/** A `begin` without an answer: the change may be stored, now or a moment later. */
export class BeginUnanswered extends HistoryUnavailable {
  /**
   * @param id of the change, if it is stored
   * @param keepAsUnsent stores the change as `history-unavailable`, whether or not `begin` has stored it. After that,
   * `begin` cannot store it as in progress any more. Rejects like the methods of the store. It may be called again
   */
  constructor(
    cause: string,
    readonly id: string,
    readonly keepAsUnsent: () => Promise<void>,
  ) {
    super(cause);
  }
}

/** A change names a run that does not exist any more; nothing of the change is stored. */
export class RunGone extends Error {
  override readonly name = 'RunGone';
}

/** The code of this error from a store's thread. */
export const runGone = 'run gone';

/** A store that cannot be used until someone fixes something. The message names HISTORY_URL, but not its value. */
export class HistoryUnusable extends Error {
  override readonly name = 'HistoryUnusable';

  /** @param problem the text after the variable's name */
  constructor(readonly problem: string) {
    super(`HISTORY_URL ${problem}`);
  }
}

/** @returns the error if a store's package, or its binary, is missing */
export function driverMissing(name: 'libsql' | 'pg'): HistoryUnusable {
  // package.json is read only here, because usually the optional package is installed.
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = require('#package.json') as {
    readonly optionalDependencies: Readonly<Record<'libsql' | 'pg', string>>;
  };
  const itself = path.dirname(require.resolve('#package.json'));
  const line = ['npm install', ...optionsToInstallAt(itself), `${name}@${optionalDependencies[name]}`].join(' ');
  return new HistoryUnusable(
    `needs the optional package ${name}, which cannot be loaded here; install it with: ${line}`,
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
