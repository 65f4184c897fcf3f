import { ConfigProblems, readConfig } from '../../src/config/config.js';

export const noDotenv = '';

/** The smallest valid environment of the service. */
export const least = {
  AXL_URL: 'https://cucm.example.com:8443/axl/',
  AXL_USERNAME: 'axl',
  AXL_PASSWORD: 'axl-Secret-1',
  AUTH_USERNAME: 'caller',
  AUTH_PASSWORD: 'caller-Secret-2',
};

export const bcryptEntry = 'me:$2y$05$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234';

/** Reads the smallest environment with some changes. */
export function read(changes: NodeJS.ProcessEnv = {}) {
  return readConfig({ ...least, ...changes }, noDotenv);
}

/** The smallest environment without some variables. */
export function without(...names: (keyof typeof least)[]) {
  return Object.fromEntries(Object.entries(least).filter(([name]) => !names.includes(name as keyof typeof least)));
}

/** @returns the problems that keep the service from starting; empty if it starts */
export function problemsOf(environment: NodeJS.ProcessEnv, dotenvFile = noDotenv): readonly string[] {
  try {
    readConfig(environment, dotenvFile);
  } catch (thrown) {
    if (thrown instanceof ConfigProblems) return thrown.problems;
    throw thrown;
  }
  return [];
}

export function problemsWith(changes: NodeJS.ProcessEnv): readonly string[] {
  return problemsOf({ ...least, ...changes });
}
