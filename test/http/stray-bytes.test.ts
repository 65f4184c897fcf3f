import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ServiceError } from '../../src/domain/errors.js';
import { deferred, fakePort, uuid } from '../support/fake-port.js';
import { sendBytes } from '../support/http.js';
import { authorization, startService } from '../support/app.js';

const head = `POST /speeddials?phone=SEP1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`;
const post = `${head}Content-Length: 2\r\n\r\n[]`;
const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`;

/** A service whose writes end when the test says so. */
async function withSlowWrite() {
  const asked = deferred<undefined>();
  const written = deferred<typeof uuid>();
  const callManager = fakePort({
    speedDials: {
      replace: () => {
        asked.resolve(undefined);
        return written.promise;
      },
    },
  });
  const { port } = await startService({
    callManager,
    timeouts: { headersTimeout: 300, connectionsCheckingInterval: 50 },
  });
  return { port, callManager, asked: asked.promise, written };
}

/** The statuses of the answers on a connection, in order. */
const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

const strays = [
  ['a line break and words', '\r\nstray bytes'],
  ['one byte', '}'],
  ['more of the body', ',{"index":"1"}]'],
  ['a broken request', 'GET /phone ?dirn=1 HTTP/1.1\r\n\r\n'],
  ['a head that is too large', `GET /phone HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
  ['a CONNECT', 'CONNECT cucm.example.com:8443 HTTP/1.1\r\nHost: x\r\n\r\n'],
] as const;

describe.each(strays)('%s after the body of a POST', (_what, stray) => {
  it.each([
    ['in the same packet', [post + stray]],
    ['in the same packet, the body in chunks', [chunked + stray]],
    ['in the next packet', [post, stray]],
    ['byte by byte with the body', [post.slice(0, -2), '[', ']', stray]],
  ])('%s: the first answer is that of the write', async (_when, pieces) => {
    const { port, callManager, asked, written } = await withSlowWrite();
    const answered = sendBytes(port, pieces, 5);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 100));
    written.resolve(uuid);
    const { text } = await answered;
    expect(statusesIn(text)[0]).toBe(200);
    expect(text).toContain(`\r\n\r\n${uuid}`);
    // A later request is answered later, or not at all; then the connection ends.
    expect([[200], [200, 400], [200, 431]]).toContainEqual(statusesIn(text));
    expect(callManager.buttons.speeddial.replace).toHaveBeenCalledTimes(1);
  });

  it('after the answer: it gets its own answer', async () => {
    const { port, asked, written } = await withSlowWrite();
    written.resolve(uuid);
    const socket = net.connect(port, '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    let text = '';
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(post);
    await asked;
    await expect.poll(() => text).toContain(uuid);
    socket.write(stray);
    await new Promise((resolve) => socket.once('close', resolve));
    expect(statusesIn(text)[0]).toBe(200);
    expect(statusesIn(text).slice(1)).toEqual([stray.includes('xxxx') ? 431 : 400]);
  });
});

describe('stray bytes after a POST', () => {
  it('do not hide that its list was refused', async () => {
    const { port, asked, written } = await withSlowWrite();
    const answered = sendBytes(port, [`${post}stray`]);
    await asked;
    written.reject(new ServiceError('rejected-by-call-manager', { detail: 'No such index.', effect: 'refused' }));
    expect(statusesIn((await answered).text)).toEqual([422]);
  });

  it('that keep coming change nothing', async () => {
    const { port, asked, written } = await withSlowWrite();
    const answered = sendBytes(port, [post, ...Array.from({ length: 40 }, () => 'stray')], 5);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 300));
    written.resolve(uuid);
    expect(statusesIn((await answered).text)).toEqual([200]);
  });

  it('that begin a request which never ends are not waited for, nor answered first', async () => {
    const { port, asked, written } = await withSlowWrite();
    const answered = sendBytes(port, [`${post}GET /phone HTTP/1.1\r\n`]);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 600));
    written.resolve(uuid);
    const { text, tookMs } = await answered;
    expect(statusesIn(text)[0]).toBe(200);
    expect(tookMs).toBeLessThan(5_000);
  });

  it('do not prevent the answers to earlier requests, in order', async () => {
    const { port, asked, written } = await withSlowWrite();
    const get = `GET /phone?dirn=1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
    const answered = sendBytes(port, [`${post}${get}stray\r\n\r\n`]);
    await asked;
    await new Promise((resolve) => setTimeout(resolve, 100));
    written.resolve(uuid);
    const { text } = await answered;
    expect(statusesIn(text).slice(0, 2)).toEqual([200, 200]);
    expect(text.indexOf(uuid)).toBeLessThan(text.indexOf('\r\n\r\n[]'));
  });

  it('within the body are a 400 at once, and nothing is written', async () => {
    const { port, callManager } = await withSlowWrite();
    const { text } = await sendBytes(port, [`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n[]stray`]);
    expect(statusesIn(text)).toEqual([400]);
    expect(callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
  });
});
