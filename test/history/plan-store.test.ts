import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import type { KeptChanges } from '../support/open-changes.js';
import { planBounds } from '../../src/plans/plan.js';
import type { Holder, NewList, NewPlan, PlanStore } from '../../src/plans/store/plan-store.js';
import { dial, intention, phoneNamed, profileNamed } from '../support/changes.js';
import { uuid } from '../support/fake-port.js';
import { closeStores, open, storeKinds } from './stores.js';

const dayMs = 86_400_000;

/** A list to set, after its read, with some properties replaced. */
function newList(otherwise: Partial<NewList> = {}): NewList {
  return {
    device: phoneNamed('SEP00A1B2C30001'),
    kind: 'speeddial',
    ifMatch: '"one"',
    after: [dial(1, '2001', 'Grüße "á" \\ \u{1F4DE}')],
    read: { uuid, before: [dial(1, '2001', 'Reception')], since: '0' },
    state: 'open',
    problem: undefined,
    ...otherwise,
  };
}

function newPlan(otherwise: Partial<NewPlan> = {}): NewPlan {
  return {
    ...{ title: 'New reception', reason: 'She is called Sandström now.', user: 'agent', digest: 'digest-1' },
    ...{ state: 'proposed', expiresMs: 7 * dayMs, lists: [newList()] },
    ...otherwise,
  };
}

/** Busy lamp fields: an empty list that stays empty. */
const lamps = { kind: 'busylampfield', after: [], read: { uuid, before: [], since: '0' } } as const;

const holder = (name: string, instance = 'one'): Holder => ({ instance, name });

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('the plans in $name', (kind) => {
  let place: DatabaseOptions;
  let store: KeptChanges;
  let plans: PlanStore;

  beforeAll(() => kind.start());
  afterAll(() => kind.stop());
  beforeEach(async () => {
    place = await kind.emptyPlace();
    store = await open(place);
    ({ plans } = store);
  });
  afterEach(closeStores);

  /** Stores a plan. @returns its id */
  const keep = async (otherwise: Partial<NewPlan> = {}): Promise<string> => {
    const kept = await plans.propose(newPlan(otherwise));
    expect(kept?.isNew).toBe(true);
    return kept?.id ?? '';
  };
  const stateOf = async (id: string) => (await plans.get(id))?.state;
  const approved = async (otherwise: Partial<NewPlan> = {}): Promise<string> => {
    const id = await keep(otherwise);
    expect(await plans.approve(id, otherwise.digest ?? 'digest-1', 'boss')).toBe(true);
    return id;
  };

  it('return what they were given', async () => {
    const lamp = { index: '3', destination: 'a@example.com', label: '', pickup: true };
    const other = newList({
      ...{ device: profileNamed('Alice Out'), kind: 'busylampfield', ifMatch: '"two"', after: [lamp], read: undefined },
      ...{ state: 'unread', problem: { code: 'profile-not-found', detail: 'There is none.' } },
    });
    const started = Date.now();
    const id = await keep({ lists: [newList(), other] });
    const plan = await plans.get(id);
    expect(plan).toEqual({
      ...{ id, digest: 'digest-1', state: 'proposed', title: 'New reception', user: 'agent' },
      reason: 'She is called Sandström now.',
      time: expect.any(Date) as Date,
      expires: new Date((plan?.time.getTime() ?? 0) + 7 * dayMs),
      lists: { open: 1, unread: 1 },
      ...{ approval: undefined, rejection: undefined, application: undefined },
    });
    expect(Math.abs((plan?.time.getTime() ?? 0) - started)).toBeLessThan(5_000);
    const { since, ...read } = newList().read ?? { since: '' };
    expect(since).toBe('0');
    expect(await plans.lists(id, -1, 10)).toEqual({
      lists: [
        { ...newList(), place: 0, read, changedSince: undefined },
        { ...other, place: 1, changedSince: undefined },
      ],
      next: undefined,
    });
  });

  it('have no plan with an id that they did not give', async () => {
    await keep();
    for (const id of ['0', '-1', 'x', '', '7']) expect(await plans.get(id)).toBeUndefined();
    expect(await plans.approve('x', 'digest-1', 'boss')).toBe(false);
    expect(await plans.hasGiven('7')).toBe(false);
    expect(await plans.hasGiven('1')).toBe(true);
  });

  it('are the same plan if the same user proposes it again within an hour', async () => {
    const id = await keep();
    expect(await plans.propose(newPlan())).toEqual({ id, isNew: false });
    expect(await plans.propose(newPlan({ user: 'other' }))).toMatchObject({ isNew: true });
    expect(await plans.propose(newPlan({ digest: 'digest-2' }))).toMatchObject({ isNew: true });
    await plans.close(id, 'withdrawn', 'agent', 'A mistake.');
    expect(await plans.propose(newPlan())).toMatchObject({ isNew: true });
    expect((await plans.lists(id, -1, 10)).lists).toHaveLength(1);
  });

  it('are one plan if it is proposed several times at the same time', async () => {
    const kept = await Promise.all(Array.from({ length: 8 }, () => plans.propose(newPlan())));
    expect(new Set(kept.map((one) => one?.id)).size).toBe(1);
    expect(kept.filter((one) => one?.isNew)).toHaveLength(1);
    expect((await plans.list({}, 10)).plans).toHaveLength(1);
  });

  it('are limited in number while they are open, and closed ones make room', async () => {
    const first = await keep({ digest: 'first' });
    const { open: most, openOfUser } = planBounds;
    const rest = Array.from({ length: most - 1 }, (_, at) => newPlan({ digest: `digest-${at}` }));
    for (const plan of rest.slice(0, openOfUser - 1)) await plans.propose(plan);
    expect(await plans.propose(newPlan({ digest: 'one more' }))).toBeUndefined();
    // Others have room, until there are too many in all.
    for (const plan of rest.slice(openOfUser - 1)) {
      expect(await plans.propose({ ...plan, user: 'other' })).toMatchObject({ isNew: true });
    }
    expect(await plans.propose(newPlan({ digest: 'one more', user: 'third' }))).toBeUndefined();
    expect(await plans.propose(newPlan({ digest: 'first' }))).toEqual({ id: first, isNew: false });
    await plans.close(first, 'rejected', 'boss', 'No.');
    expect(await plans.propose(newPlan({ digest: 'one more' }))).toMatchObject({ isNew: true });
  });

  it('are listed newest first, page by page, by state and user', async () => {
    const [one, two, three] = [
      await keep({ digest: '1' }),
      await keep({ digest: '2', user: 'other' }),
      await approved({ digest: '3' }),
    ];
    const ids = async (...asked: Parameters<PlanStore['list']>) => {
      const { plans: found, next } = await plans.list(...asked);
      return [found.map(({ id }) => id), next];
    };
    expect(await ids({}, 2)).toEqual([[three, two], two]);
    expect(await ids({ before: two }, 2)).toEqual([[one], undefined]);
    expect(await ids({ state: 'proposed' }, 9)).toEqual([[two, one], undefined]);
    expect(await ids({ state: 'proposed', user: 'agent' }, 9)).toEqual([[one], undefined]);
  });

  it('show their lists page by page, also limited in bytes', async () => {
    const label = 'x'.repeat(255);
    const long = Array.from({ length: 3_000 }, (_, at) => dial(at + 1, '2001', label));
    const lists = [
      newList(),
      newList(),
      newList({ after: long, read: undefined }),
      newList({ after: long, read: undefined }),
    ];
    const id = await keep({ lists });
    const pages = async (limit: number) => {
      const found: number[][] = [];
      for (let after: number | undefined = -1; after !== undefined;) {
        const page = await plans.lists(id, after, limit);
        found.push(page.lists.map((list) => list.place));
        after = page.next;
      }
      return found;
    };
    expect(await pages(2)).toEqual(
      [
        [0, 1],
        [2, 3],
      ].slice(0, 2),
    );
    expect(await pages(1)).toEqual([[0], [1], [2], [3]]);
    const much = await keep({
      digest: 'much',
      lists: lists.map((list) => ({ ...list, after: long })),
    });
    const { lists: first, next } = await plans.lists(much, -1, 100);
    expect(first.length).toBeLessThan(3);
    expect(next).toBe(first.at(-1)?.place);
  });

  it('show what has changed since, except by the plan itself', async () => {
    const before = await store.begin(intention({ run: undefined }));
    await store.settle(before, 'replaced');
    const since = await store.newest();
    expect(since).toBe(before);
    const read = { uuid, before: [], since };
    const id = await approved({ lists: [newList({ read }), newList({ read, kind: 'busylampfield', after: [] })] });
    const changed = async () => (await plans.lists(id, -1, 9)).lists.map((list) => list.changedSince);
    expect(await changed()).toEqual([undefined, undefined]);
    await plans.apply(id, 'boss', 0);
    await plans.take(holder('a'));
    const run = await store.beginRun({ time: new Date(), user: 'boss', title: 'A plan' });
    await plans.keepRun(id, holder('a'), run);
    await store.settle(await store.begin(intention({ run })), 'replaced');
    await store.settle(await store.begin(intention()), 'call-manager-busy');
    expect(await changed()).toEqual([undefined, undefined]);
    const other = await store.begin(intention());
    expect(await changed()).toEqual([other, undefined]);
  });

  it('are approved once, by their digest, while they are proposed', async () => {
    const id = await keep();
    expect(await plans.approve(id, 'another', 'boss')).toBe(false);
    const both = await Promise.all(['boss', 'chief'].map((user) => plans.approve(id, 'digest-1', user)));
    expect(both.filter(Boolean)).toHaveLength(1);
    const plan = await plans.get(id);
    expect(plan).toMatchObject({ state: 'approved', approval: { user: both[0] === true ? 'boss' : 'chief' } });
    expect(await plans.approve(id, 'digest-1', 'third')).toBe(false);
  });

  it('are rejected once, and not after their application has begun', async () => {
    const id = await keep();
    const both = await Promise.all([
      plans.close(id, 'rejected', 'boss', 'Not now.'),
      plans.close(id, 'withdrawn', 'agent', 'A mistake.'),
    ]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await plans.get(id)).toMatchObject(
      both[0] ? { state: 'rejected', rejection: { reason: 'Not now.' } } : { state: 'withdrawn' },
    );
    expect(await plans.approve(id, 'digest-1', 'boss')).toBe(false);
    const other = await approved({ digest: 'digest-2' });
    const [rejected, applied] = await Promise.all([
      plans.close(other, 'rejected', 'boss', 'No.'),
      plans.apply(other, 'chief', 0),
    ]);
    expect(rejected).toBe(!applied);
  });

  it('expire, and cannot be used then', async () => {
    const id = await keep({ expiresMs: 0 });
    expect(await stateOf(id)).toBe('expired');
    expect(await plans.approve(id, 'digest-1', 'boss')).toBe(false);
    expect(await plans.close(id, 'rejected', 'boss', 'No.')).toBe(false);
    expect((await plans.list({ state: 'expired' }, 9)).plans).toHaveLength(1);
    expect((await plans.list({ state: 'proposed' }, 9)).plans).toHaveLength(0);
    await keep({ digest: '2', state: 'checking', expiresMs: 0 });
    expect(await plans.take(holder('a'))).toBeUndefined();
  });

  it('begin to be applied once', async () => {
    const id = await approved();
    const both = await Promise.all(['boss', 'chief'].map((user) => plans.apply(id, user, 600)));
    expect(both.filter(Boolean)).toHaveLength(1);
    expect((await plans.get(id))?.application).toMatchObject({
      ...{
        user: both[0] === true ? 'boss' : 'chief',
        perHour: 600,
        isStopping: false,
        run: undefined,
        ended: undefined,
      },
    });
    expect(await plans.apply(await keep({ digest: 'not approved' }), 'boss', 0)).toBe(false);
  });

  it('have one worker, who must be named with each list', async () => {
    const id = await approved({ lists: [newList(), newList(lamps)] });
    expect(await plans.take(holder('a'))).toBeUndefined();
    await plans.apply(id, 'boss', 0);
    const taken = await Promise.all(['a', 'b', 'c'].map((name) => plans.take(holder(name))));
    expect(taken.filter((one) => one === id)).toHaveLength(1);
    const [ours = 'a'] = ['a', 'b', 'c'].filter((_, at) => taken[at] === id);
    expect(await plans.intend(id, holder('other'), 0)).toBe(false);
    expect(await plans.hold(id, holder('other'))).toBe('lost');
    expect(await plans.hold(id, holder(ours))).toBe('held');
    expect(await plans.intend(id, holder(ours), 0)).toBe(true);
    expect((await plans.get(id))?.lists).toEqual({ sending: 1, open: 1 });
    const problem = { code: 'changed-meanwhile', detail: 'Somebody has changed it.' } as const;
    expect(await plans.settle(id, holder(ours), { place: 0, state: 'changed-meanwhile', problem })).toBe(true);
    expect(await plans.stop(id)).toBe(true);
    expect(await plans.hold(id, holder(ours))).toBe('stopping');
    await plans.finish(id, holder(ours), 'It was stopped.');
    expect(await plans.get(id)).toMatchObject({
      state: 'partly-applied',
      application: { why: 'It was stopped.', isStopping: false, ended: expect.any(Date) as Date },
    });
    expect((await plans.lists(id, -1, 9)).lists.map((list) => [list.state, list.problem])).toEqual([
      ['changed-meanwhile', problem],
      ['open', undefined],
    ]);
    expect(await plans.stop(id)).toBe(false);
    expect(await plans.settle(id, holder(ours), { place: 1, state: 'changed', problem: undefined })).toBe(false);
    // It continues with the remaining lists, and no others.
    expect(await plans.apply(id, 'chief', 0)).toBe(true);
    expect(await plans.take(holder('d'))).toBe(id);
    await plans.settle(id, holder('d'), { place: 1, state: 'changed', problem: undefined });
    await plans.finish(id, holder('d'), undefined);
    expect(await stateOf(id)).toBe('partly-applied');
    expect(await plans.apply(id, 'chief', 0)).toBe(false);
  });

  it('are released unchanged', async () => {
    const id = await approved();
    await plans.apply(id, 'boss', 0);
    await plans.take(holder('a'));
    await plans.release(id, holder('b'));
    expect(await plans.take(holder('c'))).toBeUndefined();
    await plans.release(id, holder('a'));
    expect(await plans.take(holder('c'))).toBe(id);
    await plans.settle(id, holder('c'), { place: 0, state: 'already', problem: undefined });
    await plans.finish(id, holder('c'), undefined);
    expect(await stateOf(id)).toBe('applied');
  });

  it('that were released let all others go first', async () => {
    const [one, two] = [await keep({ state: 'checking' }), await keep({ digest: '2', state: 'checking' })];
    for (const [name, id] of [
      ['a', one],
      ['b', two],
      ['c', one],
    ] as const) {
      expect(await plans.take(holder(name), ['applying'])).toBeUndefined();
      expect(await plans.take(holder(name), ['checking'])).toBe(id);
      await plans.release(id, holder(name));
    }
  });

  it('are taken over from a process that is gone', async () => {
    const id = await approved();
    await plans.apply(id, 'boss', 0);
    await plans.take(holder('a'));
    await plans.intend(id, holder('a'), 0);
    await closeStores();
    if (kind.name === 'PostgreSQL') await kind.alter(place, 'UPDATE @plan SET held_until = held_until - 21000');
    store = await open(place);
    ({ plans } = store);
    const next = holder('b', 'two');
    expect(await plans.take(next)).toBe(id);
    expect(await plans.intend(id, holder('a'), 0)).toBe(false);
    expect((await plans.get(id))?.lists).toEqual({ sending: 1 });
  });

  it('are proposed after their check, or outdated', async () => {
    const unread = newList({ read: undefined, state: 'unread' });
    const lists = [unread, { ...unread, kind: 'busylampfield' as const, after: [] }];
    for (const state of ['open', 'changed-meanwhile'] as const) {
      const id = await keep({ digest: state, state: 'checking', lists });
      expect(await plans.take(holder('a'))).toBe(id);
      await plans.endCheck(id, holder('a'));
      expect(await stateOf(id)).toBe('checking');
      for (const [at, of] of (['open', state] as const).entries()) {
        const read = { uuid, before: at === 0 ? [dial(1, '7')] : [], since: '0' };
        expect(await plans.keepRead(id, holder('a'), { place: at, read, state: of, problem: undefined })).toBe(true);
      }
      await plans.endCheck(id, holder('a'));
      expect(await stateOf(id)).toBe(state === 'open' ? 'proposed' : 'outdated');
      const [first] = (await plans.lists(id, -1, 9)).lists;
      expect(first?.read).toEqual({ uuid, before: [dial(1, '7')] });
    }
  });

  it('are deleted when they are closed, the oldest first, with their lists', async () => {
    const [one, two, waits] = [await keep(), await keep({ digest: '2' }), await keep({ digest: '3' })];
    for (const id of [one, two]) await plans.close(id, 'rejected', 'boss', 'No.');
    expect(await plans.deleteClosed({ plans: 2, bytes: 1_000_000 })).toBe(0);
    expect(await plans.deleteClosed({ plans: 1, bytes: 1_000_000 })).toBe(1);
    expect(await plans.get(one)).toBeUndefined();
    expect((await plans.lists(one, -1, 9)).lists).toEqual([]);
    expect(await plans.hasGiven(one)).toBe(true);
    expect(await stateOf(two)).toBe('rejected');
    expect(await plans.deleteClosed({ plans: 1, bytes: 1 })).toBe(1);
    expect(await stateOf(two)).toBeUndefined();
    expect(await stateOf(waits)).toBe('proposed');
  });

  it('are deleted first of the user who has the most', async () => {
    const mine = await keep({ user: 'quiet', digest: 'mine' });
    const many: string[] = [];
    for (let count = 0; count < 5; count += 1) many.push(await keep({ user: 'busy', digest: `busy ${count}` }));
    for (const id of [mine, ...many]) await plans.close(id, 'withdrawn', 'busy', 'No.');
    expect(await plans.deleteClosed({ plans: 3, bytes: 1_000_000 })).toBe(3);
    const kept = await Promise.all([mine, ...many].map(stateOf));
    expect(kept).toEqual(['withdrawn', undefined, undefined, undefined, 'withdrawn', 'withdrawn']);
  });
});
