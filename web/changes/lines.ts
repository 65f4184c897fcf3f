import type { Change, ChangePage, RunPage, RunResult } from '../../src/client/index.js';

/** A line of the history: a change that stands alone, or a run with all of its changes. */
export type Line = { readonly change: Change } | { readonly run: RunResult };

/** Where the next page of each begins; null where there are no more. */
export interface LineCursors {
  readonly changes: string | null | undefined;
  readonly runs: string | null | undefined;
}

/** Some lines, the newest first. */
export interface LinePage {
  readonly lines: readonly Line[];
  /** Undefined behind the last ones. */
  readonly next: LineCursors | undefined;
}

/**
 * Makes one page of a page of changes that belong to no run and one of runs. It goes back as far as both are known;
 * what is older is asked for again.
 * @param changes not empty where more follow
 * @param from where both pages begin
 */
export function linesOf(changes: ChangePage, runs: RunPage, from: LineCursors): LinePage {
  const known = Math.max(knownSince(changes.changes, changes.next), knownSince(runs.runs, runs.next));
  const isKnown = ({ time }: { readonly time: string }): boolean => Date.parse(time) >= known;
  const some = { changes: changes.changes.filter(isKnown), runs: runs.runs.filter(isKnown) };
  const lines = [
    ...some.changes.map((change) => ({ change })),
    ...some.runs.filter(hasChanges).map((run) => ({ run })),
  ];
  const next = {
    changes: cursorAfter(some.changes, changes.changes, changes.next, from.changes),
    runs: cursorAfter(some.runs, runs.runs, runs.next, from.runs),
  };
  return {
    lines: lines.sort((one, other) => timeOf(other) - timeOf(one)),
    next: next.changes === null && next.runs === null ? undefined : next,
  };
}

/** A run that was only begun is nothing to be seen. */
function hasChanges({ outcomes }: RunResult): boolean {
  return Object.keys(outcomes).length > 0;
}

/** @returns the time of the oldest of a page that is not the last, in milliseconds */
function knownSince(page: readonly { readonly time: string }[], next: string | undefined): number {
  const oldest = page.at(-1);
  return next === undefined || oldest === undefined ? -Infinity : Date.parse(oldest.time);
}

function cursorAfter(
  shown: readonly { readonly id: string }[],
  page: readonly { readonly id: string }[],
  next: string | undefined,
  from: string | null | undefined,
): string | null | undefined {
  if (shown.length === page.length) return next ?? null;
  return shown.at(-1)?.id ?? from;
}

function timeOf(line: Line): number {
  return Date.parse('run' in line ? line.run.time : line.change.time);
}

/**
 * Makes one page of pages that were asked for from the same change on. It goes as far back as all of them are known.
 * @returns the newest first
 */
export function mergedPages(pages: readonly ChangePage[]): ChangePage {
  const next = pages
    .flatMap((page) => page.next ?? [])
    .reduce<string | undefined>(
      (latest, one) => (latest === undefined || isLater(one, latest) ? one : latest),
      undefined,
    );
  const isKnown = ({ id }: Change): boolean => next === undefined || !isLater(next, id);
  const changes = pages.flatMap((page) => page.changes.filter(isKnown));
  return { changes: changes.sort((one, other) => (isLater(one.id, other.id) ? -1 : 1)), next };
}

/** Later changes have higher numbers, of any length. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length;
}
