import type { Button, ButtonKind } from '../domain/buttons.js';
import type { ErrorCode } from '../domain/error-catalogue.js';

/**
 * What the code says about itself while it runs. It emits these; the logger and the metrics alone decide what to
 * show of them. None carries a password, an Authorization header, a cookie or a foreign error object.
 */
export type Observation =
  | {
      readonly kind: 'request';
      readonly requestId: string;
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
    }
  | {
      readonly kind: 'axl-call';
      readonly requestId: string;
      readonly operation: string;
      readonly node: string;
      /** `abandoned`: not sent, because nobody waited for the answer any more; it says nothing of the node. */
      readonly outcome: 'ok' | 'abandoned' | ErrorCode;
      readonly durationMs: number;
      readonly axlCode: number | undefined;
      readonly detail: string | undefined;
      readonly cause: string | undefined;
    }
  | {
      readonly kind: 'axl-retry';
      readonly requestId: string;
      readonly operation: string;
      readonly attempt: number;
      readonly code: ErrorCode;
    }
  | { readonly kind: 'queue-wait'; readonly waitMs: number }
  | { readonly kind: 'shed'; readonly requestId: string; readonly reason: 'queue-full' | 'deadline' | 'throttled' }
  | { readonly kind: 'session-login'; readonly requestId: string; readonly node: string }
  | {
      readonly kind: 'credentials-refused';
      readonly requestId: string;
      readonly node: string;
      readonly pauseMs: number;
    }
  | {
      /** Values of an answer held bytes that are no text, or control characters; callers see U+FFFD in their place. */
      readonly kind: 'unreadable-characters';
      readonly requestId: string;
      readonly node: string;
      readonly operation: string;
      /** The devices that have them, ten at most; none where the answer is of something else. */
      readonly devices: readonly string[];
      readonly characters: number;
    }
  | { readonly kind: 'throttle'; readonly requestId: string; readonly level: number; readonly holdMs: number }
  | { readonly kind: 'breaker'; readonly node: string; readonly state: 'open' | 'closed' }
  | { readonly kind: 'release'; readonly requestId: string; readonly release: string; readonly version: string }
  | {
      readonly kind: 'login-refused';
      readonly requestId: string;
      readonly remoteAddress: string;
      readonly reason: 'wrong' | 'limited';
    }
  | {
      readonly kind: 'write';
      readonly requestId: string;
      readonly user: string;
      /** The device's name: that of a phone, or of a device profile. */
      readonly phone?: string;
      readonly profile?: string;
      readonly buttons: ButtonKind;
      readonly before: readonly Button[] | undefined;
      /** Not known of a change that was refused before it was worked out. */
      readonly after: readonly Button[] | undefined;
      readonly outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode;
    }
  /** How a change that the history keeps ended. */
  | { readonly kind: 'change'; readonly id: string; readonly outcome: 'replaced' | 'confirmed-by-reading' | ErrorCode }
  | {
      /** The store of the history was asked for something. */
      readonly kind: 'history';
      readonly operation: 'lock' | 'begin' | 'settle' | 'get' | 'list';
      readonly durationMs: number;
      /** Why it could not be done, in a short word; undefined where it was done. */
      readonly cause: string | undefined;
    }
  | {
      readonly kind: 'load-change';
      readonly requestId: string;
      readonly phone: string;
      readonly outcome: 'ok' | ErrorCode;
    }
  | { readonly kind: 'audit-file'; readonly state: 'failing' | 'recovered'; readonly cause: string | undefined }
  /** Certificates that are in use from now on, or files that changed to what cannot be used: then what was stays. */
  | {
      readonly kind: 'certificates';
      readonly variable: 'TLS_CERT_FILE' | 'AXL_CA_FILE';
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
export function unexpected(thrown: unknown, requestId?: string): Observation {
  const error = thrown instanceof Error ? thrown : undefined;
  return { kind: 'unexpected', requestId, name: error?.name ?? typeof thrown, stack: error ? framesOf(error) : '' };
}

/** Where an error was thrown: its stack without its message, of which a line may look like a frame. */
export function framesOf({ stack = '', message }: Error): string {
  return stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
