import { type Config, ConfigProblems, readConfig } from '../config/config.js';
import { readEnvironmentFile, UnusableEnvironment } from '../config/environment-file.js';
import { Failure } from './terminal.js';

/**
 * Reads the configuration of a command.
 * @throws Failure with every problem of the configuration
 */
export function configOf(environment: NodeJS.ProcessEnv, dotenvFile?: string): Config {
  try {
    return readConfig(environment, dotenvFile);
  } catch (thrown) {
    throw asFailure(thrown);
  }
}

/**
 * Reads the configuration that a service of systemd has, without the variables of this shell and without `.env`.
 * STATE_DIRECTORY is not in that file, because systemd sets it.
 * @param file the file of its EnvironmentFile=; undefined reads the environment
 * @throws Failure
 */
export function configIn(environment: NodeJS.ProcessEnv, file: string | undefined): Config {
  if (file === undefined) return configOf(environment);
  const { STATE_DIRECTORY } = environment;
  try {
    return configOf({ STATE_DIRECTORY, ...readEnvironmentFile(file) }, '');
  } catch (thrown) {
    if (thrown instanceof UnusableEnvironment) throw new Failure(thrown.message);
    throw thrown;
  }
}

/** @returns the problems of a configuration in words for the terminal; any other error unchanged */
export function asFailure(thrown: unknown): unknown {
  if (!(thrown instanceof ConfigProblems)) return thrown;
  const { problems } = thrown;
  const title = problems.length === 1 ? 'a problem' : 'problems';
  return new Failure(`the configuration has ${title}:\n  ${problems.join('\n  ')}`);
}
