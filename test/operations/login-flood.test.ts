import net from 'node:net';
import bcrypt from 'bcrypt';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { defaultLoginLimits } from '../../src/authentication/guarded-authenticator.js';
import { authorization, caller } from '../support/caller.js';
import { temporaryFile } from '../support/files.js';
import { residentMb } from '../support/process-memory.js';
import { tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { environmentFor } from '../support/test-service.js';

/** Wrong logins, sent as fast as the service accepts them, besides other callers. */

afterAll(tidy);

/** How long failed logins of a name count together. */
const windowMs = defaultLoginLimits.windowSeconds * 1_000;
const smallHeap = ['--max-old-space-size=256'];

/**
 * Sends requests with wrong logins without waiting for responses, over one connection after another: the service closes
 * one whose next request was half read for ten seconds, as can happen on a busy machine. A request on a closed
 * connection is sent again, because its answer may be lost.
 * @returns the statuses when all are answered, and the number of connections
 */
async function flood(port: number, requests: number, loginOf: (number: number) => string) {
  const statuses: string[] = [];
  let connections = 0;
  while (statuses.length < requests) {
    connections += 1;
    const before = statuses.length;
    const heads = Array.from(
      { length: requests - before },
      (_, number) => `GET /status HTTP/1.1\r\nHost: x\r\nAuthorization: ${loginOf(before + number)}\r\n\r\n`,
    );
    statuses.push(...(await answersTo(port, heads)));
    if (statuses.length === before) throw new Error('a connection was closed before anything was answered');
  }
  return { statuses, connections };
}

/** @returns the statuses of the answers; ends when all are answered, or when the service closes the connection */
function answersTo(port: number, heads: readonly string[]): Promise<string[]> {
  const statuses: string[] = [];
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(heads.join(''));
  let left = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    const all = left + text;
    // Whole lines; the rest is checked again. 408 is for the half-read request, which is sent again.
    for (const [, status = ''] of all.matchAll(/HTTP\/1\.1 (\d{3})[^\n]*\n/g))
      if (status !== '408') statuses.push(status);
    left = all.slice(all.lastIndexOf('\n') + 1);
    if (statuses.length === heads.length) socket.destroy();
  });
  return new Promise((resolve) => {
    socket.once('close', () => {
      resolve(statuses);
    });
  });
}

/** Asks repeatedly until it is stopped. @returns how long each answer took, in milliseconds */
function askAgainAndAgain(ask: () => Promise<number>): () => Promise<{ statuses: Set<number>; longestMs: number }> {
  const statuses = new Set<number>();
  let longestMs = 0;
  const stopped = new AbortController();
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      const started = performance.now();
      statuses.add(await ask());
      longestMs = Math.max(longestMs, performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    stopped.abort();
    await asking;
    return { statuses, longestMs };
  };
}

async function statusOf(url: string, login?: string): Promise<number> {
  const answer = await fetch(url, login === undefined ? {} : { headers: { authorization: login } });
  await answer.arrayBuffer();
  return answer.status;
}

const htpasswdFile = async () => ({
  AUTH_USERNAME: '',
  AUTH_PASSWORD: '',
  AUTH_HTPASSWD_FILE: temporaryFile(`${caller.name}:${await bcrypt.hash(caller.password, 10)}\n`),
});

/** What waits for its turn is the same for both, and would show in the memory: one of them is sent so many. */
const users = {
  'an htpasswd file': { settings: htpasswdFile, wrongLogins: 40_000 },
  'one user': { settings: () => Promise.resolve({}), wrongLogins: Number(process.env['WRONG_LOGINS'] ?? 10_000) },
} as const;

const guess = (number: number): string => authorization({ name: caller.name, password: `guess ${number}` });

async function start(settings: Readonly<Record<string, string>>) {
  const simulator = await spawnSimulator();
  onTestFinished(() => simulator.stop());
  const environment = { ...environmentFor(simulator), ...settings };
  const { url, adminUrl = '', process } = await startServiceProcess(environment, { nodeArguments: smallHeap });
  return { url, liveUrl: `${adminUrl}/live`, process };
}

describe.each(Object.entries(users))('wrong logins with %s', (_, { settings, wrongLogins }) => {
  it('sent without waiting take limited memory and do not delay others', { timeout: 900_000 }, async () => {
    const { url, liveUrl, process } = await start(await settings());
    const port = Number(new URL(url).port);
    const lookup = (): Promise<number> => statusOf(`${url}/phone/?dirn=2003`, authorization());
    expect(await lookup()).toBe(200);
    const started = performance.now();
    const [live, lookups] = [askAgainAndAgain(() => statusOf(liveUrl)), askAgainAndAgain(lookup)];
    const floods = [0, 1].map((half) => flood(port, wrongLogins / 2, (number) => guess(2 * number + half)));
    const flooded = await Promise.all(floods);
    const seen = flooded.flatMap(({ statuses }) => statuses);
    // On a busy machine some wait too long for their turn, and get an error.
    const overloaded = seen.filter((each) => each === '503').length;
    const isLossless = overloaded === 0 && flooded.every(({ connections }) => connections === 1);
    const [alive, known] = [await live(), await lookups()];
    const tookMs = performance.now() - started;

    const count = (status: string): number => seen.filter((each) => each === status).length;
    // Ten in each window; on a slow machine there are more windows.
    const windows = 1 + Math.floor(tookMs / windowMs);
    expect(count('401')).toBeGreaterThanOrEqual(isLossless ? 10 : 1);
    expect(count('401')).toBeLessThanOrEqual(10 * windows);
    expect(seen.filter((each) => !['401', '429', '503'].includes(each))).toEqual([]);
    expect(overloaded).toBeLessThan(wrongLogins / 100);
    expect([alive.statuses, known.statuses]).toEqual([new Set([200]), new Set([200])]);
    // It is usually 125.
    expect(residentMb(process.pid).most).toBeLessThan(250);
    // Shares of the time, because this machine may have other work.
    expect(alive.longestMs).toBeLessThan(tookMs / 4);
    expect(known.longestMs).toBeLessThan(tookMs / 4);
  });
});

it(
  'wrong logins from 300 networks of a site do not block a stranger from another one',
  { timeout: 120_000 },
  async () => {
    const { url } = await start({ ...(await htpasswdFile()), TRUSTED_PROXIES: '127.0.0.1' });
    const login = async (from: string, name: string, password: string): Promise<number> => {
      const headers = { authorization: authorization({ name, password }), 'x-forwarded-for': from };
      return (await fetch(`${url}/status`, { headers })).status;
    };
    let refused = 0;
    let begun = (): void => undefined;
    // The flood has begun: some logins have been checked.
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const guesses = Array.from({ length: 300 }, async (_, network) => {
      const status = await login(`2001:db8:0:${network.toString(16)}::1`, `name${network}`, 'guess');
      if (status !== 200) refused += 1;
      if (refused > 3) begun();
    });
    await hasBegun;
    expect(await login('2001:db8:ffff::1', caller.name, caller.password)).toBe(200);
    expect(refused).toBeLessThan(150);
    await Promise.all(guesses);
  },
);
