import { readFileSync } from 'node:fs';
import { HistoryUnusable } from './history-problems.js';

const { optionalDependencies } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  readonly optionalDependencies: Readonly<Record<'libsql' | 'pg', string>>;
};

/** @returns what to say where a store's package, or the binary that belongs to it, is not there */
export function driverMissing(name: 'libsql' | 'pg'): HistoryUnusable {
  const line = `npm install ${name}@${optionalDependencies[name]}`;
  return new HistoryUnusable(
    `needs the optional package ${name}, which cannot be loaded here; install it with: ${line}`,
  );
}
