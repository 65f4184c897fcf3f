import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deferred, dial, fakePort, phoneName, uuid } from '../support/fake-port.js';
import { openRequest, post, problemIn, send, sendBytes, parseAnswer } from '../support/http.js';
import { History } from '../../src/changes/journal.js';
import { changeBounds } from '../../src/changes/change.js';
import { authorization, basic, password, type ServiceOptions, startService } from '../support/app.js';
import { MemoryStore } from '../support/memory-store.js';

const path = `/speeddials?phone=${phoneName}`;
const json = { 'Content-Type': 'application/json' };

/** Posts a body that must be refused, and checks that nothing was written. */
async function refused(body: unknown, headers = {}) {
  const { port, callManager } = await startService();
  const answer = await post(port, path, body, headers);
  expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  expect(answer.headers['content-type']).toBe('application/problem+json');
  return problemIn(answer);
}

describe('an invalid entry', () => {
  it.each<[string, unknown, string, string]>([
    ['a number for index', { index: 1, dirn: '1' }, 'body[0].index', 'not a number'],
    ['a number for dirn', { index: '1', dirn: 100 }, 'body[0].dirn', 'not a number'],
    ['a boolean for label', { index: '1', dirn: '1', label: true }, 'body[0].label', 'not a boolean'],
    ['null for label', { index: '1', dirn: '1', label: null }, 'body[0].label', 'not null'],
    ['an object for label', { index: '1', dirn: '1', label: {} }, 'body[0].label', 'not an object'],
    ['an array for dirn', { index: '1', dirn: ['1'] }, 'body[0].dirn', 'not an array'],
    ['no index', { dirn: '1' }, 'body[0].index', 'is missing'],
    ['no dirn', { index: '1' }, 'body[0].dirn', 'is missing'],
    ['an empty index', { index: '', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['an index of letters', { index: 'one', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['a negative index', { index: '-1', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['an index with a space', { index: ' 1', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['an index of other digits', { index: '١', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['a fraction', { index: '1.0', dirn: '1' }, 'body[0].index', 'string of digits'],
    ['a line feed after the index', { index: '1\n', dirn: '1' }, 'body[0].index', 'U+000A'],
    ['a control character in dirn', { index: '1', dirn: '1\u0000' }, 'body[0].dirn', 'U+0000'],
    ['a tabulator in label', { index: '1', dirn: '1', label: 'a\tb' }, 'body[0].label', 'U+0009'],
    ['a C1 control character', { index: '1', dirn: '1', label: '\u009f' }, 'body[0].label', 'U+009F'],
    ['DEL', { index: '1', dirn: '1', label: '\u007f' }, 'body[0].label', 'U+007F'],
    ['U+FFFE', { index: '1', dirn: '1', label: '\ufffe' }, 'body[0].label', 'U+FFFE'],
    ['256 characters of dirn', { index: '1', dirn: '1'.repeat(256) }, 'body[0].dirn', '255 characters'],
    ['256 characters of label', { index: '1', dirn: '1', label: 'ü'.repeat(256) }, 'body[0].label', '255 characters'],
    ['256 digits of index', { index: '1'.repeat(256), dirn: '1' }, 'body[0].index', '255 characters'],
    ['an unknown key', { index: '1', dirn: '1', Label: '' }, 'body[0]', 'unknown key "Label"'],
    ['the key constructor', { index: '1', dirn: '1', constructor: {} }, 'body[0]', 'unknown key "constructor"'],
    ['null', null, 'body[0]', 'not null'],
    ['a string', '1', 'body[0]', 'not a string'],
    ['an array', [], 'body[0]', 'not an array'],
  ])('%s', async (_what, entry, field, reason) => {
    const problem = await refused([entry]);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.[0]?.field).toBe(field);
    expect(problem.errors?.[0]?.detail).toContain(reason);
    expect(problem.detail).toContain(`${field} `);
  });

  it('is named by its place, like every other one', async () => {
    const problem = await refused([dial('1'), { index: 2, dirn: '1' }, dial('3'), { index: '4', dirn: '1', label: 5 }]);
    expect(problem.errors?.map(({ field }) => field)).toEqual(['body[1].index', 'body[3].label']);
  });

  it.each([
    ['1', '1'],
    ['1', '01'],
    ['0', '000'],
    ['12345678901234567890', '012345678901234567890'],
  ])('index %s and later %s', async (first, second) => {
    const problem = await refused([dial('7'), dial(first), dial(second)]);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.map(({ field }) => field)).toEqual(['body[2].index']);
    expect(problem.errors?.[0]?.detail).toContain('body[1]');
  });

  it('a lone surrogate, written as an escape', async () => {
    const problem = await refused('[{"index":"1","dirn":"1","label":"\\ud800"}]');
    expect(problem.errors?.[0]).toMatchObject({ field: 'body[0].label' });
  });

  it.each(['"__proto__":{"index":"1"}', '"__proto__":"x"', '"\\u005f_proto__":[]'])('the key %s', async (member) => {
    const problem = await refused(`[{"index":"1","dirn":"1",${member}}]`);
    expect(problem.errors?.[0]?.field).toBe('body[0]');
    expect(problem.errors?.[0]?.detail).toContain('unknown key "__proto__"');
  });

  it('one of very many: only the first faults are reported, in a short answer, in a short time', async () => {
    // Processor time: other programs would lengthen the time by the clock.
    const before = process.cpuUsage();
    for (const body of [`[${'{},'.repeat(29_000)}{}]`, `[${'0,'.repeat(29_000)}0]`]) {
      expect((await refused(body)).errors).toHaveLength(20);
    }
    const keys = Array.from({ length: 90 }, (_, place) => `"k${place}":1`);
    expect(JSON.stringify(await refused(`[{${keys.join(',')}}]`)).length).toBeLessThan(2_000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  it.each([5_300, 9_900])('the last of %d entries is read like the first', async (length) => {
    const dials = Array.from({ length }, (_, place) => ({ index: String(place), dirn: '1' }));
    const { port, callManager } = await startService();
    expect(await post(port, path, dials)).toMatchObject({ status: 200 });
    const set = callManager.buttons.speeddial.replace.mock.calls[0]?.[1] ?? [];
    expect([set.length, set.at(-1)]).toEqual([length, { index: String(length - 1), dirn: '1', label: '' }]);
    const wrong = await refused([...dials, { index: 'x', dirn: '1' }]);
    expect(wrong.errors?.map(({ field }) => field)).toEqual([`body[${length}].index`]);
    const twice = await refused([...dials, { index: String(length - 1), dirn: '1' }]);
    expect(twice.errors?.map(({ field }) => field)).toEqual([`body[${length}].index`]);
  });

  it('texts of 255 characters are valid, also if each is two code units long', async () => {
    const { port } = await startService();
    expect(await post(port, path, [dial('1', '1'.repeat(255), '😀'.repeat(255))])).toMatchObject({ status: 200 });
  });
});

describe('an invalid body', () => {
  it.each([
    ['broken JSON', '[{"index":"1",'],
    ['two values', '[] []'],
    ['a trailing comma', '[{"index":"1","dirn":"1"},]'],
    ['single quotes', "[{'index':'1'}]"],
    ['a bare string', '"1"'],
    ['a number', '1'],
    ['null', 'null'],
    ['spaces', '   '],
    ['HTML', '<html></html>'],
    ['NaN', '[NaN]'],
    ['an object', '{"index":"1","dirn":"1"}'],
    ['an empty object', '{}'],
    ['nesting without end', '['.repeat(500_000)],
    ['deep nesting', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['deep objects', '[' + '{"index":'.repeat(90_000) + '1' + '}'.repeat(90_000) + ']'],
    ['bytes that are no UTF-8, as a value', Buffer.from('[{"index":"1","dirn":"1","label":"\xff\xfe"}]', 'latin1')],
    ['bytes that are no UTF-8, anywhere', Buffer.from('[\xff]', 'latin1')],
    ['UTF-16', Buffer.from('[]', 'utf16le')],
  ])('%s is a 400', async (_what, body) => {
    const problem = await refused(body);
    expect(problem).toMatchObject({ status: 400, code: 'invalid-request' });
    expect(problem.errors?.[0]?.field).toMatch(/^body/);
  });

  it('may have a byte order mark', async () => {
    const { port } = await startService();
    expect(await post(port, path, '\uFEFF[]')).toMatchObject({ status: 200 });
  });

  it.each([json, {}, { 'Content-Type': 'text/plain' }])('empty, with the headers %j, is a 400', async (headers) => {
    const { port, callManager } = await startService();
    for (const sent of [
      { method: 'POST', headers, body: '' },
      { method: 'POST', headers: { ...headers, 'Content-Length': 0 } },
    ]) {
      const problem = problemIn(await send(port, path, sent));
      expect(problem).toMatchObject({ status: 400, code: 'invalid-request', errors: [{ field: 'body' }] });
      expect(problem.detail).toContain('empty');
    }
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('empty, in chunks, is a 400', async () => {
    const { port } = await startService();
    const answer = await send(port, path, { method: 'POST', body: '', chunked: true, headers: json });
    expect(problemIn(answer)).toMatchObject({ status: 400, errors: [{ field: 'body' }] });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'application/jsonx',
    'application',
    '*/*',
    'application/json; charset=latin1',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16"',
  ])('of type %s is a 415', async (type) => {
    expect(await refused('[]', { 'Content-Type': type })).toMatchObject({
      status: 415,
      code: 'unsupported-media-type',
    });
  });

  it('without a type is a 415', async () => {
    const { port } = await startService();
    const answer = await send(port, path, { method: 'POST', body: '[]' });
    expect(problemIn(answer)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('of type %s is accepted', async (type) => {
    const { port } = await startService();
    expect(await post(port, path, '[]', { 'Content-Type': type })).toMatchObject({ status: 200 });
  });
});

describe('a compressed body', () => {
  const packed = gzipSync('[]');
  const large = gzipSync(Buffer.alloc(1_100_000, ' '));

  it.each<[string, string, Buffer]>([
    ['good gzip', 'gzip', packed],
    ['damaged gzip', 'gzip', Buffer.from('no gzip at all')],
    ['truncated gzip', 'gzip', packed.subarray(0, 12)],
    ['gzip that is damaged past 1 MB', 'gzip', Buffer.concat([large.subarray(0, -8), Buffer.from('garbage!')])],
    ['deflate', 'deflate', packed],
    ['brotli', 'br', packed],
    ['an unknown coding', 'x-none', packed],
  ])('%s is a 415 that says so', async (_what, encoding, body) => {
    const { port, callManager } = await startService();
    const answer = await post(port, path, body, { 'Content-Encoding': encoding });
    expect(problemIn(answer)).toMatchObject({ status: 415, code: 'unsupported-media-type' });
    expect(answer.headers['accept-encoding']).toBe('identity');
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
    expect(await post(port, path, [])).toMatchObject({ status: 200 });
  });

  it('is accepted if the coding is identity', async () => {
    const { port } = await startService();
    expect(await post(port, path, '[]', { 'Content-Encoding': 'identity' })).toMatchObject({ status: 200 });
  });
});

describe('a large body', () => {
  const atLimit = `[${' '.repeat(1024 * 1024 - 2)}]`;

  it('is accepted up to 1 MB', async () => {
    const { port } = await startService();
    expect(await post(port, path, atLimit)).toMatchObject({ status: 200 });
    expect(await send(port, path, { method: 'POST', body: atLimit, chunked: true, headers: json })).toMatchObject({
      status: 200,
    });
  });

  it.each([true, false])('is a 413 over 1 MB (in chunks: %s)', async (chunked) => {
    const { port, callManager } = await startService();
    const answer = await send(port, path, { method: 'POST', body: `${atLimit} `, chunked, headers: json });
    expect(problemIn(answer)).toMatchObject({ status: 413, code: 'payload-too-large' });
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });

  it('may be sent to its end by a client that reads only afterwards', async () => {
    const { port } = await startService();
    const body = ' '.repeat(20_000_000);
    const started = performance.now();
    const answer = await send(port, path, { method: 'POST', body, headers: json });
    expect(problemIn(answer)).toMatchObject({ status: 413, code: 'payload-too-large' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it.each([
    ['413', authorization, 'payload-too-large'],
    ['401', 'Basic eDp5', 'unauthenticated'],
  ])('gives a %s to a client that first sends all of it with Connection: close', async (_status, login, code) => {
    const { port } = await startService();
    const body = Buffer.alloc(16_000_000, ' ');
    const headers = { ...json, Authorization: login, Connection: 'close', 'Content-Length': body.length };
    const request = openRequest(port, path, { method: 'POST', headers });
    const failed = once(request, 'error');
    // Node's client reads before it has sent everything; this one does not.
    const [socket] = (await once(request, 'socket')) as [Socket];
    socket.pause();
    request.end(body, () => socket.resume());
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const [response] = (await Promise.race([answered, failed])) as [IncomingMessage];
    expect(problemIn({ text: await text(response) })).toMatchObject({ code });
  });

  it('that is announced and not sent is a 413 at once', async () => {
    const { port } = await startService();
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${authorization}`,
      'Content-Type: application/json',
      'Content-Length: 99999999999',
      'Connection: close',
    ];
    const sent = await sendBytes(port, [`${head.join('\r\n')}\r\n\r\n`]);
    expect(problemIn(parseAnswer(sent.text))).toMatchObject({ status: 413, code: 'payload-too-large' });
    expect(sent.tookMs).toBeLessThan(5_000);
  });
});

describe('large bodies at the same moment', () => {
  const large = JSON.stringify([dial('1')]).padEnd(1_000_000, ' ');
  const anyone: ServiceOptions = {
    authenticator: { isVerified: ({ password: given }) => given === password, verify: () => Promise.resolve(false) },
  };
  const as = (name: string) => ({ Authorization: basic(name, password) });

  it('are refused above a limit for their user, unread, until earlier ones are answered', async () => {
    const release = deferred<typeof uuid>();
    const callManager = fakePort({ speedDials: { replace: () => release.promise } });
    const { replace } = callManager.buttons.speeddial;
    const { port } = await startService({ callManager, ...anyone });
    const write = (phone: string, body: unknown, name: string) =>
      post(port, `/speeddials?phone=SEP${phone}`, body, as(name));
    const replies = Array.from({ length: 30 }, (_, phone) => write(String(phone), large, 'greedy'));
    // Half of 16 MB for the first, half of the rest for the second, and so on.
    await expect.poll(() => replace.mock.calls.length).toBe(8);
    for (const name of ['second', 'second', 'third', 'third'])
      replies.push(write(`${name}${replies.length}`, large, name));
    await expect.poll(() => replace.mock.calls.length).toBe(12);
    // There is still room for small ones of others.
    const small = write('99', [dial('1')], 'fourth');
    expect((await write('98', large, 'greedy')).status).toBe(503);
    await expect.poll(() => replace.mock.calls.length).toBe(13);
    release.resolve(uuid);
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect((await small).status).toBe(200);
    expect(statuses.filter((status) => status === 200)).toHaveLength(12);
    expect(statuses.filter((status) => status === 503)).toHaveLength(22);
    expect((await write('1', large, 'greedy')).status).toBe(200);
  });

  it('of changes keep out neither other users, nor a write', async () => {
    const read = deferred<{ uuid: typeof uuid; entries: [] }>();
    const lamp = { index: '1', dirn: '0100' };
    const callManager = fakePort({
      speedDials: { readForChange: () => Promise.resolve({ uuid, entries: [] }) },
      busyLampFields: { readForChange: () => read.promise },
    });
    const store = new MemoryStore();
    const history = new History(store, () => undefined);
    const { port } = await startService({ callManager, history, changeStore: store, ...anyone });
    const propose = (title: string, name: string) => {
      const list = { device: phoneName, kind: 'busylampfield', entries: [lamp] };
      const change = JSON.stringify({ title, lists: [list] }).padEnd(changeBounds.bodyBytes, ' ');
      return post(port, '/changes', change, as(name));
    };
    const proposals = ['one', 'two', 'three', 'four'].map((title) => propose(title, 'greedy'));
    await expect.poll(() => store.allLists.length, { timeout: 4_000 }).toBe(4);
    expect((await propose('five', 'greedy')).status).toBe(503);
    proposals.push(propose('other', 'second'));
    await expect.poll(() => store.allLists.length, { timeout: 4_000 }).toBe(5);
    expect((await post(port, path, [dial('1')], as('greedy'))).status).toBe(200);
    read.resolve({ uuid, entries: [] });
    expect((await Promise.all(proposals)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  });
});

describe('small bodies in chunks', () => {
  it('count by their bytes, regardless of how many wait', async () => {
    const answer = deferred<typeof uuid>();
    const { port, callManager } = await startService({
      callManager: fakePort({
        speedDials: { ...fakePort().buttons.speeddial, replace: () => answer.promise },
      }),
    });
    const body = JSON.stringify([dial('1')]);
    const answers = Array.from({ length: 40 }, (_, place) =>
      send(port, `/speeddials?phone=SEP${place}`, { method: 'POST', body, chunked: true, headers: json }),
    );
    await expect.poll(() => callManager.buttons.speeddial.replace.mock.calls.length, { timeout: 10_000 }).toBe(40);
    answer.resolve(uuid);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('that become too large together are refused, and answered', async () => {
    const { port } = await startService();
    const large = JSON.stringify([dial('1')]).padEnd(1_000_000, ' ');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        send(port, `/speeddials?phone=SEP${place}`, { method: 'POST', body: large, chunked: true, headers: json }),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
    expect(await post(port, path, [])).toMatchObject({ status: 200 });
  });
});

describe('a body that breaks off', () => {
  it.each([json, { ...json, 'Content-Encoding': 'gzip' }])('writes nothing (%j)', async (headers) => {
    const { port, callManager } = await startService();
    const request = openRequest(port, path, { method: 'POST', headers: { ...headers, 'Content-Length': 100 } });
    request.write('[]');
    await new Promise((resolve) => setTimeout(resolve, 50));
    request.destroy();
    expect(await post(port, path, [dial('1')])).toMatchObject({ status: 200 });
    expect(callManager.buttons.speeddial.replace).toHaveBeenCalledTimes(1);
  });
});
