import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash } from 'bcrypt';
import { authorization } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { describedPhones } from '../support/many-devices.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';
import { filling } from './filling.js';
import { open, closeStores, sqlite } from './stores.js';

/**
 * Tests whether reads of a SQLite history delay writes: first without readers, then with them. All readers are one user
 * who may only read. Each searches changes of a number by a user, and follows the Link of every page. Exits with 1 if a
 * goal is missed.
 */

const changes = 200_000;
const writers = 24;
const readers = 80;
const secondsOfEach = 10;
/** How long the median write may take with the readers, in milliseconds. */
const mostMs = 250;

/** Every change is of this number. */
const number = '2001';
/** The searched users: one who made every second change, one with one in 50, and one with none. */
const askedFor = ['half', 'user7', 'nobody'];

const list = JSON.stringify(Array.from({ length: 5 }, (_, place) => dial(place, number, 'Somebody')));
const fill = `BEGIN;
  ${filling({
    prefix: '',
    numbers: `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${changes}) SELECT n FROM c)`,
    user: `CASE n % 2 WHEN 0 THEN 'half' ELSE 'user' || (n % 50) END`,
    device: 'n % 10000',
    list,
  })};
  INSERT INTO history_number (number, change, position) SELECT '${number}', sequence, 0 FROM history_change;
  COMMIT`;

/** One for each writer, by the simulator's names. */
const phones = Array.from(
  { length: writers },
  (_, place) => `SEP${(place + 1).toString(16).toUpperCase().padStart(12, '0')}`,
);

const writer = { name: 'writer', password: 'writes all day' };
const reader = { name: 'reader', password: 'reads all day' };

/** The results of the requests of one kind in one phase. */
class Answers {
  readonly #took: number[] = [];
  readonly #refused = new Map<number, number>();
  bytes = 0;

  async of(request: Promise<Response>): Promise<Response> {
    const began = performance.now();
    const answer = await request;
    const body = await answer.arrayBuffer();
    this.#took.push(performance.now() - began);
    this.bytes += body.byteLength;
    if (answer.status !== 200) this.#refused.set(answer.status, (this.#refused.get(answer.status) ?? 0) + 1);
    return answer;
  }

  get areAll200(): boolean {
    return this.#took.length > 0 && this.#refused.size === 0;
  }

  /** @returns the time within which a share of them was answered, in milliseconds */
  faster(part: number): number {
    return [...this.#took].sort((a, b) => a - b)[Math.floor(this.#took.length * part)] ?? NaN;
  }

  tell(what: string): void {
    const ms = (part: number): string => `${this.faster(part).toFixed(0).padStart(6)} ms`;
    const refused = [...this.#refused].map(([status, times]) => `${times} times ${status}`).join(', ') || 'all 200';
    process.stdout.write(
      `${what.padEnd(28)}${String(this.#took.length).padStart(7)}  median${ms(0.5)}  99 %${ms(0.99)}  ` +
        `${(this.bytes / this.#took.length / 1_000).toFixed(0).padStart(5)} kB each  ${refused}\n`,
    );
  }
}

async function write(url: string, phone: string, answers: Answers, until: number): Promise<void> {
  for (let round = 0; performance.now() < until; round += 1) {
    const request = fetch(`${url}/speeddials?phone=${phone}`, {
      method: 'POST',
      headers: { authorization: authorization(writer), 'content-type': 'application/json' },
      body: JSON.stringify([dial(1, String(2_000 + (round % 1_000))), dial(2, number, 'Porter')]),
    });
    await answers.of(request);
  }
}

async function read(url: string, user: string, answers: Answers, until: number): Promise<void> {
  const newest = `?dirn=${number}&user=${user}&limit=500`;
  for (let query = newest; performance.now() < until;) {
    const answer = await answers.of(
      fetch(`${url}/changes${query}`, { headers: { authorization: authorization(reader) } }),
    );
    query = /<(\?.*)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? newest;
  }
}

/** @returns the results of the writes and of the reads */
async function measure(url: string, readersNow: number): Promise<readonly [writes: Answers, reads: Answers]> {
  const [writes, reads] = [new Answers(), new Answers()];
  const until = performance.now() + secondsOfEach * 1_000;
  await Promise.all([
    ...Array.from({ length: readersNow }, (_, place) =>
      read(url, askedFor[place % askedFor.length] ?? '', reads, until),
    ),
    ...phones.map((phone) => write(url, phone, writes, until)),
  ]);
  return [writes, reads];
}

const folder = emptyFolder();
const [seed, logins] = [path.join(folder, 'seed.json'), path.join(folder, 'htpasswd')];
writeFileSync(seed, JSON.stringify(describedPhones(phones)));
const entries = [writer, reader].map(async ({ name, password }) => `${name}:${await hash(password, 4)}\n`);
writeFileSync(logins, (await Promise.all(entries)).join(''));
const simulator = await spawnSimulator({ SIMULATOR_SEED_FILE: seed });
try {
  const place = await sqlite.emptyPlace();
  await open(place);
  await closeStores();
  await sqlite.alter(place, fill);
  const { url } = await startServiceProcess({
    ...serviceSettings(simulator.url),
    ...{ AUTH_USERNAME: '', AUTH_PASSWORD: '' },
    AUTH_HTPASSWD_FILE: logins,
    READ_ONLY_USERS: reader.name,
    ...(place.store === 'sqlite' && { DATABASE_URL: `sqlite:${place.path}` }),
  });
  const [alone] = await measure(url, 0);
  const [beside, reads] = await measure(url, readers);
  alone.tell(`${writers} writers alone`);
  beside.tell(`${writers} beside ${readers} readers`);
  reads.tell(`${readers} readers`);
  const median = beside.faster(0.5);
  process.stdout.write(`a write beside readers, at the median: ${(median / alone.faster(0.5)).toFixed(1)} times\n`);
  const isMet = beside.areAll200 && reads.areAll200 && median < mostMs;
  process.stdout.write(isMet ? 'met\n' : `missed: no answer but 200, and writes under ${mostMs} ms at the median\n`);
  process.exitCode = isMet ? 0 : 1;
} finally {
  await tidy();
  await simulator.stop();
}
