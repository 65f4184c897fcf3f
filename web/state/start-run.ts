import { withRetries } from '../../src/client/engine/retries.js';
import { beginRunIfKept, type Change, changesOfRun, type Run, undoChanges, undoTitle } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { type ButtonRun, buttonRun, changeRun, newStop } from './button-run.js';
import { status } from './health.js';
import { client } from './session.js';
import { failedCallOf, readOutcome } from '../runs/change-list.js';
import { type ChosenButton, type ChosenList, chosenLists } from '../runs/chosen.js';
import { listsOf } from '../runs/lists.js';
import { clock, Pace } from '../runs/pace.js';
import { isSettled, mayTryAgain, type Result, resultOfUndo, type RunEnd, type RunList } from '../runs/results.js';
import { changeLists, type RunParts } from '../runs/runner.js';

/** Changes buttons, as the signed-in user. */
export function startRun(what: Pick<ButtonRun, 'page' | 'title'>, buttons: readonly ChosenButton[]): void {
  begin({ ...what, undoes: undefined }, chosenLists(buttons));
}

/** Undoes all changes of a run, each if its list is still as the change left it. */
export function startUndo(run: Run): void {
  begin({ page: { at: 'run', id: run.id }, title: undoTitle(run), undoes: run.id }, []);
}

function begin(what: Pick<ButtonRun, 'page' | 'title' | 'undoes'>, lists: readonly RunList[]): void {
  buttonRun.value = {
    ...what,
    ...{ id: undefined, isRunning: false, isStopping: false, pausedUntil: undefined, ended: undefined },
    error: undefined,
    lists: lists.map((list) => ({ list, result: { state: 'waiting' } })),
    isEndSeen: false,
  };
  void carryOut();
}

/** Retries the lists that were not changed, or that may not have been changed. */
export function tryFailedAgain(): void {
  changeRun(({ lists }) => ({
    lists: lists.map((one) => (mayTryAgain(one.result) ? { ...one, result: { state: 'waiting' } } : one)),
  }));
  void carryOut();
}

/** Reads a list to find out whether it was changed. */
export async function readListAgain(list: RunList): Promise<void> {
  if (!('buttons' in list)) return;
  const before = resultOf(list);
  const result = await readOutcome(list, listsOf(client()));
  // Keep the result if the list was retried in the meantime.
  if (resultOf(list) === before) setResult(list, result);
}

/** The run whose work counts: what an earlier one finds out later is about other lists. */
let present: AbortController | undefined;

async function carryOut(): Promise<void> {
  const own = newStop();
  present = own;
  changeRun(() => ({ isRunning: true, isStopping: false, ended: undefined, isEndSeen: false }));
  const warn = (event: Event): void => {
    event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  const edit = (now: Partial<ButtonRun>): void => {
    if (present === own) changeRun(() => now);
  };
  try {
    const ended = await work(own.signal, edit);
    edit({ ended: ended === 'stopped' ? (own.signal.reason as RunEnd) : ended });
  } catch (thrown) {
    // If a run cannot be begun in the history, the history would also refuse each write.
    const error = failedCall(thrown);
    edit({ error });
    for (const list of waiting()) setResult(list, { state: 'refused', error });
  } finally {
    edit({ isRunning: false, isStopping: false, pausedUntil: undefined });
    window.removeEventListener('beforeunload', warn);
  }
}

/**
 * @returns why it ended before every list had its turn
 * @throws PhoneProxyError if it could not be started
 */
async function work(stopped: AbortSignal, edit: (now: Partial<ButtonRun>) => void): Promise<RunEnd | undefined> {
  const run = buttonRun.peek();
  if (run === undefined) return undefined;
  const calls = client();
  edit({ error: undefined });
  if (run.undoes !== undefined && run.lists.length === 0) {
    const changes = await changesOfRun(calls, run.undoes);
    edit({
      lists: changes.map((one) => ({ list: { ...one, description: '', change: one }, result: { state: 'waiting' } })),
    });
  }
  const onPause = (until: number | undefined): void => {
    edit({ pausedUntil: until });
  };
  const id = run.id ?? (await beginInHistory(run.title, new Pace(clock, stopped, onPause)));
  edit({ id });
  const parts = { lists: listsOf(calls, id), clock, stop: stopped, onResult: setResult, onPause };
  const todo = waiting();
  const chosen = todo.filter((list): list is ChosenList => 'buttons' in list);
  return run.undoes === undefined ? changeLists(chosen, parts) : undoLists(todo, id, parts);
}

/** @returns the run's id, with retries after temporary failures; undefined without a history, and after a stop */
async function beginInHistory(title: string, pace: Pace): Promise<string | undefined> {
  if (status.peek()?.history !== true) return undefined;
  const begun = await withRetries(
    () => beginRunIfKept(client(), title),
    failedCallOf,
    (seconds) => {
      pace.pause(seconds);
      return pace.rest();
    },
  );
  if ('value' in begun) return begun.value;
  if (begun.isStopped) return undefined;
  throw begun.failure.error;
}

async function undoLists(
  todo: readonly RunList[],
  run: string | undefined,
  parts: RunParts,
): Promise<RunEnd | undefined> {
  const pace = new Pace(parts.clock, parts.stop, parts.onPause);
  const lists = new Map<Change, RunList>(todo.flatMap((list) => ('change' in list ? [[list.change, list]] : [])));
  const { ended } = await undoChanges(client(), [...lists.keys()], {
    run,
    pace: {
      turn: () => pace.rest(),
      pause: (seconds) => {
        pace.pause(seconds);
      },
    },
    onStep: (step) => {
      const list = lists.get(step.change);
      if (list) setResult(list, resultOfUndo(step));
    },
  });
  return ended;
}

function waiting(): readonly RunList[] {
  const lists = buttonRun.peek()?.lists ?? [];
  return lists.filter(({ result }) => !isSettled(result)).map(({ list }) => list);
}

function resultOf(list: RunList): Result | undefined {
  return buttonRun.peek()?.lists.find((one) => one.list === list)?.result;
}

/** The list identifies the run of a late result. */
function setResult(list: RunList, result: Result): void {
  changeRun(({ lists }) => ({ lists: lists.map((one) => (one.list === list ? { list, result } : one)) }));
}
