import type { Plan } from '../../../src/client/index.js';
import { type Entry, rulesOf } from '../../../src/domain/button-kinds.js';
import { differenceOf } from '../../../src/domain/difference.js';
import type { PlanList } from '../../../web/plans/lists.js';

/** @returns a plan of the user rita that waits for its approval */
export function aPlan(of: Partial<Plan> = {}): Plan {
  return {
    ...{ id: '1', digest: 'digest', state: 'proposed', title: 'New name', reason: '', user: 'rita' },
    ...{ time: '2026-03-04T05:06:07Z', expires: '2026-03-11T05:06:07Z', lists: { open: 1 } },
    ...{ approval: null, rejection: null, application: null, may: [] },
    ...of,
  };
}

/** @returns the speed dials or busy lamp fields of a phone in a plan */
export function aList(
  device: string,
  before: readonly Entry[],
  after: readonly Entry[],
  of: Partial<PlanList> = {},
): PlanList {
  const list = of.list ?? 'speeddial';
  return {
    ...{ device, deviceKind: 'phone', uuid: null, list, ifMatch: '"1"', before, after },
    difference: differenceOf<Entry>(rulesOf(list), before, after),
    ...{ state: 'open', problem: null, changedSince: null },
    ...of,
  };
}
