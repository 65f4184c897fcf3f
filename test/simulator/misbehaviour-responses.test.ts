import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { call, inside, texts } from '../support/axl-caller.js';
import { updatedPhone, rawAnswer, updateUnder } from './misbehaving.js';
import { simulator, useSimulator } from '../support/use-simulator.js';

useSimulator();

describe('pages and faults', () => {
  it.each(['401', '403', '404', '413', '429', '502', '503', '599'] as const)(
    '%s carries HTML, before or after the update',
    async (kind) => {
      const before = await updateUnder(simulator, { kind });
      expect(before).toMatchObject({ status: Number(kind), applied: false });
      expect(before.headers['content-type']).toContain('text/html');
      expect(await updateUnder(simulator, { kind, point: 'arrival' })).toMatchObject({
        status: Number(kind),
        applied: false,
      });
      expect(await updateUnder(simulator, { kind, point: 'after' })).toMatchObject({
        status: Number(kind),
        applied: true,
      });
    },
  );

  it.each(['429', '503'] as const)('%s has a Retry-After, if the rule says so', async (kind) => {
    expect((await updateUnder(simulator, { kind })).headers['retry-after']).toBeUndefined();
    expect((await updateUnder(simulator, { kind, retryAfter: '7' })).headers['retry-after']).toBe('7');
  });

  it('599 names the versions', async () => {
    expect((await updateUnder(simulator, { kind: '599' })).body).toContain(
      'Supported axl versions are 11.x, 12.x and 14.0',
    );
  });

  it('query-too-large refuses a query with more rows than its limit, and no other', async () => {
    simulator.misbehave({ kind: 'query-too-large', rows: 4 });
    const rows = (sql: string) => call(simulator, 'executeSQLQuery', `<sql>SELECT ${sql}</sql>`);
    const refused = await rows('name FROM routepartition');
    expect([refused.status, inside(refused.body, 'axlcode')]).toEqual([500, '-1']);
    expect(inside(refused.body, 'axlmessage')).toBe(
      'Query request too large. Total rows matched: 5 rows. Suggestive Row Fetch: less than 4 rows',
    );
    expect(texts((await rows('FIRST 4 name FROM routepartition')).body, 'name')).toHaveLength(4);
    const phones = '<searchCriteria><name>%</name></searchCriteria><returnedTags><name/></returnedTags>';
    expect((await call(simulator, 'listPhone', phones)).status).toBe(200);
  });

  it('redirect', async () => {
    const reply = await updateUnder(simulator, { kind: 'redirect', location: 'http://other.invalid/' });
    expect(reply).toMatchObject({ status: 302, applied: false, headers: { location: 'http://other.invalid/' } });
  });

  it('fault, plain or with a namespace', async () => {
    const plain = await updateUnder(simulator, { kind: 'fault', axlcode: -691, message: 'a < b' });
    expect(plain).toMatchObject({ status: 500, applied: false });
    expect([inside(plain.body, 'axlcode'), inside(plain.body, 'axlmessage')]).toEqual(['-691', 'a &lt; b']);
    const namespaced = await updateUnder(simulator, { kind: 'fault', namespaced: true });
    expect(namespaced.body).toContain('<ns:axlError xmlns:ns="http://www.cisco.com/AXL/API/14.0"><axlcode>');
  });

  it('memory-fault', async () => {
    const { body } = await updateUnder(simulator, { kind: 'memory-fault' });
    expect(inside(body, 'axlmessage')).toContain('Maximum AXL Memory Allocation Consumed');
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
    const reply = await updateUnder(simulator, { kind, ...(point === undefined ? {} : { point }) });
    expect(reply).toMatchObject({ status: 200, applied });
    expect(reply.body).toContain(words);
  });

  it('empty', async () => {
    expect(await updateUnder(simulator, { kind: 'empty' })).toMatchObject({ status: 200, body: '', applied: true });
  });

  it('truncated has a length that agrees', async () => {
    const whole = await call(simulator, 'getPhone', `<name>${updatedPhone}</name>`);
    simulator.misbehave({ kind: 'truncated', times: 1 });
    const half = await call(simulator, 'getPhone', `<name>${updatedPhone}</name>`);
    expect(whole.body.startsWith(half.body)).toBe(true);
    expect(half.body.length).toBe(Math.floor(whole.body.length / 2));
  });

  it('nesting', async () => {
    const { body } = await updateUnder(simulator, { kind: 'nesting', depth: 500 });
    expect(body.match(/<a>/g)).toHaveLength(500);
  });

  it('huge', async () => {
    const { body } = await updateUnder(simulator, { kind: 'huge', megabytes: 3 });
    expect(body.length).toBeGreaterThan(3 * 1024 * 1024);
    expect(body).toMatch(/<\/soapenv:Envelope>$/);
  });

  it('endless continues until the client disconnects', async () => {
    simulator.misbehave({ kind: 'endless', times: 1 });
    const bytes = await rawAnswer(simulator, 'getCCMVersion', '', (seen) => seen.length > 2_000_000);
    expect(bytes.length).toBeGreaterThan(2_000_000);
    await expect.poll(() => simulator.stats().inFlight).toBe(0);
  });

  it('gzip-bomb is small on the wire', async () => {
    simulator.misbehave({ kind: 'gzip-bomb', megabytes: 20, times: 1 });
    const bytes = await rawAnswer(simulator, 'getCCMVersion', '', (seen) => {
      const length = /content-length: (\d+)/i.exec(seen.toString('latin1'))?.[1];
      return length !== undefined && seen.length >= seen.indexOf('\r\n\r\n') + 4 + Number(length);
    });
    expect(bytes.toString('latin1')).toContain('content-encoding: gzip');
    expect(bytes.length).toBeLessThan(100_000);
    expect(gunzipSync(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)).length).toBeGreaterThan(20 * 1024 * 1024);
  });

  it('latin1 declares its encoding, and uses it', async () => {
    simulator.misbehave({ kind: 'latin1', times: 1 });
    const bytes = await rawAnswer(simulator, 'getPhone', `<name>${updatedPhone}</name>`, (seen) =>
      seen.includes('</soapenv:Envelope>'),
    );
    const text = bytes.toString('latin1');
    expect(text).toContain('charset=ISO-8859-1');
    expect(text).toContain("encoding='ISO-8859-1'");
    expect(texts(text, 'description')[0]).toBe('Büro Zoë Müller ? Buchhaltung');
  });
});
