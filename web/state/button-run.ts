import { signal } from '@preact/signals';
import type { PhoneProxyError } from '../../src/client/index.js';
import { countResults, isSettled, type Result, type RunEnd, type RunList } from '../runs/results.js';
import { texts } from '../texts/texts.js';
import { hashOf, type Route } from './route.js';
import { clearWithUser, session } from './session.js';

/** Lists that are changed one after another, and the progress. The run continues while other pages are shown. */
export interface ButtonRun {
  /** The page on which it was started, and which shows it. */
  readonly page: Route;
  /** What it does, for people. */
  readonly title: string;
  /** The run in the history that it undoes; undefined if it does something new. */
  readonly undoes: string | undefined;
  /** Its own id in the history; undefined until it is begun there, and without a history. */
  readonly id: string | undefined;
  readonly lists: readonly ListProgress[];
  readonly isRunning: boolean;
  /** Whether it was asked to stop. */
  readonly isStopping: boolean;
  /** The end of the pause that the service asked for, in milliseconds. */
  readonly pausedUntil: number | undefined;
  /** Why it ended before every list had its turn. */
  readonly ended: RunEnd | undefined;
  /** Why it could not be started. */
  readonly error: PhoneProxyError | undefined;
  /** Whether the user has seen its end: until then every page shows it. */
  readonly isEndSeen: boolean;
}

export interface ListProgress {
  readonly list: RunList;
  readonly result: Result;
}

export const buttonRun = signal<ButtonRun | undefined>(undefined);

/** Stops the present run. After it aborts, requests that were sent are finished, and nothing new is begun. */
let stop = new AbortController();

/** @returns what stops the run that begins now: nothing else stops it, and it stops no other one */
export function newStop(): AbortController {
  stop = new AbortController();
  return stop;
}

/** @returns the run that a page shows; undefined if there is none */
export function runOn(page: Route): ButtonRun | undefined {
  const run = buttonRun.value;
  return run && hashOf(run.page) === hashOf(page) ? run : undefined;
}

/** @returns the running run, which must end before another one may begin */
export function runUnderWay(): ButtonRun | undefined {
  const run = buttonRun.value;
  return run?.isRunning ? run : undefined;
}

/** @returns how many lists of a run are done, and how many there are */
export function progressOf({ lists }: ButtonRun): { readonly done: number; readonly of: number } {
  return { done: lists.filter(({ result }) => isSettled(result)).length, of: lists.length };
}

/** @returns the words for the results of a run, which differ for an undo */
export function statesOf({ undoes }: ButtonRun): typeof texts.runs.states {
  return undoes === undefined ? texts.runs.states : texts.runs.undoStates;
}

/** @returns how many lists of a run have each result, in words */
export function countsOf(run: ButtonRun): readonly string[] {
  const counts = countResults(run.lists.map(({ result }) => result));
  return counts.map(({ state, count }) => texts.runs.counts(statesOf(run)[state], count));
}

/** The end of the run is no longer shown on other pages. */
export function seeEnd(): void {
  if (buttonRun.peek()?.isRunning === false) changeRun(() => ({ isEndSeen: true }));
}

/** Finishes running work, and begins nothing new. */
export function stopRun(reason: Extract<RunEnd, 'stopped' | 'signed-out'> = 'stopped'): void {
  if (buttonRun.peek()?.isRunning !== true) return;
  stop.abort(reason);
  changeRun(() => ({ isStopping: true }));
}

/** Makes room for another run. */
export function clearRun(): void {
  stopRun();
  buttonRun.value = undefined;
}

/** Changes what is known of the present run. */
export function changeRun(edit: (run: ButtonRun) => Partial<ButtonRun>): void {
  const run = buttonRun.peek();
  if (run !== undefined) buttonRun.value = { ...run, ...edit(run) };
}

// After the user signs out or is signed out, nothing more is begun; the results wait for the same user.
session.subscribe((now) => {
  if (now === undefined) stopRun('signed-out');
});
clearWithUser(clearRun);
