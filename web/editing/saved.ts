import type { PhoneProxyError, Replaced } from '../../src/client/index.js';
import { type Draft, isChanged } from './draft.js';
import type { Entry } from './entry.js';

/** What became of a list that was to be saved. */
export type Saved =
  /**
   * It is set. `afterUpdate`: how making the phone load it went; `not-told` where the service is set not to; undefined
   * where the answer was lost. `unread`: it could not be read again afterwards. `run`: what it was saved in.
   */
  | {
      readonly is: 'set';
      readonly afterUpdate: Replaced['afterUpdate'] | 'not-told';
      readonly unread: PhoneProxyError | undefined;
      readonly run?: SavedRun | undefined;
    }
  /** It was saved, and that was undone. `isUnread`: it could not be read afterwards. */
  | { readonly is: 'undone'; readonly isUnread: boolean; readonly run?: SavedRun | undefined }
  /** Nobody knew whether it was set; it was read, and is still the old one. */
  | { readonly is: 'old' }
  /** Not set: somebody else has changed the list, which is the draft's `newer` once it was read. */
  | { readonly is: 'conflict' }
  /** Surely not set. */
  | { readonly is: 'refused'; readonly error: PhoneProxyError }
  /** Nobody knows whether it is set. */
  | Unknown<'unknown'>
  /** It has to be read to know more, and could not be. */
  | Unknown<'unread'>;

/** The run of the history in which lists were saved together. */
export interface SavedRun {
  readonly id: string;
  readonly title: string;
}

interface Unknown<Is> {
  readonly is: Is;
  readonly error: PhoneProxyError;
  /** The list that was sent. */
  readonly sent: readonly Entry[];
}

/** Whether it has to be found out yet what became of a list. */
export function isUnknown(outcome: Saved | undefined): outcome is Unknown<'unknown'> | Unknown<'unread'> {
  return outcome?.is === 'unknown' || outcome?.is === 'unread';
}

/** That a list is as it was to be. */
export type Done = Extract<Saved, { is: 'set' | 'undone' }>;

/** Whether a list is as it was to be: nothing has to be looked at, or done, where the list is. */
export function isDone(outcome: Saved | undefined): outcome is Done {
  return outcome?.is === 'set' || outcome?.is === 'undone';
}

/** Whether an outcome still says something of a draft: not that its changes were not saved, once there are none. */
export function stillHolds(outcome: Saved, draft: Draft): boolean {
  return isUnknown(outcome) || outcome.is === 'set' || outcome.is === 'undone' || isChanged(draft);
}
