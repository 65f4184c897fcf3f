import { describe, expect, it } from 'vitest';
import type { PlanFilter } from '../../../src/client/index.js';
import { readWaiting, waitsFor } from '../../../web/plans/waiting.js';
import { aPlan } from './plans.js';

const by = { user: 'peter', time: '2026-03-04T05:06:07Z' };

describe('a plan waits for a user', () => {
  it('who may approve it', () => {
    expect(waitsFor(aPlan({ may: ['approve', 'reject'] }), 'peter')).toBe(true);
    expect(waitsFor(aPlan({ may: ['withdraw'] }), 'rita')).toBe(false);
  });

  it('who may apply it, and has proposed or approved it', () => {
    const approved = aPlan({ state: 'approved', approval: by, may: ['reject', 'apply'] });
    expect(waitsFor(approved, 'peter')).toBe(true);
    expect(waitsFor(approved, 'rita')).toBe(true);
    expect(waitsFor(approved, 'olivia')).toBe(false);
    expect(waitsFor({ ...approved, may: ['withdraw'] }, 'rita')).toBe(false);
    expect(waitsFor({ ...approved, state: 'partly-applied' }, 'peter')).toBe(false);
  });
});

it('those that wait are looked for in one page of each state, and more may wait behind it', async () => {
  const asked: PlanFilter[] = [];
  const calls = {
    listPlans: (filter: PlanFilter = {}) => {
      asked.push(filter);
      const isFirst = filter.state === 'proposed';
      const plans = isFirst
        ? [aPlan({ id: '4', may: ['approve'] }), aPlan({ id: '3' })]
        : [aPlan({ id: '2', state: 'approved', approval: by, may: ['apply'] })];
      return Promise.resolve({ plans, next: isFirst ? undefined : '1' });
    },
  };
  const { plans, hasMore } = await readWaiting('peter', calls);
  expect([plans.map(({ id }) => id), hasMore]).toEqual([['4', '2'], true]);
  expect(asked).toEqual([
    { state: 'proposed', limit: 50 },
    { state: 'approved', limit: 50 },
  ]);
});
