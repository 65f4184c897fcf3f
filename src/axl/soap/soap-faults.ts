import { ServiceError } from '../../domain/errors.js';
import { type Release, releasesNamedIn, versionsNamedIn } from './releases.js';
import { responseInvalid } from '../transport/network-errors.js';
import { child, childText, type XmlElement } from './xml.js';

/**
 * Everything that can go wrong towards a call manager, translated where it enters. Nothing above this folder sees
 * an HTTP client's error, a SOAP fault or a page of HTML.
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
    case 503:
      return busy(cause, retryAfter);
    case 599:
      return new ReleaseRefused(page);
    default:
      return responseInvalid(
        `The call manager answered with HTTP status ${status}.`,
        cause,
        carriedOutNothing(status, page) ? 'refused' : 'unknown',
      );
  }
}

/**
 * Statuses of a server that did not give the request to AXL: it is to be sent to another address (a 303 may also come
 * when it was carried out), or not by POST.
 */
const notForAxl: ReadonlySet<number> = new Set([301, 302, 307, 308, 405]);

/** A 400 with a page of HTML is of Tomcat, before AXL; one with anything else may be of AXL itself. */
function carriedOutNothing(status: number, page: string): boolean {
  return notForAxl.has(status) || (status === 400 && isHtml(page));
}

function isHtml(page: string): boolean {
  return /^\uFEFF?\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html)[\s>]/is.test(page);
}

/** The call manager does not accept the schema release of a request (HTTP 599). */
export class ReleaseRefused extends ServiceError {
  /** The releases of ours that its page names, newest first; undefined when that names no version at all. */
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

/** How a call manager's words are shown, without this service's secrets. */
export interface Redaction {
  /** To the caller whose request they answer. */
  readonly forCaller: (words: string) => string;
  /** In the log. */
  readonly forLog: (words: string) => string;
}

/** A SOAP fault. It is understood by its words as they came; only what has been redacted leaves. */
export class AxlFault extends ServiceError {
  readonly #words: string;
  /** Its words, for the log. */
  readonly logged: string;

  /** @param words on one line */
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

  /** As they came, for deciding what they mean: they may hold a secret, and are shown to no one. */
  get words(): string {
    return this.#words;
  }
}

/**
 * A SOAP fault. Which faults mean "not found" depends on the operation, so that is decided there.
 * The memory fault ("Maximum AXL Memory Allocation Consumed", axlcode -1) asks to retry later, as 503 does.
 */
export function soapFault(fault: XmlElement, redaction: Redaction): ServiceError {
  const { code: axlCodeText, words } = axlErrorOf(child(fault, 'detail'));
  const message = onOneLine(words || childText(fault, 'faultstring'));
  const axlCode = /^-?\d{1,9}$/.test(axlCodeText) ? Number(axlCodeText) : undefined;
  if (axlCode === -1 && /memory allocation/i.test(message)) return busy('AXL memory');
  return new AxlFault(message, redaction, axlCode, onOneLine(childText(fault, 'faultcode')));
}

/** What the detail of a fault says; before release 8.0 its elements have shorter names. */
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

/** Cut when what is to be hidden is hidden: of a secret that is cut through, the first half would be shown. */
function bounded(words: string): string {
  return words.slice(0, 500);
}
