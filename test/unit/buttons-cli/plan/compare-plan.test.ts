import { describe, expect, it } from 'vitest';
import { type Entry } from '../../../../src/buttons-cli/lists.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import { comparedPlan } from '../../../../src/buttons-cli/plan/compare-plan.js';
import type { Plan, PlannedList } from '../../../../src/buttons-cli/plan/plan.js';
import { rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';

const dials = (label: string): readonly Entry[] => [{ index: '1', dirn: '1', label }];
const tag = (label: string) => listTag('speeddial', dials(label));
const planned: PlannedList = { ...speedDials('A'), etag: tag('old'), before: dials('old'), after: dials('new') };

/** What a plan with one list would do, now that the device has this label; undefined if the device is gone. */
async function compared(list: PlannedList, now: string | undefined): Promise<Plan> {
  const { proxy } = rememberLists(now === undefined ? [] : [[speedDials('A'), dials(now)]]);
  const reader = readerOf({ proxy });
  return comparedPlan(reader, {
    ...{ command: 'relabel', url: proxy.url, login: 'ingrid', made: '2026-05-01T00:00:00Z', isRollback: false },
    lists: [list],
  });
}

describe('a list of a saved plan', () => {
  const since = 'It has changed since the plan was made.';
  const other: PlannedList = { ...planned, etag: tag('mine'), before: dials('mine'), leave: since };
  const gone = expect.stringMatching(/^It says phone-not-found\./) as string;
  const without: PlannedList = { ...planned, after: dials('old') };
  const skipped: PlannedList = { ...planned, leave: 'refused' };

  it.each<[string, PlannedList, string | undefined, PlannedList]>([
    ['is planned if it is unchanged', planned, 'old', planned],
    ['needs nothing if it is as planned', planned, 'new', { ...planned, etag: tag('new'), before: dials('new') }],
    ['is skipped if it has changed in another way', planned, 'mine', other],
    ['stays as it is if the plan does not change it', without, 'mine', without],
    ['is skipped for the same reason as before', skipped, 'new', skipped],
    ['is skipped if its device is gone', planned, undefined, { ...planned, leave: gone }],
    ['is skipped for the same reason as before, if its device is gone, too', skipped, undefined, skipped],
  ])('%s', async (_, given, now, becomes) => {
    const { lists, ...rest } = await compared(given, now);
    expect(lists).toEqual([becomes]);
    expect(rest).toMatchObject({ command: 'relabel', login: 'ingrid', isRollback: false });
  });
});
