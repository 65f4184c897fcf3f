import { type ShownEntry, shownList } from '../support/shown-lists.js';
import type { KeptChange, KeptList } from './records.js';
import { loginOf } from './users.js';

/** An answer; undefined if none came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Longer than the service's own deadline. */
const patienceMs = 15_000;

export interface Call {
  readonly user: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** After how many milliseconds its caller hangs up. */
  readonly hangUpMs?: number | undefined;
}

/** @returns the answer, or undefined if none came */
export async function call(
  url: string,
  { user, method = 'GET', headers, body, hangUpMs }: Call,
): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, {
      method,
      signal: AbortSignal.timeout(hangUpMs ?? patienceMs),
      headers: {
        authorization: loginOf(user),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? (JSON.parse(text) as Answer['body']) : {} };
  } catch {
    return undefined;
  }
}

/** A change as the interface shows it. */
export interface ShownChange extends Omit<KeptChange, 'lists' | 'time' | 'user'> {
  readonly user: string | null;
  readonly source: string;
  readonly time: string;
  readonly digest: string | null;
  readonly may: readonly string[];
  readonly lists?: readonly ShownChangeList[];
}

interface ShownChangeList {
  readonly position: number;
  readonly device: string;
  readonly uuid: string | null;
  readonly kind: string;
  readonly state: string;
  readonly problem: { readonly code: string } | null;
  readonly foundLater?: { readonly list: string };
  readonly before: readonly ShownEntry[] | null;
  readonly after: readonly ShownEntry[] | null;
  readonly undoneBy: string | null;
  readonly sent: { readonly time: string; readonly requestId: string | null } | null;
}

export function listIn({ problem, foundLater, before, after, sent, ...list }: ShownChangeList): KeptList {
  const { position, device, uuid, kind, state, undoneBy } = list;
  return {
    ...{ position, device, uuid, kind, state, undoneBy },
    ...{ code: problem?.code, found: foundLater?.list, before: before ? shownList(before) : undefined },
    after: after ? shownList(after) : undefined,
    sent: sent ? { time: Date.parse(sent.time), requestId: sent.requestId ?? '' } : undefined,
  };
}

/** @returns a change with all of its lists; undefined if it cannot be read now */
export async function wholeChange(
  url: string,
  user: string,
  id: string,
): Promise<{ readonly change: ShownChange; readonly lists: readonly KeptList[] } | undefined> {
  const lists: KeptList[] = [];
  for (let query = '?limit=500'; ;) {
    const answer = await call(`${url}/changes/${id}${query}`, { user });
    if (answer?.status !== 200) return undefined;
    const change = answer.body as unknown as ShownChange;
    lists.push(...(change.lists ?? []).map(listIn));
    const next = /<[^>]*(\?[^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
    if (next === undefined) return { change, lists };
    query = next;
  }
}

/** @returns the page of changes that a query means, and the query of the next page */
export async function changesOf(
  url: string,
  user: string,
  query: string,
): Promise<{ readonly changes: readonly ShownChange[]; readonly next: string | undefined } | undefined> {
  const answer = await call(`${url}/changes${query}`, { user });
  if (answer?.status !== 200) return undefined;
  const next = /<[^>]*(\?[^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  return { changes: answer.body as unknown as ShownChange[], next };
}
