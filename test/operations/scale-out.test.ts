import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { choosePorts, type Ports, type RunningHaproxy, startHaproxy } from '../support/haproxy.js';
import { authorization, caller } from '../support/caller.js';
import { tidy } from '../support/processes.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { environmentFor, startTestService } from '../support/test-service.js';

/** The limit in the example: maxconn of the call manager. */
const cap = 4;
const numbers = ['2001', '2002', '2003', '2004', '2005', '2006', '2007', '2008', '0100', '+4989123456', '9999'];
const headers = { authorization: authorization(), 'content-type': 'application/json' };

const lookup = (number: string): string => `/phone/?dirn=${encodeURIComponent(number)}`;

describe.skipIf(lacks('haproxy'))('two proxies behind HAProxy, and HAProxy in front of AXL', () => {
  let simulator: RunningSimulator;
  let ports: Ports;
  let services: ServiceProcess[];
  let haproxy: RunningHaproxy;
  let url: string;
  let expected: ReadonlyMap<string, unknown>;

  const startOne = ([port, adminPort]: readonly [number, number]): Promise<ServiceProcess> =>
    startServiceProcess({
      ...environmentFor({ url: `http://127.0.0.1:${ports.axl}/axl/` }),
      TRUSTED_PROXIES: '127.0.0.1',
      AXL_MAX_CONCURRENCY: String(cap),
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
    });

  beforeAll(async () => {
    simulator = await startSimulator({ tls: true, release: '15.0', latencyMs: 30 });
    ports = await choosePorts();
    services = await Promise.all([startOne(ports.one), startOne(ports.two)]);
    haproxy = await startHaproxy(ports, Number(new URL(simulator.url).port), simulator.certificate ?? '');
    url = `http://127.0.0.1:${ports.callers}`;
    await vi.waitFor(
      async () => {
        const { status } = await fetch(`${url}${lookup('2001')}`, { headers });
        expect(status).toBe(200);
      },
      { timeout: 100_000, interval: 100 },
    );
    const answers = await Promise.all(numbers.map(async (number) => [number, await answerOf(number)] as const));
    expected = new Map(answers);
  });

  afterAll(async () => {
    await haproxy.stop();
    for (const service of services) service.process.kill('SIGTERM');
    await Promise.all(services.map((service) => service.process.ended));
    await tidy();
    await simulator.close();
  });

  beforeEach(() => {
    simulator.reset();
  });

  async function answerOf(number: string, from = url): Promise<unknown> {
    const answer = await fetch(from + lookup(number), { headers });
    return [answer.status, await answer.json()];
  }

  /** Many lookups at once. @returns the wrong answers */
  async function wrongAnswers(count: number, from: (place: number) => string = () => url): Promise<unknown[]> {
    const asked = Array.from({ length: count }, (_, place) => numbers[place % numbers.length] ?? '');
    const answers = await Promise.all(asked.map((number, place) => answerOf(number, from(place))));
    return answers.filter(
      (answer, place) => JSON.stringify(answer) !== JSON.stringify(expected.get(asked[place] ?? '')),
    );
  }

  it('knows the right answers', () => {
    const statuses = [...expected.values()].map((answer) => (answer as [number])[0]);
    expect(statuses).toEqual(numbers.map(() => 200));
    const found = [...expected.values()].filter((answer) => (answer as [number, unknown[]])[1].length > 0);
    expect(found.length).toBeGreaterThan(7);
  });

  it(`never has more than ${cap} requests in flight to AXL, and all answers are right`, async () => {
    const before = services.map(({ process: { entries: lines } }) => lines.length);
    expect(await wrongAnswers(66)).toEqual([]);
    expect(simulator.stats().highestInFlight).toBe(cap);
    // Both took part.
    services.forEach(({ process: { entries: lines } }, place) => {
      expect(lines.length).toBeGreaterThan(before[place] ?? 0);
    });
  });

  it('would have more without HAProxy in between', async () => {
    const direct = { ...environmentFor({ url: simulator.url }), AXL_TLS_INSECURE_SKIP_VERIFY: 'true' };
    const two = await Promise.all([startTestService(direct), startTestService(direct)]);
    expect(await wrongAnswers(66, (place) => two[place % 2]?.url ?? '')).toEqual([]);
    expect(simulator.stats().highestInFlight).toBeGreaterThan(cap);
    await Promise.all(two.map((service) => service.stop('test')));
  });

  it('shows the caller’s address to the proxies, regardless of what the caller writes', async () => {
    await new Promise((resolve, reject) => {
      const options = { localAddress: '127.0.0.2', headers: { ...headers, 'x-forwarded-for': '203.0.113.9' } };
      http.get(url + lookup('2001'), options, (answer) => answer.resume().on('end', resolve)).on('error', reject);
    });
    const addresses = () =>
      services.flatMap(({ process: { entries: lines } }) => lines.map(({ remoteAddress }) => remoteAddress));
    await expect.poll(addresses).toContain('127.0.0.2');
    expect(addresses()).not.toContain('203.0.113.9');
  });

  /** Sends a list for a phone, with its name as written in the URL. @returns the proxy that got it */
  const proxyOfWrite = (name: string): Promise<number> => proxyOf('POST', `/speeddials?phone=${name}`, '[]');

  /** Sends a write. @returns the proxy that got it */
  async function proxyOf(method: string, target: string, body?: string): Promise<number> {
    const id = `write-${Math.random().toString(36).slice(2)}`;
    const sent = { method, headers: { ...headers, 'x-request-id': id }, ...(body !== undefined && { body }) };
    const { status } = await fetch(url + target, sent);
    // In the simulator, names in different case are different.
    expect([200, 201, 204, 404]).toContain(status);
    const took = (): number =>
      services.findIndex(({ process: { entries: lines } }) =>
        lines.some(({ event, requestId }) => event === 'request' && requestId === id),
      );
    await expect.poll(took).toBeGreaterThanOrEqual(0);
    return took();
  }

  it('shows the console under a path, where its files, its redirect and its calls work', async () => {
    const behind = `${url}/phones`;
    const moved = await fetch(`${behind}/console`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, 'console/']);
    const page = await fetch(`${behind}/console`);
    expect([page.status, page.url]).toEqual([200, `${behind}/console/`]);
    const text = await page.text();
    expect(text).toContain('<meta name="idle-minutes"');
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => new URL(file, page.url).href);
    expect(files.length).toBeGreaterThanOrEqual(3);
    const answers = await Promise.all(files.map((file) => fetch(file, { headers: { 'accept-encoding': 'br' } })));
    for (const { status, url: from, headers: got } of answers) {
      expect([status, from.startsWith(`${behind}/console/assets/`)]).toEqual([200, true]);
      expect([got.get('content-encoding'), got.get('vary')]).toEqual(['br', 'Accept-Encoding']);
    }
    // As the page does: relative to the folder above its own.
    const status = await fetch(new URL('../status', page.url), { headers });
    expect(await status.json()).toMatchObject({ user: caller.name });
    expect(await answerOf('2003', behind)).toEqual(expected.get('2003'));
  });

  it('lets a page change phones under a path, and needs a login there too', async () => {
    const target = `${url}/phones/speeddials?phone=SEP00A1B2C30001`;
    const ofOwnPage = { ...headers, origin: url };
    const sent = { headers: ofOwnPage, method: 'POST', body: '[]' };
    expect((await fetch(target, sent)).status).toBe(200);
    expect(
      (await fetch(target, { ...sent, method: 'DELETE', headers: { ...ofOwnPage, origin: 'http://x' } })).status,
    ).toBe(403);
    for (const path of [
      '/phones/status',
      '/phones/console/x',
      '/phones/console/%2e%2e/status',
      '/phones/phones/console/',
    ]) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 401]);
    }
  });

  const phones = Array.from({ length: 12 }, (_, place) => `SEP00A1B2C3000${place.toString(16).toUpperCase()}`);
  /** The spellings of one name. */
  const spellings = (name: string): string[] => [
    name,
    name.toLowerCase(),
    name.replace('SEP', 'Sep'),
    name.replace('A', '%61').replace('S', '%53'),
    `${name}&more=1`,
  ];

  it('sends all writes of one phone to one proxy, in any spelling of its name, and uses both', async () => {
    const used = new Set<number>();
    for (const phone of phones) {
      const took = new Set(await Promise.all(spellings(phone).map(proxyOfWrite)));
      expect([phone, took.size]).toEqual([phone, 1]);
      for (const each of took) used.add(each);
    }
    expect(used.size).toBe(2);
  });

  it('sends changes of one entry to the same proxy, and all writes of one device profile', async () => {
    const used = new Set<number>();
    for (const name of phones) {
      const took = await Promise.all([
        proxyOfWrite(name),
        proxyOf('PUT', `/speeddials/1?phone=${name}`, '{"dirn":"0100"}'),
        proxyOf('DELETE', `/speeddials/2?phone=${name}`),
      ]);
      expect([name, new Set(took).size]).toEqual([name, 1]);
      const profile = `UDP_${name.slice(-1)}`;
      const [first, ...others] = await Promise.all([
        proxyOf('POST', `/speeddials?profile=${profile}`, '[]'),
        proxyOf('POST', `/speeddials?profile=${profile.toLowerCase()}`, '[]'),
        proxyOf('DELETE', `/speeddials/2?profile=${profile}`),
      ]);
      expect(others).toEqual([first, first]);
      used.add(first);
    }
    expect(used.size).toBe(2);
  });

  it('loses no request when a proxy is stopped under load', async () => {
    const [first] = services;
    let stopping = true;
    const wrong: unknown[] = [];
    const load = Array.from({ length: 6 }, async (_, place) => {
      while (stopping) wrong.push(...(await wrongAnswers(1 + (place % 2))));
    });
    await expect.poll(() => simulator.stats().requests['listLine'] ?? 0).toBeGreaterThan(10);
    first?.process.kill('SIGTERM');
    expect((await first?.process.ended)?.code).toBe(0);
    const asked = simulator.stats().requests['listLine'] ?? 0;
    await expect
      .poll(() => simulator.stats().requests['listLine'] ?? 0, { timeout: 60_000 })
      .toBeGreaterThan(asked + 20);
    stopping = false;
    await Promise.all(load);
    expect(wrong).toEqual([]);
    // The writes of its phones go to the other proxy.
    for (const phone of phones) expect(await proxyOfWrite(phone)).toBe(1);
  });
});

describe.skipIf(lacks('haproxy'))('the example as it is', () => {
  it('is accepted by haproxy -c', async () => {
    const { code, output } = await run('haproxy', ['-c', '-f', `${root}deploy/haproxy/haproxy.cfg`]);
    expect([code, output]).toEqual([0, 'Configuration file is valid\n']);
  });
});
