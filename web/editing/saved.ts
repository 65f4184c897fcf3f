import type { PhoneProxyError, Replaced } from '../../src/client/index.js';
import { type Draft, isChanged } from './draft.js';
import type { Entry } from './entry.js';

/** What became of a list that was to be saved. */
export type Saved =
  /** It is set. `unread`: it could not be read again afterwards. */
  | { readonly is: 'set'; readonly afterUpdate: Replaced['afterUpdate']; readonly unread: PhoneProxyError | undefined }
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

/** Whether an outcome still says something of a draft: not that it is saved, once it was changed; nor the other way. */
export function stillHolds(outcome: Saved, draft: Draft): boolean {
  return isUnknown(outcome) || (outcome.is === 'set') !== isChanged(draft);
}
