import assert from 'node:assert/strict';
import net from 'node:net';
import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue, errorCodes } from '../../src/domain/error-catalogue.js';
import { ServiceError } from '../../src/domain/errors.js';
import { fakePort, reception, uuid } from '../support/fake-port.js';
import type { ProblemBody } from '../support/http.js';
import { listen } from '../support/app.js';
import { damagedBytes, type FuzzedRequest, fuzzedRequest } from './requests.js';

/** How often ten requests are sent at once. `npm run prove` sends more. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 250);
/** The same for requests of damaged bytes. */
const damagedRounds = Math.ceil(rounds / 9);

/** What the call manager was asked to write, by request id. */
const written = new Map<string, { readonly phone: string; readonly dials: unknown }>();
let failures: readonly FuzzedRequest['failure'][] = [];

const callManager = fakePort({
  findPhones: (number) => failing() ?? Promise.resolve([{ ...reception, dirns: [number] }]),
  speedDials: {
    replace: ({ name: phone }, dials, _held, { requestId }) => {
      written.set(requestId, { phone, dials });
      return failing() ?? Promise.resolve(uuid);
    },
  },
});

/** In each round the call manager fails in one way, or not at all. */
function failing(): Promise<never> | undefined {
  const [code] = failures;
  return code && Promise.reject(new ServiceError(code, { detail: 'It failed.', effect: 'refused' }));
}

let service: Awaited<ReturnType<typeof listen>>;
let pool: Pool;

beforeAll(async () => {
  service = await listen({ callManager });
  pool = new Pool(`http://127.0.0.1:${service.port}`, { connections: 10 });
});

afterAll(async () => {
  await pool.close();
  await service.server.stop(0);
});

async function send({ method, path, headers, body }: FuzzedRequest) {
  const options = { method, path, headers, body: body ?? null };
  const { statusCode, headers: answered, body: text } = await pool.request(options);
  return { status: statusCode, headers: answered, text: await text.text() };
}

/**
 * Every answer must be a problem, or a right answer to the request. (Plain assertions, because there are very many.)
 */
function check(request: FuzzedRequest, answer: Awaited<ReturnType<typeof send>>): void {
  const { status, headers, text } = answer;
  assert.notEqual(status, 500);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  const requestId = String(headers['x-request-id']);
  assert.match(requestId, /^[A-Za-z0-9._:-]{1,64}$/);
  if (request.stranger) assert.equal(status, 401);
  if (request.asksFor !== undefined) {
    const asked = request.method === 'POST' || !isNobodys(request.asksFor);
    assert.equal(status, failures[0] === undefined || !asked ? 200 : errorCatalogue[failures[0]].status);
  }
  if (status === 200) checkRight(request, requestId, answer);
  else if (request.method === 'HEAD') assert.equal(text, '');
  else checkProblem(answer, requestId);
}

/** No directory number contains % or _. For such a number the call manager is not asked, and no phone is found. */
function isNobodys(number: string | undefined): boolean {
  return /[%_]/.test(number ?? '');
}

function checkProblem({ status, headers, text }: Awaited<ReturnType<typeof send>>, requestId: string): void {
  assert.equal(headers['content-type'], 'application/problem+json');
  const problem = JSON.parse(text) as ProblemBody;
  assert.equal(problem.status, status);
  assert.equal(problem.requestId, requestId);
  assert.ok((errorCodes as readonly string[]).includes(problem.code));
  assert.ok(problem.detail !== '' && text.length < 20_000);
}

function checkRight(request: FuzzedRequest, requestId: string, answer: Awaited<ReturnType<typeof send>>): void {
  if (answer.headers['content-type'] === 'plain/text') {
    assert.equal(request.method, 'POST');
    assert.equal(answer.text, uuid);
    const sent = JSON.parse(String(request.body).replace(/^\uFEFF/, '')) as Record<string, unknown>[];
    const dials = sent.map((dial) => ({ label: '', ...dial }));
    assert.deepEqual(written.get(requestId), { phone: request.asksFor ?? queried(request, 'phone'), dials });
  } else {
    assert.equal(answer.headers['content-type'], 'application/json');
    const number =
      request.asksFor ??
      queried(request, 'dirn')
        ?.replace(/^(\\?) /, '$1+')
        .replace(/^\\(?=\+)/, '');
    // By chance a phone may be requested by a name that does not exist.
    const isNobody = isNobodys(number) || (number === undefined && queried(request, 'name') !== null);
    const found = isNobody ? [] : [{ ...reception, dirns: [number] }];
    const phones = JSON.stringify(found);
    assert.equal(answer.text, { GET: phones, HEAD: '' }[request.method]);
  }
}

/** The value of a parameter, read by a different parser than the service's. */
function queried({ path }: FuzzedRequest, name: string): string | null {
  return new URLSearchParams(/\?([^#]*)/.exec(path)?.[1]).get(name);
}

/** @returns everything that came back before the other side closed the connection */
function sendBytes(bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port: service.port, host: '127.0.0.1' });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.end(bytes);
  });
}

describe('requests of every kind', () => {
  it(`${10 * rounds} from a client: each gets a problem or a right answer, and none a 500`, async () => {
    const tenAtOnce = fc.array(fuzzedRequest, { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(tenAtOnce, async (requests) => {
        written.clear();
        failures = [requests[0]?.failure];
        await Promise.all(
          requests.map(async (request) => {
            check(request, await send(request));
          }),
        );
      }),
      { numRuns: rounds },
    );
    expect(service.seen.filter(({ kind }) => kind === 'unexpected')).toEqual([]);
  }, 180_000);

  it(`${10 * damagedRounds} as damaged bytes: none gets a 500, and the service keeps running`, async () => {
    failures = [];
    await fc.assert(
      fc.asyncProperty(fc.array(damagedBytes, { minLength: 10, maxLength: 10 }), async (all) => {
        for (const text of await Promise.all(all.map(sendBytes))) {
          expect(text).toMatch(/^(HTTP\/1\.1 [1-5]\d\d |$)/);
          expect(text).not.toContain('HTTP/1.1 500');
        }
      }),
      { numRuns: damagedRounds },
    );
    expect(service.seen.filter(({ kind }) => kind === 'unexpected')).toEqual([]);
    const answer = await pool.request({ method: 'GET', path: '/phone?dirn=0100' });
    expect(answer.statusCode).toBe(401);
    await answer.body.dump();
  }, 180_000);
});
