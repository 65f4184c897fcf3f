import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/domain/errors.js';
import type { FakeAxlServer } from '../support/fake-axl-server.js';
import { callContext } from '../support/call-context.js';
import { connect, type Side, startFake } from '../support/axl-backend.js';

const fixed = { AXL_VERSION: '14.0', AXL_MAX_CONCURRENCY: '10' };
const dial = { index: '1', dirn: '0100', label: 'Reception' };

function logins(fake: FakeAxlServer): number {
  return fake.exchanges.filter(({ authorization }) => authorization !== undefined).length;
}

/** Ten lookups of different numbers at the same moment: one AXL call each. */
async function tenAtOnce(side: Side): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, (_, place) => side.find(`200${place}`)));
}

describe('a session', () => {
  it('sends the cookie back without Authorization, and no other cookie', async () => {
    const fake = await startFake();
    const side = await connect(fake.url(), fixed);
    for (let round = 0; round < 3; round += 1) await side.find('0100');
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 cookie 200', 'listLine 14.0 cookie 200']);
    expect(fake.exchanges[1]?.cookie).toMatch(/^JSESSIONIDSSO=[0-9a-f-]{36}$/);
    expect(side.observations.filter(({ kind }) => kind === 'session-login')).toHaveLength(1);
  });

  it.each([
    ['continues with a JSESSIONID that is the only cookie', [], ['login 200', 'cookie 200', 'login 200', 'cookie 200']],
    [
      'needs all cookies of a balancer, so it logs in each time',
      ['balancer=a'],
      Array.from({ length: 4 }, () => 'login 200'),
    ],
  ])('%s', async (_what, otherCookies, story) => {
    const fake = await startFake();
    fake.otherCookies = otherCookies;
    fake.setCookie = (session) => `JSESSIONID=${session}; Path=/; Secure; HttpOnly`;
    const side = await connect(fake.url(), fixed);
    for (let round = 0; round < 2; round += 1) await side.find('0100');
    fake.expireSessions();
    for (let round = 0; round < 2; round += 1) await side.find('0100');
    expect(fake.story.filter((one) => !one.endsWith('404'))).toEqual(story.map((one) => `listLine 14.0 ${one}`));
  });

  const lookup = { operation: 'listLine', ask: (side: Side): Promise<unknown> => side.find('0100'), outcome: [] };
  const write = {
    operation: 'updatePhone',
    ask: (side: Side): Promise<unknown> => side.replace('SEP00A1B2C30001', [dial]),
    outcome: '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9',
  };
  it.each([
    ...([404, 401, 301, 302, 303, 307, 308] as const).map((status) => ({ status, ...lookup, tries: 2 })),
    ...([404, 401, 302] as const).map((status) => ({ status, ...write, tries: 2 })),
    // It may come after the write was carried out.
    { status: 303, ...write, tries: 1, outcome: 'unknown' } as const,
  ])('that ends with $status under $operation: $tries tries', async ({ status, operation, ask, tries, outcome }) => {
    const fake = await startFake();
    fake.expiredStatus = status;
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    fake.expireSessions();
    fake.exchanges.splice(0);
    expect(await ask(side).catch((thrown: unknown) => (thrown as ServiceError).facts.effect)).toEqual(outcome);
    await side.find('0100');
    const renewed = [`${operation} 14.0 login 200`, 'listLine 14.0 cookie 200'];
    expect(fake.story).toEqual([
      `${operation} 14.0 cookie ${status}`,
      ...(tries === 2 ? renewed : ['listLine 14.0 login 200']),
    ]);
    expect(side.observations.filter(({ kind }) => kind === 'credentials-refused')).toEqual([]);
  });

  it('is opened once by requests that come at the same moment', async () => {
    const fake = await startFake({ latencyMs: 20 });
    const side = await connect(fake.url(), fixed);
    await Promise.all([side.find('0100'), side.find('0200')]);
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 cookie 200']);
    fake.expireSessions();
    fake.exchanges.splice(0);
    await tenAtOnce(side);
    expect(logins(fake)).toBe(1);
    // Ten were refused the cookie; one logged in, nine continued with its cookie.
    expect(fake.exchanges).toHaveLength(20);
  });

  it('is not opened again by a request that learns late about the end of the last one', async () => {
    const fake = await startFake({ latencyMs: (body) => (body.includes('>slow<') ? 300 : 5) });
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    fake.expireSessions();
    fake.exchanges.splice(0);
    // The fast one has logged in again and is done when the slow one is refused.
    await Promise.all([side.find('slow'), side.find('0100')]);
    expect(fake.exchanges).toHaveLength(4);
    expect(logins(fake)).toBe(1);
  });

  it('continues with the cookie that an answer sets instead of the last one', async () => {
    const fake = await startFake({ latencyMs: 5 });
    fake.rotatesCookies = true;
    const side = await connect(fake.url(), fixed);
    for (let round = 0; round < 5; round += 1) await side.find('0100');
    await side.replace('SEP00A1B2C30001', [dial]);
    expect(logins(fake)).toBe(1);
    expect(fake.exchanges).toHaveLength(6);
    expect(new Set(fake.exchanges.map(({ cookie }) => cookie)).size).toBe(6);
  });

  it('can still be opened after a refusal without a cookie', async () => {
    const fake = await startFake({ latencyMs: 10 });
    fake.hasAxl = false;
    const side = await connect(fake.url(), fixed);
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'axl-service-unavailable' });
    fake.hasAxl = true;
    await tenAtOnce(side);
    expect(logins(fake)).toBe(2);
  });

  it('continues with the cookie that a 404 brings', async () => {
    const fake = await startFake();
    fake.renewsExpired = true;
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    fake.expireSessions();
    await side.find('0100');
    await side.find('0100');
    expect(fake.story).toEqual([
      'listLine 14.0 login 200',
      'listLine 14.0 cookie 404',
      'listLine 14.0 cookie 200',
      'listLine 14.0 cookie 200',
    ]);
  });

  it('is also opened by a 404 to credentials that brings a cookie', async () => {
    const fake = await startFake();
    fake.hasAxl = false;
    fake.cookieStatuses = [200, 404];
    const side = await connect(fake.url(), fixed);
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'axl-service-unavailable' });
    fake.hasAxl = true;
    expect(await side.find('0100')).toEqual([]);
    expect(fake.story).toEqual(['listLine 14.0 login 404', 'listLine 14.0 cookie 200']);
  });

  it.each([
    'JSESSIONIDSSO=REMOVE; Path=/; Secure',
    'JSESSIONIDSSO=; Path=/',
    'JSESSIONIDSSO="REMOVE"; Path=/',
    'JSESSIONIDSSO=abc; Path=/; Expires=Thu, 01 Jan 1970 00:00:10 GMT',
    'JSESSIONIDSSO=abc; Path=/; Max-Age=0',
  ])('is not opened with %s', async (setCookie) => {
    const fake = await startFake();
    fake.setCookie = () => setCookie;
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    await side.find('0100');
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 login 200']);
  });

  it('ends when an answer to its cookie says so', async () => {
    const fake = await startFake();
    fake.setCookieLater = 'JSESSIONIDSSO=REMOVE; Path=/; Secure; Expires=Thu, 01 Jan 1970 00:00:10 GMT';
    const side = await connect(fake.url(), fixed);
    for (let round = 0; round < 3; round += 1) await side.find('0100');
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 cookie 200', 'listLine 14.0 login 200']);
  });

  it('is not waited for longer than the time of the waiting request', async () => {
    const fake = await startFake({ latencyMs: 2_000 });
    const side = await connect(fake.url(), fixed);
    let isOpen = false;
    const login = side.version().then(() => (isOpen = true));
    await expect(side.replace('SEP00A1B2C30001', [dial], callContext(200))).rejects.toMatchObject({
      code: 'call-manager-timeout',
      facts: { effect: 'none' },
    });
    expect(isOpen).toBe(false);
    await login;
    expect(fake.story).toEqual(['getCCMVersion 14.0 login 200']);
  });
});

describe('a call manager without sessions', () => {
  it('gets credentials each time, at most two at a time', async () => {
    const fake = await startFake({ latencyMs: 300 });
    fake.cookieStatuses = [];
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    const started = performance.now();
    await tenAtOnce(side);
    // One after another they would take three seconds.
    expect(performance.now() - started).toBeLessThan(2_700);
    expect(logins(fake)).toBe(11);
    expect(fake.mostLogins).toBe(2);
  });
});

describe('credentials that are refused', () => {
  // The first was refused; the ones during the pause were not sent.
  const effect = expect.stringMatching(/^(none|refused)$/) as string;
  const refused = { code: 'call-manager-refused-credentials', facts: { effect } };

  it('are tried exactly once, regardless of the number of requests, until the pause is over', async () => {
    const fake = await startFake({ latencyMs: 10 });
    const side = await connect(fake.url(), { ...fixed, AXL_PASSWORD: 'wrong', AXL_LOGIN_PAUSE_MS: '1500' });
    const first = await Promise.allSettled(Array.from({ length: 10 }, (_, place) => side.find(`200${place}`)));
    expect(first.map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
    await expect(side.replace('SEP00A1B2C30001', [dial])).rejects.toMatchObject(refused);
    await expect(side.version()).rejects.toMatchObject(refused);
    expect(fake.exchanges).toHaveLength(1);
    expect(fake.story[0]).toMatch(/ login 401$/);
    expect(side.observations.filter(({ kind }) => kind === 'credentials-refused')).toHaveLength(1);
    await expect.poll(() => side.find('0100').catch(() => fake.exchanges.length), { timeout: 5_000 }).toBe(2);
    await expect(side.find('0100')).rejects.toMatchObject(refused);
    expect(fake.exchanges).toHaveLength(2);
  });

  it('are tried again as soon as an administrator has changed them', async () => {
    const fake = await startFake();
    const side = await connect(fake.url(), { ...fixed, AXL_PASSWORD: 'wrong' });
    await expect(side.find('0100')).rejects.toMatchObject(refused);
    await expect(side.find('0100')).rejects.toMatchObject(refused);
    side.renewCredentials('right');
    expect(await side.find('0100')).toEqual([]);
    expect(fake.story).toEqual(['listLine 14.0 login 401', 'listLine 14.0 login 200']);
  });

  it('do not end a session that is open', async () => {
    const fake = await startFake();
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    fake.password = 'changed at the call manager';
    await side.find('0100');
    expect(fake.story).toEqual(['listLine 14.0 login 200', 'listLine 14.0 cookie 200']);
    fake.expireSessions();
    fake.expiredStatus = 401;
    await expect(side.find('0100')).rejects.toMatchObject(refused);
    await expect(side.find('0100')).rejects.toMatchObject(refused);
    expect(fake.story.slice(2)).toEqual(['listLine 14.0 cookie 401', 'listLine 14.0 login 401']);
  });

  it('are distinguished from a missing role, which is neither retried nor paused', async () => {
    const fake = await startFake();
    fake.hasRole = false;
    const side = await connect(fake.url(), fixed);
    for (let round = 0; round < 3; round += 1) {
      await expect(side.find('0100')).rejects.toMatchObject({
        code: 'call-manager-refused-credentials',
        message: expect.stringContaining('role') as unknown,
      });
    }
    expect(fake.story).toEqual(['listLine 14.0 login 403', 'listLine 14.0 cookie 403', 'listLine 14.0 cookie 403']);
    fake.hasRole = true;
    expect(await side.find('0100')).toEqual([]);
  });

  it('are distinguished from a call manager whose AXL is not activated', async () => {
    const fake = await startFake();
    fake.hasAxl = false;
    fake.cookieStatuses = [200, 404];
    const side = await connect(fake.url(), fixed);
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'axl-service-unavailable' });
    await expect(side.find('0100')).rejects.toMatchObject({ code: 'axl-service-unavailable' });
    // The session of the cookie might have ended in the meantime.
    expect(fake.story).toEqual(['listLine 14.0 login 404', 'listLine 14.0 cookie 404', 'listLine 14.0 login 404']);
  });

  it('that were changed at the call manager are refused at most twice, regardless of the number of requests without sessions', async () => {
    const fake = await startFake({ latencyMs: 50 });
    fake.cookieStatuses = [];
    const side = await connect(fake.url(), fixed);
    await side.find('0100');
    fake.password = 'changed at the call manager';
    await Promise.allSettled(Array.from({ length: 20 }, (_, place) => side.find(`20${place}`)));
    await Promise.allSettled(Array.from({ length: 20 }, (_, place) => side.find(`20${place}`)));
    expect(fake.exchanges.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(2);
  });

  it.each<[string, number[]]>([
    ['without sessions', []],
    ['with sessions', [200]],
  ])('are refused twice at most over both nodes, %s', async (_with, cookieStatuses) => {
    const [publisher, subscriber] = [await startFake({ latencyMs: 50 }), await startFake({ latencyMs: 50 })];
    const nodes = [publisher, subscriber];
    const side = await connect(`${publisher.url()},${subscriber.url()}`, fixed);
    for (const node of nodes) node.cookieStatuses = cookieStatuses;
    // The publisher failed once, so for now writes go to it and reads to the subscriber.
    publisher.hasAxl = false;
    await side.find('0100');
    publisher.hasAxl = true;
    await side.replace('SEP00A1B2C30001', [dial]);
    for (const node of nodes) {
      node.password = 'changed at the call manager';
      node.expireSessions();
      node.exchanges.splice(0);
    }
    const reads = Array.from({ length: 5 }, (_, place) => side.find(`200${place}`));
    const writes = Array.from({ length: 5 }, (_, place) => side.replace(`SEP00A1B2C3000${place}`, [dial]));
    await Promise.allSettled([...reads, ...writes]);
    const refused = nodes.map(({ story }) => story.filter((line) => line.endsWith('login 401')).length);
    expect(refused.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2);
    expect(refused.some((count) => count > 0)).toBe(true);
  });

  it('that were refused late do not stop the ones that an administrator has set since', async () => {
    const fake = await startFake({ latencyMs: (body) => (body.includes('>slow<') ? 400 : 5) });
    const side = await connect(fake.url(), { ...fixed, AXL_PASSWORD: 'old' });
    const slow = side.find('slow');
    await expect.poll(() => fake.exchanges.length).toBe(1);
    side.renewCredentials('right');
    // Not even while the old one is being sent.
    expect(await side.find('0100')).toEqual([]);
    expect(fake.story).toEqual(['listLine 14.0 login 0', 'listLine 14.0 login 200']);
    // The request with the old ones is not told either that they are wrong.
    expect(await slow).toEqual([]);
    expect(await side.find('0100')).toEqual([]);
    expect(fake.story).toEqual([
      'listLine 14.0 login 401',
      'listLine 14.0 login 200',
      'listLine 14.0 login 200',
      'listLine 14.0 cookie 200',
    ]);
    expect(side.observations.filter(({ kind }) => kind === 'credentials-refused')).toEqual([]);
  });
});

it('never shows a password, cookie or Authorization header', async () => {
  const fake = await startFake();
  const password = 'pa"ss:wörd <&> Kölsch';
  fake.password = password;
  const side = await connect(fake.url(), { ...fixed, AXL_PASSWORD: password });
  await side.find('0100');
  fake.expireSessions();
  await side.replace('SEP00A1B2C30001', [dial]);
  fake.expireSessions();
  fake.password = 'another';
  const failure: unknown = await side.find('0100').catch((thrown: unknown) => thrown);
  const url = fake.url();
  await fake.close();
  const late = await connect(url, { ...fixed, AXL_PASSWORD: password });
  const lost: unknown = await late.find('0100').catch((thrown: unknown) => thrown);
  const observations = [...side.observations, ...late.observations];
  const said = JSON.stringify([observations, failure, lost, String(failure), String(lost)]);
  expect(observations.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['session-login', 'credentials-refused', 'axl-call', 'axl-retry']),
  );
  const cookies = fake.exchanges.flatMap(({ cookie }) => cookie?.split('=')[1] ?? []);
  const headers = fake.exchanges.flatMap(({ authorization }) => authorization?.split(' ')[1] ?? []);
  expect(cookies.length).toBeGreaterThan(0);
  expect(headers.length).toBeGreaterThan(2);
  for (const secret of [password, 'wörd', 'Kölsch', ...cookies, ...headers]) expect(said).not.toContain(secret);
});
