import type { PhoneProxyError, Replaced } from '../../src/client/index.js';
import { type Draft, isChanged } from './draft.js';
import type { Entry } from './entry.js';

/** The result of saving a list. */
export type Saved =
  /**
   * The list is set. `afterUpdate`: how the phone loaded it; `not-told` if the service does not make phones load
   * changes; undefined if the answer was lost. `unread`: the list could not be read afterwards.
   */
  | {
      readonly is: 'set';
      readonly afterUpdate: Replaced['afterUpdate'] | 'not-told';
      readonly unread: PhoneProxyError | undefined;
    }
  /** The list was saved, and the save was undone. `isUnread`: the list could not be read afterwards. */
  | { readonly is: 'undone'; readonly isUnread: boolean }
  /** It was not known whether the list was set. A read shows that it is still the old list. */
  | { readonly is: 'old' }
  /** Not set, because someone else has changed the list. After a read, that list is the draft's `newer`. */
  | { readonly is: 'conflict' }
  /** Surely not set. */
  | { readonly is: 'refused'; readonly error: PhoneProxyError }
  /** It is not known whether it is set. */
  | Unknown<'unknown'>
  /** Only a read can tell, and the read failed. */
  | Unknown<'unread'>;

interface Unknown<Is> {
  readonly is: Is;
  readonly error: PhoneProxyError;
  /** The list that was sent. */
  readonly sent: readonly Entry[];
}

/** Whether the result of saving is not known yet. */
export function isUnknown(outcome: Saved | undefined): outcome is Unknown<'unknown'> | Unknown<'unread'> {
  return outcome?.is === 'unknown' || outcome?.is === 'unread';
}

/** The list is as wanted. */
export type Done = Extract<Saved, { is: 'set' | 'undone' }>;

/** Whether a list is as wanted. Then the user has nothing to look at, and nothing to do. */
export function isDone(outcome: Saved | undefined): outcome is Done {
  return outcome?.is === 'set' || outcome?.is === 'undone';
}

/**
 * Whether an outcome still applies to a draft. If the draft has no changes any more, an outcome that says that they
 * were not saved does not apply.
 */
export function stillHolds(outcome: Saved, draft: Draft): boolean {
  return isUnknown(outcome) || outcome.is === 'set' || outcome.is === 'undone' || isChanged(draft);
}
