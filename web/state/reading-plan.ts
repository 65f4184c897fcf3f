import { useEffect, useState } from 'preact/hooks';
import { countLists, type PhoneProxyError, type Plan, type PlanRead } from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import type { PlanList } from '../plans/lists.js';
import { planCalls, type PlanCalls } from './plan-calls.js';
import { countPlans } from './waiting-plans.js';

/** How many lists are read at a time. */
export const listsInPage = 100;

/**
 * The time between requests for the progress of a plan, in milliseconds. It grows while nothing changes, and after
 * failures.
 */
const firstPauseMs = 1_500;
const longestPauseMs = 15_000;

/** A plan, and the lists that were read so far. */
export interface ReadingPlan {
  readonly plan: Plan;
  readonly lists: readonly PlanList[];
  /** Whether every list was read. */
  readonly isWhole: boolean;
  /** Why not all of it could be read. */
  readonly error: PhoneProxyError | undefined;
  /** Shows the plan of an answer. */
  readonly heard: (plan: Plan) => void;
}

/** Whether the service is checking or applying a plan, so that it changes by itself. */
export function isUnderWay({ state }: Plan): boolean {
  return state === 'checking' || state === 'applying';
}

/**
 * Reads the lists of a plan page by page, and its progress while the service works on it.
 * @param first the plan, with its first lists
 * @param again reads the plan again, after the service finished its work
 */
export function useReadingPlan(first: PlanRead, again: () => void): ReadingPlan {
  const [plan, setPlan] = useState<Plan>(first.plan);
  const [{ lists, isWhole }, setLists] = useState(listsIn(first));
  const [error, setError] = useState<PhoneProxyError>();
  useEffect(() => {
    const giveUp = new AbortController();
    setPlan(first.plan);
    setError(undefined);
    // If all lists were read before, they stay until all are read again.
    const show = (now: ReadLists): void => {
      setLists((before) => (before.isWhole && !now.isWhole ? before : now));
    };
    show(listsIn(first));
    readOn(first, planCalls(), giveUp.signal, show).catch((thrown: unknown) => {
      if (!giveUp.signal.aborted) setError(failedCall(thrown));
    });
    return () => {
      giveUp.abort();
    };
  }, [first]);
  const isWatched = isUnderWay(plan);
  useEffect(() => {
    if (!isWatched) return undefined;
    return watch(plan, planCalls(), (now) => {
      setPlan(now.plan);
      if (countLists(now.plan.lists) <= now.plan.changes.length) setLists({ lists: now.plan.changes, isWhole: true });
      if (isUnderWay(now.plan)) return;
      again();
      void countPlans();
    });
  }, [plan.id, isWatched]);
  return { plan, lists, isWhole, error, heard: setPlan };
}

interface ReadLists {
  readonly lists: readonly PlanList[];
  readonly isWhole: boolean;
}

function listsIn({ plan, next }: PlanRead): ReadLists {
  return { lists: plan.changes, isWhole: next === undefined };
}

/** Reads the pages after the first one. @param onLists gets all lists that were read so far */
export async function readOn(
  first: PlanRead,
  calls: Pick<PlanCalls, 'readPlan'>,
  signal: AbortSignal,
  onLists: (read: ReadLists) => void,
): Promise<void> {
  const { id } = first.plan;
  let { lists, isWhole } = listsIn(first);
  let { next } = first;
  while (next !== undefined) {
    const page = await calls.readPlan(id, { limit: listsInPage, after: next, signal });
    next = page.next;
    lists = [...lists, ...page.plan.changes];
    isWhole = next === undefined;
    signal.throwIfAborted();
    onLists({ lists, isWhole });
  }
}

/** Reads a plan again and again while the page is visible. @returns a function that stops it */
export function watch(plan: Plan, calls: Pick<PlanCalls, 'readPlan'>, onRead: (read: PlanRead) => void): () => void {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  // A long plan is read with only one of its lists.
  const limit = countLists(plan.lists) <= listsInPage ? listsInPage : 1;
  let pause = firstPauseMs;
  let seen = JSON.stringify(plan.lists);
  const ask = async (): Promise<void> => {
    if (document.hidden) return;
    try {
      const read = await calls.readPlan(plan.id, { limit, signal });
      const now = JSON.stringify(read.plan.lists);
      pause = now === seen ? pause * 1.5 : firstPauseMs;
      seen = now;
      onRead(read);
    } catch (thrown) {
      if (signal.aborted) return;
      failedCall(thrown);
      pause *= 2;
    }
  };
  const wait = (): void => {
    timer = setTimeout(
      () => {
        void ask().then(() => {
          if (!signal.aborted) wait();
        });
      },
      Math.min(pause, longestPauseMs),
    );
  };
  let timer: ReturnType<typeof setTimeout>;
  wait();
  return () => {
    giveUp.abort();
    clearTimeout(timer);
  };
}
