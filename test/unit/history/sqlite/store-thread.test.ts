import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreThread } from '../../../../src/history/store/sqlite/store-thread.js';

/**
 * Executes the text of each task, and answers with all tasks so far; the tasks of one message are in one list. A held
 * task is answered when the channel with its name says so.
 */
const scripted = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const asked = [];
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    parentPort.on('message', (calls) => {
      const texts = calls.map(({ method, values }) => (method === 'search' || method === 'lookUp' ? values[0] : method));
      asked.push(texts.length === 1 ? texts[0] : texts);
      const answer = { ok: [...asked] };
      const [text] = texts;
      if (text === 'close') return parentPort.close();
      if (text === 'throw') throw new Error('broken');
      if (text === 'full') return parentPort.postMessage([{ failed: 'SQLITE_FULL' }]);
      if (text.startsWith('slow')) wait(Number(text.split(' ')[1]));
      if (!text.startsWith('hold')) return parentPort.postMessage(calls.map(() => answer));
      const channel = new BroadcastChannel(text);
      channel.onmessage = () => {
        channel.close();
        parentPort.postMessage(calls.map(() => answer));
      };
      channel.postMessage('held');
    });
    parentPort.postMessage([workerData === 'unusable' ? { unusable: 'is not there' } : { ok: 7 }]);
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
const lookUp = (text: string) => ['lookUp', [text, []]] as const;
const write = ['settleAbandoned', [1]] as const;
const unavailable = (cause: string) => ({ name: 'HistoryUnavailable', cause });

describe('the thread of the history', () => {
  let thread: StoreThread;

  beforeEach(async () => {
    thread = new StoreThread('a path', 30_000, scripted);
    expect(await thread.open()).toBe(7);
  });
  afterEach(() => thread.close());

  /** A thread with a short time limit for a task. */
  const hasty = async (): Promise<StoreThread> => {
    const other = new StoreThread('a path', 300, scripted);
    await other.open();
    return other;
  };

  it('gives the reason why its file is refused', async () => {
    await expect(new StoreThread('unusable', 30_000, scripted).open()).rejects.toMatchObject({
      name: 'HistoryUnusable',
      message: 'HISTORY_URL is not there',
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

  it('refuses a task that takes too long, and reports if it was done after all; waiting tasks are never started', async () => {
    const other = await hasty();
    const held = new Held();
    let late = 0;
    const slow = other.ask(...select(held.text), () => (late += 1));
    const behind = other.ask(...select('behind'), () => (late += 10));
    await expect(slow).rejects.toMatchObject(unavailable('slow'));
    await expect(behind).rejects.toMatchObject(unavailable('slow'));
    await expect(other.ask(...select('more'))).rejects.toMatchObject(unavailable('slow'));
    await held.isHeld;
    expect(late).toBe(0);
    held.end();
    await expect.poll(() => late).toBe(1);
    expect(await other.ask(...select('a'))).toEqual([held.text, 'a']);
    await other.close();
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
    await expect.poll(written).toContain('settleAbandoned');
    expect(await written()).not.toContain('read 1');
    await other.close();
  });

  it('does waiting writes at once, then look-ups, then one search, and so on', async () => {
    const held = new Held();
    const first = thread.ask(...select(held.text));
    const searches = ['s1', 's2'].map((text) => thread.ask(...select(text)));
    const lookUps = ['l1', 'l2'].map((text) => thread.ask(...lookUp(text)));
    const writes = Array.from({ length: 40 }, () => thread.ask(...write));
    await held.isHeld;
    held.end();
    await Promise.all([first, ...writes, ...lookUps]);
    const [many, few] = [32, 8].map((length) => Array.from({ length }, () => 'settleAbandoned'));
    expect((await Promise.all(searches)).at(-1)).toEqual([held.text, many, ['l1', 'l2'], 's1', few, 's2']);
  });

  it('does all its tasks before it is closed', async () => {
    const held = new Held();
    const first = thread.ask(...select(held.text));
    const writes = Array.from({ length: 40 }, () => thread.ask(...write));
    const search = thread.ask(...select('s1'));
    const closed = thread.close();
    await held.isHeld;
    held.end();
    await Promise.all([first, ...writes, search, closed]);
  });

  it('refuses a search if too many wait, but no writes or look-ups', async () => {
    const held = new Held();
    const first = thread.ask(...select(held.text));
    const searches = Promise.allSettled(Array.from({ length: 202 }, () => thread.ask(...select('a'))));
    const others = Array.from({ length: 300 }, (_, place) =>
      place % 2 === 0 ? thread.ask(...write) : thread.ask(...lookUp('l')),
    );
    await held.isHeld;
    held.end();
    expect((await searches).filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: unavailable('too many readers') },
      { reason: unavailable('too many readers') },
    ]);
    await Promise.all([first, ...others]);
  });

  it('does a postponed task before later ones, without a time limit', async () => {
    const first = thread.ask(...select('slow 100'));
    const last = thread.ask(...select('b'));
    thread.askLater({ method: 'retract', values: [1] });
    expect([await first, await last]).toEqual([['slow 100'], ['slow 100', 'retract', 'b']]);
  });

  it('is started again when it has ended; its task may have been done', async () => {
    let perhaps = 0;
    const broken = thread.ask(...select('throw'), () => (perhaps += 1));
    const next = thread.ask(...select('a'), () => (perhaps += 10));
    await expect(broken).rejects.toMatchObject(unavailable('thread ended'));
    expect([await next, perhaps]).toEqual([['a'], 1]);
  });

  it('refuses tasks as long as it cannot be started', async () => {
    const other = new StoreThread('a path', 30_000, 'no path of a program');
    for (const text of ['a', 'b']) {
      await expect(other.ask(...select(text))).rejects.toMatchObject(unavailable('ERR_WORKER_PATH'));
    }
    await expect(other.open()).rejects.toMatchObject({ name: 'HistoryUnusable' });
    await other.close();
  });

  it('delays only its own callers', async () => {
    const slow = thread.ask(...select('slow 500')).then(() => 'slow');
    expect(await Promise.race([slow, sleep(1).then(() => 'others')])).toBe('others');
    await slow;
  });

  it('is closed when its tasks are done, and does nothing after that', async () => {
    const slow = thread.ask(...select('slow 100'));
    const closed = thread.close();
    await expect(thread.ask(...select('a'))).rejects.toMatchObject(unavailable('closed'));
    expect(await slow).toEqual(['slow 100']);
    await closed;
  });

  it('is closed in time even if it does not end', async () => {
    const other = await hasty();
    const slow = other.ask(...select('slow 60000'));
    await Promise.all([other.close(), expect(slow).rejects.toMatchObject(unavailable('slow'))]);
  }, 30_000);
});
