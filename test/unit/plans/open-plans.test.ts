import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { History } from '../../../src/history/history.js';
import { type OpenPlans, openPlans } from '../../../src/plans/open-plans.js';
import { listTag } from '../../../src/domain/list-tag.js';
import { StoreUnavailable } from '../../../src/store/problems.js';
import { mostReadAtOnce, planBounds, type ProposedList } from '../../../src/plans/plan.js';
import type { PlanStore } from '../../../src/plans/store/plan-store.js';
import { ReplaceButtons } from '../../../src/use-cases/replace-buttons.js';
import { phoneNamed } from '../../support/changes.js';
import { read } from '../../support/config.js';
import { deferred, dial, fakePort, openContext, uuid } from '../../support/fake-port.js';
import { memoryPlans } from '../../support/memory-plans.js';
import { MemoryStore } from '../../support/memory-store.js';

const before = [dial('1', '0100', 'Old')];
const after = [dial('1', '0100', 'New')];
const boss = { user: 'boss', right: 'write' } as const;

let opened: OpenPlans | undefined;
afterEach(async () => {
  await opened?.close();
});

/** Plans in memory, before phones that all have the same speed dial. @param altered methods of the store */
function open(altered: (plans: PlanStore) => Partial<PlanStore> = () => ({})) {
  const store = new MemoryStore();
  const kept: PlanStore = memoryPlans();
  const changed = altered(kept);
  const planStore = new Proxy(kept, {
    get: (plans, name: keyof PlanStore) => changed[name] ?? (plans[name] as () => unknown).bind(plans),
  });
  const callManager = fakePort({
    speedDials: { readForChange: () => Promise.resolve({ uuid, entries: before }) },
  });
  const observe = (): void => undefined;
  opened = openPlans({
    ...{
      ...read().plans,
      history: new History(store, observe),
      store: planStore,
      callManager,
      observe,
      approval: 'any',
    },
    replaceButtons: new ReplaceButtons({ callManager, loadsChange: false, observe }),
    ...{ listMs: 5_000, mayWrite: () => true, graceOver: new AbortController().signal },
  });
  return { ...opened, store, kept, callManager };
}

function listsOf(count: number, ifMatch = listTag('speeddial', before)): ProposedList[] {
  return Array.from({ length: count }, (_, number) => ({
    device: phoneNamed(`SEP${number}`),
    kind: 'speeddial',
    ifMatch,
    after,
  }));
}

const callOf = (user: string) => openContext({ user }).context;

/** Proposes a plan, approves it and has it applied. @returns its id */
async function applied({ plans }: OpenPlans, title: string, count: number, perHour: number): Promise<string> {
  const { id, digest } = await plans.propose({ title, reason: '', lists: listsOf(count) }, callOf('agent'));
  await plans.approve(id, digest, boss, callOf('boss'));
  await plans.apply(id, perHour, boss, callOf('boss'));
  return id;
}

describe('a plan that is applied', () => {
  it('ends with the result of each list, also if a later one is stored first', async () => {
    let settled = 0;
    const service = open((plans) => ({
      settle: async (...given) => {
        settled += 1;
        if (settled === 1) await sleep(200);
        return plans.settle(...given);
      },
    }));
    const id = await applied(service, 'Two', 2, 0);
    await expect.poll(async () => (await service.kept.get(id))?.state).toMatch(/applied$/);
    await sleep(250);
    expect(await service.kept.get(id)).toMatchObject({ state: 'applied', lists: { changed: 2 } });
  });

  it('sends nothing if it is taken while the service stops', async () => {
    const taking = deferred<undefined>();
    let isTaking = false;
    const service = open((plans) => ({
      take: async (...given) => {
        isTaking = true;
        await taking.promise;
        return plans.take(...given);
      },
    }));
    const id = await applied(service, 'Late', 2, 0);
    await expect.poll(() => isTaking).toBe(true);
    const closed = service.close();
    taking.resolve(undefined);
    await closed;
    expect(service.callManager.buttons.speeddial.replace).not.toHaveBeenCalled();
    expect(await service.kept.get(id)).toMatchObject({ state: 'applying', lists: { open: 2 } });
  });

  it('slowly, and others like it, do not keep a new plan from its check', async () => {
    const service = open();
    for (const number of [1, 2, 3, 4]) await applied(service, `Slow ${number}`, 5, 1);
    const lists = listsOf(mostReadAtOnce + 1);
    const { id, state } = await service.plans.propose({ title: 'Long', reason: '', lists }, callOf('agent'));
    expect(state).toBe('checking');
    await expect.poll(async () => (await service.kept.get(id))?.state, { timeout: 4_000 }).toBe('proposed');
  });
});

describe('many plans', () => {
  it('that are outdated at once stay limited, however many one user proposes', { timeout: 60_000 }, async () => {
    const { plans, kept } = open();
    const refused = { read: undefined, state: 'refused', problem: undefined } as const;
    const lists = listsOf(1).map((list) => ({ ...list, ...refused }));
    const common = { reason: '', user: 'agent', state: 'outdated', expiresMs: 1, lists } as const;
    for (let number = 0; number < planBounds.closed.plans; number += 1) {
      await kept.propose({ ...common, title: 'x', digest: `${number}` });
    }
    const more = 30;
    for (let number = 0; number < more; number += 1) {
      const proposal = { title: `${number}`, reason: '', lists: listsOf(1, '"other"') };
      expect((await plans.propose(proposal, callOf('agent'))).state).toBe('outdated');
    }
    // The oldest go first.
    await expect.poll(() => kept.get(String(more))).toBeUndefined();
    expect((await kept.list({}, 2 * planBounds.closed.plans)).plans).toHaveLength(planBounds.closed.plans);
  });

  it('are listed a few at a time, as any other search of the history', async () => {
    const listing = deferred<{ plans: []; next: undefined }>();
    let asked = 0;
    const { plans } = open(() => ({
      list: () => {
        asked += 1;
        return listing.promise;
      },
    }));
    const answers = Array.from({ length: 12 }, () => plans.list({}, 500, callOf('reader')));
    await sleep(20);
    expect(asked).toBe(4);
    listing.resolve({ plans: [], next: undefined });
    await Promise.all(answers);
    expect(asked).toBe(12);
  });
});

describe('a store that does a thing and does not answer', () => {
  /** Does this, and loses the answer. */
  const losing =
    <Given extends unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<never> => {
      await act(...given);
      throw new StoreUnavailable('connection lost');
    };
  const unknown = { code: 'history-unavailable', facts: { effect: 'unknown' } };

  it('is told of as unknown, and the same proposal is stored once', async () => {
    let isLost = true;
    const { plans } = open((kept) => ({
      propose: (plan) => (isLost ? losing(kept.propose.bind(kept))(plan) : kept.propose(plan)),
    }));
    const propose = () => plans.propose({ title: 'One', reason: '', lists: listsOf(1) }, callOf('agent'));
    await expect(propose()).rejects.toMatchObject({
      ...unknown,
      message: expect.stringContaining('is not known') as string,
    });
    isLost = false;
    const { id } = await propose();
    expect((await plans.list({}, 10, callOf('agent')))?.plans.map((plan) => plan.id)).toEqual([id]);
  });

  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
    ['apply', 'applying'],
    ['stop', 'applying'],
  ] as const)('is told of as unknown after %s: the plan shows it', async (action, state) => {
    const { plans, kept } = open((store) => ({
      ...{ approve: losing(store.approve.bind(store)), close: losing(store.close.bind(store)) },
      ...{ apply: losing(store.apply.bind(store)), stop: losing(store.stop.bind(store)) },
      take: () => Promise.resolve(undefined),
    }));
    const { id, digest } = await plans.propose({ title: 'One', reason: '', lists: listsOf(1) }, callOf('agent'));
    if (['apply', 'stop'].includes(action)) await kept.approve(id, digest, 'boss');
    if (action === 'stop') await kept.apply(id, 'boss', 0);
    const act = {
      approve: () => plans.approve(id, digest, boss, callOf('boss')),
      reject: () => plans.reject(id, 'No', boss, callOf('boss')),
      apply: () => plans.apply(id, 0, boss, callOf('boss')),
      stop: () => plans.stop(id, boss, callOf('boss')),
    }[action];
    await expect(act()).rejects.toMatchObject({
      ...unknown,
      message: expect.stringContaining('Read the plan') as string,
    });
    expect((await plans.get(id, callOf('boss'))).state).toBe(state);
  });
});
