import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Span } from '@opentelemetry/api';
import type { ButtonKind, Entry } from '../domain/button-kinds.js';
import type { FindingKind } from '../domain/finding.js';
import type { ListEnd, ListState } from '../domain/list-states.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import type { SweptTable } from '../domain/swept-tables.js';

/** Names the request that something belongs to: the request's id, and its span. */
export interface OfRequest {
  readonly requestId: string;
  /** Undefined if nothing is traced. The log shows only the id of its trace. */
  readonly span?: Span | undefined;
}

export function ofRequest({ requestId, span }: OfRequest): OfRequest {
  return { requestId, span };
}

// The values of the metrics' labels. The series of each value starts at zero.

/** Why a caller was refused because of overload. */
export const shedReasons = ['queue-full', 'deadline', 'throttled'] as const;

/** Why a caller's login was refused. */
export const loginRefusals = ['wrong', 'limited'] as const;

/** The list that a late answer shows: the new one, still the old one, or neither. */
export const lateLists = ['after', 'before', 'other'] as const;

/** The operations of the history's store. */
export const historyOperations = [
  'lock',
  'begin',
  'dismiss',
  'settle',
  'settle-abandoned',
  'find',
  'change',
  'get',
  'list',
] as const;

/**
 * How a sweep of the inventory ends. `another` is complete, and differs so much from the last one that a backup was
 * restored or the cluster is another one.
 */
export const sweepOutcomes = ['whole', 'another', 'failed'] as const;

/**
 * What the service reports while it runs. The logger and the metrics decide what to show. No observation has a
 * password, an Authorization header, a cookie or another library's error object.
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
      /** The reason, for the administrator, if the answer does not contain it. */
      readonly cause: string | undefined;
    })
  | (OfRequest & {
      readonly kind: 'axl-call';
      readonly operation: string;
      readonly node: string;
      /** `abandoned`: not sent, because no one waited for the answer any more. It says nothing about the node. */
      readonly outcome: 'ok' | 'abandoned' | ErrorCode;
      /** How often it was sent in this attempt: twice if the session had expired. */
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
      /** An answer had bytes that are not text, or control characters. Callers see U+FFFD instead. */
      readonly kind: 'unreadable-characters';
      readonly node: string;
      readonly operation: string;
      /** At most ten devices that have them; none if the answer is not about devices. */
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
      /** The change that is being carried out; left out for a caller's write. */
      readonly change?: string;
      readonly buttons: ButtonKind;
      readonly before: readonly Entry[] | undefined;
      /** Undefined if the change was refused before its list was known. */
      readonly after: readonly Entry[] | undefined;
      readonly outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode;
    })
  /** A write has changed more than its list, so this service writes nothing; or it writes again. */
  | (OfRequest & {
      readonly kind: 'writing-stopped';
      /** `the phone SEP00A1B2C30011` */
      readonly device: string;
      /** What the call manager did, in words that follow `the call manager`. */
      readonly words: string;
    })
  | { readonly kind: 'writing-resumed'; readonly by: string }
  | (OfRequest & {
      /** The rest of a device changed during a write. That is put down to someone else. */
      readonly kind: 'changed-beside';
      readonly device: string;
      readonly words: string;
    })
  | (OfRequest & {
      /** A write's request, which was still open at the caller's deadline, has ended. */
      readonly kind: 'late-answer';
      readonly user: string;
      readonly phone?: string;
      readonly profile?: string;
      readonly buttons: ButtonKind;
      /** Undefined if the answer shows no list. */
      readonly list: (typeof lateLists)[number] | undefined;
    })
  /** How a change in the history ended. */
  | { readonly kind: 'change'; readonly id: string; readonly state: ListEnd }
  | {
      /** The lists of a change are being set, or that has ended. */
      readonly kind: 'change-carried';
      readonly id: string;
      readonly state: string;
      readonly user: string;
      readonly approver: string | undefined;
      /** With whose right they are set. */
      readonly carrier: string;
      /** How many of its lists are in which state. */
      readonly lists: Readonly<Partial<Record<ListState, number>>>;
    }
  | {
      /** A request to the history's store ended. */
      readonly kind: 'history';
      /** The span of the request, if it is traced. */
      readonly span?: Span | undefined;
      readonly operation: (typeof historyOperations)[number];
      readonly durationMs: number;
      /** Why it failed, in a short word; undefined if it did not fail. */
      readonly cause: string | undefined;
    }
  | {
      /** A page of the call manager's tables was read and stored. */
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
      /** Why it failed, in words of this service; undefined for a complete one. */
      readonly cause: string | undefined;
      /** How many findings it has, by kind; undefined if it failed. */
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
  /**
   * Either new certificates are in use from now on, or a changed file is unusable and the old certificates stay in use.
   */
  | {
      readonly kind: 'certificates';
      /** `DATABASE_URL`: the authorities that its `sslrootcert` names. */
      readonly variable: 'TLS_CERT_FILE' | 'AXL_CA_FILE' | 'DATABASE_URL';
      readonly state: 'in-use' | 'renewed' | 'unusable';
      readonly cause: string | undefined;
      /** The certificates that are in use from now on: the subject and the end of the validity (ISO 8601) of each. */
      readonly certificates: readonly { readonly subject: string; readonly notAfter: string }[];
    }
  /** Lines that are lost for the audit file: it could not be written, and the memory for waiting lines was full. */
  | { readonly kind: 'audit-lines-lost'; readonly lines: number }
  /** Lines that are lost for the log: standard output did not take them, and the memory for waiting lines was full. */
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
      /** The address of health and metrics. */
      readonly adminUrl: string | undefined;
      /** The file of the database, the name of its server, or `off`. */
      readonly database: string;
      readonly version: string;
    }
  | { readonly kind: 'warning'; readonly text: string }
  | { readonly kind: 'stopping'; readonly reason: string }
  | { readonly kind: 'stopped'; readonly unfinished: number };

export type AxlCallSeen = Extract<Observation, { kind: 'axl-call' }>;

/**
 * True if the answer is "Item not valid" (axlcode 5007): the object does not exist. That is usual. For example, the
 * device of a line can be a profile, and not a phone.
 */
export function saysNotThere({ outcome, axlCode }: AxlCallSeen): boolean {
  return outcome === 'call-manager-fault' && axlCode === 5007;
}

export type Observe = (observation: Observation) => void;

/**
 * Describes an error of another library: its kind, and where it was thrown. The message is left out, because it may
 * quote secret input.
 */
export function unexpected(thrown: unknown, { requestId, span }: Partial<OfRequest> = {}): Observation {
  const error = thrown instanceof Error ? thrown : undefined;
  const stack = error ? framesOf(error) : '';
  return { kind: 'unexpected', requestId, span, name: error?.name ?? typeof thrown, stack };
}

/**
 * The frames of an error's stack, in lines of the source. The message goes first, because its lines may look like
 * frames.
 */
export function framesOf({ stack = '', message }: Error): string {
  return stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(withSourceLine)
    .join('\n');
}

/** Passes each observation on to the log, the metrics and the audit file. */
export class Observers {
  readonly #all: Observe[];

  constructor(...first: readonly Observe[]) {
    this.#all = [...first];
  }

  readonly observe: Observe = (observation) => {
    for (const each of this.#all) each(observation);
  };

  /** @param observer gets each observation from now on */
  add(observer: Observe): void {
    this.#all.push(observer);
  }
}

/**
 * The source maps that were read, by file; undefined for a file without a map. There are at most as many as files in
 * dist/.
 */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces the position in a stack's frame by the line of the source, if there is a source map. Node can do this too,
 * but it reads every map at the start, and so the start takes a fifth longer. Here, a map is read only when an error
 * needs it.
 * @param frame ` at load (file:///opt/proxy/dist/service.js:812:9)`
 * @returns ` at load (file:///opt/proxy/src/tls/certificates.ts:31:5)`, or the frame as it is
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
