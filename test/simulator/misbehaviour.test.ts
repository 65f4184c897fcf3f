import { Agent } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MisbehaviourRule, type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { BASIC, call, envelope, exchange, inside, speedDials, texts } from './axl-caller.js';

const PHONE = 'SEP00A1B2C30003';
let simulator: RunningSimulator;

beforeAll(async () => {
  simulator = await startSimulator();
});
afterEach(() => {
  simulator.behave();
  simulator.reset();
});
afterAll(() => simulator.close());

/** Updates the phone under a rule; tells the outcome and whether the update was applied. */
async function update(rule: MisbehaviourRule) {
  simulator.misbehave({ times: 1, ...rule });
  const content = `<name>${PHONE}</name>${speedDials(['1', '1', 'é'])}`;
  const outcome = await call(simulator, 'updatePhone', content).catch(
    (error: unknown) => error as NodeJS.ErrnoException,
  );
  const applied = simulator.state().find(({ name }) => name === PHONE)?.speedDials.length === 1;
  return { ...('status' in outcome ? outcome : { status: 0, headers: {}, body: outcome.code ?? '' }), applied };
}

/** The bytes of an answer until the connection ends, or until `enough` says so. */
async function raw(operation: string, content: string, enough: (bytes: Buffer) => boolean): Promise<Buffer> {
  const { hostname, port } = new URL(simulator.url);
  const body = envelope(operation, content);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /axl/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${BASIC}\r\nContent-Type: text/xml\r\n` +
      `SOAPAction: "CUCM:DB ver=14.0 ${operation}"\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (enough(Buffer.concat(chunks))) break;
  }
  return Buffer.concat(chunks);
}

describe('pages and faults', () => {
  it.each(['401', '403', '404', '503', '599'] as const)('%s carries HTML, before or after the update', async (kind) => {
    const before = await update({ kind });
    expect(before).toMatchObject({ status: Number(kind), applied: false });
    expect(before.headers['content-type']).toContain('text/html');
    expect(await update({ kind, point: 'arrival' })).toMatchObject({ status: Number(kind), applied: false });
    expect(await update({ kind, point: 'after' })).toMatchObject({ status: Number(kind), applied: true });
  });

  it('503 says when to come back, if told to', async () => {
    expect((await update({ kind: '503' })).headers['retry-after']).toBeUndefined();
    expect((await update({ kind: '503', retryAfter: '7' })).headers['retry-after']).toBe('7');
  });

  it('599 names the versions', async () => {
    expect((await update({ kind: '599' })).body).toContain('Supported axl versions are 11.x, 12.x and 14.0');
  });

  it('redirect', async () => {
    const reply = await update({ kind: 'redirect', location: 'http://other.invalid/' });
    expect(reply).toMatchObject({ status: 302, applied: false, headers: { location: 'http://other.invalid/' } });
  });

  it('fault, plain or with a namespace', async () => {
    const plain = await update({ kind: 'fault', axlcode: -691, message: 'a < b' });
    expect(plain).toMatchObject({ status: 500, applied: false });
    expect([inside(plain.body, 'axlcode'), inside(plain.body, 'axlmessage')]).toEqual(['-691', 'a &lt; b']);
    const namespaced = await update({ kind: 'fault', namespaced: true });
    expect(namespaced.body).toContain('<ns:axlError xmlns:ns="http://www.cisco.com/AXL/API/14.0"><axlcode>');
  });

  it('memory-fault', async () => {
    const { body } = await update({ kind: 'memory-fault' });
    expect(inside(body, 'axlmessage')).toContain('Maximum AXL Memory Allocation Consumed');
  });
});

describe('connections', () => {
  it.each([
    ['arrival', false],
    ['before', false],
    ['after', true],
    ['mid-body', true],
  ] as const)('reset at %s', async (point, applied) => {
    expect(await update({ kind: 'reset', point })).toMatchObject({ status: 0, body: 'ECONNRESET', applied });
  });

  it.each([
    ['arrival', false],
    ['before', false],
    ['after', true],
  ] as const)('hang at %s', async (point, applied) => {
    simulator.misbehave({ kind: 'hang', point, times: 1 });
    const content = `<name>${PHONE}</name><speeddials/>`;
    await expect(call(simulator, 'updatePhone', content, { signal: AbortSignal.timeout(150) })).rejects.toThrow();
    expect(simulator.stats().updatesApplied).toBe(applied ? 1 : 0);
  });

  it('close-after answers well and closes the connection', async () => {
    simulator.misbehave({ kind: 'close-after', times: 1 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await call(simulator, 'getCCMVersion', '', { agent });
    expect([first.status, first.headers.connection]).toEqual([200, 'keep-alive']);
    await expect.poll(() => Object.keys(agent.freeSockets)).toEqual([]);
    await call(simulator, 'getCCMVersion', '', { agent });
    await call(simulator, 'getCCMVersion', '', { agent });
    agent.destroy();
    expect(simulator.stats().connections).toBe(2);
  });

  it('drip sends a byte at a time', async () => {
    const reply = await update({ kind: 'drip', ms: 1 });
    expect(reply).toMatchObject({ status: 200, applied: true });
    simulator.misbehave({ kind: 'drip', ms: 60_000, times: 1 });
    const bytes = await raw('getCCMVersion', '', (seen) => seen.includes('\r\n\r\n<'));
    expect(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)).toHaveLength(1);
  });

  it('delay waits, at each point', async () => {
    for (const point of ['arrival', 'before', 'after'] as const) {
      const start = performance.now();
      expect(await update({ kind: 'delay', ms: 50, jitterMs: 10, point })).toMatchObject({
        status: 200,
        applied: true,
      });
      expect(performance.now() - start).toBeGreaterThan(45);
    }
  });
});

describe('bodies', () => {
  it.each([
    ['html', 'before', '<html>', false],
    ['html', undefined, '<html>', true],
    ['garbage', undefined, 'not xml at all', true],
    ['missing-return', undefined, 'updatePhoneResponse xmlns:ns="http://www.cisco.com/AXL/API/14.0"></ns:', true],
    ['wrong-element', undefined, '<ns:doAuthenticateUserResponse', true],
    ['entity-bomb', undefined, '<!ENTITY e9 "&e8;', true],
  ] as const)('%s at %s', async (kind, point, words, applied) => {
    const reply = await update({ kind, ...(point === undefined ? {} : { point }) });
    expect(reply).toMatchObject({ status: 200, applied });
    expect(reply.body).toContain(words);
  });

  it('empty', async () => {
    expect(await update({ kind: 'empty' })).toMatchObject({ status: 200, body: '', applied: true });
  });

  it('truncated has a length that agrees', async () => {
    const whole = await call(simulator, 'getPhone', `<name>${PHONE}</name>`);
    simulator.misbehave({ kind: 'truncated', times: 1 });
    const half = await call(simulator, 'getPhone', `<name>${PHONE}</name>`);
    expect(whole.body.startsWith(half.body)).toBe(true);
    expect(half.body.length).toBe(Math.floor(whole.body.length / 2));
  });

  it('nesting', async () => {
    const { body } = await update({ kind: 'nesting', depth: 500 });
    expect(body.match(/<a>/g)).toHaveLength(500);
  });

  it('huge', async () => {
    const { body } = await update({ kind: 'huge', megabytes: 3 });
    expect(body.length).toBeGreaterThan(3 * 1024 * 1024);
    expect(body).toMatch(/<\/soapenv:Envelope>$/);
  });

  it('endless goes on until the client leaves', async () => {
    simulator.misbehave({ kind: 'endless', times: 1 });
    const bytes = await raw('getCCMVersion', '', (seen) => seen.length > 2_000_000);
    expect(bytes.length).toBeGreaterThan(2_000_000);
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
  });

  it('gzip-bomb is small on the wire', async () => {
    simulator.misbehave({ kind: 'gzip-bomb', megabytes: 20, times: 1 });
    const bytes = await raw('getCCMVersion', '', (seen) => {
      const length = /content-length: (\d+)/i.exec(seen.toString('latin1'))?.[1];
      return length !== undefined && seen.length >= seen.indexOf('\r\n\r\n') + 4 + Number(length);
    });
    expect(bytes.toString('latin1')).toContain('content-encoding: gzip');
    expect(bytes.length).toBeLessThan(100_000);
    expect(gunzipSync(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)).length).toBeGreaterThan(20 * 1024 * 1024);
  });

  it('latin1 says so and is so', async () => {
    simulator.misbehave({ kind: 'latin1', times: 1 });
    const bytes = await raw('getPhone', `<name>${PHONE}</name>`, (seen) => seen.includes('</soapenv:Envelope>'));
    const text = bytes.toString('latin1');
    expect(text).toContain('charset=ISO-8859-1');
    expect(text).toContain("encoding='ISO-8859-1'");
    expect(texts(text, 'description')[0]).toBe('Büro Zoë Müller ? Buchhaltung');
  });
});

describe('rules', () => {
  const statuses = async (operations: readonly string[], url = simulator.url) => {
    const seen: number[] = [];
    for (const operation of operations) {
      const headers = { authorization: BASIC, soapaction: `CUCM:DB ver=14.0 ${operation}`, 'content-type': 'text/xml' };
      const reply = await exchange(url, { method: 'POST', headers }, envelope(operation, `<name>${PHONE}</name>`));
      seen.push(reply.status);
    }
    return seen;
  };

  it('apply in order, the first that fits alone, and count down', async () => {
    simulator.misbehave([
      { kind: '503', operation: 'getPhone', times: 2 },
      { kind: '403', times: 1 },
      { kind: '404', operation: 'getPhone' },
    ]);
    const operations = ['getPhone', 'applyPhone', 'applyPhone', 'getPhone', 'getPhone', 'getPhone'];
    expect(await statuses(operations)).toEqual([503, 403, 200, 503, 404, 404]);
    expect(simulator.misbehaviour()).toEqual([{ kind: '404', operation: 'getPhone' }]);
    simulator.behave();
    expect(await statuses(['getPhone'])).toEqual([200]);
  });

  it('with a probability draw from a seeded generator', async () => {
    const draw = async (randomSeed: number) => {
      const other = await startSimulator({ randomSeed, misbehaviour: { kind: '503', probability: 0.5 } });
      const seen = await statuses(
        Array.from({ length: 30 }, () => 'getPhone'),
        other.url,
      );
      await other.close();
      return seen;
    };
    const [first, again, another] = [await draw(1), await draw(1), await draw(2)];
    expect(again).toEqual(first);
    expect(another).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  it('may concern one node, or the probe alone', async () => {
    const cluster = await startSimulator({
      subscribers: 1,
      misbehaviour: [
        { kind: '503', node: 1 },
        { kind: '404', operation: 'probe' },
      ],
    });
    const [publisher = '', subscriber = ''] = cluster.urls;
    expect(await statuses(['getPhone'], publisher)).toEqual([200]);
    expect(await statuses(['getPhone'], subscriber)).toEqual([503]);
    expect((await exchange(publisher, { headers: { authorization: BASIC } })).status).toBe(404);
    await cluster.close();
  });

  it.each([
    [{ kind: 'nonsense' }, /^Misbehaviour rule: 0\.kind: /],
    [{ kind: '503', time: 1 }, /time/],
    [{ kind: '503', times: 0 }, /0\.times/],
    [{ kind: 'truncated', point: 'before' }, /truncated has no point before; it has after/],
    ['503', /object/],
  ])('that cannot be understood are refused: %j', (rule, words) => {
    expect(() => {
      simulator.misbehave(rule as MisbehaviourRule);
    }).toThrow(words);
  });
});

describe('closing', () => {
  it('cuts what hangs, waits and drips', async () => {
    const other = await startSimulator({ latencyMs: 60_000, misbehaviour: { kind: 'hang', times: 1 } });
    const pending = [call(other, 'getCCMVersion', ''), call(other, 'getCCMVersion', '')].map((reply) =>
      reply.catch((error: unknown) => error),
    );
    await expect.poll(() => other.stats().inFlight).toBe(2);
    await other.close();
    for (const outcome of await Promise.all(pending)) expect(outcome).toBeInstanceOf(Error);
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});
