import { describe, expect, it } from 'vitest';
import { listsOfService } from '../../../../src/buttons-cli/plan/plan-of-service.js';
import type { PlanWithLists } from '../../../../src/client/index.js';
import { speedDials } from '../../../support/remembered-lists.js';

type Change = PlanWithLists['changes'][number];

const dials = (label: string) => [{ index: '1', dirn: '1', label }];
const change: Change = {
  ...{ device: 'A', deviceKind: 'phone', uuid: null, list: 'speeddial', ifMatch: '"1"' },
  ...{ before: dials('old'), after: dials('new'), difference: null },
  ...{ state: 'open', problem: null, changedSince: null },
};
const problem = { code: 'changed-meanwhile', detail: 'It has changed.' } as const;

/** The one list of a plan; `ended` is undefined if no one applies the plan. */
function listOf(of: Partial<Change>, ended?: string | null) {
  const by = { user: 'ann', time: '', perHour: 0, stopping: false, run: null, why: null };
  const [list] = listsOfService({
    ...{ id: '1', digest: '', state: 'proposed', title: '', reason: '', user: 'rita', time: '', expires: '' },
    ...{ lists: {}, approval: null, rejection: null, may: [] },
    application: ended === undefined ? null : { ...by, ended },
    changes: [{ ...change, ...of }],
  });
  return list;
}

describe('a list of a plan of the service', () => {
  it('is shown like one of a plan in a file', () => {
    expect(listOf({ changedSince: '7' })).toEqual({
      ...speedDials('A'),
      planned: { ...speedDials('A'), etag: '"1"', before: dials('old'), after: dials('new') },
      outcome: { key: speedDials('A'), state: 'planned', detail: undefined },
      changedSince: '7',
    });
  });

  it.each<[Change['state'], string, string]>([
    ['unread', 'planned', 'not-reached'],
    ['open', 'planned', 'not-reached'],
    ['sending', 'planned', 'not-reached'],
    ['changed', 'changed', 'changed'],
    ['already', 'already-ok', 'already-ok'],
    ['changed-meanwhile', 'changed-meanwhile', 'changed-meanwhile'],
    ['refused', 'refused', 'refused'],
    ['uncertain', 'uncertain', 'uncertain'],
  ])('has an outcome in the words of a run: %s is %s, and %s after the end', (state, during, after) => {
    const stateOf = (ended?: string | null) => listOf({ state }, ended)?.outcome.state;
    expect([stateOf(), stateOf(null), stateOf('2026-03-04T05:06:07Z')]).toEqual([during, during, after]);
  });

  it.each<[string, Partial<Change>, string | undefined]>([
    ['has changed', { state: 'changed-meanwhile', problem }, problem.detail],
    ['was refused', { state: 'refused', problem }, problem.detail],
    ['was refused without a reason', { state: 'refused' }, 'refused'],
    ['may be set', { state: 'uncertain', problem }, undefined],
  ])('is skipped only if the plan does not change it: it %s', (_, of, leave) => {
    const list = listOf(of);
    expect([list?.planned?.leave, list?.outcome.detail]).toEqual([leave, of.problem?.detail]);
  });

  it.each<[string, Partial<Change>]>([
    ['was not read', { before: null }],
    ['had an unknown kind of button', { before: [{ index: '1', spin: 4 } as never] }],
    ['gets an unknown kind of button', { after: [{ index: '1', spin: 4 } as never] }],
  ])('cannot be shown if it %s, but has an outcome', (_, of) => {
    expect(listOf(of)).toMatchObject({ planned: undefined, outcome: { state: 'planned' } });
  });
});
