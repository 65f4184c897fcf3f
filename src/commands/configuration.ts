import { type Config, ConfigProblems, readConfig } from '../config/config.js';
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

/** @returns the problems of a configuration in words for the terminal; any other error unchanged */
export function asFailure(thrown: unknown): unknown {
  if (!(thrown instanceof ConfigProblems)) return thrown;
  const { problems } = thrown;
  const title = problems.length === 1 ? 'a problem' : 'problems';
  return new Failure(`the configuration has ${title}:\n  ${problems.join('\n  ')}`);
}
