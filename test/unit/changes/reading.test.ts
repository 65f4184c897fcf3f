import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  actor,
  becomes,
  begun,
  callOf,
  countedWork,
  changesInMemory as open,
  failing,
  named,
} from '../../support/changes-in-memory.js';
import { deferred } from '../../support/fake-port.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('reading a change', () => {
  it('gives a list that cannot be read its problem, with the name of the device, and goes on', async () => {
    const service = open();
    service.reading = (phone) =>
      phone === 'SEP1' ? Promise.reject(failing('not-representable', { detail: 'It is damaged.' })) : undefined;
    const id = await begun(service, ['SEP0', 'SEP1', 'gone', 'SEP2']);
    await becomes(service, id, 'proposed', { open: 2, refused: 2 });
    const [, damaged, gone] = await service.listsOf(id);
    expect(damaged?.problem).toEqual({ code: 'not-representable', detail: 'SEP1: It is damaged.' });
    expect(gone?.problem).toMatchObject({ code: 'phone-not-found', detail: expect.stringContaining('gone') as string });
    expect(await service.store.get(id)).toMatchObject({
      why: '2 of 4 lists cannot be set: SEP1: It is damaged. It can be begun for the others.',
    });
    // An application sets the others, and leaves these alone.
    await service.changes.apply(id, undefined, actor('boss'), callOf('boss'));
    await becomes(service, id, 'partly-done', { changed: 2, refused: 2 });
    expect(service.set.sort()).toEqual(['SEP0', 'SEP2']);
  });

  it('tries again after a passing failure, and says so', async () => {
    const service = open();
    let tries = 0;
    service.reading = () => {
      tries += 1;
      return tries < 3 ? Promise.reject(failing('call-manager-busy', { retryAfterSeconds: 0.3 })) : undefined;
    };
    const lists = named(30);
    const id = await service.ask('agent', lists);
    expect((await service.store.get(id))?.state).toBe('reading');
    await expect
      .poll(() => service.work.waitsFor(id, 'reading'), { interval: 20 })
      .toBe('It waits, and goes on by itself: It is call-manager-busy.');
    await becomes(service, id, 'proposed', { open: 30 });
    expect(await service.work.waitsFor(id, 'reading')).toBeUndefined();
  });

  it('goes on with the lists that were not read when the service stopped', async () => {
    const service = open();
    const reads: string[] = [];
    const stuck = deferred<undefined>();
    service.reading = (phone) => {
      reads.push(phone);
      return reads.length > 20 ? stuck.promise : undefined;
    };
    const id = await service.ask('agent', named(30));
    await expect.poll(() => reads.length).toBe(22);
    stuck.reject(failing('call-manager-timeout'));
    await service.close();
    expect(await service.stateOf(id)).toEqual(['reading', { open: 20, unread: 10 }]);
    const next = open({ store: service.store });
    next.reading = (phone) => void reads.push(phone);
    next.work.start();
    await becomes(next, id, 'proposed', { open: 30 });
    expect(new Set(reads.slice(-10)).size).toBe(10);
    expect(reads.length).toBe(32);
  });

  it('ends when the change is withdrawn', async () => {
    const service = open();
    const stuck = deferred<undefined>();
    service.reading = () => stuck.promise;
    const id = await service.ask('agent', named(30));
    await service.changes.reject(id, 'A mistake.', actor('agent'), callOf('agent'));
    stuck.resolve(undefined);
    await becomes(service, id, 'closed', { unread: 30 });
    const other = await service.ask('agent', named(2));
    await becomes(service, other, 'proposed', { open: 2 });
  });

  it('asks for the newest sent list first, so that no write in between is missed', async () => {
    const service = open();
    const id = await service.ask('agent', ['SEP0']);
    const asked = service.store.asked;
    expect(asked.lastIndexOf('newest')).toBeLessThan(asked.indexOf('keepRead'));
    await begun(service, ['SEP0']);
    await expect.poll(async () => (await service.listsOf(id))[0]?.changedSince).toBe('2');
  });

  it('has two places, and gives them to those who wait', { timeout: 20_000 }, async () => {
    const now = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    const service = open();
    const counted = countedWork();
    service.reading = counted.work;
    const large = [await service.ask('agent', named(90)), await service.ask('agent', named(80))];
    const small = await service.ask('boss', named(21));
    expect(await service.changes.waitsFor((await service.store.get(small)) as never, {})).toBe(
      'It waits for its turn, because this service works on other changes.',
    );
    ahead = 11_000;
    service.work.wake();
    await becomes(service, small, 'proposed', { open: 21 });
    expect(await Promise.all(large.map(async (id) => (await service.store.get(id))?.state))).toContain('reading');
    for (const [at, id] of large.entries()) await becomes(service, id, 'proposed', { open: [90, 80][at] });
    expect(counted.most).toBe(2);
  });
});
