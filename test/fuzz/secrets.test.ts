import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { request as send } from 'undici';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { logTo } from '../../src/observability/logger.js';
import { startService } from '../../src/service.js';
import { temporaryFile } from '../support/files.js';
import { basic } from '../support/app.js';
import { provesEverything } from '../support/programs.js';
import { pick, randomNumbers, startHostileBackend } from '../support/hostile-backend.js';

// JSON escapes none of their characters, so they are found everywhere.
const axlPassword = 'Axl-S3cret&<Pässwort>';
const callersPassword = 'Caller-S3cret:Pässwort';
const guessedPassword = 'Guessed-S3cret';

/** Everything that a service outputs while it gets many requests in front of a hostile call manager. */
interface Heap {
  readonly lines: string[];
  readonly answers: string[];
  failures: number;
  readonly cookies: Set<string>;
}

async function addFailures(heap: Heap, seed: number): Promise<void> {
  const backend = await startHostileBackend(seed);
  const auditFile = temporaryFile('');
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      heap.lines.push(chunk.toString());
      done();
    },
  });
  const settings = {
    PORT: '0',
    ADMIN_PORT: '',
    AXL_URL: backend.url,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: axlPassword,
    AXL_VERSION: seed % 2 === 0 ? '14.0' : 'auto',
    AXL_AFTER_UPDATE: 'apply',
    AXL_LOGIN_PAUSE_MS: '0',
    AXL_MAX_CONCURRENCY: '20',
    AXL_TIMEOUT_MS: '100',
    REQUEST_DEADLINE_MS: '600',
    AUTH_USERNAME: 'caller',
    AUTH_PASSWORD: callersPassword,
    DATABASE_URL: 'off',
    AUDIT_LOG_FILE: auditFile,
    LOG_LEVEL: 'trace',
  };
  const service = await startService(readConfig(settings, ''), logTo(pino({ level: 'trace' }, stream)));
  const random = randomNumbers(seed);
  const ask = async (): Promise<void> => {
    const write = random() < 0.5;
    const { statusCode, headers, body } = await send(
      `${service.url}${write ? '/speeddials?phone=SEP1' : `/phone?dirn=${Math.floor(random() * 1e6)}`}`,
      {
        method: write ? 'POST' : 'GET',
        headers: {
          authorization: random() < 0.95 ? basic('caller', callersPassword) : basic('caller', guessedPassword),
          'content-type': pick(random, ['application/json', 'application/json', 'text/plain']),
        },
        body: write ? '[{"index":"1","dirn":"1","label":"x"}]' : null,
      },
    );
    heap.answers.push(JSON.stringify(headers) + (await body.text()));
    if (statusCode >= 400) heap.failures += 1;
  };
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 20 }, ask));
  await service.stop('end');
  await backend.close();
  heap.answers.push(readFileSync(auditFile, 'utf8'));
  for (const cookie of backend.overheard.cookies) heap.cookies.add(cookie);
  expect([...backend.overheard.authorization]).toEqual([basic('axl', axlPassword)]);
}

/** How many answers must be failures. */
const failures = provesEverything ? 1_000 : 400;

describe(`a heap of ${failures} fuzzed failures`, () => {
  it('contains no secret: in no line of the log at any level, in no answer, in no audit file', async () => {
    const heap: Heap = { lines: [], answers: [], failures: 0, cookies: new Set() };
    for (let seed = 0; heap.failures < failures; seed += 5) {
      await Promise.all([1, 2, 3, 4, 5].map((place) => addFailures(heap, seed + place)));
    }
    const secrets = [
      axlPassword,
      basic('axl', axlPassword).slice('Basic '.length),
      callersPassword,
      basic('caller', callersPassword).slice('Basic '.length),
      guessedPassword,
      ...heap.cookies,
    ];
    expect(heap.cookies.size).toBeGreaterThan(5);
    expect(heap.lines.length).toBeGreaterThan(2 * failures);
    const telling = [...heap.lines, ...heap.answers].filter((text) => secrets.some((secret) => text.includes(secret)));
    expect(telling).toEqual([]);
  }, 180_000);
});
