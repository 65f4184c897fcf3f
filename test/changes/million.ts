import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChangeFilter } from '../../src/changes/store/change-filter.js';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import { openChangeStore } from '../support/open-changes.js';
import { changed, dial, intention, phoneNamed } from '../support/changes.js';
import { filling } from './filling.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';

/** The speed of the history with a million changes of 10,000 phones, in each store. */

const changes = 1_000_000;
const list = JSON.stringify(Array.from({ length: 5 }, (_, place) => dial(place, '20010', 'Somebody')));

/** Both dialects accept this, with their differences inserted. */
const fill = (prefix: string, numbers: string) => `
  ${filling({ prefix, numbers, user: `'user' || (n % 50)`, device: 'n % 10000', list })};
  INSERT INTO ${prefix}history_number (number, change, position)
  SELECT CAST(2000 + sequence % 5000 AS text), sequence, 0 FROM ${prefix}history_change`;

const filters: readonly (readonly [string, ChangeFilter])[] = [
  ['the newest of all', {}],
  ['the newest of one phone', { device: phoneNamed('SEP4711') }],
  ['the newest of one user', { user: 'user7' }],
  ['the newest of one number', { number: '2345' }],
  ['of the last 100 s', { since: new Date(1_000_000 * 100 - 100_000) }],
  ['of one user, the last 100 s', { user: 'user7', since: new Date(1_000_000 * 100 - 100_000) }],
  ['of one user and one phone', { user: 'user7', device: phoneNamed('SEP4711') }],
  ['of one user, since ever', { user: 'user7', since: new Date(0) }],
  ['before the newest 5000', { until: new Date(995_000 * 100) }],
  ['with a text that no change has', { search: 'nothing' }],
  ['since ever', { since: new Date(0) }],
  ['a page in the middle', { before: '500000' }],
];

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

async function timed(work: () => Promise<unknown>, times: number): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return median(took);
}

const say = (store: string, what: string, ms: number): void => {
  process.stdout.write(`${store.padEnd(12)}${what.padEnd(32)}${ms.toFixed(2).padStart(10)} ms\n`);
};

async function measure(name: string, place: DatabaseOptions): Promise<void> {
  const began = performance.now();
  const store = await openChangeStore(place);
  say(name, 'start', performance.now() - began);
  for (const [what, filter] of filters) say(name, what, await timed(() => store.list(filter, 50), 21));
  const ids: string[] = [];
  const begin = async () => ids.push((await store.begin(intention())).number);
  say(name, 'begin', await timed(begin, 101));
  say(name, 'settle', await timed(() => store.settle(ids.pop() ?? '', changed), 101));
  say(name, 'delete 200', await timed(() => store.deleteOlderThan(new Date(1_000_000 * 100), 200), 5));
  await store.close();
}

const folder = mkdtempSync(path.join(tmpdir(), 'million-'));
const file = path.join(folder, 'history.db');
try {
  const place: DatabaseOptions = { store: 'sqlite', path: file, retentionDays: 400 };
  await (await openChangeStore(place)).close();
  const numbers = `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${changes}) SELECT n FROM c)`;
  // In its own process, so that the lock of the file is released.
  const script = `const L = require('libsql'); new L(process.argv[1]).exec('BEGIN;' + process.argv[2] + ';COMMIT')`;
  const filled = spawnSync(process.execPath, ['-e', script, file, fill('', numbers)], { encoding: 'utf8' });
  if (filled.status !== 0) throw new Error(filled.stderr);
  await measure('SQLite', place);
} finally {
  rmSync(folder, { recursive: true });
}

if (!lacksPostgres()) {
  const server = await PostgresServer.start();
  try {
    const place = await server.database();
    await (await openChangeStore(place)).close();
    const numbers = `(SELECT n FROM generate_series(1, ${changes}) AS n)`;
    await server.query(fill('axl_phone_proxy.', numbers), place.database);
    await server.query('ANALYZE', place.database);
    await measure('PostgreSQL', place);
  } finally {
    await server.remove();
  }
}
