import { beforeEach, describe, expect, it } from 'vitest';
import { authorization, caller } from '../support/caller.js';
import { startWithSimulator } from '../support/service-with-simulator.js';
import type { TestService } from '../support/test-service.js';

let service: TestService;

/** More wrong logins than an address may have, each for a different name. */
async function guessFrom(forwardedFor: string): Promise<number> {
  let status = 0;
  for (let guess = 0; guess < 21; guess += 1) {
    const headers = {
      authorization: authorization({ name: `guess${guess}`, password: 'x' }),
      'x-forwarded-for': forwardedFor,
    };
    status = (await fetch(`${service.url}/phone/?dirn=2001`, { headers })).status;
  }
  return status;
}

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await fetch(`${service.url}/phone/?dirn=2001`, { headers })).status;
}

function loginFrom(forwardedFor: string): Promise<number> {
  return statusOf({ authorization: authorization(), 'x-forwarded-for': forwardedFor });
}

describe('login limits behind a known proxy', () => {
  beforeEach(async () => {
    service = await startWithSimulator({ TRUSTED_PROXIES: '127.0.0.0/8 ::1' });
  });

  it("close the guesser's address, not the proxy's", async () => {
    expect(await guessFrom('192.0.2.66')).toBe(429);
    expect(await loginFrom('192.0.2.66')).toBe(429);
    expect(await loginFrom('192.0.2.7')).toBe(200);
  });

  it('cannot be avoided by an address that the guesser writes', async () => {
    let round = 0;
    const invented = (): string => `203.0.113.${round++ % 250}, 192.0.2.66`;
    for (let guess = 0; guess < 20; guess += 1) {
      const headers = {
        authorization: authorization({ name: `g${guess}`, password: 'x' }),
        'x-forwarded-for': invented(),
      };
      await fetch(`${service.url}/phone/?dirn=2001`, { headers });
    }
    expect(await loginFrom(invented())).toBe(429);
  });

  it('treat an IPv6 network of 64 bits as one address, with or without a port', async () => {
    for (let guess = 0; guess < 20; guess += 1) {
      const headers = {
        authorization: authorization({ name: `g${guess}`, password: 'x' }),
        'x-forwarded-for': `[2001:db8:1:2::${guess.toString(16)}]:${50_000 + guess}`,
      };
      expect((await fetch(`${service.url}/phone/?dirn=2001`, { headers })).status).toBe(401);
    }
    expect(await loginFrom('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await loginFrom('2001:db8:1:3::1')).toBe(200);
  });

  it('close a name only for the network that guesses it', async () => {
    const login = (forwardedFor: string, name: string, password: string): Promise<number> =>
      statusOf({ authorization: authorization({ name, password }), 'x-forwarded-for': forwardedFor });
    const outcomes: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      outcomes.push(await login('203.0.113.1', caller.name, `guess ${guess}`));
    }
    expect(outcomes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(outcomes.slice(10)).toEqual([429, 429]);
    expect(await loginFrom('203.0.113.1')).toBe(429);
    expect(await login('203.0.113.1', 'another', 'x')).toBe(401);
    expect(await loginFrom('192.0.2.8')).toBe(200);
  });

  it('count the same wrong password from the same network once', async () => {
    const headers = {
      authorization: authorization({ name: caller.name, password: 'of last year' }),
      'x-forwarded-for': '203.0.113.1',
    };
    for (let again = 0; again < 30; again += 1) expect(await statusOf(headers)).toBe(401);
    expect(await loginFrom('203.0.113.1')).toBe(200);
  });

  it("show the caller's address in the log", async () => {
    await loginFrom('192.0.2.7');
    await expect
      .poll(() => service.observations.find(({ kind }) => kind === 'request'))
      .toMatchObject({ remoteAddress: '192.0.2.7' });
  });
});

describe('login limits without a known proxy', () => {
  it('trust no header', async () => {
    service = await startWithSimulator();
    expect(await guessFrom('192.0.2.66')).toBe(429);
    expect(await loginFrom('192.0.2.7')).toBe(429);
  });
});
