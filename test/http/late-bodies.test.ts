import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { basic, password, startService, type ServiceOptions } from '../support/app.js';
import { dial, phoneName } from '../support/fake-port.js';
import { openRequest, parseAnswer, problemIn, send } from '../support/http.js';

/** Bodies of which only the first byte is sent, by users with a login. */

const path = `/speeddials?phone=${phoneName}`;
/** How many files the process may open: all except 128 are for connections. `npm run prove` takes more. */
const filesLimit = Number(process.env['FILES_LIMIT'] ?? 768);
const forConnections = filesLimit - 128;
/** More than there are. */
const many = forConnections + 100;
/** When bodies that do not arrive are ended anyway, in milliseconds: so late that no test waits for it. */
const theirTimeMs = 900_000;
/** Another caller has both answers long before, also on a busy machine. */
const answeredMs = 120_000;
const beforeTheirTime = { timeout: 120_000 };

vi.setConfig({ testTimeout: 600_000 });

interface Caller {
  readonly user?: string;
  readonly from?: string;
  readonly forwardedFor?: string;
}

/** All users have the same password here. */
function startWithUsers(options: ServiceOptions = {}) {
  const trustedProxies = new net.BlockList();
  trustedProxies.addAddress('127.0.0.1');
  const authenticator = {
    isVerified: ({ password: given }: { password: string }) => given === password,
    verify: () => Promise.resolve(false),
  };
  const timeouts = { requestTimeout: theirTimeMs };
  return startService({ authenticator, trustedProxies, filesLimit, deadlineMs: theirTimeMs, timeouts, ...options });
}

function headersOf({ user = 'somebody', forwardedFor }: Caller): Record<string, string> {
  const forwarded = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
  return { Authorization: basic(user, password), 'Content-Type': 'application/json', ...forwarded };
}

/** Begins a POST and sends only the first byte of its body. @param length of the body; in chunks without it */
function begin(port: number, caller: Caller, length?: number) {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: caller.from ?? '127.0.0.1' });
  let text = '';
  socket.on('error', () => undefined).setEncoding('utf8');
  socket.on('data', (piece: string) => (text += piece));
  onTestFinished(() => {
    socket.destroy();
  });
  const more = (piece: string): void => {
    socket.write(length === undefined ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
  };
  const framing = length === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length) };
  const head = Object.entries({ Host: 'x', ...headersOf(caller), ...framing });
  socket.write(`POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  more('[');
  return {
    more,
    end: (): void => {
      socket.write('1\r\n]\r\n0\r\n\r\n');
    },
    isOpen: () => !socket.closed && text === '',
    text: () => text,
    connected: new Promise((resolve) => socket.once('connect', resolve).once('close', resolve)),
    closed: new Promise((resolve) => socket.once('close', resolve)),
  };
}

type Begun = ReturnType<typeof begin>;

/** A hundred at a time: with more, the system itself would make some wait, from any sender. */
async function beginMany<Each extends Begun>(count: number, beginOne: (nth: number) => Each): Promise<Each[]> {
  const begun: Each[] = [];
  while (begun.length < count) {
    begun.push(
      ...Array.from({ length: Math.min(100, count - begun.length) }, (_, nth) => beginOne(begun.length + nth)),
    );
    await Promise.all(begun.map(({ connected }) => connected));
  }
  return begun;
}

const open = (begun: readonly Begun[]): number => begun.filter(({ isOpen }) => isOpen()).length;

async function answered(port: number, caller: Caller): Promise<void> {
  const asked = performance.now();
  const headers = headersOf(caller);
  const written = send(port, path, { method: 'POST', headers, body: JSON.stringify([dial('1')]) });
  expect((await send(port, '/phone/?dirn=2003', { headers })).status).toBe(200);
  expect((await written).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(answeredMs);
}

/** A body that is sent slowly and steadily. @param everyMs how often a byte is sent, in milliseconds */
function slowly(port: number, caller: Caller, everyMs = 100) {
  const begun = begin(port, caller);
  const timer = setInterval(begun.more, everyMs, ' ');
  onTestFinished(() => {
    clearInterval(timer);
  });
  return {
    ...begun,
    end: () => {
      clearInterval(timer);
      begun.end();
    },
  };
}

describe('bodies that never come', () => {
  it.each<[string, Caller, readonly Caller[]]>([
    ['one address', { from: '127.0.0.2' }, [{ from: '127.0.0.3' }, { user: 'neighbour', from: '127.0.0.2' }]],
    [
      'one client behind a proxy that is trusted',
      { forwardedFor: '192.0.2.7' },
      [{ forwardedFor: '192.0.2.8' }, { user: 'neighbour', forwardedFor: '192.0.2.7' }, { user: 'neighbour' }],
    ],
  ])('of one login from %s hold up nobody else', async (_what, attacker, others) => {
    const { port } = await startWithUsers();
    const attack = await beginMany(many, () => begin(port, { user: 'attacker', ...attacker }, 9));
    for (const caller of [...others, ...others]) await answered(port, caller);
    // It continues: closed ones are opened again.
    for (let turn = 0; turn < 3; turn += 1) {
      attack.push(...(await beginMany(100, () => begin(port, { user: 'attacker', ...attacker }, 9))));
      for (const caller of others) await answered(port, caller);
    }
    await expect.poll(() => open(attack), beforeTheirTime).toBeLessThanOrEqual(64);
    const [first] = attack;
    await first?.closed;
    const answer = parseAnswer(first?.text() ?? '');
    expect(answer).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '1' } });
    expect(problemIn(answer)).toMatchObject({ code: 'overloaded' });
  });

  it('of many logins from one address, before they are known, do not block others elsewhere', async () => {
    const users = {
      isVerified: ({ name }: { name: string }) => name === 'somebody',
      verify: () => new Promise<never>(() => undefined),
    };
    const { port, seen } = await startWithUsers({ authenticator: users });
    const honest = slowly(port, { from: '127.0.0.3' });
    const attack: Begun[] = [];
    for (let turn = 0; turn * 100 < many; turn += 1) {
      attack.push(
        ...Array.from({ length: 100 }, (_, nth) => begin(port, { user: `${turn} ${nth}`, from: '127.0.0.2' }, 9)),
      );
      await answered(port, { from: '127.0.0.3' });
    }
    await expect.poll(() => open(attack), beforeTheirTime).toBeLessThan(forConnections);
    const gone = attack.find(({ isOpen }) => !isOpen());
    await gone?.closed;
    expect(problemIn(parseAnswer(gone?.text() ?? ''))).toMatchObject({ status: 408 });
    honest.end();
    await expect.poll(honest.text).toMatch(/^HTTP\/1.1 200/);
    expect(JSON.stringify(seen)).toContain('waited for a body');
  });

  it('do not end slow uploads: of others, of the same network, or of the same login elsewhere', async () => {
    const { port } = await startWithUsers();
    const callers: Caller[] = [
      { forwardedFor: '192.0.2.8' },
      { user: 'neighbour', forwardedFor: '192.0.2.7' },
      { user: 'attacker', forwardedFor: '192.0.2.8' },
    ];
    const uploads = callers.map((caller) => slowly(port, caller));
    const of = (caller: Caller, count: number) => beginMany(count, () => begin(port, caller, 9));
    const attack = await of({ user: 'attacker', forwardedFor: '192.0.2.7' }, many);
    // A client that is not a trusted proxy claims to be one.
    const spoofed = await of({ user: 'attacker', from: '127.0.0.2', forwardedFor: '192.0.2.8' }, 100);
    await expect.poll(() => [open(attack) <= 64, open(spoofed) <= 64], beforeTheirTime).toEqual([true, true]);
    for (const { end, text } of uploads) {
      expect(text()).toBe('');
      end();
      await expect.poll(text).toMatch(/^HTTP\/1.1 200/);
    }
  });

  it('of one login from very many networks are limited together', async () => {
    const { port } = await startWithUsers();
    const attack = await beginMany(forConnections / 2, (network) =>
      begin(port, { user: 'attacker', forwardedFor: `2001:db8:0:${network.toString(16)}::1` }, 9),
    );
    await answered(port, { forwardedFor: '192.0.2.8' });
    await expect.poll(() => open(attack), beforeTheirTime).toBeLessThanOrEqual(256);
  });

  it('that get a byte from time to time are limited, and do not block others', async () => {
    const { port } = await startWithUsers();
    const attack = await beginMany(many, () => slowly(port, { user: 'attacker', from: '127.0.0.2' }, 1_000));
    await answered(port, { from: '127.0.0.3' });
    await expect.poll(() => open(attack), beforeTheirTime).toBeLessThanOrEqual(256);
    await answered(port, { user: 'neighbour', from: '127.0.0.2' });
  });

  it.each([1_048_576, undefined])(
    'take no room that others need, with any announced length (length: %s)',
    async (length) => {
      const { port } = await startWithUsers();
      const attack = Array.from({ length: 40 }, () => begin(port, { user: 'attacker', from: '127.0.0.2' }, length));
      if (length === undefined) for (const { more } of attack) more(' '.repeat(1_048_575));
      await expect.poll(() => open(attack), beforeTheirTime).toBeLessThanOrEqual(20);
      for (let turn = 0; turn < 5; turn += 1) await answered(port, { from: '127.0.0.3' });
    },
  );
});

describe('a body that is too large', () => {
  it('counts nothing after it was refused, regardless of the rest', async () => {
    const { port } = await startWithUsers();
    for (let turn = 0; turn < 2; turn += 1) {
      const headers = { ...headersOf({}), Connection: 'close', 'Transfer-Encoding': 'chunked' };
      const request = openRequest(port, path, { method: 'POST', headers });
      const response = once(request, 'response') as Promise<[IncomingMessage]>;
      request.end(Buffer.alloc(20_000_000, ' '));
      expect((await response)[0].resume().statusCode).toBe(413);
    }
    // A single one is always accepted: two at the same time show what is held.
    const held = slowly(port, { user: 'neighbour' });
    await answered(port, {});
    held.end();
    await expect.poll(held.text).toMatch(/^HTTP\/1.1 200/);
  });
});
