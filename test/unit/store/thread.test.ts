import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeQueues } from '../../../src/store/sqlite/sqlite-store.js';
import { Thread } from '../../../src/store/thread/thread.js';

/**
 * Executes the text of each task, and answers with all tasks so far; the tasks of one message are in one list. A held
 * task is answered when the channel with its name says so.
 */
const scripted = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const asked = [];
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    parentPort.on('message', ({ id, calls }) => {
      if (calls === 'close') return parentPort.close();
      const texts = calls.map(({ method, values }) => (method === 'transact' ? method : values[0]));
      asked.push(texts.length === 1 ? texts[0] : texts);
      const answers = calls.map(() => ({ ok: [...asked] }));
      const [text] = texts;
      if (text === 'throw') throw new Error('broken');
      if (text === 'full') return parentPort.postMessage({ id, answers: [{ failed: 'SQLITE_FULL' }] });
      if (text.startsWith('slow')) wait(Number(text.split(' ')[1]));
      if (!text.startsWith('hold')) return parentPort.postMessage({ id, answers });
      const channel = new BroadcastChannel(text);
      channel.onmessage = () => {
        channel.close();
        parentPort.postMessage({ id, answers });
      };
      channel.postMessage('held');
    });
    const isUnusable = workerData === 'unusable';
    parentPort.postMessage({ id: 0, answers: [isUnusable ? { failed: 'is not there', isUnusable } : { ok: 7 }] });
  `)}`,
);

/** A task of the scripted thread that is answered when the test says so. */
class Held {
  readonly text = `hold ${randomUUID()}`;
  readonly #channel = new BroadcastChannel(this.text);
  /** The thread has the task. */
  readonly isHeld = new Promise((resolve) => (this.#channel.onmessage = resolve));

  /** Lets the thread answer. */
  end(): void {
    this.#channel.postMessage('end');
    this.#channel.close();
  }
}

const select = (text: string) => ['search', [text, []]] as const;
const lookUp = (text: string) => ['all', [text, []]] as const;
const write = ['transact', [[]]] as const;
const unavailable = (cause: string) => ({ name: 'StoreUnavailable', cause });

/** What the scripted thread does. */
interface Scripted {
  search(text: string, values: readonly unknown[]): unknown[];
  all(text: string, values: readonly unknown[]): unknown[];
  transact(steps: readonly unknown[]): unknown[];
}

/** @param limitMs how long a call may take, and how long the end */
function threadOf(workerData: string, limitMs: number, program: string | URL = scripted) {
  const thread = new Thread<Scripted>({ program, workerData, limitMs, waitsForDisk: true, queues: storeQueues });
  return Object.assign(thread, { end: () => thread.close(limitMs) });
}

describe('the thread of the store', () => {
  let thread: ReturnType<typeof threadOf>;

  beforeEach(async () => {
    thread = threadOf('a path', 30_000);
    await thread.open();
  });
  afterEach(() => thread.end());

  /** A thread with a short time limit for a task. */
  const hasty = async () => {
    const other = threadOf('a path', 300);
    await other.open();
    return other;
  };

  it('gives the reason why its file is refused', async () => {
    await expect(threadOf('unusable', 30_000).open()).rejects.toMatchObject({
      name: 'StoreUnusable',
      message: 'is not there',
    });
  });

  it('does one task after another, in order', async () => {
    const answers = await Promise.all(['a', 'slow 30', 'b'].map((text) => thread.ask(...select(text))));
    expect(answers).toEqual([['a'], ['a', 'slow 30'], ['a', 'slow 30', 'b']]);
  });

  it('continues after a task that failed', async () => {
    await expect(thread.ask(...select('full'))).rejects.toMatchObject(unavailable('SQLITE_FULL'));
    expect(await thread.ask(...select('a'))).toEqual(['full', 'a']);
  });

  it('refuses a task that takes too long, and says if it may be done after all; waiting tasks are never started', async () => {
    const other = await hasty();
    const held = new Held();
    const slow = other.ask(...select(held.text));
    const behind = other.ask(...select('behind'));
    await expect(slow).rejects.toMatchObject({ ...unavailable('slow'), mayBeDone: true });
    await expect(behind).rejects.toMatchObject({ ...unavailable('slow'), mayBeDone: false });
    await expect(other.ask(...select('more'))).rejects.toMatchObject({ ...unavailable('slow'), mayBeDone: false });
    await held.isHeld;
    held.end();
    const answered = () => other.ask(...select('a')).catch(() => undefined);
    await expect.poll(answered).toContain('a');
    expect(await answered()).not.toContain('behind');
    await other.end();
  });

  it('continues to write if a reader has waited too long', async () => {
    const other = await hasty();
    const held = new Held();
    const reads = Array.from({ length: 3 }, (_, place) =>
      other.ask(...select(place === 0 ? held.text : `read ${place}`)),
    );
    const waited = await Promise.allSettled(reads);
    expect(waited).toMatchObject(reads.map(() => ({ status: 'rejected', reason: unavailable('slow') })));
    await held.isHeld;
    held.end();
    // A request before the thread has answered is refused.
    const written = () => other.ask(...write).catch(() => []);
    await expect.poll(written).toContain('transact');
    expect(await written()).not.toContain('read 1');
    await other.end();
  });

  it('does waiting writes at once, and one search at a time between them', async () => {
    const first = thread.ask(...select('slow 100'));
    const searches = ['s1', 's2'].map((text) => thread.ask(...select(text)));
    const lookUps = ['l1', 'l2', 'l3'].map((text) => thread.ask(...lookUp(text)));
    const writes = Array.from({ length: 40 }, () => thread.ask(...write));
    await Promise.all([first, ...writes, ...lookUps]);
    const [many, few] = [32, 8].map((length) => Array.from({ length }, () => 'transact'));
    const done = (await Promise.all(searches)).at(-1);
    expect(done).toEqual(['slow 100', ['l1', 'l2', 'l3'], many, 's1', few, 's2']);
  });

  it('does all its tasks before it is closed', async () => {
    const held = new Held();
    const first = thread.ask(...select(held.text));
    const writes = Array.from({ length: 40 }, () => thread.ask(...write));
    const search = thread.ask(...select('s1'));
    const closed = thread.end();
    await held.isHeld;
    held.end();
    await Promise.all([first, ...writes, search, closed]);
  });

  it('refuses a search if too many wait, but no writes or look-ups', async () => {
    const held = new Held();
    const first = thread.ask(...select(held.text));
    await held.isHeld;
    const searches = Promise.allSettled(Array.from({ length: 202 }, () => thread.ask(...select('a'))));
    const others = Array.from({ length: 300 }, (_, place) =>
      place % 2 === 0 ? thread.ask(...write) : thread.ask(...lookUp('l')),
    );
    held.end();
    expect((await searches).filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: unavailable('too many readers') },
      { reason: unavailable('too many readers') },
    ]);
    await Promise.all([first, ...others]);
  });

  it('is started again when it has ended; its task may have been done', async () => {
    const broken = thread.ask(...select('throw'));
    const next = thread.ask(...select('a'));
    await expect(broken).rejects.toMatchObject({ ...unavailable('thread ended'), mayBeDone: true });
    expect(await next).toEqual(['a']);
  });

  it('refuses tasks as long as it cannot be started', async () => {
    const other = threadOf('a path', 30_000, 'no path of a program');
    for (const text of ['a', 'b']) {
      await expect(other.ask(...select(text))).rejects.toMatchObject(unavailable('ERR_WORKER_PATH'));
    }
    await expect(other.open()).rejects.toMatchObject(unavailable('ERR_WORKER_PATH'));
    await other.end();
  });

  it('delays only its own callers', async () => {
    const slow = thread.ask(...select('slow 500')).then(() => 'slow');
    expect(await Promise.race([slow, sleep(1).then(() => 'others')])).toBe('others');
    await slow;
  });

  it('is closed when its tasks are done, and does nothing after that', async () => {
    const slow = thread.ask(...select('slow 100'));
    const closed = thread.end();
    await expect(thread.ask(...select('a'))).rejects.toMatchObject(unavailable('closed'));
    expect(await slow).toEqual(['slow 100']);
    await closed;
  });

  it('is closed in time even if it does not end', async () => {
    const other = await hasty();
    const slow = other.ask(...select('slow 60000'));
    // Its time limit and the end of the thread race. In both cases the caller learns that the task may be done.
    await Promise.all([other.end(), expect(slow).rejects.toMatchObject({ name: 'StoreUnavailable', mayBeDone: true })]);
  }, 30_000);
});
