import type { Entry } from './button-kinds.js';
import type { DifferingEntry } from './difference.js';

/**
 * Whether a retry makes sense:
 * - `changed`: only with another request
 * - `later`: with the same request after a while; after Retry-After, if the answer has this header
 * - `repaired`: after someone has fixed the service or the call manager
 * - `no`: never
 */
type Again = 'changed' | 'later' | 'repaired' | 'no';

/** The state of the call manager that a problem shows. */
type CallManagerSaid = 'busy' | 'unavailable' | 'credentials-refused';

/** The part of a problem that differs between problems of one code. */
interface ProblemExample {
  readonly detail: string;
  readonly axlCode?: number;
  readonly retryAfterSeconds?: number;
  readonly fields?: readonly { readonly field: string; readonly detail: string }[];
  readonly present?: readonly Entry[];
  readonly reason?: string;
  readonly difference?: readonly DifferingEntry[];
}

export interface CatalogueEntry {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The same for every problem of the code. */
  readonly title: string;
  readonly again: Again;
  /**
   * What it means for the caller's change. `login`: the login is refused, so no other call will work. `changed`: the
   * list is another one. `unknown`: the change may have been carried out, or still may be. `otherwise`: something else
   * was set. Without it, the change was not made.
   */
  readonly means?: 'login' | 'changed' | 'unknown' | 'otherwise';
  /** True if the reason lies in this one device: a change of another device may work. */
  readonly ofOneDevice?: true;
  /** Without it, the problem shows nothing about the call manager. */
  readonly callManager?: CallManagerSaid;
  /** When the service answers with it; one sentence for callers, in Markdown. */
  readonly when: string;
  /** An example of such a problem. */
  readonly example: ProblemExample;
}
