import type { ServiceError } from '../../domain/errors.js';
import { refusalByStatus, soapFault } from './soap-faults.js';
import type { Envelope } from './envelope.js';
import { readDocument, type Unreadable, UnreadableResponse, type XmlDocument } from './xml-reader.js';
import { retryAfterSeconds } from '../transport/retry-after.js';
import { responseInvalid } from '../transport/response-invalid.js';
import type { HttpResponse } from '../transport/transport.js';
import { child, childText, type XmlElement } from './xml.js';

export interface Returned {
  /** The `return` element of the response. */
  readonly result: XmlElement;
  readonly unreadable: UnreadableValues | undefined;
}

/** What of a response's values could not be read and became U+FFFD. */
export interface UnreadableValues {
  readonly characters: number;
  /** The first devices that have them, where they are known. */
  readonly devices: readonly string[];
}

/**
 * Finds in an HTTP response what a call manager returned.
 * @param redact takes this service's secrets out of the call manager's words
 * @throws ServiceError for what the response says instead
 */
export async function returned(
  response: HttpResponse,
  { operation, device }: Envelope,
  redact: (words: string) => string,
): Promise<Returned> {
  // A fault comes with HTTP 500, so the status alone says nothing there.
  if (response.status !== 200 && response.status !== 500) throw refusal(response);
  const cause = `HTTP ${response.status}`;
  let document: XmlDocument;
  try {
    document = await readDocument(plainBody(response), charsetOf(response));
  } catch (thrown) {
    if (!(thrown instanceof UnreadableResponse)) throw thrown;
    throw responseInvalid(`The call manager's answer cannot be read: ${thrown.message}.`, cause);
  }
  const { root, unreadable } = document;
  if (root.name !== 'Envelope') throw responseInvalid("The call manager's answer is not SOAP.", cause);
  const body = child(root, 'Body');
  const fault = child(body, 'Fault');
  if (fault) throw soapFault(fault, redact);
  const result = child(child(body, `${operation}Response`), 'return');
  if (response.status !== 200 || !result) {
    throw responseInvalid(`The call manager's answer is no answer to ${operation}.`, cause);
  }
  return { result, unreadable: unreadable.characters > 0 ? unreadableIn(result, device, unreadable) : undefined };
}

/** AXL's names of devices are at most so long. */
const longestName = 128;
/** How many devices with unreadable values are named at most. */
const mostDevices = 10;

/** @param device the one that the request names; otherwise each row of the response names its own */
function unreadableIn(
  result: XmlElement,
  device: string | undefined,
  { characters, within }: Unreadable,
): UnreadableValues {
  const rows = result.children.filter((row) => within.has(row));
  const names = new Set(
    rows.map(
      (row) =>
        device ??
        childText(row, 'name')
          .replace(/\p{Cc}/gu, ' ')
          .slice(0, longestName),
    ),
  );
  return { characters, devices: [...names].filter((name) => name !== '').slice(0, mostDevices) };
}

/** @throws UnreadableResponse for one that is not there whole, or not as it was asked for */
function plainBody(response: HttpResponse): Uint8Array {
  const encoding = response.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new UnreadableResponse('the answer is compressed, which was not asked for');
  if (response.cut) throw new UnreadableResponse('the answer is larger than 8 MB');
  return response.body();
}

function charsetOf(response: HttpResponse): string | undefined {
  return /charset="?([^;"\s]+)/i.exec(response.header('content-type') ?? '')?.[1];
}

function refusal(response: HttpResponse): ServiceError {
  // Others may have much to say, which is nobody's business.
  const page = response.status === 599 || response.status === 400 ? Buffer.from(response.body()).toString('utf8') : '';
  return refusalByStatus(response.status, retryAfterSeconds(response.header('retry-after'), Date.now()), page);
}
