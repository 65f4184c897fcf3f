import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { type Redaction, refusalByStatus, soapFault } from './soap-faults.js';
import type { Envelope } from './envelope.js';
import { readDocument, type Unreadable, UnreadableResponse, type XmlDocument } from './xml-reader.js';
import { notFromAxl, responseInvalid } from '../transport/network-errors.js';
import type { HttpResponse } from '../transport/transport.js';
import { child, childText, type XmlElement } from './xml.js';

interface Returned {
  /** The `return` element of the response. */
  readonly result: XmlElement;
  readonly unreadable: UnreadableValues | undefined;
}

/** How many characters in the values of a response were unreadable and became U+FFFD. */
export interface UnreadableValues {
  readonly characters: number;
  /** The first devices with unreadable values, if they are known. */
  readonly devices: readonly string[];
}

/**
 * Finds what a call manager returned in an HTTP response.
 * @throws ServiceError for any other response
 */
export async function returned(
  response: HttpResponse,
  { operation, device, takeRows, deviceOfRow }: Envelope,
  redaction: Redaction,
): Promise<Returned> {
  // A fault also has HTTP 500, so the status alone is not enough there.
  if (response.status !== 200 && response.status !== 500) throw refusal(response);
  const cause = `HTTP ${response.status}`;
  if (response.cut) throw responseInvalid(`The call manager's answer cannot be read: ${tooLarge}.`, cause);
  let document: XmlDocument;
  try {
    document = await readDocument(plainBody(response), charsetOf(response), takeRows);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableResponse)) throw thrown;
    throw notFromAxl(`The call manager's answer cannot be read: ${thrown.message}.`, cause);
  }
  const { root, unreadable } = document;
  if (root.name !== 'Envelope') throw notFromAxl("The call manager's answer is not SOAP.", cause);
  const body = child(root, 'Body');
  const fault = child(body, 'Fault');
  if (fault) throw soapFault(fault, redaction);
  const result = child(child(body, `${operation}Response`), 'return');
  if (response.status !== 200 || !result) {
    throw responseInvalid(`The call manager's answer is not an answer to ${operation}.`, cause);
  }
  return {
    result,
    unreadable: unreadable.characters > 0 ? unreadableIn(result, device, deviceOfRow, unreadable) : undefined,
  };
}

const tooLarge = 'the answer is larger than 8 MB';

/** Whether an error says that an answer exceeded the size limit. */
export function isTooLarge(thrown: unknown): boolean {
  return isServiceError(thrown, 'call-manager-answer-invalid') && thrown.facts.detail.includes(tooLarge);
}

/** The longest name of a device in AXL. */
const longestName = 128;
/** How many devices with unreadable values are named. */
const mostDevices = 10;

/**
 * @param device the device that the request names; otherwise each row of the response names its own
 * @param deviceOfRow names the device if the row does not
 */
function unreadableIn(
  result: XmlElement,
  device: string | undefined,
  deviceOfRow: ((row: XmlElement) => string) | undefined = (row) => childText(row, 'name'),
  { characters, within }: Unreadable,
): UnreadableValues {
  const rows = result.children.filter((row) => within.has(row));
  const names = new Set(
    rows.map(
      (row) =>
        device ??
        deviceOfRow(row)
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, longestName),
    ),
  );
  return { characters, devices: [...names].filter((name) => name !== '').slice(0, mostDevices) };
}

/** @throws UnreadableResponse for a body that has an encoding that was not requested */
function plainBody(response: HttpResponse): Uint8Array {
  const encoding = response.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    throw new UnreadableResponse('the answer is compressed, but the request did not allow that');
  return response.body();
}

function charsetOf(response: HttpResponse): string | undefined {
  return /charset="?([^;"\s]+)/i.exec(response.header('content-type') ?? '')?.[1];
}

function refusal(response: HttpResponse): ServiceError {
  // Only the pages of these statuses matter. Other pages are not read.
  const page = response.status === 599 || response.status === 400 ? Buffer.from(response.body()).toString('utf8') : '';
  return refusalByStatus(response.status, retryAfterSeconds(response.header('retry-after'), Date.now()), page);
}

/** The longest wait that callers are told: a day. */
const longestSeconds = 24 * 60 * 60;

/** All three date formats of HTTP begin with the day of the week. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/i;

/**
 * Reads the header Retry-After: seconds, or a date. A fraction of a second counts as a whole second; a date in the past
 * counts as now.
 * @param now milliseconds since 1970
 * @returns whole seconds, from 0 to a day; undefined without a header, or with an invalid one
 */
export function retryAfterSeconds(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return bounded(Number(text));
  if (!httpDate.test(text)) return undefined;
  // The oldest format names no time zone, and means GMT.
  const date = Date.parse(/\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(date) ? undefined : bounded((date - now) / 1000);
}

function bounded(seconds: number): number {
  return Math.max(0, Math.min(longestSeconds, Math.ceil(seconds)));
}
