import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import { History } from '../../../src/changes/journal.js';
import { type Begun, BeginUnanswered } from '../../../src/changes/store/change-store.js';
import type { JournalTurn } from '../../../src/use-cases/write-journal.js';
import { observing } from '../../support/app.js';
import { changed, dial, intention, phoneNamed, profileNamed, uncertain } from '../../support/changes.js';
import { openContext, uuid } from '../../support/fake-port.js';
import { MemoryStore } from '../../support/memory-store.js';

const device = phoneNamed('SEP00A1B2C30001');
const [before, after, others] = [[dial(1, '1')], [dial(1, '2')], [dial(1, '3')]];
const write = { device, uuid, kind: 'speeddial', before, after } as const;
const start = new Date('2026-05-01T12:00:00Z');

let store: MemoryStore;
let seen: ReturnType<typeof observing>['seen'];
let history: History;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  store = new MemoryStore();
  const { observe, seen: all } = observing();
  [history, seen] = [new History(store, observe), all];
});
afterEach(() => {
  vi.useRealTimers();
});

/** The turn of a write to the device. */
const turn = (more: Parameters<typeof openContext>[0] = {}): Promise<JournalTurn> =>
  history.enter(device, openContext({ user: 'ann', requestId: 'r1', ...more }).context);

describe('the start of a change', () => {
  it('is recorded with its user, and the list that it undoes', async () => {
    const { id } = await (await turn({ undoes: { change: '3', number: '4' } })).begin(write);
    expect(id).toBe('1');
    expect(store.sentLists).toMatchObject([
      {
        ...{ ...write, change: '1', position: 0, state: 'sending', undoes: '4' },
        sent: { number: '1', time: start, user: 'ann', requestId: 'r1' },
      },
    ]);
  });

  it('counts for the pace of changes once, and that of a list of a change does not', async () => {
    await (await turn()).begin(write);
    expect([history.takeWritten(), history.takeWritten()]).toEqual([1, 0]);
    const of = { change: '1', position: 0, holder: { instance: 'i', name: 'n' } };
    vi.spyOn(store, 'begin').mockResolvedValue({ change: '1', number: '9' });
    await (await turn({ of })).begin(write);
    expect(history.takeWritten()).toBe(0);
  });

  it('of a list of a change that another worker holds is refused, and nothing is settled', async () => {
    const of = { change: '7', position: 0, holder: { instance: 'i', name: 'n' } };
    await expect((await turn({ of })).begin(write)).rejects.toMatchObject({
      code: 'history-unavailable',
      facts: { effect: 'none', cause: 'change not held' },
    });
    expect(store.asked).toEqual(['lockDevice', 'begin']);
  });

  it('without an answer is recorded as unsent, however late, as the caller was told', async () => {
    const tries: string[] = [];
    const keepAsUnsent = (): Promise<Begun> => {
      tries.push('unsent');
      return tries.length < 2
        ? Promise.reject(new Error('still down'))
        : Promise.resolve({ change: '9', number: '12' });
    };
    vi.spyOn(store, 'begin').mockRejectedValue(new BeginUnanswered('connection lost', keepAsUnsent));
    await expect((await turn()).begin(write)).rejects.toMatchObject({
      code: 'history-unavailable',
      facts: { effect: 'none', cause: 'connection lost', retryAfterSeconds: 1 },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([tries.length, history.unsettled]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toContainEqual({ kind: 'change', id: '9', state: 'refused' });
    expect([tries.length, history.unsettled]).toEqual([2, 0]);
    expect(store.asked).not.toContain('settle');
  });

  it('that the store refuses leaves nothing to settle', async () => {
    store.failing = { begin: 'disk full' };
    await expect((await turn()).begin(write)).rejects.toBeInstanceOf(ServiceError);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.filter(({ kind }) => kind === 'change')).toEqual([]);
    expect(store.asked).toEqual(['lockDevice', 'begin']);
  });

  it('is refused if the lock is lost, and then nothing is recorded', async () => {
    store.locksHold = false;
    const lost = await turn();
    const refused = { code: 'history-unavailable', facts: { cause: 'lock lost', effect: 'none' } };
    await expect(lost.begin(write)).rejects.toMatchObject(refused);
    await expect(lost.verify()).rejects.toMatchObject(refused);
    expect(store.sentLists).toEqual([]);
  });
});

describe('the lock of a device', () => {
  /** The store's answer about a lock that should be held. */
  function verifying(verify: () => Promise<boolean>): void {
    const lock = { unproven: [], lost: new AbortController().signal, verify, release: () => Promise.resolve() };
    vi.spyOn(store, 'lockDevice').mockResolvedValue(lock);
  }

  it.each<[string, () => Promise<boolean>]>([
    ['is lost', () => Promise.resolve(false)],
    ['cannot be proved', () => Promise.reject(new Error('gone'))],
  ])('that %s lets nothing be sent', async (_, verify) => {
    verifying(verify);
    await expect((await turn()).verify()).rejects.toMatchObject({ code: 'history-unavailable' });
  });

  it('that is held allows the write, and is waited for only as long as the caller waits', async () => {
    verifying(() => Promise.resolve(true));
    await (await turn()).verify();
    verifying(() => new Promise(() => undefined));
    const { context, end } = openContext();
    const unproved = (await history.enter(device, context)).verify();
    end();
    await expect(unproved).rejects.toMatchObject({ facts: { cause: 'lock lost' } });
  });
});

describe('a list that is read in a turn', () => {
  /** Writes of the list that are uncertain, a minute old. */
  async function unknown(...otherwise: readonly object[]): Promise<void> {
    for (const more of otherwise) {
      const time = new Date(start.getTime() - 60_000);
      const { number } = await store.begin(intention({ ...write, time, ...more }));
      await store.settle(number, uncertain);
    }
  }

  async function read(entries: readonly object[], key = uuid): Promise<void> {
    const own = await turn();
    own.hasRead('speeddial', entries as never, key);
    own.leave();
    await vi.advanceTimersByTimeAsync(0);
  }

  it.each([
    ['before', before],
    ['after', after],
    ['other', others],
  ])('shows that a change with an unknown outcome left the list %s', async (list, entries) => {
    await unknown({});
    await read(entries);
    expect(store.sentLists).toMatchObject([{ foundLater: { list, time: start } }]);
    expect(store.asked.at(-1)).toBe('release');
  });

  it('shows nothing about unknown lists', async () => {
    await unknown({ before: null }, { after: null, before: null });
    await read(before);
    expect(store.sentLists).toMatchObject([{ foundLater: { list: 'other' } }, { foundLater: { list: 'other' } }]);
  });

  it('shows nothing about a change of another kind, of another device, or of an earlier device with the name', async () => {
    const swapped = { uuid: 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' };
    await unknown({ kind: 'busylampfield' }, { device: profileNamed('SEP00A1B2C30001') }, swapped);
    await read(before);
    expect(store.sentLists.filter(({ foundLater }) => foundLater)).toEqual([]);
  });

  it('shows it for a change without a key, and for one whose time is ahead of the clock', async () => {
    await unknown({ uuid: null }, { time: new Date(start.getTime() + 300_000) });
    await read(after);
    expect(store.sentLists.map(({ foundLater }) => foundLater?.list)).toEqual(['after', 'after']);
  });

  it('shows nothing about the write of this turn', async () => {
    const own = await turn();
    own.hasRead('speeddial', before, uuid);
    await (await own.begin(write)).settle(uncertain);
    own.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.asked.at(-1)).toBe('release');
    expect(store.sentLists).toMatchObject([{ state: 'uncertain' }]);
    expect(store.sentLists[0]?.foundLater).toBeUndefined();
  });

  it('releases the device even if the store cannot record the finding', async () => {
    await unknown({});
    store.failing = { keepFound: 'disk full' };
    await read(after);
    expect(store.asked.at(-1)).toBe('release');
    expect(seen).toContainEqual(expect.objectContaining({ operation: 'find', cause: 'disk full' }));
  });
});

describe('the outcome of a change', () => {
  it('is reported, and recorded with later findings, which may fail', async () => {
    const begun = await (await turn()).begin(write);
    await begun.settle(uncertain);
    expect(seen).toContainEqual({ kind: 'change', id: '1', state: 'uncertain' });
    store.failing = { keepFound: 'disk full' };
    await begun.found('after');
    store.failing = {};
    vi.setSystemTime(new Date('2026-05-01T12:00:09Z'));
    await begun.found('after');
    const foundLater = { list: 'after', time: new Date('2026-05-01T12:00:09Z') };
    expect(store.sentLists).toMatchObject([{ state: 'uncertain', foundLater }]);
  });
});

describe('the observations of a write', () => {
  it('include each request to the store, under the span of its request, with its duration', async () => {
    const span = { traceId: 'trace', spanId: 'span' } as never;
    const lockDevice = store.lockDevice.bind(store);
    vi.spyOn(store, 'lockDevice').mockImplementation(async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return lockDevice(...given);
    });
    const entered = turn({ span });
    await vi.advanceTimersByTimeAsync(250);
    const own = await entered;
    const begun = await own.begin(write);
    await begun.settle(changed);
    await begun.found('after');
    own.hasRead('speeddial', after, uuid);
    await vi.advanceTimersByTimeAsync(0);
    // There is no change of unknown outcome to look for.
    expect(seen).toEqual([
      { kind: 'history', operation: 'lock', span, durationMs: 250, cause: undefined },
      { kind: 'history', operation: 'begin', span, durationMs: 0, cause: undefined },
      { kind: 'change', id: '1', state: 'changed' },
      { kind: 'history', operation: 'settle', span, durationMs: 0, cause: undefined },
      { kind: 'history', operation: 'find', span, durationMs: 0, cause: undefined },
    ]);
  });

  it('include the deadline of a store without an answer, which records the outcome when it can', async () => {
    const { context, end } = openContext({ user: 'ann' });
    const begun = await (await history.enter(device, context)).begin(write);
    let answer = (): void => undefined;
    const settle = store.settle.bind(store);
    vi.spyOn(store, 'settle').mockImplementation(async (...given) => {
      await new Promise<void>((resolve) => (answer = resolve));
      await settle(...given);
    });
    let isTold = false;
    const settled = begun.settle(changed).then(() => (isTold = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isTold).toBe(false);
    end();
    await settled;
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.sentLists).toMatchObject([{ state: 'changed' }]);
  });

  it('include that the deadline came before the answer', async () => {
    vi.spyOn(store, 'newest').mockReturnValue(new Promise(() => undefined));
    const { context, end } = openContext();
    const asked = history.newestChange(context);
    end();
    await expect(asked).rejects.toMatchObject({ code: 'history-unavailable', facts: { cause: 'deadline' } });
    expect(seen).toMatchObject([{ operation: 'get', cause: 'deadline' }]);
  });
});
