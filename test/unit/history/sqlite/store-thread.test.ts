import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreThread } from '../../../../src/history/store/sqlite/store-thread.js';
import type { Task } from '../../../../src/history/store/sqlite/thread-messages.js';

/** Does what the text of each task says, and answers with all that it was asked for so far. */
const scripted = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads';
    const asked = [];
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    parentPort.on('message', ({ task, from }) => {
      asked.push(from ?? task);
      if (task === 'close') return parentPort.close();
      if (from === 'throw') throw new Error('broken');
      if (from === 'full') return parentPort.postMessage({ failed: 'SQLITE_FULL' });
      if (from?.startsWith('slow')) wait(Number(from.split(' ')[1]));
      parentPort.postMessage({ ok: [...asked] });
    });
    parentPort.postMessage(workerData === 'unusable' ? { unusable: 'is not there' } : { ok: 7 });
  `)}`,
);

const select = (from: string): Task => ({ task: 'select', from, values: [] });
const unavailable = (cause: string) => ({ name: 'HistoryUnavailable', cause });

describe('the thread of the history', () => {
  let thread: StoreThread;

  beforeEach(async () => {
    thread = new StoreThread('a path', 30_000, scripted);
    expect(await thread.open()).toBe(7);
  });
  afterEach(() => thread.close());

  /** One that has little time for a task. */
  const hasty = async (): Promise<StoreThread> => {
    const other = new StoreThread('a path', 300, scripted);
    await other.open();
    return other;
  };

  it('says what its file is refused for', async () => {
    await expect(new StoreThread('unusable', 30_000, scripted).open()).rejects.toMatchObject({
      name: 'HistoryUnusable',
      message: 'HISTORY_URL is not there',
    });
  });

  it('does one task after another, in their order', async () => {
    const answers = await Promise.all(['a', 'slow 30', 'b'].map((from) => thread.ask(select(from))));
    expect(answers).toEqual([['a'], ['a', 'slow 30'], ['a', 'slow 30', 'b']]);
  });

  it('goes on after a task that failed', async () => {
    await expect(thread.ask(select('full'))).rejects.toMatchObject(unavailable('SQLITE_FULL'));
    expect(await thread.ask(select('a'))).toEqual(['full', 'a']);
  });

  it('refuses what is not done in time, and tells when it was done all the same; what waited for it is never begun', async () => {
    const other = await hasty();
    let late = 0;
    const slow = other.ask(select('slow 900'), () => (late += 1));
    const behind = other.ask(select('behind'), () => (late += 10));
    await expect(slow).rejects.toMatchObject(unavailable('slow'));
    await expect(behind).rejects.toMatchObject(unavailable('slow'));
    await expect(other.ask(select('more'))).rejects.toMatchObject(unavailable('slow'));
    expect(late).toBe(0);
    await expect.poll(() => late).toBe(1);
    expect(await other.ask(select('a'))).toEqual(['slow 900', 'a']);
    await other.close();
  });

  it('does what is to be done later before what came after it, without a time limit', async () => {
    const first = thread.ask(select('slow 100'));
    const last = thread.ask(select('b'));
    thread.askLater({ task: 'retract', sequence: 1 });
    expect([await first, await last]).toEqual([['slow 100'], ['slow 100', 'retract', 'b']]);
  });

  it('is started again when it has ended; the task that it had may have been done', async () => {
    let perhaps = 0;
    const broken = thread.ask(select('throw'), () => (perhaps += 1));
    const next = thread.ask(select('a'), () => (perhaps += 10));
    await expect(broken).rejects.toMatchObject(unavailable('thread ended'));
    expect([await next, perhaps]).toEqual([['a'], 1]);
  });

  it('fails what it is asked for as long as it cannot be started', async () => {
    const other = new StoreThread('a path', 30_000, 'no path of a program');
    for (const from of ['a', 'b']) {
      await expect(other.ask(select(from))).rejects.toMatchObject(unavailable('ERR_WORKER_PATH'));
    }
    await expect(other.open()).rejects.toMatchObject({ name: 'HistoryUnusable' });
    await other.close();
  });

  it('delays nobody but those who ask it', async () => {
    const slow = thread.ask(select('slow 500')).then(() => 'slow');
    expect(await Promise.race([slow, sleep(1).then(() => 'others')])).toBe('others');
    await slow;
  });

  it('is closed when what it has been asked for is done, and does nothing after that', async () => {
    const slow = thread.ask(select('slow 100'));
    const closed = thread.close();
    await expect(thread.ask(select('a'))).rejects.toMatchObject(unavailable('closed'));
    expect(await slow).toEqual(['slow 100']);
    await closed;
  });

  it('is closed in time when it does not come to an end', async () => {
    const other = await hasty();
    const slow = other.ask(select('slow 60000'));
    await Promise.all([other.close(), expect(slow).rejects.toMatchObject(unavailable('slow'))]);
  }, 30_000);
});
