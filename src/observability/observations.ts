import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Span } from '@opentelemetry/api';
import type { ButtonKind, Entry } from '../domain/button-kinds.js';
import type { FindingKind } from '../domain/finding.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import type { SweptTable } from '../domain/swept-tables.js';

/** By what is found what belongs to a request: its id, and the span that it happens in. */
export interface OfRequest {
  readonly requestId: string;
  /** Undefined where nothing is traced. It is told by the id of its trace, never itself. */
  readonly span?: Span | undefined;
}

export function ofRequest({ requestId, span }: OfRequest): OfRequest {
  return { requestId, span };
}

// The closed lists that metrics have as labels: each value is counted from zero on.

/** Why a caller was refused because of overload. */
export const shedReasons = ['queue-full', 'deadline', 'throttled'] as const;

/** Why a caller's login was refused. */
export const loginRefusals = ['wrong', 'limited'] as const;

/** What a device has by an answer that came late: the new list, or still the old one, or neither. */
export const lateLists = ['after', 'before', 'other'] as const;

/** What the store of the history is asked for. */
export const historyOperations = [
  'lock',
  'begin',
  'begin-run',
  'dismiss',
  'settle',
  'settle-abandoned',
  'find',
  'plan',
  'get',
  'list',
] as const;

/**
 * How a sweep of the inventory ends: `another` is whole, and differs from the last one so much that a backup was
 * restored, or it is another cluster.
 */
export const sweepOutcomes = ['whole', 'another', 'failed'] as const;

/**
 * What the code says about itself while it runs. It emits these; the logger and the metrics alone decide what to
 * show of them. None carries a password, an Authorization header, a cookie or a foreign error object.
 */
export type Observation =
  | (OfRequest & {
      readonly kind: 'request';
      readonly method: string;
      /** The route's pattern, never the raw path: `/phone`, or `unknown`. */
      readonly route: string;
      readonly status: number;
      readonly durationMs: number;
      readonly remoteAddress: string;
      readonly user: string | undefined;
      readonly axlCalls: number;
      readonly axlMs: number;
      readonly code: ErrorCode | undefined;
      /** Why, for those who run the service, where the answer says less. */
      readonly cause: string | undefined;
    })
  | (OfRequest & {
      readonly kind: 'axl-call';
      readonly operation: string;
      readonly node: string;
      /** `abandoned`: not sent, because nobody waited for the answer any more; it says nothing of the node. */
      readonly outcome: 'ok' | 'abandoned' | ErrorCode;
      /** How often it was sent in this attempt: once more where the session had expired. */
      readonly sends: number;
      readonly durationMs: number;
      readonly axlCode: number | undefined;
      readonly detail: string | undefined;
      readonly cause: string | undefined;
    })
  | (OfRequest & {
      readonly kind: 'axl-retry';
      readonly operation: string;
      readonly attempt: number;
      readonly code: ErrorCode;
    })
  | { readonly kind: 'queue-wait'; readonly waitMs: number }
  | (OfRequest & { readonly kind: 'shed'; readonly reason: (typeof shedReasons)[number] })
  | (OfRequest & { readonly kind: 'session-login'; readonly node: string })
  | (OfRequest & {
      readonly kind: 'credentials-refused';
      readonly node: string;
      readonly pauseMs: number;
    })
  | (OfRequest & {
      /** Values of an answer held bytes that are no text, or control characters; callers see U+FFFD instead. */
      readonly kind: 'unreadable-characters';
      readonly node: string;
      readonly operation: string;
      /** The devices that have them, ten at most; none where the answer is of something else. */
      readonly devices: readonly string[];
      readonly characters: number;
    })
  | (OfRequest & { readonly kind: 'throttle'; readonly level: number; readonly holdMs: number })
  | { readonly kind: 'breaker'; readonly node: string; readonly state: 'open' | 'closed' }
  | (OfRequest & { readonly kind: 'release'; readonly release: string; readonly version: string })
  | (OfRequest & {
      readonly kind: 'login-refused';
      readonly remoteAddress: string;
      readonly reason: (typeof loginRefusals)[number];
    })
  | (OfRequest & {
      readonly kind: 'write';
      readonly user: string;
      /** The device's name: that of a phone, or of a device profile. */
      readonly phone?: string;
      readonly profile?: string;
      readonly buttons: ButtonKind;
      readonly before: readonly Entry[] | undefined;
      /** Not known of a change that was refused before it was worked out. */
      readonly after: readonly Entry[] | undefined;
      readonly outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode;
    })
  | (OfRequest & {
      /** The request of a write was still open when its caller's time was over, and has ended since. */
      readonly kind: 'late-answer';
      readonly user: string;
      readonly phone?: string;
      readonly profile?: string;
      readonly buttons: ButtonKind;
      /** Undefined where the answer shows nothing. */
      readonly list: (typeof lateLists)[number] | undefined;
    })
  /** How a change that the history keeps ended. */
  | { readonly kind: 'change'; readonly id: string; readonly outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode }
  | {
      /** The store of the history was asked for something. */
      readonly kind: 'history';
      /** What of a request it was asked for, where that is traced. */
      readonly span?: Span | undefined;
      readonly operation: (typeof historyOperations)[number];
      readonly durationMs: number;
      /** Why it could not be done, in a short word; undefined where it was done. */
      readonly cause: string | undefined;
    }
  | {
      /** A page of the call manager's tables was read and kept. */
      readonly kind: 'inventory-page';
      readonly table: SweptTable;
      readonly rows: number;
      readonly bytes: number;
      readonly durationMs: number;
    }
  | {
      /** A sweep of the inventory ended. */
      readonly kind: 'inventory-sweep';
      readonly outcome: (typeof sweepOutcomes)[number];
      /** Why it failed, in words of this service; undefined of a whole one. */
      readonly cause: string | undefined;
      /** What it has found, by kind; undefined where it failed. */
      readonly findings: Readonly<Record<FindingKind, number>> | undefined;
      readonly rows: number;
      readonly durationMs: number;
    }
  | (OfRequest & {
      readonly kind: 'load-change';
      readonly phone: string;
      readonly outcome: 'ok' | ErrorCode;
    })
  | { readonly kind: 'audit-file'; readonly state: 'failing' | 'recovered'; readonly cause: string | undefined }
  /** Certificates that are in use from now on, or files that changed to what cannot be used: then what was stays. */
  | {
      readonly kind: 'certificates';
      /** `HISTORY_URL`: the authorities that its `sslrootcert` names. */
      readonly variable: 'TLS_CERT_FILE' | 'AXL_CA_FILE' | 'HISTORY_URL';
      readonly state: 'in-use' | 'renewed' | 'unusable';
      readonly cause: string | undefined;
      /** The subject and the end of the validity (ISO 8601) of each that is in use from now on. */
      readonly certificates: readonly { readonly subject: string; readonly notAfter: string }[];
    }
  /** Lines that the audit file will never have: it could not be written, and no more could be kept. */
  | { readonly kind: 'audit-lines-lost'; readonly lines: number }
  /** Lines that the log will never have: standard output did not take them, and no more could be kept. */
  | { readonly kind: 'log-lines-lost'; readonly lines: number }
  | { readonly kind: 'htpasswd'; readonly state: 'reloaded' | 'unusable'; readonly cause: string | undefined }
  | {
      readonly kind: 'unexpected';
      readonly requestId: string | undefined;
      readonly span?: Span | undefined;
      readonly name: string;
      readonly stack: string;
    }
  | {
      readonly kind: 'started';
      readonly url: string;
      /** Where health and metrics are asked for. */
      readonly adminUrl: string | undefined;
      readonly version: string;
    }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'stopping'; readonly reason: string }
  | { readonly kind: 'stopped'; readonly unfinished: number };

export type AxlCallSeen = Extract<Observation, { kind: 'axl-call' }>;

/**
 * Whether a call was answered "Item not valid" (axlcode 5007), AXL's way to say that there is no such thing. Usual,
 * not trouble: a line's device can be a profile where a phone was asked for.
 */
export function saysNotThere({ outcome, axlCode }: AxlCallSeen): boolean {
  return outcome === 'call-manager-fault' && axlCode === 5007;
}

export type Observe = (observation: Observation) => void;

/**
 * What may be said of something thrown that is none of our own errors: its kind and where it was thrown. Its
 * message is left out, because foreign messages quote what they were given.
 */
export function unexpected(thrown: unknown, { requestId, span }: Partial<OfRequest> = {}): Observation {
  const error = thrown instanceof Error ? thrown : undefined;
  const stack = error ? framesOf(error) : '';
  return { kind: 'unexpected', requestId, span, name: error?.name ?? typeof thrown, stack };
}

/** Where an error was thrown, in lines of the source: its stack without its message, of which a line may look like a frame. */
export function framesOf({ stack = '', message }: Error): string {
  return stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(withSourceLine)
    .join('\n');
}

/** Passes each observation on to everybody who is to hear of it: the log, the metrics, the audit file. */
export class Observers {
  readonly #all: Observe[];

  constructor(...first: readonly Observe[]) {
    this.#all = [...first];
  }

  readonly observe: Observe = (observation) => {
    for (const each of this.#all) each(observation);
  };

  /** @param observer hears of what comes from now on */
  add(observer: Observe): void {
    this.#all.push(observer);
  }
}

/** The maps that were asked for, by file; none for a file that has none. There are as many as files in dist/. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Names the line of the source for a frame of a stack, where the build has put a map beside the file. Node does so by
 * itself when it is told to, and then reads every map at the start, which takes a fifth longer; here one is read when an
 * error is told of.
 * @param frame `    at load (file:///opt/proxy/dist/service.js:812:9)`
 * @returns `    at load (file:///opt/proxy/src/tls/certificates.ts:31:5)`, or the frame as it is
 */
function withSourceLine(frame: string): string {
  return frame.replace(/(file:\/\/\S+?):(\d+):(\d+)/, (position, url: string, line: string, column: string) => {
    const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return position;
    return `${new URL(entry.originalSource, url).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

function readMap(url: string): SourceMap | undefined {
  try {
    const file = pathToFileURL(`${fileURLToPath(url)}.map`);
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}
