import { consolePageOf, type Plan, type PlanWithLists } from '../../client/index.js';
import { openText, countsText } from './report.js';
import { sameLists } from '../lists.js';
import { type ListOfService, listsOfService } from '../plan/plan-of-service.js';
import { localTime } from '../times.js';
import { counted, listName, listText, summaryOf } from '../output/plan-text.js';
import { shown } from '../output/shown.js';
import type { Colours } from '../output/terminal.js';

/** Plans of the service, for people. */

/** The words for each state: `Plan 7 is …`. */
export const stateText: Readonly<Record<Plan['state'], string>> = {
  checking: 'being checked',
  proposed: 'proposed',
  approved: 'approved',
  applying: 'being applied',
  applied: 'applied',
  'partly-applied': 'partly applied',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  outdated: 'outdated',
};

/** @returns where a person reviews a plan, if the service has the console */
export function consolePage({ url }: { readonly url: string }, plan: Plan): string {
  return consolePageOf(url, plan);
}

/** @returns what a plan is, and who did what with it and when, one line each */
export function headText(plan: Plan, at: { readonly url: string }): string[] {
  const { id, title, state, reason, user, time, expires, digest, approval, rejection, application } = plan;
  return [
    `Plan ${shown(id)} (${stateText[state]}): ${shown(title)}`,
    `proposed ${localTime(time)} by ${shown(user)}, expires ${localTime(expires)}`,
    ...(reason === '' ? [] : [`because: ${shown(reason)}`]),
    ...(approval ? [`approved ${localTime(approval.time)} by ${shown(approval.user)}`] : []),
    ...(rejection
      ? [`${state} ${localTime(rejection.time)} by ${shown(rejection.user)}: ${shown(rejection.reason)}`]
      : []),
    ...(application ? [applicationText(application)] : []),
    `digest ${shown(digest)}`,
    consolePage(at, plan),
  ];
}

/** `applied 2026-03-04 05:06:07Z by boss as run 12, ended 2026-03-04 05:07:07Z: It was stopped.` */
function applicationText({ user, time, run, ended, stopping, why }: NonNullable<Plan['application']>): string {
  const end = ended === null ? (stopping ? ', stopping' : '') : `, ended ${localTime(ended)}`;
  return `applied ${localTime(time)} by ${shown(user)}${run === null ? '' : ` as run ${shown(run)}`}${end}${
    why === null ? '' : `: ${shown(why)}`
  }`;
}

/** @returns the changes of a plan, list by list as for a plan in a file, and their outcomes */
export function differencesText(plan: PlanWithLists, colours: Colours): string {
  const lists = listsOfService(plan);
  return [...lists.flatMap((list) => textOf(list, colours)), ...sumText(plan, lists, colours)].join('\n');
}

/** @returns how much a plan changes, and which lists it does not change */
export function planSumText(plan: PlanWithLists, colours: Colours): string {
  return sumText(plan, listsOfService(plan), colours).join('\n');
}

function textOf({ planned, outcome, changedSince, ...key }: ListOfService, colours: Colours): string[] {
  const notes = [
    ...(outcome.state === 'planned' ? [] : [outcome.state]),
    ...(changedSince === null ? [] : [`changed since, by change ${shown(changedSince)}`]),
    ...(planned === undefined ? ['not read'] : []),
  ];
  const note = notes.length === 0 ? '' : `  (${notes.join(', ')})`;
  if (planned === undefined) return [`${colours.bold(listName(key))}${note}\n`];
  return sameLists(key.kind, planned.before, planned.after) ? [] : [listText(planned, colours, note)];
}

function sumText({ application }: Plan, lists: readonly ListOfService[], colours: Colours): string[] {
  const outcomes = lists.map(({ outcome }) => outcome);
  const unread = lists.filter(({ planned }) => planned === undefined).length;
  const changed = lists.filter(({ changedSince }) => changedSince !== null).length;
  return [
    application ? countsText(outcomes) : summaryOf({ lists: lists.flatMap(({ planned }) => planned ?? []) }, colours),
    ...(unread === 0 ? [] : [`Not read: ${counted(unread, 'list')}`]),
    ...(changed === 0
      ? []
      : [colours.yellow(`Changed since it was proposed: ${counted(changed, 'list')}; apply skips what is different`)]),
    ...openText(outcomes, colours),
  ];
}
