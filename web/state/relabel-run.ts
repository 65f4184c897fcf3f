import { signal } from '@preact/signals';
import type { PointingButton } from '../../src/client/index.js';
import { type ChosenList, chosenLists } from '../relabel/chosen.js';
import { listsOf } from '../relabel/lists.js';
import { clock } from '../relabel/pace.js';
import { hasFailed, isSettled, type Result, type RunEnd } from '../relabel/results.js';
import { Runner } from '../relabel/runner.js';
import { readOutcome } from '../relabel/set-labels.js';
import { client, forgetWithUser, session } from './session.js';

/** A new label for chosen buttons, and how far that is. It goes on while other pages are shown. */
export interface RelabelRun {
  readonly dirn: string;
  readonly label: string;
  readonly lists: readonly ListProgress[];
  readonly isRunning: boolean;
  /** Whether it was asked to stop. */
  readonly isStopping: boolean;
  /** Until when it waits because the service asks for it, in milliseconds. */
  readonly pausedUntil: number | undefined;
  /** Why it ended before every list had its turn. */
  readonly ended: RunEnd | undefined;
}

export interface ListProgress {
  readonly list: ChosenList;
  readonly result: Result;
}

export const relabelRun = signal<RelabelRun | undefined>(undefined);

/** Of the run that is under way; aborted, it lets what was sent be finished, and begins nothing new. */
let stop = new AbortController();

/** Gives buttons to a number a new label, as who is signed in. */
export function startRelabel(dirn: string, label: string, buttons: readonly PointingButton[]): void {
  const lists = chosenLists(buttons).map((list): ListProgress => ({ list, result: { state: 'waiting' } }));
  relabelRun.value = {
    dirn,
    label,
    lists,
    isRunning: false,
    isStopping: false,
    pausedUntil: undefined,
    ended: undefined,
  };
  void carryOut();
}

/** Tries again what was not changed, or is not known to be. */
export function tryFailedAgain(): void {
  change(({ lists }) => ({
    lists: lists.map((one) => (hasFailed(one.result) ? { ...one, result: { state: 'waiting' } } : one)),
  }));
  void carryOut();
}

/** Finishes what is under way, and begins nothing new. */
export function stopRelabel(reason: Extract<RunEnd, 'stopped' | 'signed-out'> = 'stopped'): void {
  if (relabelRun.peek()?.isRunning !== true) return;
  stop.abort(reason);
  change(() => ({ isStopping: true }));
}

/** Reads a list of which it is not known whether it was set. */
export async function readListAgain(list: ChosenList): Promise<void> {
  const run = relabelRun.peek();
  if (run === undefined) return;
  const before = resultOf(list);
  const result = await readOutcome(list, run.label, listsOf(client()));
  // It may have been tried again meanwhile.
  if (resultOf(list) === before) setResult(list, result);
}

/** Makes room for another run. */
export function forgetRelabel(): void {
  stopRelabel();
  relabelRun.value = undefined;
}

async function carryOut(): Promise<void> {
  const run = relabelRun.peek();
  if (run === undefined) return;
  const todo = run.lists.filter(({ result }) => !isSettled(result)).map(({ list }) => list);
  const own = new AbortController();
  stop = own;
  change(() => ({ isRunning: true, isStopping: false, ended: undefined }));
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  const parts = {
    ...{ lists: listsOf(client()), clock, stop: own.signal, onResult: setResult },
    onPause: (until: number | undefined): void => {
      if (stop === own) change(() => ({ pausedUntil: until }));
    },
  };
  try {
    const ended = await new Runner(run.label, parts).run(todo);
    const reason = ended === 'stopped' ? (own.signal.reason as RunEnd) : ended;
    if (stop === own) change(() => ({ ended: reason }));
  } finally {
    if (stop === own) change(() => ({ isRunning: false, isStopping: false, pausedUntil: undefined }));
    window.removeEventListener('beforeunload', warn);
  }
}

function resultOf(list: ChosenList): Result | undefined {
  return relabelRun.peek()?.lists.find((one) => one.list === list)?.result;
}

/** The list tells which run a late result is of. */
function setResult(list: ChosenList, result: Result): void {
  change(({ lists }) => ({ lists: lists.map((one) => (one.list === list ? { list, result } : one)) }));
}

function change(edit: (run: RelabelRun) => Partial<RelabelRun>): void {
  const run = relabelRun.peek();
  if (run !== undefined) relabelRun.value = { ...run, ...edit(run) };
}

// Who signs out, or is signed out, lets nothing more be begun; the results wait for the same user.
session.subscribe((now) => {
  if (now === undefined) stopRelabel('signed-out');
});
forgetWithUser(forgetRelabel);
