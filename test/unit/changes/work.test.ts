import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  actor,
  becomes,
  begun,
  callOf,
  countedWork,
  changesInMemory as open,
  failing,
  foreign,
  named,
  old,
  wanted,
  type ChangesInMemory,
} from '../../support/changes-in-memory.js';
import { phoneNamed } from '../../support/changes.js';
import { deferred } from '../../support/fake-port.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('setting a change', () => {
  it('sets each list once, two at a time, and tells of change, user and approver', async () => {
    const service = open();
    const counted = countedWork();
    service.setting = counted.work;
    const id = await service.ask('agent', named(6));
    const { digest } = (await service.store.get(id)) ?? {};
    await service.changes.approve(id, digest ?? '', undefined, actor('lead'), callOf('lead'));
    await becomes(service, id, 'done', { changed: 6 });
    expect([counted.most, service.set.sort()]).toEqual([2, named(6)]);
    expect(service.dials.get('SEP0')).toEqual(wanted);
    const told = service.seen.filter(({ kind }) => kind === 'change-carried');
    expect(told).toMatchObject([
      { id, state: 'running', user: 'agent', approver: 'lead', carrier: 'lead' },
      { id, state: 'done', user: 'agent', approver: 'lead', carrier: 'lead', lists: { changed: 6 } },
    ]);
    const writes = service.seen.filter(({ kind }) => kind === 'write');
    expect(writes).toHaveLength(6);
    expect(writes[0]).toMatchObject({ change: id, user: 'lead', outcome: 'replaced' });
  });

  it('sets four devices at a time in an instance, over all changes', async () => {
    const service = open();
    const counted = countedWork();
    service.setting = counted.work;
    const ids = await Promise.all([0, 10, 20, 30].map((from) => begun(service, named(8, from))));
    for (const id of ids) await becomes(service, id, 'done', { changed: 8 });
    expect(counted.most).toBe(4);
  });

  it('leaves what others have changed, and what is as asked for already', async () => {
    const service = open({ altered: () => ({ take: () => Promise.resolve(undefined) }) });
    const lists = named(21);
    const id = await begun(service, lists);
    const setting = open({ store: service.store });
    // Someone else has the first list as it was asked for before it is read, and the second one other than it was read.
    setting.dials.set('SEP0', wanted);
    const reads = new Map<string, number>();
    setting.reading = (phone) => {
      const count = (reads.get(phone) ?? 0) + 1;
      reads.set(phone, count);
      if (count === 2 && phone === 'SEP1') setting.dials.set('SEP1', foreign);
      if (count === 2 && phone === 'SEP2') setting.dials.set('SEP2', wanted);
      return undefined;
    };
    setting.work.start();
    await becomes(setting, id, 'partly-done', { already: 2, 'changed-meanwhile': 1, changed: 18 });
    expect(setting.set.sort()).toEqual(lists.slice(3).sort());
    expect(setting.dials.get('SEP1')).toEqual(foreign);
    expect((await setting.listsOf(id))[1]?.problem?.code).toBe('changed-meanwhile');
  });

  it('waits while the call manager is away, says so, and goes on', async () => {
    const service = open();
    let isAway = true;
    service.setting = () => (isAway ? Promise.reject(failing('call-manager-unavailable')) : undefined);
    const id = await begun(service, named(3));
    await expect
      .poll(() => service.work.waitsFor(id, 'running'))
      .toBe('It waits, and goes on by itself: It is call-manager-unavailable.');
    expect((await service.store.get(id))?.state).toBe('running');
    isAway = false;
    await becomes(service, id, 'done', { changed: 3 });
  });

  it('takes one list out of the bucket for each list, however often it is tried', async () => {
    let given = 0;
    const service = open({
      perHour: 5_000,
      altered: () => ({
        takeFromBucket: () => {
          given += 1;
          return Promise.resolve(given === 1 ? { lists: 4, againMs: 0 } : { lists: 0, againMs: 60_000 });
        },
      }),
    });
    let fails = 3;
    service.setting = () => {
      fails -= 1;
      return fails >= 0 ? Promise.reject(failing('call-manager-busy')) : undefined;
    };
    const one = await begun(service, named(2));
    await becomes(service, one, 'done', { changed: 2 });
    // What one change has left is for the next one.
    const next = await begun(service, named(4, 10));
    await expect.poll(() => service.work.waitsFor(next, 'running')).toContain('CHANGES_PER_HOUR');
    await becomes(service, next, 'running', { changed: 2, open: 2 });
    expect(given).toBe(2);
    // It can be stopped at once in spite of the wait.
    await service.changes.stop(next, actor('boss'), callOf('boss'));
    await becomes(service, next, 'stopped', { changed: 2, open: 2 });
    expect((await service.store.get(next))?.why).toBe('It was stopped.');
  });

  it('subtracts callers’ writes from the bucket, but not its own', async () => {
    const subtracted: number[] = [];
    const service = open({
      altered: () => ({
        subtractFromBucket: (lists) => {
          subtracted.push(lists);
          return Promise.resolve();
        },
      }),
    });
    for (const name of named(3, 50)) {
      await service.replaceButtons.set('speeddial', phoneNamed(name), { list: wanted }, callOf('boss'));
    }
    for (const phones of [named(12), named(12, 20)]) {
      await becomes(service, await begun(service, phones), 'done', { changed: 12 });
    }
    expect(subtracted).toEqual([3]);
  });

  it('gives up a list whose device alone is not answered, if others are', async () => {
    const service = open();
    const lists = named(12);
    const id = await service.ask('agent', lists);
    const silent = ['SEP0', 'SEP1'];
    service.reading = (phone) => (silent.includes(phone) ? Promise.reject(failing('call-manager-timeout')) : undefined);
    const { digest } = (await service.store.get(id)) ?? {};
    await service.changes.approve(id, digest ?? '', undefined, actor('lead'), callOf('lead'));
    await becomes(service, id, 'partly-done', { changed: 10, refused: 2 });
    expect((await service.listsOf(id))[0]?.problem).toEqual({
      code: 'call-manager-timeout',
      detail: 'SEP0: It is call-manager-timeout.',
    });
  });

  it('stops when the call manager refuses the login of the service', async () => {
    const service = open();
    service.setting = () => Promise.reject(failing('call-manager-refused-credentials'));
    const id = await begun(service, named(9));
    await expect.poll(async () => (await service.store.get(id))?.state).toBe('stopped');
    expect((await service.store.get(id))?.why).toBe(
      'The call manager refuses the login of this service: It is call-manager-refused-credentials.',
    );
    expect((await service.store.get(id))?.counts).toEqual({ open: 7, refused: 2 });
    service.setting = () => undefined;
    await service.changes.apply(id, undefined, actor('boss'), callOf('boss'));
    await becomes(service, id, 'done', { changed: 9 });
  });

  it('does not stop because of lists that are refused, and tries these last the next time', async () => {
    const service = open();
    const bad = named(6);
    service.setting = (phone) => {
      if (bad.includes(phone)) return Promise.reject(failing('rejected-by-call-manager', { effect: 'refused' }));
      return service.store.stop(id).then(() => undefined);
    };
    const id = '1';
    expect(await begun(service, named(12))).toBe(id);
    await becomes(service, id, 'stopped', { changed: 2, refused: 6, open: 4 });
    const order: string[] = [];
    service.setting = (phone) => void order.push(phone);
    await service.changes.apply(id, undefined, actor('boss'), callOf('boss'));
    await becomes(service, id, 'done', { changed: 12 });
    expect([order.slice(0, 4).sort(), order.slice(4).sort()]).toEqual([['SEP10', 'SEP11', 'SEP8', 'SEP9'], bad]);
  });

  it('stops after five lists in a row that the call manager stores otherwise', async () => {
    const service = open();
    service.setting = () =>
      Promise.reject(failing('stored-otherwise', { effect: 'applied', present: foreign } as never));
    const id = await begun(service, named(9));
    await expect.poll(async () => (await service.store.get(id))?.state, { timeout: 5_000 }).toBe('stopped');
    const { why, counts } = (await service.store.get(id)) ?? {};
    expect(why).toContain('5 times in a row');
    expect([5, 6]).toContain(counts?.['stored-otherwise']);
  });

  it('stops when its carrier may not change buttons any more, or is gone', async () => {
    const service = open();
    for (const [user, right] of [
      ['boss', 'approve'],
      ['boss', undefined],
    ] as const) {
      service.rights.set(user, 'change');
      const phones = named(5, right ? 10 : 20);
      service.setting = () => {
        if (right) service.rights.set(user, right);
        else service.rights.delete(user);
        return undefined;
      };
      const id = await begun(service, phones);
      await expect.poll(async () => (await service.store.get(id))?.state).toBe('stopped');
      expect((await service.store.get(id))?.why).toBe('boss may not change buttons any more.');
      expect((await service.store.get(id))?.counts.open).toBeGreaterThan(0);
    }
  });

  it('is done if it was stopped after its last list', async () => {
    const service = open();
    service.setting = async () => {
      await service.store.stop('1');
      service.work.wake();
      await sleep(50);
    };
    const id = await begun(service, ['SEP0']);
    await becomes(service, id, 'done', { changed: 1 });
  });

  it('leaves nothing at work after the store was away', async () => {
    const service = open();
    service.setting = (phone) => {
      if (phone !== 'SEP0') return Promise.reject(failing('call-manager-unavailable', { retryAfterSeconds: 0.05 }));
      service.store.failing = { keepEnd: 'away', hold: 'away' };
      return undefined;
    };
    const id = await begun(service, named(3));
    await expect.poll(() => service.store.asked.includes('release'), { timeout: 5_000 }).toBe(true);
    service.store.failing = {};
    await sleep(100);
    const asked = service.store.asked.length;
    await sleep(300);
    expect(service.store.asked.length).toBe(asked);
    // It is taken again, and goes on.
    service.setting = () => undefined;
    service.work.wake();
    await becomes(service, id, 'done', { changed: 3 });
    expect(service.set.filter((phone) => phone === 'SEP0')).toHaveLength(1);
  });

  it('sends nothing if it is taken while the service stops', async () => {
    const taking = deferred<undefined>();
    let isTaking = false;
    const service = open({
      altered: (store) => ({
        take: async (holder, states) => {
          isTaking = true;
          await taking.promise;
          return store.take(holder, states);
        },
      }),
    });
    const id = await begun(service, named(21));
    await expect.poll(() => isTaking).toBe(true);
    const closed = service.close();
    taking.resolve(undefined);
    await closed;
    expect([service.set, await service.stateOf(id)]).toEqual([[], ['reading', { unread: 21 }]]);
  });

  it('waits until its time', async () => {
    const service = open();
    const notBefore = new Date(Date.now() + 700);
    const id = await begun(service, ['SEP0'], { notBefore });
    expect(await service.changes.waitsFor((await service.store.get(id)) as never, {})).toBe(
      `It begins at ${notBefore.toISOString()}, as was asked for.`,
    );
    expect(service.set).toEqual([]);
    await sleep(750);
    service.work.wake();
    await becomes(service, id, 'done', { changed: 1 });
  });

  it('waits while all writing is stopped', async () => {
    const service = open();
    await service.writingStop.stop({ device: 'the phone SEP9', words: 'removed its lines' }, callOf('boss'));
    const id = await begun(service, ['SEP0']);
    await becomes(service, id, 'running', { open: 1 });
    await sleep(200);
    expect(service.set).toEqual([]);
    await service.writingStop.resume('boss');
    await becomes(service, id, 'done', { changed: 1 });
  });
});

describe('asking with a key', () => {
  it('is refused while the lists of the first request are being stored', async () => {
    const service = open();
    const asked = { begins: false, key: { text: 'key', hash: 'hash' } };
    const ask = (): Promise<string> => service.ask('boss', named(5_000), asked);
    const [one, two] = await Promise.allSettled([ask(), ask()]);
    expect(one).toEqual({ status: 'fulfilled', value: '1' });
    expect(two).toMatchObject({ status: 'rejected', reason: { code: 'change-state' } });
    expect(await ask()).toBe('1');
  });
});

describe('a list whose answer is lost', () => {
  /** The first write of each phone is lost, after it was carried out or not. */
  const losing = (service: ChangesInMemory, isSet: boolean, then: () => void = () => undefined) => {
    let isFirst = true;
    service.setting = (_, set) => {
      if (!isFirst) return undefined;
      isFirst = false;
      if (isSet) set();
      then();
      return Promise.reject(failing('outcome-unknown', { effect: 'unknown' }));
    };
  };

  it('is changed if it is as asked for', async () => {
    const service = open();
    losing(service, true);
    const id = await begun(service, ['SEP0']);
    await expect.poll(async () => (await service.store.get(id))?.state).toMatch(/done/);
    expect(await service.stateOf(id)).toEqual(['done', { changed: 1 }]);
    expect(service.set).toEqual(['SEP0']);
  });

  it('is sent again if it is as before', async () => {
    const service = open();
    losing(service, false);
    const id = await begun(service, ['SEP0']);
    await becomes(service, id, 'done', { changed: 1 });
    expect(service.set).toEqual(['SEP0']);
  });

  it('stays uncertain if it is neither', async () => {
    const service = open();
    losing(service, true, () => service.dials.set('SEP0', foreign));
    const id = await begun(service, ['SEP0']);
    await becomes(service, id, 'partly-done', { uncertain: 1 });
    expect(service.dials.get('SEP0')).toEqual(foreign);
    // It may be gone on with: it is read first, and left.
    await service.changes.apply(id, undefined, actor('boss'), callOf('boss'));
    await becomes(service, id, 'partly-done', { uncertain: 1 });
    expect((await service.listsOf(id))[0]?.problem?.code).toBe('outcome-unknown');
  });
});

describe('after an instance has ended', () => {
  /** Leaves a change behind that was sending two lists of three, as a killed instance does. */
  async function left(now: { readonly first: typeof old; readonly second: typeof old }) {
    const killed = open({ altered: () => ({ release: () => Promise.resolve() }), isLeft: true });
    const stuck = deferred<undefined>();
    killed.setting = () => stuck.promise;
    const id = await begun(killed, named(3));
    await expect.poll(async () => (await killed.store.get(id))?.counts.sending).toBe(2);
    killed.work.stop();
    const next = open({ store: killed.store });
    next.dials.set('SEP0', now.first);
    next.dials.set('SEP1', now.second);
    next.work.start();
    return { id, next };
  }

  it('reads the lists first that were being sent', async () => {
    const { id, next } = await left({ first: wanted, second: old });
    await becomes(next, id, 'done', { changed: 3 });
    expect(next.set.sort()).toEqual(['SEP1', 'SEP2']);
    expect((await next.listsOf(id)).map(({ foundLater }) => foundLater?.list)).toEqual(['after', undefined, undefined]);
  });

  it('keeps a list as uncertain that is neither as before nor as asked for, and sets the rest', async () => {
    const { id, next } = await left({ first: foreign, second: wanted });
    await becomes(next, id, 'partly-done', { changed: 2, uncertain: 1 });
    expect(next.set).toEqual(['SEP2']);
    expect((await next.listsOf(id))[0]?.problem?.code).toBe('outcome-unknown');
  });

  it('sets no list of a change that another instance holds by now', async () => {
    const service = open();
    const stuck = deferred<undefined>();
    service.setting = () => stuck.promise;
    const id = await begun(service, named(4));
    await becomes(service, id, 'running', { sending: 2, open: 2 });
    const other = { instance: 'other', name: 'other' };
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    expect(await service.store.take(other, ['running'])).toBe(id);
    stuck.resolve(undefined);
    await becomes(service, id, 'running', { changed: 2, open: 2 });
    await sleep(100);
    expect(service.set.sort()).toEqual(['SEP0', 'SEP1']);
    expect(await service.store.hold(id, other)).toBe('held');
  });
});
