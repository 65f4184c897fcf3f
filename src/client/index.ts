import { type Answer, phonesIn, replacedIn } from './answers.js';
import { ConnectionError } from './errors.js';
import type { Phone, Replaced, SpeedDialToSet } from './types.js';

export { ConnectionError, PhoneProxyError, ProblemError, UnexpectedAnswerError } from './errors.js';
export { type FieldProblem, type Phone, type Problem, type ProblemCode, problemCodes } from './types.js';
export type { Replaced, SpeedDial, SpeedDialToSet } from './types.js';

export interface ClientOptions {
  /** Where the service is: `https://phones.example.com`, with its path where it has one. */
  readonly baseUrl: string | URL;
  readonly username: string;
  readonly password: string;
  /** Used instead of the platform's own. */
  readonly fetch?: typeof fetch | undefined;
  /** How long a call may take in all, in milliseconds; 40,000, more than the service takes by default. */
  readonly timeoutMs?: number | undefined;
}

export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** An id of your own for the service's log: 1 to 64 letters, digits, `.`, `_`, `:` or `-`. */
  readonly requestId?: string | undefined;
}

/** Calls the service. Each call rejects with a PhoneProxyError: ProblemError, ConnectionError, UnexpectedAnswerError. */
export interface PhoneProxyClient {
  /** The phones that carry a directory number (`0100`, `+14085554019`); none is an empty array. */
  findPhones(dirn: string, options?: CallOptions): Promise<Phone[]>;
  /** Replaces the whole list of a phone's speed dials; an empty one clears it. The same list can be sent again. */
  replaceSpeedDials(phone: string, dials: readonly SpeedDialToSet[], options?: CallOptions): Promise<Replaced>;
}

interface Request {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly body?: string;
}

/** @throws TypeError when an option cannot be used; it does not quote what it was given */
export function createClient(options: ClientOptions): PhoneProxyClient {
  const base = baseOf(options.baseUrl);
  const authorization = basic(options.username, options.password);
  const exchange = exchangeWith(options.fetch ?? fetch, options.timeoutMs ?? 40_000, authorization);
  return {
    findPhones: async (dirn, call = {}) => {
      const url = urlOf(base, 'phone', { dirn });
      return phonesIn(await exchange({ method: 'GET', url }, call));
    },
    replaceSpeedDials: async (phone, dials, call = {}) => {
      const url = urlOf(base, 'speeddials', { phone });
      return replacedIn(await exchange({ method: 'POST', url, body: JSON.stringify(dials) }, call));
    },
  };
}

type Exchange = (request: Request, call: CallOptions) => Promise<Answer>;

function exchangeWith(send: typeof fetch, timeoutMs: number, authorization: string): Exchange {
  return async ({ method, url, body }, { signal, requestId }) => {
    const headers = new Headers({ authorization });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (requestId !== undefined) headers.set('x-request-id', requestId);
    const timeout = AbortSignal.timeout(timeoutMs);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      // Followed, a redirect could turn a POST into a GET.
      const response = await send(url, { method, headers, body: body ?? null, redirect: 'manual', signal: ends });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (thrown) {
      signal?.throwIfAborted();
      throw new ConnectionError(timeout.aborted ? 'timeout' : 'network', codeOf(thrown));
    }
  };
}

function baseOf(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not hold credentials');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function urlOf(base: URL, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(path, base);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** The service reads credentials as UTF-8, which btoa does not know. */
function basic(username: string, password: string): string {
  if (username.includes(':')) throw new TypeError('username must not contain a colon, which HTTP Basic cannot carry');
  return `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
}

/** The system's code for why fetch failed; the error itself is not kept, whatever it may hold. */
function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const { code, cause } = thrown as { code?: unknown; cause?: unknown };
  return typeof code === 'string' ? code : codeOf(cause);
}
