import {
  type CallOptions,
  failureOf,
  type PhoneProxyClient,
  PhoneProxyError,
  ProblemError,
  type Replaced,
} from '../../src/client/index.js';
import { failedCall } from '../calls/failed-call.js';
import { type ButtonList, readList, replaceList } from '../calls/lists.js';
import { type Draft, isChanged, type ListRead, type Refusal, startDraft, wanted } from '../editing/draft.js';
import { type Entry, sameEntries } from '../editing/entry.js';
import { refusalIn, refusalsIn } from '../editing/faults.js';
import { afterSetting, mergedOnto, withRead } from '../editing/merge.js';
import { isUnknown, type Saved } from '../editing/saved.js';
import { goOnWith, settle } from '../editing/steps.js';
import { deviceId } from '../../src/domain/device.js';
import { edit, openList, openLists, type OpenList, received } from './drafts.js';
import { client, mayChange, session } from './session.js';
import { undo, undoOf } from './undoing.js';

/**
 * Reads a list to show it. If the list is being saved, it is read after that. If the result of a save is not known, the
 * draft is shown first, and the list is read only when the user asks for that.
 */
export async function load(list: ButtonList, options: CallOptions): Promise<void> {
  const open = openList(list);
  await open?.work.peek();
  if (isUnknown(open?.outcome.peek()) && mayChange()) return;
  let ageMs = 0;
  const onAge = (seconds = 0): void => {
    ageMs = seconds * 1000;
    options.onAge?.(seconds);
  };
  received(list, await readList(client(), list, { ...options, onAge }), ageMs);
  const outcome = open?.outcome.peek();
  if (open && outcome?.is === 'set') open.outcome.value = { ...outcome, unread: undefined };
  if (open && outcome?.is === 'undone') open.outcome.value = { ...outcome, isUnread: false };
}

/**
 * Sends the draft of a list, if the list still has the given ETag. The result stays with the list, regardless of the
 * page.
 * @param etag the etag of the list that the user has seen
 */
export function save(open: OpenList, etag: string): Promise<Saved> {
  open.outcome.value = undefined;
  return during(open, send(open, client(), etag));
}

/** A list to save, and the ETag of the list that the user has seen. */
export interface ToSave {
  readonly open: OpenList;
  readonly etag: string;
}

/**
 * Saves lists one after another, each regardless of the result before. The results of earlier saves are not shown any more.
 */
export async function saveAll(all: readonly ToSave[]): Promise<readonly Saved[]> {
  for (const open of openLists.peek()) closeOutcome(open);
  const outcomes: Saved[] = [];
  for (const { open, etag } of all) outcomes.push(await save(open, etag));
  renewBeside(all.map(({ open }) => open));
  return outcomes;
}

/** Reads the other lists of a device again after some were saved, so that the whole page shows what there is now. */
function renewBeside(saved: readonly OpenList[]): void {
  const [first] = saved;
  const others = openLists
    .peek()
    .filter(
      ({ list, unsettled }) =>
        first !== undefined && deviceId(list.device) === deviceId(first.list.device) && !unsettled.peek(),
    );
  for (const open of others) if (!saved.includes(open)) load(open.list, {}).catch(failedCall);
}

/** Drops the result of a save, which the user has seen. An unknown result is kept. */
export function closeOutcome(open: OpenList): void {
  if (!isUnknown(open.outcome.peek())) open.outcome.value = undefined;
}

/** A list that was saved, and the id of its change. */
export interface SavedList {
  readonly open: OpenList;
  readonly id: string;
}

/** Undoes the save of lists. Later changes in the draft stay. */
export async function undoSaved(saved: readonly SavedList[]): Promise<void> {
  await Promise.all(saved.map(({ open, id }) => undoOne(open, id)));
  renewBeside(saved.map(({ open }) => open));
}

async function undoOne(open: OpenList, id: string): Promise<void> {
  const asked = client();
  await undo(id);
  if (undoOf(id)?.outcome?.is !== 'undone' || !isSignedIn(asked)) return;
  const found = await read(asked, open.list);
  const isUnread = found instanceof PhoneProxyError;
  if (!isUnread) {
    edit(open.list, (before) => {
      const draft = settle(before);
      return isChanged(draft) ? goOnWith(draft, mergedOnto(draft, found)) : startDraft(found);
    });
    open.readAt.value = Date.now();
  }
  open.outcome.value = { is: 'undone', isUnread };
}

/** Reads the list to find out whether it is the one that was sent, the old one, or another. */
export function lookAgain(open: OpenList, sent: readonly Entry[]): Promise<Saved> {
  return during(open, compare(open, client(), sent));
}

/** A save or read of a list runs to its end, regardless of the page. */
function during(open: OpenList, work: Promise<Saved>): Promise<Saved> {
  const ended = async (): Promise<Saved> => {
    try {
      const saved = await work;
      open.outcome.value = saved;
      return saved;
    } finally {
      open.work.value = undefined;
    }
  };
  const whole = ended();
  open.work.value = whole;
  return whole;
}

async function send(open: OpenList, asked: PhoneProxyClient, etag: string): Promise<Saved> {
  const draft = open.draft.peek();
  const sent = wanted(draft);
  try {
    const { afterUpdate, etag: set } = await replaceList(asked, open.list, sent, { ifMatch: etag });
    const held = { kind: draft.kind, entries: sent, etag: set ?? etag };
    return await readSaved(open, asked, held, afterUpdate ?? 'not-told');
  } catch (thrown) {
    const error = failedCall(thrown);
    const { means } = failureOf(error);
    if (means === 'unknown') return { is: 'unknown', error, sent };
    if (means === 'changed') return compare(open, asked, sent);
    const refusals = error instanceof ProblemError ? refusalsOf(draft, error) : [];
    if (refusals.length > 0) open.draft.value = { ...open.draft.peek(), refusals };
    return { is: 'refused', error };
  }
}

/** The faults of single fields, from the service's errors or the call manager's words. */
function refusalsOf(draft: Draft, { code, errors, detail }: ProblemError): readonly Refusal[] {
  return code === 'rejected-by-call-manager' ? refusalIn(draft, detail) : refusalsIn(draft, errors);
}

/**
 * Reads the list after it was saved, to show the call manager's list. If it cannot be read, the list that was sent is
 * shown.
 */
async function readSaved(
  open: OpenList,
  asked: PhoneProxyClient,
  sent: ListRead,
  afterUpdate: NonNullable<Replaced['afterUpdate']> | 'not-told',
): Promise<Saved & { readonly is: 'set' }> {
  const found = isSignedIn(asked) ? await read(asked, open.list) : sent;
  open.readAt.value = Date.now();
  const unread = found instanceof PhoneProxyError ? found : undefined;
  open.draft.value = startDraft(found instanceof PhoneProxyError ? sent : found);
  return { is: 'set', afterUpdate, unread };
}

async function compare(open: OpenList, asked: PhoneProxyClient, sent: readonly Entry[]): Promise<Saved> {
  if (!isSignedIn(asked)) return { is: 'conflict' };
  const found = await read(asked, open.list);
  if (found instanceof PhoneProxyError) return { is: 'unread', error: found, sent };
  open.readAt.value = Date.now();
  const draft = open.draft.peek();
  if (sameEntries(found.kind, found.entries, sent)) {
    open.draft.value = afterSetting(draft, found);
    return { is: 'set', afterUpdate: undefined, unread: undefined };
  }
  if (found.etag === draft.etag) return { is: 'old' };
  open.draft.value = withRead(draft, found);
  return { is: 'conflict' };
}

/** @returns the list, or the error if it cannot be read */
function read(asked: PhoneProxyClient, list: ButtonList): Promise<ListRead | PhoneProxyError> {
  return readList(asked, list).catch(failedCall);
}

/** After signing out nothing more is requested; the list is read again when it is shown again. */
function isSignedIn(asked: PhoneProxyClient): boolean {
  return session.peek()?.client === asked;
}
