/**
 * Whether a retry makes sense: `changed` only with another request, `later` with the same request after a while
 * (after Retry-After, if it is given), `repaired` after someone fixes the service or the call manager, `no` never.
 */
type Again = 'changed' | 'later' | 'repaired' | 'no';

/** What a problem says of the call manager. */
type CallManagerSaid = 'busy' | 'unavailable' | 'credentials-refused';

/** What a problem says besides what all of its code have in common. */
interface ProblemExample {
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
  /**
   * What it means for who made a change: `login`, the login is refused, so that nothing else will be done either; `changed`,
   * the list is another one; `unknown`, it may have been carried out, or may still be. Without it, surely not carried out.
   */
  readonly means?: 'login' | 'changed' | 'unknown';
  /** True if it is refused for a reason of that one device: the next one may be fine. */
  readonly ofOneDevice?: true;
  /** Without it, it says nothing of the call manager, for instance because that has answered. */
  readonly callManager?: CallManagerSaid;
  /** When it is answered; one sentence for callers, in Markdown. */
  readonly when: string;
  /** What one such problem says. */
  readonly example: ProblemExample;
}
