import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lacksPostgres } from '../support/postgres-server.js';
import { check } from './checks.js';
import { oracle } from './oracle.js';
import type { Records } from './records.js';

const usage =
  'usage: npm run oracle -- [--seed NUMBER] [--changes 60] [--actors 8] [--store sqlite|postgres]\n' +
  '       npm run oracle -- --records FILE\n' +
  'Without --store: two instances with PostgreSQL where it is installed, otherwise one with SQLite.\n';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    changes: { type: 'string', default: '60' },
    actors: { type: 'string', default: '8' },
    store: { type: 'string', default: lacksPostgres() ? 'sqlite' : 'postgres' },
    records: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
process.exit(values.records === undefined ? await run() : again(values.records));

/** @returns the exit code */
async function run(): Promise<number> {
  const [changes, actors, seed] = [values.changes, values.actors, values.seed ?? Math.random() * 1e9].map((one) =>
    Math.floor(Number(one)),
  );
  const { store } = values;
  const isRight = changes && actors && changes > 0 && actors > 0 && seed !== undefined && !Number.isNaN(seed);
  if (!isRight || (store !== 'sqlite' && store !== 'postgres')) {
    process.stderr.write(usage);
    return 2;
  }
  return told(await oracle({ seed, changes, actors, store }, print));
}

/** Compares the records of an earlier run. @returns the exit code */
function again(file: string): number {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Omit<Records, 'foreign'> & { readonly foreign: string[] };
  return told(check({ ...kept, foreign: new Set(kept.foreign) }));
}

function told(faults: readonly string[]): number {
  for (const fault of faults) print(fault);
  return faults.length === 0 ? 0 : 1;
}
