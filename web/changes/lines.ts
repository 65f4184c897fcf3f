import type { Change, ChangePage, RunPage, RunResult } from '../../src/client/index.js';

/** A line of the history: a single change, or a run with all of its changes. */
export type Line = { readonly change: Change } | { readonly run: RunResult };

/** The start of the next page of changes and of runs; null if there are no more. */
export interface LineCursors {
  readonly changes: string | null | undefined;
  readonly runs: string | null | undefined;
}

/** A page of lines, newest first. */
export interface LinePage {
  readonly lines: readonly Line[];
  /** Undefined after the last line. */
  readonly next: LineCursors | undefined;
}

/**
 * Makes one page from a page of changes without a run and a page of runs. The new page covers only the time that both
 * pages cover. Older items are requested again later.
 * @param changes not empty if more follow
 * @param from the start of both pages
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

/** A run without changes has nothing to show. */
function hasChanges({ outcomes }: RunResult): boolean {
  return Object.keys(outcomes).length > 0;
}

/** @returns the time of the oldest item, in milliseconds, if the page is not the last */
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
 * Makes one page from several pages that start at the same change. The new page covers only the time that all of them
 * cover.
 * @returns the changes, newest first
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
