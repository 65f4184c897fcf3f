import type { Answer } from './answers.js';
import { blockedPort, ConnectionError } from './errors.js';

/** Sends requests. */

export interface CallOptions {
  /** Cancels the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** An id of your own for the service's log: 1 to 64 letters, digits, `.`, `_`, `:` or `-`. */
  readonly requestId?: string | undefined;
  /**
   * Which answers of the service's inventory a read accepts: `max-age=60`, `no-cache`. It replaces the setting of the
   * client.
   */
  readonly cacheControl?: string | undefined;
  /**
   * Called with the age of the answer in seconds, if it comes from the service's inventory; otherwise with undefined.
   */
  readonly onAge?: ((seconds: number | undefined) => void) | undefined;
}

/** How a change is asked for. */
export interface AskOptions extends CallOptions {
  /** Names the request: the same key gives the same change for 24 hours. If it is left out, a new one is sent. */
  readonly idempotencyKey?: string | undefined;
}

/** The options of an undo. The key counts for a change of several lists. */
export interface UndoChangeOptions extends AskOptions {
  /**
   * `entries`: undoes only the entries that the change touched, regardless of the others. If left out, the whole list.
   */
  readonly scope?: 'list' | 'entries' | undefined;
}

/** The options of a change of a list. */
export interface ChangeOptions extends CallOptions {
  /** Changes the list only if it still has this etag, or one of several; `*` is any list. */
  readonly ifMatch?: string | undefined;
  /**
   * With `ifMatch`: if the device already has a list with this etag, nothing is set, and the answer is 412 with the
   * etag.
   */
  readonly ifNoneMatch?: string | undefined;
}

/** A file to send. Where fetch takes no stream, send a Blob, such as a file that was chosen in a browser. */
export type FileToSend = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  /** Is sent as JSON. */
  readonly body?: unknown;
  /** Is sent as it is, as CSV. */
  readonly file?: FileToSend;
  /** Whether the answer is taken while it arrives; then there is no time limit for the rest of it. */
  readonly isStream?: true;
  /** How long the call may take, if not as long as any call. */
  readonly timeoutMs?: number;
}

export type Exchange = (
  request: Request,
  call: ChangeOptions & { readonly idempotencyKey?: string | undefined },
) => Promise<Answer>;

/** How long a call may take in total by default, in milliseconds: more than the service takes by default. */
export const usualTimeoutMs = 40_000;

/**
 * @returns a function that sends a request and reads its answer; it rejects with a ConnectionError or the signal's
 * reason
 */
export function exchangeWith(
  send: typeof fetch,
  usualMs: number,
  authorization: string,
  usualCacheControl: string | undefined,
): Exchange {
  return async (
    { method, url, body, file, isStream, timeoutMs = usualMs },
    { signal, requestId, ifMatch, ifNoneMatch, idempotencyKey, ...call },
  ) => {
    const headers = new Headers({ authorization });
    const { cacheControl = usualCacheControl } = call;
    if (method === 'GET' && cacheControl !== undefined) headers.set('cache-control', cacheControl);
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (file !== undefined) headers.set('content-type', 'text/csv');
    if (requestId !== undefined) headers.set('x-request-id', requestId);
    if (ifMatch !== undefined) headers.set('if-match', ifMatch);
    if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort();
    }, timeoutMs);
    const ends = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal;
    const sent = file ?? (body === undefined ? null : JSON.stringify(body));
    // Fetch needs that for a stream; other bodies may have it.
    const half = { duplex: 'half' } as const;
    try {
      // If the redirect were followed, a POST could become a GET.
      const response = await send(url, { method, headers, body: sent, redirect: 'manual', signal: ends, ...half });
      const age = response.headers.get('age');
      call.onAge?.(age === null ? undefined : Number(age));
      const head = { status: response.status, headers: response.headers };
      if (isStream && response.ok && response.body) return { ...head, text: '', stream: response.body };
      return { ...head, text: await response.text() };
    } catch (thrown) {
      signal?.throwIfAborted();
      throw new ConnectionError(timeout.signal.aborted ? 'timeout' : 'network', codeOf(thrown));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @throws TypeError, whose message does not quote the input */
export function baseOf(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not have credentials');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** The owner of buttons: a phone, by its name, or a device profile. */
export type ButtonsOf = string | { readonly profile: string };

/** A value of a parameter. */
type Value = string | number | boolean | Date | undefined;
type Query = Readonly<Partial<Record<string, Value>>>;

/** @param query values by the names of parameters; `of` is a device; undefined ones are left out */
export function urlOf(base: URL, path: string, query: object = {}): URL {
  const url = new URL(path, base);
  const { of, ...others } = query as Query & { readonly of?: ButtonsOf };
  const device = typeof of === 'string' ? { phone: of } : { ...of };
  for (const [name, value] of Object.entries<Value>({ ...device, ...others })) {
    if (value !== undefined) url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return url;
}

/**
 * The service reads credentials as UTF-8, which btoa does not support.
 * @throws TypeError, whose message does not quote the input
 */
export function basic(username: string, password: string): string {
  if (username.includes(':')) throw new TypeError('username must not contain a colon, which HTTP Basic cannot carry');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
}

/**
 * The system's code for a failure of fetch. The error itself is dropped, because it may contain secrets. There are
 * ports to which fetch never connects, such as 1 or 25. For these, it gives no code.
 */
function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, cause, message } = thrown as { code?: unknown; cause?: unknown; message?: unknown };
  if (message === 'bad port') return blockedPort;
  return typeof code === 'string' ? code : codeOf(cause);
}
