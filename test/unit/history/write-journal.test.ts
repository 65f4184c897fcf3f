import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../src/domain/errors.js';
import { History } from '../../../src/history/history.js';
import { BeginUnanswered } from '../../../src/history/store/change-store.js';
import type { JournalTurn } from '../../../src/use-cases/write-journal.js';
import { observing } from '../../support/app.js';
import { dial, intention, phoneNamed, profileNamed } from '../../support/changes.js';
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
  it('is recorded with its user, its run, and the change that it undoes', async () => {
    store.runs.push({ id: '7', user: 'ann', title: 'Labels', time: start });
    const { id } = await (await turn({ run: '7', undoes: '3' })).begin(write);
    expect(id).toBe('1');
    expect(store.changes).toEqual([
      {
        ...{ ...write, id: '1', time: start, user: 'ann', requestId: 'r1', run: '7', undoes: '3' },
        ...{ outcome: 'in-progress', place: 1, knownAt: 1 },
      },
    ]);
  });

  it('in a run that no longer exists is an error of the caller', async () => {
    const begun = (await turn({ run: '7' })).begin(write);
    await expect(begun).rejects.toMatchObject({
      code: 'invalid-request',
      facts: {
        detail: 'header.Run is not a run of this user; POST /runs starts one.',
        fields: [{ field: 'header.Run', detail: 'is not a run of this user; POST /runs starts one' }],
      },
    });
  });

  it('without an answer is recorded as unsent, however late, as the caller was told', async () => {
    const tries: string[] = [];
    const keepAsUnsent = (): Promise<string> => {
      tries.push('unsent');
      return tries.length < 2 ? Promise.reject(new Error('still down')) : Promise.resolve('9');
    };
    vi.spyOn(store, 'begin').mockRejectedValue(new BeginUnanswered('connection lost', keepAsUnsent));
    await expect((await turn()).begin(write)).rejects.toMatchObject({
      code: 'history-unavailable',
      facts: { effect: 'none', cause: 'connection lost', retryAfterSeconds: 1 },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([tries.length, history.unsettled]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toContainEqual({ kind: 'change', id: '9', outcome: 'history-unavailable' });
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
    expect(store.changes).toEqual([]);
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
  /** A change of the list with an unknown outcome, a minute old. */
  function unknown(...otherwise: readonly object[]): void {
    for (const more of otherwise) {
      const change = intention({ ...write, time: new Date(start.getTime() - 60_000) });
      const id = String(store.changes.length + 1);
      store.changes.push({ ...change, ...more, id, outcome: 'outcome-unknown' });
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
    unknown({});
    await read(entries);
    expect(store.changes).toMatchObject([{ foundLater: { list, time: start } }]);
    expect(store.asked.at(-1)).toBe('release');
  });

  it('shows nothing about unknown lists', async () => {
    unknown({ before: null }, { after: null, before: null });
    await read(before);
    expect(store.changes).toMatchObject([{ foundLater: { list: 'other' } }, { foundLater: { list: 'other' } }]);
  });

  it('shows nothing about a change of another kind, of another device, or of an earlier device with the name', async () => {
    const swapped = { uuid: 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' };
    unknown({ kind: 'busylampfield' }, { device: profileNamed('SEP00A1B2C30001') }, swapped);
    await read(before);
    expect(store.changes.filter(({ foundLater }) => foundLater)).toEqual([]);
  });

  it('shows it for a change without a key, and for one whose time is ahead of the clock', async () => {
    unknown({ uuid: null }, { time: new Date(start.getTime() + 300_000) });
    await read(after);
    expect(store.changes.map(({ foundLater }) => foundLater?.list)).toEqual(['after', 'after']);
  });

  it('shows nothing about the write of this turn', async () => {
    const own = await turn();
    own.hasRead('speeddial', before, uuid);
    await (await own.begin(write)).settle('outcome-unknown');
    own.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.asked.at(-1)).toBe('release');
    expect(store.changes).toMatchObject([{ outcome: 'outcome-unknown' }]);
    expect(store.changes[0]?.foundLater).toBeUndefined();
  });

  it('releases the device even if the store cannot record the finding', async () => {
    unknown({});
    store.failing = { keepFound: 'disk full' };
    await read(after);
    expect(store.asked.at(-1)).toBe('release');
    expect(seen).toContainEqual(expect.objectContaining({ operation: 'find', cause: 'disk full' }));
  });
});

describe('the outcome of a change', () => {
  it('is reported, and recorded with later findings, which may fail', async () => {
    const begun = await (await turn()).begin(write);
    await begun.settle('outcome-unknown');
    expect(seen).toContainEqual({ kind: 'change', id: '1', outcome: 'outcome-unknown' });
    store.failing = { keepFound: 'disk full' };
    await begun.found('after');
    store.failing = {};
    vi.setSystemTime(new Date('2026-05-01T12:00:09Z'));
    await begun.found('after');
    const foundLater = { list: 'after', time: new Date('2026-05-01T12:00:09Z') };
    expect(store.changes).toMatchObject([{ outcome: 'outcome-unknown', foundLater }]);
  });
});

describe('the observations of a write', () => {
  it('include each request to the store, under the span of its request, with its duration', async () => {
    const span = { traceId: 'trace', spanId: 'span' } as never;
    const lockDevice = store.lockDevice.bind(store);
    vi.spyOn(store, 'lockDevice').mockImplementation(async (locked) => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return lockDevice(locked);
    });
    const entered = turn({ span });
    await vi.advanceTimersByTimeAsync(250);
    const own = await entered;
    const begun = await own.begin(write);
    await begun.settle('replaced');
    await begun.found('after');
    own.hasRead('speeddial', after, uuid);
    await vi.advanceTimersByTimeAsync(0);
    // There is no change of unknown outcome to look for.
    expect(seen).toEqual([
      { kind: 'history', operation: 'lock', span, durationMs: 250, cause: undefined },
      { kind: 'history', operation: 'begin', span, durationMs: 0, cause: undefined },
      { kind: 'change', id: '1', outcome: 'replaced' },
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
    const settled = begun.settle('replaced').then(() => (isTold = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isTold).toBe(false);
    end();
    await settled;
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.changes).toMatchObject([{ outcome: 'replaced' }]);
  });

  it('include that the deadline came before the answer', async () => {
    vi.spyOn(store, 'get').mockReturnValue(new Promise(() => undefined));
    const { context, end } = openContext();
    const asked = history.get('1', context);
    end();
    await expect(asked).rejects.toMatchObject({ code: 'history-unavailable', facts: { cause: 'deadline' } });
    expect(seen).toMatchObject([{ operation: 'get', cause: 'deadline' }]);
  });
});
