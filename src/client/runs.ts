import type { ChangePage } from './answers.js';
import type { Change, Run } from './change-shapes.js';
import { ProblemError } from './errors.js';
import type { CallOptions } from './exchange.js';
import type { ChangeFilter } from './filters.js';
import { allPages } from './pages.js';
import type { ProblemCode } from './problems.js';

/** Runs in the service's history, for every program that changes many lists. */

/** The calls that these functions need; the typed client has them. */
export interface RunCalls {
  beginRun(title: string, options?: CallOptions): Promise<Run>;
  listChanges(filter?: ChangeFilter, options?: CallOptions): Promise<ChangePage>;
}

/** In characters, as in the service's interface. */
const longestTitle = 200;

/** Characters that a title may not contain: control characters and noncharacters. */
const unfit = /[\p{Cc}\p{Cs}\uFFFD\uFFFE\uFFFF]/gu;

/** Reasons why there is no run, although changes are possible: no history, no runs yet, or no right to begin one. */
const withoutRun: ReadonlySet<ProblemCode> = new Set(['history-off', 'not-found', 'forbidden', 'may-only-propose']);

/**
 * Begins a run. If the service keeps no history, the changes belong to no run.
 * @returns the id of the run; undefined if there can be none
 * @throws PhoneProxyError
 */
export async function beginRunIfKept(
  calls: Pick<RunCalls, 'beginRun'>,
  title: string,
  call: CallOptions = {},
): Promise<string | undefined> {
  try {
    return (await calls.beginRun(fitTitle(title), call)).id;
  } catch (thrown) {
    if (thrown instanceof ProblemError && withoutRun.has(thrown.code)) return undefined;
    throw thrown;
  }
}

/**
 * @returns a title that runs and plans can have: characters that are not allowed are replaced, and a long title is cut
 * off
 */
export function fitTitle(title: string): string {
  const characters = Array.from(title.replace(unfit, '\u00B7'));
  const isLong = characters.length > longestTitle;
  return isLong ? `${characters.slice(0, longestTitle - 1).join('')}…` : characters.join('');
}

/** @returns the title of the run that undoes another one */
export function undoTitle({ title }: Pick<Run, 'title'>): string {
  return `Undo of ${title}`;
}

/**
 * @returns all changes of a run, newest first
 * @throws PhoneProxyError
 */
export async function changesOfRun(
  calls: Pick<RunCalls, 'listChanges'>,
  run: string,
  call: CallOptions = {},
): Promise<Change[]> {
  return allPages(async (before, limit) => {
    const { changes, next } = await calls.listChanges({ run, before, limit }, call);
    return { items: changes, next };
  });
}
