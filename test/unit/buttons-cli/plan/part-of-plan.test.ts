import { describe, expect, it } from 'vitest';
import { tagOf } from '../../../../src/buttons-cli/lists.js';
import { partOfPlan } from '../../../../src/buttons-cli/plan/part-of-plan.js';
import type { Plan } from '../../../../src/buttons-cli/plan/plan.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { lamps, patientClock, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const reader = new Reader(
  rememberLists([]).proxy,
  { signal: new AbortController().signal, clock: patientClock() },
  () => undefined,
);

function planOf(...lists: readonly Pick<Plan['lists'][number], 'device' | 'deviceKind' | 'kind'>[]): Plan {
  return {
    ...{ command: 'c', url: 'u', login: 'l', made: 'm', isRollback: false },
    lists: lists.map((list) => ({ ...list, etag: tagOf(list.kind, []), before: [], after: [] })),
  };
}

const plan = planOf(speedDials('SEPa'), lamps('SEPa'), speedDials('B'), speedDials('B', 'profile'));

describe('the part of a plan on a device', () => {
  it('has all of its lists, and is found by its name in the plan, whatever the case of its letters', async () => {
    const { plan: part } = await partOfPlan(reader, plan, { names: ['phone:sepA'] });
    expect(part.lists.map(({ device, kind }) => [device, kind])).toEqual([
      ['SEPa', 'speeddial'],
      ['SEPa', 'busylampfield'],
    ]);
    expect((await partOfPlan(reader, plan, { names: ['profile:b'] })).plan.lists).toEqual(plan.lists.slice(3));
  });

  it.each([
    ['B', 'B is a phone and a device profile'],
    ['profile:SEPA', 'the plan has no list of profile:SEPA'],
    ['', 'the plan has no list of '],
  ])('is refused: %s', async (name, said) => {
    await expect(partOfPlan(reader, plan, { names: [name] })).rejects.toThrow(said);
  });

  it('leaves out what a file names and the plan does not have, if it has anything of it', async () => {
    const { plan: part, leftOut } = await partOfPlan(reader, plan, { names: [], listed: ['x', 'sepa', 'x'] });
    expect([part.lists.length, leftOut]).toEqual([2, [{ name: 'x', why: 'not in the plan' }]]);
    await expect(partOfPlan(reader, plan, { names: [], listed: ['x'] })).rejects.toThrow('not in the plan: x');
  });
});
