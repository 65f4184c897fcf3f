import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from 'bcrypt';
import { Pool } from 'undici';
import { authorization } from '../support/caller.js';
import { describedPhones } from '../support/many-devices.js';
import { lacksPostgres, PostgresServer } from '../support/postgres-server.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/**
 * Tests whether large reads of the inventory delay small ones: 100 callers search and read findings, each something
 * different, while one looks up phones in the inventory. With SQLite, and with PostgreSQL if it is installed. Exits
 * with 1 if a goal is missed.
 */

const phones = 10_000;
const callers = 100;
const seconds = 10;
/** How long a lookup may take with the other reads, at the median and at most, in milliseconds. */
const [mostMedianMs, mostMs] = [50, 500];

const greedy = { name: 'greedy', password: 'asks for much' };
const modest = { name: 'modest', password: 'asks for little' };

const names = Array.from(
  { length: phones },
  (_, phone) => `SEP${(phone + 1).toString(16).toUpperCase().padStart(12, '0')}`,
);
const kept = { 'cache-control': 'max-age=86400, only-if-cached' };

/** Each of them reads all devices or findings, and is requested once. */
const dear = [
  (round: number): string => `/devices/?search=nobody${round}`,
  (round: number): string => `/suggest?text=nobody${round}`,
  (round: number): string => `/findings?dirn=${5_000_000 + round}`,
];

const seed = path.join(emptyFolder(), 'seed.json');
writeFileSync(seed, JSON.stringify(describedPhones(names)));
const logins = path.join(emptyFolder(), 'htpasswd');
const entries = [greedy, modest].map(async ({ name, password }) => `${name}:${await hash(password, 4)}\n`);
writeFileSync(logins, (await Promise.all(entries)).join(''));

interface Measured {
  readonly lookups: readonly number[];
  readonly searches: number;
  /** Answers other than 200; for the searches, 503 is allowed too. */
  readonly wrong: readonly string[];
  readonly busy: number;
}

async function measure(url: string): Promise<Measured> {
  const [searching, looking] = [new Pool(url, { connections: callers }), new Pool(url, { connections: 1 })];
  const ask = async (pool: Pool, caller: typeof greedy, target: string): Promise<number> => {
    const headers = { authorization: authorization(caller), ...kept };
    const { statusCode, body } = await pool.request({ method: 'GET', path: target, headers });
    await body.dump();
    return statusCode;
  };
  const [took, wrong]: [number[], string[]] = [[], []];
  let [searches, busy, round, isOver] = [0, 0, 0, false];
  const search = async (): Promise<void> => {
    while (!isOver) {
      round += 1;
      const target = dear[round % dear.length]?.(round) ?? '';
      const status = await ask(searching, greedy, target);
      if (status === 200) searches += 1;
      else if (status === 503) busy += 1;
      else wrong.push(`${target}: ${status}`);
    }
  };
  const others = Array.from({ length: callers }, search);
  const until = performance.now() + seconds * 1_000;
  for (let place = 0; performance.now() < until; place += 1) {
    const target = `/phone?name=${names[(place * 7_919) % phones] ?? ''}`;
    const began = performance.now();
    const status = await ask(looking, modest, target);
    took.push(performance.now() - began);
    if (status !== 200) wrong.push(`${target}: ${status}`);
  }
  isOver = true;
  await Promise.all(others);
  await Promise.all([searching.close(), looking.close()]);
  return { lookups: took.sort((a, b) => a - b), searches, wrong, busy };
}

async function untilWhole(url: string): Promise<void> {
  for (let isWhole = false; !isWhole;) {
    await pause(200);
    const answer = await fetch(`${url}/inventory`, { headers: { authorization: authorization(modest) } });
    isWhole = ((await answer.json()) as { readonly state?: unknown }).state === 'whole';
  }
}

const server = lacksPostgres() ? undefined : await PostgresServer.start();
const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed });
try {
  const places = {
    SQLite: `sqlite:${path.join(emptyFolder(), 'history.db')}`,
    ...(server && { PostgreSQL: server.urlOf((await server.database()).database) }),
  };
  for (const [store, historyUrl] of Object.entries(places)) {
    const { url, process: running } = await startServiceProcess({
      ...serviceSettings(simulator.url),
      ...{ AXL_TIMEOUT_MS: '60000', REQUEST_DEADLINE_MS: '60000', SHUTDOWN_GRACE_MS: '60000' },
      ...{ AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: logins },
      ...{ DATABASE_URL: historyUrl, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' },
      NODE_OPTIONS: '--max-old-space-size=384',
    });
    await untilWhole(url);
    const { lookups, searches, wrong, busy } = await measure(url);
    running.kill('SIGTERM');
    await running.ended;
    const [median, most] = [lookups[Math.floor(lookups.length / 2)] ?? NaN, lookups.at(-1) ?? NaN];
    const isMet = wrong.length === 0 && searches > 0 && median <= mostMedianMs && most <= mostMs;
    process.stdout.write(
      `${store.padEnd(12)}${lookups.length} look-ups: median ${median.toFixed(1)} ms, at most ${most.toFixed(0)} ms; ` +
        `beside ${callers} callers with ${searches} searches, ${busy} of them told that it is busy: ` +
        `${isMet ? 'met' : `missed (at most ${mostMedianMs} and ${mostMs} ms, no answer but 200) ${wrong.slice(0, 3).join(', ')}`}\n`,
    );
    if (!isMet) process.exitCode = 1;
  }
} finally {
  await tidy();
  await simulator.stop();
  await server?.remove();
}
