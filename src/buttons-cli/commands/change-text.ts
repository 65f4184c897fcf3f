import {
  type Change,
  type ChangeList,
  type ChangeWithLists,
  consolePageOf,
  listStates,
  type ListState,
} from '../../client/index.js';
import { entriesIn, type Entry, type ListRef } from '../lists.js';
import { counted, listName, listText, summaryOf } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import type { Colours } from '../output/terminal.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { localTime } from '../times.js';
import { countsOf, hasChange } from '../work-out/worked-out.js';

/** Changes of the service, for people. */

/** The words for each state: `Change 7 is …`. */
const stateWords: Readonly<Record<Change['state'], string>> = {
  draft: 'a draft',
  reading: 'being read',
  proposed: 'proposed',
  running: 'running',
  stopped: 'stopped',
  done: 'done',
  'partly-done': 'partly done',
  closed: 'closed',
};

/** `running`, `rejected`, `stopping` */
export function stateText({ state, closedBecause, application }: Change): string {
  if (state === 'running' && application?.stopping === true) return 'stopping';
  return closedBecause ?? stateWords[state];
}

/** @returns a change for machines: with its page in the console */
export function forMachines<Shown extends Change>(change: Shown, { url }: { readonly url: string }) {
  return { ...change, console: consolePageOf(url, change) };
}

/** `Change 7 (running): relabel 2001 "Astrid"` */
export function titleText(change: Change): string {
  return `Change ${shown(change.id)} (${stateText(change)}): ${shown(change.title)}`;
}

/** @returns what a change is, and who did what with it and when, one line each */
export function headText(change: Change, { url }: { readonly url: string }): string[] {
  const { state, reason, why, expires, notBefore, undoes, undone, approval, rejection, application, waitsFor } = change;
  const until = expires !== null && state === 'proposed' ? `; it expires ${localTime(expires)}` : '';
  return [
    titleText(change),
    `asked for ${whoText(change)}${until}`,
    ...(reason === '' ? [] : [`because: ${shown(reason)}`]),
    ...(undoes === null ? [] : [`it undoes change ${shown(undoes)}`]),
    ...(approval ? [`approved ${localTime(approval.time)} by ${shown(approval.user)}`] : []),
    ...(rejection
      ? [`${stateText(change)} ${localTime(rejection.time)} by ${shown(rejection.user)}: ${shown(rejection.reason)}`]
      : []),
    ...(application ? [applicationText(application)] : []),
    ...(notBefore === null ? [] : [`not before ${localTime(notBefore)}`]),
    ...(why === null ? [] : [shown(why)]),
    ...(waitsFor === null ? [] : [shown(waitsFor)]),
    ...(undone === 'none' ? [] : [undone === 'whole' ? 'undone' : 'undone in part']),
    ...change.notes.map((note) => `Note: ${shown(note.text)}`),
    consolePageOf(url, change),
  ];
}

/** `2026-03-04 05:06:07Z by ingrid`; for a change made elsewhere, when it was seen */
export function whoText({ time, user, source }: Change): string {
  if (source === 'elsewhere') return `seen ${localTime(time)}, changed elsewhere`;
  return `${localTime(time)} by ${shown(user ?? 'an unknown user')}`;
}

function applicationText({ user, time, ended, stopping }: NonNullable<Change['application']>): string {
  const end = ended === null ? (stopping ? ', stopping' : '') : `, ended ${localTime(ended)}`;
  return `begun ${localTime(time)} by ${shown(user)}${end}`;
}

/** A list of a change with both its lists. */
export interface KnownLists extends ListRef {
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
}

/** @returns a list as the command line shows it; undefined if one of the lists is not known or cannot be read */
export function knownLists({ device, deviceKind, kind, before, after }: ChangeList): KnownLists | undefined {
  const [was, is] = [before, after].map((entries) => entries && entriesIn(kind, entries));
  return was && is ? { device, deviceKind, kind, before: was, after: is } : undefined;
}

/** @returns the differences of a change, list by list, and how its lists ended */
export function differencesText(change: ChangeWithLists, colours: Colours): string {
  const known = change.lists.flatMap((list) => knownLists(list) ?? []);
  return [
    ...change.lists.flatMap((list) => listLines(list, colours)),
    change.application === null && change.source === 'service'
      ? summaryOf({ lists: known }, colours)
      : countsText(change.counts),
    ...problemsText(change.lists, colours),
  ].join('\n');
}

/** @returns the difference of a list, with its state, if it is to be set or was set */
export function listLines(list: ChangeList, colours: Colours): string[] {
  const known = knownLists(list);
  const notes = [
    ...(list.state === 'open' ? [] : [list.state]),
    ...(list.foundLater === undefined ? [] : [`later found as ${foundWords[list.foundLater.list]}`]),
    ...(list.changedSince === null ? [] : [`changed since by change ${shown(list.changedSince)}`]),
    ...(list.undoneBy === null ? [] : [`undone by change ${shown(list.undoneBy)}`]),
    ...(list.before === null ? ['the list before is not known'] : []),
    ...(list.after === null ? ['the list is gone or cannot be read'] : []),
  ];
  const note = notes.length === 0 ? '' : `  (${notes.join(', ')})`;
  if (known === undefined) return [`${colours.bold(listName(list))}${note}\n`];
  return hasChange(known) ? [listText(known, colours, note)] : [];
}

const foundWords: Readonly<Record<'after' | 'before' | 'other', string>> = {
  after: 'asked for',
  before: 'before',
  other: 'neither',
};

/** The states of a list that is as asked for, and of one that has not had its turn. */
const fine: ReadonlySet<ListState> = new Set(['changed', 'already']);
const waiting: ReadonlySet<ListState> = new Set(['unread', 'open', 'sending']);

/** @returns a line for each list that is not as asked for, with the reason */
export function problemsText(lists: readonly ChangeList[], { red }: Colours): string[] {
  return lists
    .filter(({ state, problem }) => !fine.has(state) && (problem !== null || !waiting.has(state)))
    .map((list) => {
      const why = list.problem?.detail ?? list.problem?.code;
      return red(`${list.state}  ${listName(list)}${why === undefined ? '' : `: ${shown(why)}`}`);
    });
}

/** How many lists are in each state. */
export type Counts = Readonly<Partial<Record<ListState, number | undefined>>>;

/** @returns how many lists of several changes are in each state */
export function sumOf(changes: readonly Pick<Change, 'counts'>[]): Counts {
  const sum: Partial<Record<ListState, number>> = {};
  for (const { counts } of changes) {
    for (const state of listStates) {
      const count = counts[state] ?? 0;
      if (count > 0) sum[state] = (sum[state] ?? 0) + count;
    }
  }
  return sum;
}

/** `16 lists: 15 changed, 1 refused` */
export function countsText(counts: Counts): string {
  const states = listStates.filter((state) => (counts[state] ?? 0) > 0);
  const all = states.map((state) => `${counts[state] ?? 0} ${state}`);
  return `${counted(
    listStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    'list',
  )}: ${all.join(', ')}`;
}

/** @returns the exit code after a change has ended: a list that is not as asked for must not look like success */
export function exitCodeOf(counts: Counts): ExitCode {
  const isFine = listStates.every((state) => fine.has(state) || (counts[state] ?? 0) === 0);
  return isFine ? exitCodes.done : exitCodes.someNotChanged;
}

/** @returns how many lists have had their turn */
export function doneOf({ counts: { total, unread = 0, open = 0, sending = 0 } }: Pick<Change, 'counts'>): number {
  return total - unread - open - sending;
}

/** `Change 8 devices: 16 buttons changed, 2 removed, 1 added` */
export function questionText(lists: readonly KnownLists[]): string {
  const { devices, added, removed, changed } = countsOf(lists);
  return `Change ${counted(devices, 'device')}: ${counted(changed, 'button')} changed, ${removed} removed, ${added} added`;
}
