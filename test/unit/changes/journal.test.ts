import { describe, expect, it, vi } from 'vitest';
import { noSuchDevice, ServiceError } from '../../../src/domain/errors.js';
import type { SpeedDial } from '../../../src/domain/phone.js';
import { History } from '../../../src/changes/journal.js';
import { undoChange } from '../../../src/changes/undo-change.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import type { ButtonsOfDevices } from '../../../src/use-cases/call-manager.js';
import { WriteWatch } from '../../../src/use-cases/write-watch.js';
import { WritingStop } from '../../../src/use-cases/writing-stop.js';
import type { Uuid } from '../../../src/domain/identifiers.js';
import { observing } from '../../support/app.js';
import { changed, uncertain } from '../../support/changes.js';
import { dial, fakePort, openContext, phoneKey, uuid } from '../../support/fake-port.js';
import { MemoryStore } from '../../support/memory-store.js';

const before = [dial('1', '0199', 'old')];
const after = [dial('1', '0100', 'new')];
const another = 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid;
const lost = new ServiceError('call-manager-timeout', { detail: 'late', effect: 'unknown' });
const refused = new ServiceError('rejected-by-call-manager', { detail: 'no', effect: 'refused' });

/** A phone in memory, with a history whose store is in memory. */
function phoneWithHistory(parts: Partial<ButtonsOfDevices<SpeedDial>> = {}, looks = false) {
  const store = new MemoryStore();
  const phone: { list: readonly SpeedDial[] } = { list: before };
  const callManager = fakePort({
    speedDials: {
      readForChange: () => {
        store.asked.push('read');
        return Promise.resolve({ uuid, entries: phone.list });
      },
      replace: (_device, entries) => {
        store.asked.push('write');
        phone.list = entries;
        return Promise.resolve(uuid);
      },
      ...parts,
    },
  });
  const { observe, seen } = observing();
  const history = new History(store, observe);
  const watch = looks ? new WriteWatch(new WritingStop(observe), observe) : undefined;
  const writers = new ReplaceButtons({ callManager, loadsChange: false, journal: history, watch, observe });
  const set = (entries: readonly SpeedDial[], requestId = 'r1') =>
    writers.set('speeddial', phoneKey, { list: entries }, openContext({ requestId, user: 'ann' }).context).then(
      ({ changeId }) => changeId,
      (thrown: unknown) => (thrown instanceof ServiceError ? thrown.code : thrown),
    );
  return { store, phone, callManager, history, writers, seen, set };
}

/** From now on the store answers an operation only on request. @returns the function that makes it answer */
function slowly(store: MemoryStore, operation: 'begin' | 'settle' | 'newest'): () => void {
  let answer = (): void => undefined;
  const told = new Promise<void>((resolve) => (answer = resolve));
  const work = store[operation].bind(store) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(store, operation).mockImplementation((async (...args: unknown[]) => {
    store.asked.push(operation);
    await told;
    return work(...args);
  }) as never);
  return answer;
}

describe('a recorded write', () => {
  it('is read first, recorded before it is sent, and settled before the caller gets the answer', async () => {
    const { store, set } = phoneWithHistory();
    expect(await set(after)).toBe('1');
    expect(store.asked).toEqual(['lockDevice', 'read', 'begin', 'write', 'settle', 'release']);
    expect(store.sentLists).toMatchObject([
      {
        ...{ change: '1', device: phoneKey, kind: 'speeddial', before, after, state: 'changed' },
        sent: { user: 'ann', requestId: 'r1' },
      },
    ]);
  });

  it('is sent as given: the list that was read is only for the history', async () => {
    const { callManager, set } = phoneWithHistory();
    await set(after);
    expect(callManager.buttons.speeddial.replace.mock.calls[0]?.[2]).toBeUndefined();
  });

  it('is recorded with the code of the problem that the caller got', async () => {
    const { store, set } = phoneWithHistory({ replace: () => Promise.reject(refused) });
    expect(await set(after)).toBe('rejected-by-call-manager');
    expect(store.sentLists).toMatchObject([{ state: 'refused', problem: { code: 'rejected-by-call-manager' } }]);
    const unknown = phoneWithHistory({ replace: () => Promise.reject(lost) });
    expect(await unknown.set(after)).toBe('outcome-unknown');
    expect(unknown.store.sentLists).toMatchObject([{ state: 'uncertain', problem: { code: 'outcome-unknown' } }]);
  });

  it.each([
    ['deleted or renamed, and no answer came', lost, () => Promise.reject(noSuchDevice(phoneKey)), 'phone-not-found'],
    ['swapped, and no answer came', lost, () => Promise.resolve({ uuid: another, entries: before }), 'outcome-unknown'],
    ['deleted after the answer', undefined, () => Promise.reject(noSuchDevice(phoneKey)), 'phone-not-found'],
    [
      'swapped after the answer',
      undefined,
      () => Promise.resolve({ uuid: another, entries: after }),
      'outcome-unknown',
    ],
  ])(
    'to a phone that is %s, before it is read back, is uncertain and never refused',
    async (_, failure, then, code) => {
      let reads = 0;
      const { store, set } = phoneWithHistory(
        {
          readForChange: () => ((reads += 1) === 1 ? Promise.resolve({ uuid, entries: before }) : then()),
          replace: () => (failure ? Promise.reject(failure) : Promise.resolve(uuid)),
        },
        true,
      );
      expect(await set(after)).toBe(code);
      expect(store.sentLists).toMatchObject([{ state: 'uncertain', problem: { code } }]);
    },
  );

  it('is not recorded if it is refused before anything is sent', async () => {
    const { store, writers } = phoneWithHistory();
    const writing = writers.set('speeddial', phoneKey, { list: after, condition: { tags: [] } }, openContext().context);
    await expect(writing).rejects.toMatchObject({ code: 'changed-meanwhile' });
    expect(store.sentLists).toEqual([]);
    const gone = phoneWithHistory({ readForChange: (device) => Promise.reject(noSuchDevice(device)) });
    expect(await gone.set(after)).toBe('phone-not-found');
    expect(gone.store.asked).toEqual(['lockDevice', 'release']);
  });

  it.each(['lockDevice', 'begin'] as const)('is not sent if the store fails at %s', async (where) => {
    const { store, phone, seen, set } = phoneWithHistory();
    store.failing = { [where]: 'ENOSPC' };
    expect(await set(after)).toBe('history-unavailable');
    expect(phone.list).toBe(before);
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'history', cause: 'ENOSPC' }));
  });

  it('is not sent if the lock of the device is lost meanwhile', async () => {
    const { store, phone, set } = phoneWithHistory();
    store.locksHold = false;
    expect(await set(after)).toBe('history-unavailable');
    expect(phone.list).toBe(before);
  });

  it('is not sent if the store has not recorded it by the deadline; a late record is then marked as unsent', async () => {
    const { store, phone, writers } = phoneWithHistory();
    const kept = slowly(store, 'begin');
    const { context, end } = openContext();
    const writing = writers.set('speeddial', phoneKey, { list: after }, context);
    await expect.poll(() => store.asked).toContain('begin');
    end();
    await expect(writing).rejects.toMatchObject({ code: 'history-unavailable', facts: { effect: 'none' } });
    kept();
    const unsent = { state: 'refused', problem: { code: 'history-unavailable' } };
    await expect.poll(() => store.sentLists).toMatchObject([unsent]);
    expect(phone.list).toBe(before);
  });

  it('is answered at the deadline if the store has not recorded its outcome, which is recorded later', async () => {
    const { store, history, writers } = phoneWithHistory();
    const kept = slowly(store, 'settle');
    const { context, end } = openContext();
    const writing = writers.set('speeddial', phoneKey, { list: after }, context);
    await expect.poll(() => store.asked).toContain('settle');
    end();
    expect(await writing).toMatchObject({ changeId: '1', entries: after });
    const late = openContext();
    slowly(store, 'newest');
    const listed = history.newestChange(late.context);
    late.end();
    await expect(listed).rejects.toMatchObject({ code: 'history-unavailable' });
    kept();
    await expect.poll(() => store.sentLists).toMatchObject([{ state: 'changed' }]);
  });

  it('has a true answer if its outcome cannot be recorded; it is recorded as soon as the store is back', async () => {
    vi.useFakeTimers();
    try {
      const { store, history, set } = phoneWithHistory();
      store.failing = { settle: 'EIO' };
      expect(await set(after)).toBe('1');
      expect(history.unsettled).toBe(1);
      await vi.advanceTimersByTimeAsync(3_500);
      expect(store.sentLists).toMatchObject([{ state: 'sending' }]);
      store.failing = {};
      await vi.advanceTimersByTimeAsync(1_000);
      expect(store.sentLists).toMatchObject([{ state: 'changed' }]);
      expect(history.unsettled).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has a waiting outcome recorded when the service stops', async () => {
    const { store, history, set } = phoneWithHistory();
    store.failing = { settle: 'EIO' };
    await set(after);
    store.failing = {};
    await history.close();
    expect(store.sentLists).toMatchObject([{ state: 'changed' }]);
    expect(store.asked.at(-1)).toBe('close');
  });
});

describe('an undo', () => {
  async function undoOf(id: string, { store, writers }: ReturnType<typeof phoneWithHistory>) {
    const list = store.sentLists.find(({ change }) => change === id);
    if (!list) throw new Error(`there is no change ${id}`);
    return undoChange(list, 'list', writers, openContext({ user: 'ben' }).context);
  }

  it('sets the list from before, is a change itself, and can be undone', async () => {
    const phone = phoneWithHistory();
    await phone.set(after);
    expect(await undoOf('1', phone)).toEqual({ id: '2', changed: true });
    expect(phone.phone.list).toEqual(before);
    const undo = { sent: { user: 'ben' }, before: after, after: before, state: 'changed' };
    expect(phone.store.sentLists[1]).toMatchObject(undo);
    expect(await undoOf('2', phone)).toEqual({ id: '3', changed: true });
    expect(phone.phone.list).toEqual(after);
  });

  it('of a change that is already undone does nothing', async () => {
    const phone = phoneWithHistory();
    await phone.set(after);
    await undoOf('1', phone);
    expect(await undoOf('1', phone)).toEqual({ id: null, changed: false });
    expect(phone.store.sentLists).toHaveLength(2);
  });

  it('of a change without effect does nothing', async () => {
    const phone = phoneWithHistory();
    await phone.set(before);
    expect(await undoOf('1', phone)).toEqual({ id: null, changed: false });
  });

  it('is refused if the list before is unknown', async () => {
    const phone = phoneWithHistory();
    await phone.set(after);
    // The answer names another device, whose list from before is not known.
    await phone.store.settle('1', changed, 'ffffffff-4e5f-6071-8293-a4b5c6d7e8f9' as Uuid);
    await expect(undoOf('1', phone)).rejects.toMatchObject({ code: 'not-representable' });
    expect(phone.phone.list).toBe(after);
  });

  it('is refused with the present list if another user has changed it since', async () => {
    const phone = phoneWithHistory();
    await phone.set(after);
    const present = [dial('7', '0777', 'of someone else')];
    phone.phone.list = present;
    await expect(undoOf('1', phone)).rejects.toMatchObject({ code: 'changed-meanwhile', facts: { present } });
    expect(phone.phone.list).toBe(present);
    expect(phone.store.sentLists).toHaveLength(1);
  });

  it.each([
    ['was carried out', after, { id: '2', changed: true }],
    ['was not carried out', before, { id: null, changed: false }],
  ])(
    'of a change with an unknown outcome depends on the present list of the phone: it %s',
    async (_how, held, undone) => {
      const phone = phoneWithHistory();
      await phone.set(after);
      await phone.store.settle('1', uncertain);
      phone.phone.list = held;
      expect(await undoOf('1', phone)).toEqual(undone);
      expect(phone.phone.list).toEqual(before);
    },
  );
});
