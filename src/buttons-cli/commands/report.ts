import type { Change, ChangeList, ListState } from '../../client/index.js';
import { differenceOf, listKeyOf, refOf } from '../lists.js';
import { hasChange, type WorkedOut } from '../work-out/worked-out.js';
import { forMachines, sumOf } from './change-text.js';
import type { Context } from './context.js';

/** A change, and those of its lists that are reported. */
export type ReportedChange = Change & { readonly lists: readonly ChangeList[] };

/**
 * @param changes those that were asked for; empty if none was
 * @returns what a command has worked out, and what became of each list, for machines
 */
export function reportOf(
  context: Pick<Context, 'login' | 'url'>,
  { command, leftOut, lists }: WorkedOut,
  changes: readonly ReportedChange[],
) {
  const ofService = new Map(changes.flatMap(({ lists: of }) => of).map((list) => [listKeyOf(list), list] as const));
  const stateNow = (list: WorkedOut['lists'][number]): ListState => (hasChange(list) ? 'open' : 'already');
  const reported = lists.map((list) => {
    const { state = stateNow(list), problem = null } = ofService.get(listKeyOf(list)) ?? {};
    return { ...refOf(list), state, problem, ...differenceOf(list.kind, list.before, list.after) };
  });
  return {
    ...{ command, login: context.login },
    changes: changes.map((change) => ({ ...forMachines(change, context), lists: undefined })),
    states: sumOf(reported.map(({ state }) => ({ counts: { total: 1, [state]: 1 } }))),
    ...(leftOut && { leftOut: leftOut.names }),
    lists: reported,
  };
}
