import { afterEach, describe, expect, it, vi } from 'vitest';
import { History } from '../../src/changes/journal.js';
import { authorization, listenBefore, observing } from '../support/app.js';
import { uncertain } from '../support/changes.js';
import { connect, startFake } from '../support/axl-backend.js';
import { MemoryStore } from '../support/memory-store.js';

const phone = 'SEP00A1B2C30001';
const key = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The service with a history, in front of a call manager whose updates are answered as the test says. */
async function startBefore(
  update: (take: () => string) => string,
  {
    deadlineMs = 5_000,
    latencyMs = (): number => 0,
    environment = {},
  }: {
    readonly deadlineMs?: number;
    readonly latencyMs?: (body: string) => number;
    readonly environment?: Record<string, string>;
  } = {},
) {
  const stored = { dials: '' };
  const fake = await startFake({
    latencyMs,
    answers: {
      getPhone: () => `<phone uuid="${key}"><name>${phone}</name><speeddials>${stored.dials}</speeddials></phone>`,
      updatePhone: (body) =>
        update(() => {
          stored.dials = /<speeddials>(.*)<\/speeddials>/s.exec(body)?.[1] ?? '';
          return key;
        }),
    },
  });
  const store = new MemoryStore();
  const { observe, seen } = observing();
  const { callManager } = await connect(fake.url(), { AXL_VERSION: '14.0', ...environment });
  const { server } = await listenBefore(callManager, {
    history: new History(store, observe),
    changeStore: store,
    deadlineMs,
  });
  closing.push(() => server.stop(0));
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(server.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, code: /"code":"([^"]*)"/.exec(text)?.[1], text };
  };
  return {
    ...{ fake, store, stored, seen, send },
    set: (label: string) => send('POST', `/speeddials?phone=${phone}`, [{ index: '1', dirn: '0100', label }]),
    /** @returns the list of a change of one list */
    change: async (id: string): Promise<unknown> => {
      const { lists } = JSON.parse((await send('GET', `/changes/${id}`)).text) as {
        readonly lists?: readonly unknown[];
      };
      return lists?.[0];
    },
    updates: () => fake.exchanges.filter(({ operation }) => operation === 'updatePhone').length,
  };
}

const isUpdate = (body: string): boolean => body.includes(':updatePhone ');

describe('an answer that comes after the deadline', () => {
  it('holds the device until then, and is reported beside the outcome that the caller got', async () => {
    const slow = { ms: 0 };
    const service = await startBefore((take) => take(), {
      deadlineMs: 500,
      latencyMs: (body) => (isUpdate(body) ? slow.ms : 0),
    });
    // The service would not send a write if writes usually took longer than its time, so the first ones are fast.
    for (const label of ['a', 'b', 'c', 'd']) expect(await service.set(label)).toMatchObject({ status: 200 });
    slow.ms = 1_500;
    expect(await service.set('first')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(await service.change('5')).not.toHaveProperty('foundLater');
    // No one gets an answer that the open request could make false.
    expect(await service.set('second')).toMatchObject({ status: 503, code: 'overloaded' });
    expect(service.updates()).toBe(5);
    await expect
      .poll(() => service.change('5'), { timeout: 5_000 })
      .toMatchObject({
        state: 'uncertain',
        problem: { code: 'outcome-unknown' },
        foundLater: { list: 'after', time: expect.stringMatching(/^\d{4}-.*Z$/) as string },
      });
    slow.ms = 0;
    expect(await service.set('third')).toMatchObject({ status: 200 });
    expect(service.stored.dials).toContain('third');
  });

  it('says that the old list is there if it is a refusal', async () => {
    const service = await startBefore(() => 'false', {
      deadlineMs: 1_000,
      latencyMs: (body) => (isUpdate(body) ? 2_000 : 0),
    });
    expect(await service.set('refused')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(service.updates()).toBe(1);
    await expect.poll(() => service.change('1'), { timeout: 5_000 }).toMatchObject({ foundLater: { list: 'before' } });
  });
});

describe('a change of unknown outcome', () => {
  it.each([
    ['after', true, ''],
    ['before', false, ''],
    ['other', false, '<speeddial><dirn>9</dirn><label>theirs</label><index>9</index></speeddial>'],
  ])('is resolved by the next write of the list: %s', async (list, isTaken, others) => {
    const answers = { lost: true };
    const service = await startBefore((take) => {
      if (!answers.lost) return take();
      if (isTaken) take();
      return 'neither a key nor a refusal';
    });
    expect((await service.set('in doubt')).status).toBe(isTaken ? 200 : 504);
    if (isTaken) await service.store.settle('1', uncertain);
    expect(await service.change('1')).not.toHaveProperty('foundLater');
    if (others !== '') service.stored.dials = others;
    answers.lost = false;
    expect(await service.set('next')).toMatchObject({ status: 200 });
    expect(await service.change('1')).toMatchObject({ state: 'uncertain', foundLater: { list } });
    expect(await service.change('2')).not.toHaveProperty('foundLater');
  });
});

describe('a lock that is lost', () => {
  it('after the intention was stored prevents sending the write', async () => {
    const service = await startBefore((take) => take());
    const begin = service.store.begin.bind(service.store);
    vi.spyOn(service.store, 'begin').mockImplementation(async (intention) => {
      const begun = await begin(intention);
      service.store.locksHold = false;
      return begun;
    });
    expect(await service.set('too late')).toMatchObject({ status: 503, code: 'history-unavailable' });
    expect(service.updates()).toBe(0);
    expect(service.store.sentLists).toMatchObject([{ state: 'refused', problem: { code: 'history-unavailable' } }]);
  });

  it('before a second send leaves the outcome unknown, and nothing more is sent', async () => {
    const lock = { store: undefined as MemoryStore | undefined };
    const service = await startBefore(() => {
      if (lock.store) lock.store.locksHold = false;
      return 'neither a key nor a refusal';
    });
    lock.store = service.store;
    expect(await service.set('once')).toMatchObject({ status: 504, code: 'outcome-unknown' });
    expect(service.updates()).toBe(1);
  });
});

describe('an undo', () => {
  it('to a list that cannot be set is refused, and nothing is sent', async () => {
    const service = await startBefore((take) => take());
    service.stored.dials = '<speeddial><dirn>0100</dirn><label>B\uFFFDro</label><index>1</index></speeddial>';
    expect(await service.set('Büro')).toMatchObject({ status: 200 });
    expect(await service.send('POST', '/changes/1/undo')).toMatchObject({ status: 409, code: 'not-representable' });
    expect(service.updates()).toBe(1);
  });
});
