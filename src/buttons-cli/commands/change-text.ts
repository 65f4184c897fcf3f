import { type Change, type ChangeList, consolePageOf, listStates, type ListState } from '../../client/index.js';
import { counted } from '../../domain/counted.js';
import { hasChange, listName, listText } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import type { Colours } from '../output/terminal.js';
import { type ExitCode, exitCodes } from '../stop.js';
import { localTime } from '../times.js';

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
function titleText(change: Change): string {
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
    ...change.notes.map(({ text }) => `Note: ${shown(text)}`),
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

/** @returns the difference of a list, with its state, if it is to be set or was set */
export function listLines(list: ChangeList, colours: Colours): string[] {
  const { state, foundLater, changedSince, undoneBy, before, after } = list;
  const notes = [
    ...(state === 'open' ? [] : [state]),
    ...(foundLater === undefined ? [] : [`later found as ${foundWords[foundLater.list]}`]),
    ...(changedSince === null ? [] : [`changed since by change ${shown(changedSince)}`]),
    ...(undoneBy === null ? [] : [`undone by change ${shown(undoneBy)}`]),
    ...(before === null ? ['the list before is not known'] : []),
    ...(after === null ? ['the list is gone or cannot be read'] : []),
  ];
  const note = notes.length === 0 ? '' : `  (${notes.join(', ')})`;
  if (list.difference === null) return [`${colours.bold(listName(list))}${note}\n`];
  return hasChange(list) ? [listText(list, colours, note)] : [];
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

/** `16 lists: 15 changed, 1 refused` */
export function countsText(counts: Counts): string {
  const states = listStates.filter((state) => (counts[state] ?? 0) > 0);
  const all = states.map((state) => `${counts[state] ?? 0} ${state}`);
  const total = states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return [counted(total, 'list'), ...(total > 0 ? [all.join(', ')] : [])].join(': ');
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
