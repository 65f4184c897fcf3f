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

/** A store that cannot be used until someone fixes something. The message names HISTORY_URL, but not its value. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';

  /** @param problem the text after the variable's name */
  constructor(readonly problem: string) {
    super(`HISTORY_URL ${problem}`);
  }
}

/** @returns the error if a store's package, or its binary, is missing */
export function driverMissing(name: 'libsql' | 'pg'): StoreUnusable {
  // package.json is read only here, because usually the optional package is installed.
  const require = createRequire(import.meta.url);
  const { optionalDependencies } = require('#package.json') as {
    readonly optionalDependencies: Readonly<Record<'libsql' | 'pg', string>>;
  };
  const itself = path.dirname(require.resolve('#package.json'));
  const line = ['npm install', ...optionsToInstallAt(itself), `${name}@${optionalDependencies[name]}`].join(' ');
  return new StoreUnusable(`needs the optional package ${name}, which cannot be loaded here; install it with: ${line}`);
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
