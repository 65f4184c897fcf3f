import { changeMany } from '../../src/client/engine/change-many.js';
import { listCalls, resultOf } from './change-list.js';
import type { ChosenList } from './chosen.js';
import type { Lists } from './lists.js';
import { type Clock, Pace } from './pace.js';
import type { Result, RunEnd } from './results.js';

export interface RunParts {
  readonly lists: Lists;
  readonly clock: Clock;
  /** Aborts to finish running work and begin nothing new. */
  readonly stop: AbortSignal;
  /** Called with the result of each list. */
  readonly onResult: (list: ChosenList, result: Result) => void;
  /** Called with the end of a pause that the service asks for, and with undefined when the run continues. */
  readonly onPause: (until: number | undefined) => void;
}

/** Changes buttons. @returns why it ended before every list had its turn; it does not reject because of a list */
export async function changeLists(
  chosen: readonly ChosenList[],
  { lists, clock, stop, onResult, onPause }: RunParts,
): Promise<RunEnd | undefined> {
  const { ended } = await changeMany(chosen, {
    calls: listCalls(lists),
    pace: new Pace(clock, stop, onPause),
    progress: {
      onBegin: (list) => {
        onResult(list, { state: 'under-way' });
      },
      onResult: (list, result) => {
        onResult(list, resultOf(result));
      },
    },
  });
  if (ended === undefined) return undefined;
  return ended.why === 'stopped' || ended.why === 'login' ? ended.why : 'failures';
}
