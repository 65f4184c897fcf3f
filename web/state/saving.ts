import { isCode, isOutcomeUnknown } from '../calls/failures.js';
import { type ButtonList, readList, replaceList } from '../calls/lists.js';
import { PhoneProxyError, ProblemError, type Replaced } from '../../src/client/index.js';
import { type Draft, type ListRead, startDraft, wanted } from '../editing/draft.js';
import { type Entry, sameEntries } from '../editing/entry.js';
import { refusalsIn } from '../editing/faults.js';
import { afterSetting } from '../editing/merge.js';
import { draftOf, keep } from './drafts.js';
import { client } from './session.js';

/** What became of a list that was to be saved. */
export type Saved =
  /** It is set. `unread`: it could not be read again afterwards. */
  | { readonly is: 'set'; readonly afterUpdate: Replaced['afterUpdate']; readonly unread: PhoneProxyError | undefined }
  /** Nobody knew whether it was set; it was read, and is still the old one. */
  | { readonly is: 'old' }
  /** Somebody else has changed the list, which is the draft's `newer` now. */
  | { readonly is: 'conflict' }
  /** Surely not set. */
  | { readonly is: 'refused'; readonly error: PhoneProxyError }
  /** Nobody knows whether it is set. */
  | { readonly is: 'unknown'; readonly error: PhoneProxyError; readonly sent: readonly Entry[] }
  /** It has to be read to know more, and could not be. */
  | { readonly is: 'unread'; readonly error: PhoneProxyError; readonly sent: readonly Entry[] };

/**
 * Sends what a draft wants, where the list is still the one that an ETag names.
 * @param etag that of the list that the user has seen
 */
export async function save(list: ButtonList, draft: Draft, etag: string): Promise<Saved> {
  const sent = wanted(draft);
  try {
    const { afterUpdate, etag: set } = await replaceList(client(), list, sent, { ifMatch: etag });
    return await readSaved(list, draft, { entries: sent, etag: set ?? etag }, afterUpdate);
  } catch (error) {
    if (!(error instanceof PhoneProxyError)) throw error;
    if (isOutcomeUnknown(error)) return { is: 'unknown', error, sent };
    if (isCode(error, 'changed-meanwhile')) return lookAgain(list, sent);
    const refusals = error instanceof ProblemError ? refusalsIn(draft, error.errors) : [];
    if (refusals.length > 0) replace(list, draft, { ...draft, refusals });
    return { is: 'refused', error };
  }
}

/** Reads the list to find out whether it is the one that was sent, still the old one, or another. */
export async function lookAgain(list: ButtonList, sent: readonly Entry[]): Promise<Saved> {
  try {
    const present = await readList(client(), list);
    const draft = draftOf(list).peek();
    // Whoever has signed out meanwhile left nothing behind.
    if (draft === undefined) return { is: 'old' };
    if (sameEntries(present.entries, sent)) {
      keep(list, afterSetting(draft, present));
      return { is: 'set', afterUpdate: undefined, unread: undefined };
    }
    if (present.etag === draft.etag) return { is: 'old' };
    keep(list, { ...draft, newer: present });
    return { is: 'conflict' };
  } catch (error) {
    if (error instanceof PhoneProxyError) return { is: 'unread', error, sent };
    throw error;
  }
}

/** What is shown afterwards is what the call manager holds; where it cannot be read, what it was sent. */
async function readSaved(
  list: ButtonList,
  draft: Draft,
  sent: ListRead,
  afterUpdate: Replaced['afterUpdate'],
): Promise<Saved> {
  const found = await readList(client(), list).catch((error: unknown) => {
    if (error instanceof PhoneProxyError) return error;
    throw error;
  });
  const isUnread = found instanceof PhoneProxyError;
  replace(list, draft, startDraft(isUnread ? sent : found));
  return { is: 'set', afterUpdate, unread: isUnread ? found : undefined };
}

/** Whoever left the page and changed more, or signed out, meanwhile keeps what there is then. */
function replace(list: ButtonList, sent: Draft, next: Draft): void {
  if (draftOf(list).peek() === sent) keep(list, next);
}
