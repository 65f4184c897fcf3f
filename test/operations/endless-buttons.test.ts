import http from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization } from '../support/caller.js';
import { residentMb } from '../support/process-memory.js';
import { tidy } from '../support/processes.js';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { environmentFor } from '../support/test-service.js';

/**
 * Very many buttons to a number, in front of the process as shipped, with its heap: memory, event loop and `/live` are
 * watched from outside. For the call manager, see test/support/endless-call-manager.mjs.
 */

const shippedHeap = ['--max-old-space-size=384'];

interface Answer {
  readonly status: number;
  readonly bytes: number;
  readonly items: number;
  readonly link: string | undefined;
  /** The beginning of the answer. */
  readonly text: string;
}

/** Asks, and counts the items without storing them. */
function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers: { authorization: authorization() } }, (response) => {
      let [bytes, items, text] = [0, 0, ''];
      response.setEncoding('utf8').on('data', (piece: string) => {
        bytes += Buffer.byteLength(piece);
        // No text of this call manager contains one.
        items += piece.split('{').length - 1;
        if (text.length < 1_000) text += piece.slice(0, 1_000);
      });
      response.once('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, bytes, items, link: headers['link']?.toString(), text });
      });
      response.once('error', reject);
    });
    request.once('error', reject);
  });
}

/**
 * Asks repeatedly whether the process is alive. @returns a function that stops it, and returns the longest time in ms
 */
function watchLive(liveUrl: string): () => Promise<number> {
  let [longest, isOver] = [0, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { status } = await fetch(liveUrl);
      if (status !== 200) throw new Error(`/live says ${status}`);
      longest = Math.max(longest, performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return longest;
  };
}

let callManager: Worker;
let asked = 0;
/** How many bytes of a long answer were sent when it was given up. */
let sent = 0;
let service: ServiceProcess;
const buttonsTo = (number: string, more = ''): string => `${service.url}/buttons/?dirn=${number}${more}`;

beforeAll(async () => {
  callManager = new Worker(new URL('../support/endless-call-manager.mjs', import.meta.url));
  const url = await new Promise<string>((resolve) => {
    callManager.on('message', (message: { url?: string; asked?: string; sent?: number }) => {
      if (message.url !== undefined) resolve(message.url);
      if (message.asked !== undefined) asked += 1;
      sent = message.sent ?? sent;
    });
  });
  const environment = { ...environmentFor({ url }), AXL_VERSION: '14.0', REQUEST_DEADLINE_MS: '240000' };
  service = await startServiceProcess(
    { ...environment, AXL_TIMEOUT_MS: '60000', SHUTDOWN_GRACE_MS: '240000' },
    { nodeArguments: shippedHeap },
  );
}, 60_000);

afterAll(async () => {
  await tidy();
  await callManager.terminate();
});

describe('a number with more buttons than an answer holds', { timeout: 300_000 }, () => {
  it('is answered completely to four callers at once, for 100,000, in limited memory, while others are served', async () => {
    asked = 0;
    const stop = watchLive(`${service.adminUrl ?? ''}/live`);
    const began = performance.now();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(buttonsTo('1100000'))));
    const tookMs = performance.now() - began;
    const longestMs = await stop();
    for (const { status, items } of answers) expect([status, items]).toEqual([200, 100_000]);
    expect(new Set(answers.map(({ bytes }) => bytes)).size).toBe(1);
    // One reader for all: a question that is too large, and its pages.
    expect(asked).toBeLessThan(20);
    expect(residentMb(service.process.pid).most).toBeLessThan(250);
    // A share of the time, because this machine may have other work: a blocked loop would take most of it.
    expect(longestMs).toBeLessThan(tookMs / 3);
  });

  it('is answered by one answer of 24,000 rows, which has more elements than are kept of any', async () => {
    expect(await ask(buttonsTo('124000'))).toMatchObject({ status: 200, items: 24_000 });
  });

  it('is given up at the limit of buttons if its pages never end, and the next caller is served', async () => {
    asked = 0;
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(buttonsTo('2000'))));
    for (const { status, text } of answers) {
      expect(status).toBe(422);
      expect(JSON.parse(text)).toMatchObject({
        code: 'too-many-buttons',
        detail: expect.stringMatching(/^At least 200001 buttons .*\?limit=5000/) as string,
      });
    }
    expect(asked).toBeLessThan(40);
    expect(residentMb(service.process.pid).most).toBeLessThan(300);
    expect(await ask(buttonsTo('120'))).toMatchObject({ status: 200, items: 20 });
  });

  it('is answered in pages, each of which links to the next', async () => {
    let [items, pages, query] = [0, 0, '?dirn=112345&limit=5000'];
    while (query !== '') {
      const page = await ask(`${service.url}/buttons/${query}`);
      expect(page.status).toBe(200);
      items += page.items;
      pages += 1;
      query = /^<(\?[^>]+)>; rel="next"$/.exec(page.link ?? '')?.[1] ?? '';
    }
    expect([items, pages]).toEqual([12_345, 3]);
    expect(await ask(buttonsTo('2000', '&limit=7'))).toMatchObject({ status: 200, items: 7 });
  });

  it.each([
    ['an answer of 300 MB, which is given up at 8', '3000', /larger than 8 MB/],
    ['a page of 199,000 empty rows', '4000', /lacks its column/],
    ['a page that comes again and again', '5000', /not in the order/],
  ])('is invalid if the call manager gives %s', async (_what, number, detail) => {
    const { status, text } = await ask(buttonsTo(number));
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({
      code: 'call-manager-answer-invalid',
      detail: expect.stringMatching(detail) as string,
    });
    expect(sent).toBeLessThan(30_000_000);
    expect(residentMb(service.process.pid).most).toBeLessThan(300);
  });
});
