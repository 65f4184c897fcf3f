import { ServiceError } from '../domain/errors.js';
import { type AskedList, changeBounds } from './change.js';
import type { Asked, ChangeStore } from './store/change-store.js';
import type { ToAsk } from './to-ask.js';

/** A change whose lists arrive one after another. */
export interface ToUpload extends Pick<ToAsk, 'title' | 'reason' | 'isDraft' | 'begins'> {
  /** The caller's key for this request; undefined if the caller gave none. */
  readonly keyText: string | undefined;
  /** The lists, some at a time. It rejects if they do not all arrive, or one of them is wrong. */
  readonly lists: AsyncIterable<readonly AskedList[]>;
  /** A hash of the request, known after the last list. */
  readonly hash: () => string;
}

interface UploadParts {
  readonly user: string;
  readonly requestId: string;
  readonly expiresMs: number;
  readonly ask: <Result>(work: (store: ChangeStore) => Promise<Result>) => Promise<Result>;
}

/** What is stored now, with how many lists. */
export type Uploaded = Asked & { readonly lists: number };

/** How many lists, and how many buttons of them, one transaction stores. */
const atOnce = { lists: 1_000, buttons: 10_000 };

/**
 * Stores lists as they arrive. No one sees them before the last one is stored; if something is wrong before, they are
 * deleted. Whether a key was sent with the same request is known when all of it has arrived.
 */
export async function upload(asked: ToUpload, { ask, ...parts }: UploadParts): Promise<Uploaded> {
  const { title, reason, isDraft, begins, keyText } = asked;
  const { user, requestId, expiresMs } = parts;
  const known = keyText !== undefined && (await ask((store) => store.keyed(user, { text: keyText, hash: '' })));
  if (known) {
    for await (const lists of asked.lists) void lists;
    const again = await ask((store) => store.keyed(user, { text: keyText, hash: asked.hash() }));
    return { ...(again ?? { is: 'other' }), lists: 0 };
  }
  const change = { user, requestId, title, reason, isDraft, begins, expiresMs };
  const begun = await ask((store) =>
    store.ask({
      ...change,
      ...{ isArriving: true, lists: [], intent: undefined, notes: [], key: undefined },
      ...{ atMost: undefined, notBefore: undefined, undoes: undefined },
    }),
  );
  if (begun.is !== 'new') return { ...begun, lists: 0 };
  const { id } = begun;
  let [stored, isComplete] = [0, false];
  try {
    for await (const lists of asked.lists) {
      for (const some of partsOf(lists)) {
        const is = await ask((store) => store.addArriving({ id, user }, some, stored));
        if (is === 'gone') throw isGone();
        if (is === 'full') return { is: 'full', whose: 'user', lists: 0 };
        stored += some.length;
      }
    }
    const made = title === '' ? titleOf(stored) : title;
    const key = keyText === undefined ? undefined : { text: keyText, hash: asked.hash() };
    const complete = await ask((store) => store.completeArriving({ id, user, title: made, reason, key, expiresMs }));
    if (complete === 'gone') throw isGone();
    isComplete = complete.is === 'new';
    return { ...complete, lists: stored };
  } finally {
    // What cannot be deleted now is deleted later.
    if (!isComplete) await ask((store) => store.dropArriving(id, stored + atOnce.lists)).catch(() => undefined);
  }
}

function titleOf(lists: number): string {
  const title = `Import of ${lists === 1 ? 'a list' : `${lists} lists`}`;
  return title.slice(0, changeBounds.title);
}

function isGone(): ServiceError {
  const detail = 'The lists took too long to arrive, and were deleted. Nothing was asked for.';
  return new ServiceError('overloaded', { detail, retryAfterSeconds: 1, effect: 'none', cause: 'late-lists' });
}

/** @returns lists in parts that are small enough for one transaction */
function* partsOf(lists: readonly AskedList[]): Generator<readonly AskedList[]> {
  let [part, buttons]: [AskedList[], number] = [[], 0];
  for (const list of lists) {
    part.push(list);
    buttons += list.after.length;
    if (part.length < atOnce.lists && buttons < atOnce.buttons) continue;
    yield part;
    [part, buttons] = [[], 0];
  }
  if (part.length > 0) yield part;
}
