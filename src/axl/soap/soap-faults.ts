import { ServiceError } from '../../domain/errors.js';
import { type Release, releasesNamedIn, versionsNamedIn } from './releases.js';
import { notFromAxl } from '../transport/network-errors.js';
import { child, childText, type XmlElement } from './xml.js';

/**
 * Translates every failure of a call manager at the point of entry. Code above this folder never sees an HTTP client's
 * error, a SOAP fault or an HTML page.
 */

/** A call manager's HTTP status other than 200 and 500, which carry HTML, not SOAP. */
export function refusalByStatus(status: number, retryAfter: number | undefined, page: string): ServiceError {
  const cause = `HTTP ${status}`;
  switch (status) {
    case 401:
      return new ServiceError('call-manager-refused-credentials', {
        detail: 'The call manager refused the credentials that this service is configured with.',
        effect: 'refused',
        cause,
      });
    case 403:
      return new ServiceError('call-manager-refused-credentials', {
        detail: 'The user that this service is configured with lacks the AXL role that this call needs.',
        effect: 'refused',
        cause,
      });
    case 404:
      return new ServiceError('axl-service-unavailable', {
        detail: 'The call manager answers, but its AXL service is not activated or not at the configured path.',
        effect: 'refused',
        cause,
      });
    case 413:
      return tooLargeToPass(cause);
    case 429:
    case 503:
      return busy(cause, retryAfter);
    case 599:
      return new ReleaseRefused(page);
    default:
      return notFromAxl(
        `The call manager answered with HTTP status ${status}.`,
        cause,
        carriedOutNothing(status, page) ? 'refused' : 'unknown',
      );
  }
}

/**
 * What stands in front of the call manager did not pass the request on. That is a refusal of this one request, like a
 * fault.
 */
function tooLargeToPass(cause: string): AxlFault {
  const words = 'Something in front of the call manager refused the request, because it is too large (HTTP 413).';
  return new AxlFault(words, { forCaller: String, forLog: String }, undefined, cause);
}

/**
 * Statuses of a server that did not pass the request to AXL, because the address or the method is wrong. A 303 is not
 * among them, because it may also follow a request that was carried out.
 */
const notForAxl: ReadonlySet<number> = new Set([301, 302, 307, 308, 405]);

/** A 400 with an HTML page comes from Tomcat, before AXL. Any other 400 may come from AXL itself. */
function carriedOutNothing(status: number, page: string): boolean {
  return notForAxl.has(status) || (status === 400 && isHtml(page));
}

function isHtml(page: string): boolean {
  return /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]/is.test(page);
}

/** The call manager does not accept the schema release of a request (HTTP 599). */
export class ReleaseRefused extends ServiceError {
  /** The supported releases that its page names, newest first; undefined if it names no version. */
  readonly named: readonly Release[] | undefined;

  constructor(page: string) {
    const versions = versionsNamedIn(page);
    const names = versions.length > 0 ? `It supports ${versions.join(', ')}.` : 'It names no other.';
    super('axl-version-unsupported', {
      detail: `The call manager does not accept the AXL release of this request. ${names}`,
      effect: 'refused',
      cause: 'HTTP 599',
    });
    this.named = versions.length > 0 ? releasesNamedIn(page) : undefined;
  }
}

function busy(cause: string, retryAfterSeconds?: number): ServiceError {
  return new ServiceError('call-manager-busy', {
    detail: 'The call manager is busy and asked for a pause.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    effect: 'refused',
    cause,
  });
}

/** Removes this service's secrets from a call manager's words. */
export interface Redaction {
  /** For the caller whose request the words answer. */
  readonly forCaller: (words: string) => string;
  /** For the log. */
  readonly forLog: (words: string) => string;
}

/** A SOAP fault. Its meaning is decided by the original words. Only redacted words leave this class. */
export class AxlFault extends ServiceError {
  readonly #words: string;
  /** The redacted words, for the log. */
  readonly logged: string;

  /** @param words the call manager's words, on one line */
  constructor(words: string, { forCaller, forLog }: Redaction, axlCode: number | undefined, cause: string) {
    super('call-manager-fault', {
      detail: bounded(forCaller(words)) || 'The call manager answered with an empty fault.',
      axlCode,
      effect: 'refused',
      cause: bounded(forLog(cause)) || 'fault',
    });
    this.#words = words;
    this.logged = bounded(forLog(words));
  }

  /** The original words. Use them only to decide what they mean. They may contain a secret, so do not show them. */
  get words(): string {
    return this.#words;
  }
}

/**
 * The error for a SOAP fault. Which faults mean "not found" depends on the operation, so that is decided there. The
 * memory fault ("Maximum AXL Memory Allocation Consumed", axlcode -1) asks for a later retry, as a 503 does. The
 * database's own passing faults do the same.
 */
export function soapFault(fault: XmlElement, redaction: Redaction): ServiceError {
  const { code: axlCodeText, words } = axlErrorOf(child(fault, 'detail'));
  const message = onOneLine(words || childText(fault, 'faultstring'));
  const axlCode = /^-?\d{1,9}$/.test(axlCodeText) ? Number(axlCodeText) : undefined;
  if (axlCode === -1 && /memory allocation/i.test(message)) return busy('AXL memory');
  const passing = axlCode === undefined ? undefined : passingFaults.get(Math.abs(axlCode));
  if (passing !== undefined) return databaseBusy(passing, axlCode);
  return new AxlFault(message, redaction, axlCode, onOneLine(childText(fault, 'faultcode')));
}

/**
 * Faults of Informix, the call manager's database, that pass by themselves; its clients repeat what they asked. AXL
 * passes Informix's codes on, with either sign. A statement that ends with one of them has changed nothing.
 */
const passingFaults: ReadonlyMap<number, 'database-locked' | 'database-down'> = new Map([
  // A locked record, a locked table or file, a deadlock, a lock that was waited for too long.
  ...[107, 113, 143, 144, 154].map((code) => [code, 'database-locked'] as const),
  // A row could not be read or positioned on; that is how a lock shows in a statement.
  ...[243, 244, 245].map((code) => [code, 'database-locked'] as const),
  // The attempt to connect to the database server failed.
  [908, 'database-down'],
]);

/** The call manager's own words are left out, so there is nothing to redact. */
const databaseTold = {
  'database-locked': "The call manager's database is busy: something else has locked what this request needs.",
  'database-down': 'The call manager cannot reach its database.',
} as const;

function databaseBusy(why: keyof typeof databaseTold, axlCode: number | undefined): ServiceError {
  return new ServiceError('call-manager-busy', {
    detail: databaseTold[why],
    axlCode,
    effect: 'refused',
    cause: why,
    why,
  });
}

/** The code and words in a fault's detail. Before release 8.0 its elements have shorter names. */
function axlErrorOf(detail: XmlElement | undefined): { code: string; words: string } {
  const error = child(detail, 'axlError') ?? child(detail, 'Error');
  return {
    code: (childText(error, 'axlcode') || childText(error, 'code')).trim(),
    words: childText(error, 'axlmessage') || childText(error, 'message'),
  };
}

/** The call manager's own words, on one line. */
function onOneLine(words: string): string {
  return words.trim().replace(/\p{Cc}+/gu, ' ');
}

/** Truncates after redacting, or half a secret could remain. */
function bounded(words: string): string {
  return words.slice(0, 500);
}
