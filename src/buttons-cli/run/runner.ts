import { changeMany } from '../../client/engine/change-many.js';
import { runLimits } from '../../client/engine/retries.js';
import type { RunEnd as EngineEnd } from '../../client/engine/ports.js';
import { refOf } from '../lists.js';
import { Stop } from '../stop.js';
import type { Journal } from './journal.js';
import { enginePace, listCalls, type ListParts, type ListResult, settledOf } from './list-calls.js';
import { LongLabels } from './long-labels.js';
import { mostOften } from './most-often.js';
import { type ListOutcome, type RunEnd, settledAlready, stateFacts, type Work } from './states.js';

export interface RunOptions {
  /** Continues, regardless of how many lists cannot be changed. */
  readonly keepGoing: boolean;
  /** Called once for each list that had its turn. */
  readonly onTurn: () => void;
}

export interface RunResult {
  /** In the order of the plan. */
  readonly outcomes: readonly ListOutcome[];
  /** Why it ended early. */
  readonly ended: RunEnd | undefined;
  /** More about that, for people. */
  readonly detail: string | undefined;
}

interface Turn extends Work {
  /** Its position in the plan. */
  readonly position: number;
}

/**
 * Carries out a plan.
 * @returns the result of every list; it does not reject for a list that could not be changed
 */
export async function runPlan(
  work: readonly Work[],
  parts: ListParts,
  journal: Pick<Journal, 'intend' | 'settle'>,
  { keepGoing, onTurn }: RunOptions,
): Promise<RunResult> {
  const todo = work
    .map((one, position): Turn => ({ ...one, position }))
    .filter((one) => settledAlready(one) === undefined);
  const labels = new LongLabels();
  const { results, ended } = await changeMany(todo, {
    calls: { ...listCalls<Turn>(parts), foresee: (turn) => Promise.resolve(labels.foresee(turn)) },
    pace: enginePace(parts.pace),
    journal: {
      intend: ({ position }) => journal.intend(position),
      settle: ({ position }, result) => journal.settle(position, settledOf(result)),
    },
    progress: {
      onResult: (turn, result) => {
        labels.learn(turn, result);
        if (result.state !== 'not-reached') onTurn();
      },
    },
    keepGoing,
  });
  const settled = new Map(todo.map(({ position }, at) => [position, results[at] && settledOf(results[at])] as const));
  const outcomes = work.map((one, position): ListOutcome => {
    const { state, detail } = settledAlready(one) ?? settled.get(position) ?? { state: 'not-reached' };
    return { key: refOf(one.planned), state, detail };
  });
  const wasCutShort =
    parts.interruption.asked.aborted &&
    outcomes.some(({ state }) => stateFacts[state].isOpen && !stateFacts[state].isFinal);
  return { outcomes, ...endOf(ended ?? (wasCutShort ? { why: 'stopped' } : undefined)) };
}

/** @throws any error that is not a failure of the journal */
function endOf(ended: EngineEnd<ListResult> | undefined): Pick<RunResult, 'ended' | 'detail'> {
  switch (ended?.why) {
    case undefined:
      return { ended: undefined, detail: undefined };
    case 'stopped':
      return { ended: 'interrupted', detail: undefined };
    case 'login':
      return { ended: 'refused-login', detail: settledOf(ended.result).detail };
    case 'failures':
      return endedByFailures(
        'in a row could not be changed',
        mostOften(ended.results.map((result) => settledOf(result).detail ?? '')),
      );
    case 'same-reason':
      return endedByFailures('were refused for the same reason', settledOf(ended.result).detail ?? '');
    case 'journal':
      if (!(ended.because instanceof Stop)) throw ended.because;
      return { ended: 'journal', detail: ended.because.message };
  }
}

function endedByFailures(what: string, why: string): Pick<RunResult, 'ended' | 'detail'> {
  const text = `${runLimits.mostFailuresInARow} lists ${what}: ${why.replace(/\.$/, '')}`;
  return { ended: 'failures', detail: `${text}; --keep-going continues anyway` };
}
