import type { PlanWithLists } from '../../client/index.js';
import { entriesIn, type ListRef } from '../lists.js';
import type { ListOutcome, State } from '../run/states.js';
import type { PlannedList } from './plan.js';

type Change = PlanWithLists['changes'][number];

/** A list of a plan of the service. */
export interface ListOfService extends ListRef {
  /**
   * The list in the form of a plan in a file; undefined if the service has not read the list, or if the list has a kind
   * of button that this command does not know.
   */
  readonly planned: PlannedList | undefined;
  readonly outcome: ListOutcome;
  /** The newest change in the history that may have set it since; null if there is none. */
  readonly changedSince: string | null;
}

/** The states of lists, in the words of the command line's own runs. */
const stateOf: Readonly<Record<Change['state'], State>> = {
  unread: 'planned',
  open: 'planned',
  sending: 'planned',
  changed: 'changed',
  already: 'already-ok',
  'changed-meanwhile': 'changed-meanwhile',
  refused: 'refused',
  uncertain: 'uncertain',
};

/** @returns the lists of a plan of the service, in the command line's own form */
export function listsOfService({ changes, application }: PlanWithLists): ListOfService[] {
  const isOver = (application?.ended ?? null) !== null;
  return changes.map((change): ListOfService => {
    const { device, deviceKind, list: kind, state, problem, changedSince } = change;
    const key = { device, deviceKind, kind };
    const isLeft = isOver && stateOf[state] === 'planned';
    return {
      ...{ ...key, planned: plannedOf(change), changedSince },
      outcome: { key, state: isLeft ? 'not-reached' : stateOf[state], detail: problem?.detail },
    };
  });
}

/** In these states, the plan does not change the list. */
const left: ReadonlySet<Change['state']> = new Set(['changed-meanwhile', 'refused']);

function plannedOf({ device, deviceKind, list: kind, state, problem, ...change }: Change): PlannedList | undefined {
  const [before, after] = [change.before, change.after].map((entries) => entries && entriesIn(kind, entries));
  if (!before || !after) return undefined;
  const leave = left.has(state) ? { leave: problem?.detail ?? state } : {};
  return { ...{ device, deviceKind, kind, etag: change.ifMatch, before, after }, ...leave };
}
