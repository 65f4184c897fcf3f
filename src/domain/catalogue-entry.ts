/**
 * Whether the same request makes sense once more: `changed` only as another request, `later` as it is after a while
 * (after Retry-After where that is given), `repaired` after those who run the service or the call manager have
 * mended something, `no` never.
 */
export type Again = 'changed' | 'later' | 'repaired' | 'no';

/** What a problem says besides what all of its code have in common. */
export interface ProblemExample {
  readonly detail: string;
  readonly axlCode?: number;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
}

export interface CatalogueEntry {
  /** The HTTP status that it is answered with. */
  readonly status: number;
  /** The same for every problem of the code. */
  readonly title: string;
  readonly again: Again;
  /** When it is answered; one sentence for callers, in Markdown. */
  readonly when: string;
  /** What one such problem says. */
  readonly example: ProblemExample;
}
