import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The store cannot do something now. Its cause is a short word for the log, such as a system's error code. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';
  override readonly cause: string;

  constructor(cause: string) {
    super(`the history of changes is not available (${cause})`);
    this.cause = cause;
  }
}

/** A `begin` that got no answer: the change may be kept, or be kept a moment later. */
export class BeginUnanswered extends HistoryUnavailable {
  /**
   * @param id of the change, if it is kept
   * @param keepAsUnsent keeps the change as `history-unavailable`, whatever became of its beginning; it cannot be in
   *   progress any more then, and cannot become it. Rejects as the methods of the store do; once more does no harm
   */
  constructor(
    cause: string,
    readonly id: string,
    readonly keepAsUnsent: () => Promise<void>,
  ) {
    super(cause);
  }
}

/** A change names a run that is not there any more; nothing of the change is kept. */
export class RunGone extends Error {
  override readonly name = 'RunGone';
}

/** The code by which a store's thread says that. */
export const runGone = 'run gone';

/** A store that cannot be used until someone fixes something. The message names HISTORY_URL, but not its value. */
export class HistoryUnusable extends Error {
  override readonly name = 'HistoryUnusable';

  /** @param problem what follows the variable's name */
  constructor(readonly problem: string) {
    super(`HISTORY_URL ${problem}`);
  }
}

/** @returns what to say where a store's package, or the binary that belongs to it, is not there */
export function driverMissing(name: 'libsql' | 'pg'): HistoryUnusable {
  // Read when it is needed: who has the package never needs it.
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
 * @returns the options of npm that put another package where this one finds it
 */
export function optionsToInstallAt(itself: string): string[] {
  const modules = path.dirname(itself);
  const project = path.basename(modules) === 'node_modules' ? path.dirname(modules) : itself;
  if (project === realpathSync('.')) return [];
  if (existsSync(path.join(project, 'package.json'))) return ['--prefix', quoted(project)];
  // The global packages are in lib/ of npm's prefix, but on Windows in the prefix itself.
  return ['--global', '--prefix', quoted(path.basename(project) === 'lib' ? path.dirname(project) : project)];
}

function quoted(folder: string): string {
  return /\s/.test(folder) ? `"${folder}"` : folder;
}
