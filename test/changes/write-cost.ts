import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { authorization } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/**
 * Measures the cost of a history for a write. Each write has an If-Match, so it reads the list with and without a
 * history. Writes and disk syncs take turns, so that other work of the machine affects all in the same way.
 */

const rounds = 301;
/** Writes that do not count: code is compiled and connections are opened. */
const warmUp = 30;
const phone = 'SEP00A1B2C30003';

/** The median, and the fastest tenth, which other work of the machine affects less. */
const shares: readonly (readonly [string, number])[] = [
  ['median', 0.5],
  ['fastest tenth', 0.1],
];

const folder = emptyFolder();
const simulator = await spawnSimulator();
const server = lacksPostgres() ? undefined : await PostgresServer.start();
const database = await server?.database();
const histories: Readonly<Record<string, string | undefined>> = {
  'no history': undefined,
  SQLite: `sqlite:${path.join(folder, 'history.db')}`,
  ...(server && database && { PostgreSQL: server.urlOf(database.database) }),
};

const took = new Map<string, number[]>();
const time = async (what: string, work: () => unknown): Promise<void> => {
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  took.set(what, [...(took.get(what) ?? []), ms]);
};

async function write(url: string, round: number): Promise<void> {
  const answer = await fetch(`${url}/speeddials?phone=${phone}`, {
    method: 'POST',
    headers: { authorization: authorization(), 'content-type': 'application/json', 'if-match': '*' },
    body: JSON.stringify([dial(1, String(round)), dial(2, '2002', 'Porter')]),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

try {
  const urls: [string, string][] = [];
  for (const [name, DATABASE_URL] of Object.entries(histories)) {
    const settings = { ...serviceSettings(simulator.url), ...(DATABASE_URL && { DATABASE_URL }) };
    const { url } = await startServiceProcess(settings);
    urls.push([name, url]);
  }
  const file = openSync(path.join(folder, 'sync'), 'w');
  const page = Buffer.alloc(8_192, 1);
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round === 0) took.clear();
    for (const [name, url] of urls) await time(name, () => write(url, round + warmUp));
    await time('sync', () => {
      writeSync(file, page);
      fdatasyncSync(file);
    });
  }
  closeSync(file);
  for (const [share, part] of shares) {
    const of = (what: string): number => {
      const all = [...(took.get(what) ?? [])].sort((a, b) => a - b);
      return all[Math.floor(all.length * part)] ?? NaN;
    };
    const syncs = 2 * of('sync');
    process.stdout.write(
      `a write that reads first, ${share} of ${rounds}; two syncs of this disk: ${syncs.toFixed(2)} ms\n`,
    );
    for (const [name] of urls) {
      const beyond = (of(name) - of('no history') - syncs).toFixed(2);
      const told = name === 'no history' ? '' : `  ${beyond} ms beyond a write without it and two syncs`;
      process.stdout.write(`${name.padEnd(12)}${of(name).toFixed(2).padStart(8)} ms${told}\n`);
    }
  }
} finally {
  await tidy();
  await simulator.stop();
  await server?.remove();
}
