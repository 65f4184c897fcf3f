import type { ServiceError } from '../../domain/errors.js';
import { answerInvalid, refusalByStatus, soapFault } from './soap-faults.js';
import type { Envelope } from './envelope.js';
import { readDocument, type Unreadable, UnreadableAnswer, type XmlDocument } from './xml-reader.js';
import { retryAfterSeconds } from '../transport/retry-after.js';
import type { HttpAnswer } from '../transport/transport.js';
import { child, childText, type XmlElement } from './xml.js';

export interface Returned {
  /** The `return` element of the answer. */
  readonly result: XmlElement;
  readonly unreadable: UnreadableValues | undefined;
}

/** What of an answer's values could not be read and became U+FFFD. */
export interface UnreadableValues {
  readonly characters: number;
  /** The first devices that have them, where they are known. */
  readonly devices: readonly string[];
}

/**
 * Finds in an HTTP answer what a call manager returned.
 * @param hiddenIn takes this service's secrets out of the call manager's words
 * @throws ServiceError for what the answer says instead
 */
export async function returned(
  answer: HttpAnswer,
  { operation, device }: Envelope,
  hiddenIn: (words: string) => string,
): Promise<Returned> {
  // A fault comes with HTTP 500, so the status alone says nothing there.
  if (answer.status !== 200 && answer.status !== 500) throw refusal(answer);
  const cause = `HTTP ${answer.status}`;
  let document: XmlDocument;
  try {
    document = await readDocument(plainBody(answer), charsetOf(answer));
  } catch (thrown) {
    if (!(thrown instanceof UnreadableAnswer)) throw thrown;
    throw answerInvalid(`The call manager's answer cannot be read: ${thrown.message}.`, cause);
  }
  const { root, unreadable } = document;
  if (root.name !== 'Envelope') throw answerInvalid("The call manager's answer is not SOAP.", cause);
  const body = child(root, 'Body');
  const fault = child(body, 'Fault');
  if (fault) throw soapFault(fault, hiddenIn);
  const result = child(child(body, `${operation}Response`), 'return');
  if (answer.status !== 200 || !result) {
    throw answerInvalid(`The call manager's answer is no answer to ${operation}.`, cause);
  }
  return { result, unreadable: unreadable.characters > 0 ? unreadableIn(result, device, unreadable) : undefined };
}

/** AXL's names of devices are at most so long. */
const longestName = 128;
/** How many devices with unreadable values are named at most. */
const mostDevices = 10;

/** @param device the one that the request names; otherwise each row of the answer names its own */
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

/** @throws UnreadableAnswer for one that is not there whole, or not as it was asked for */
function plainBody(answer: HttpAnswer): Uint8Array {
  const encoding = answer.header('content-encoding') ?? 'identity';
  if (encoding !== 'identity') throw new UnreadableAnswer('the answer is compressed, which was not asked for');
  if (answer.cut) throw new UnreadableAnswer('the answer is larger than 8 MB');
  return answer.body();
}

function charsetOf(answer: HttpAnswer): string | undefined {
  return /charset="?([^;"\s]+)/i.exec(answer.header('content-type') ?? '')?.[1];
}

function refusal(answer: HttpAnswer): ServiceError {
  // Others may have much to say, which is nobody's business.
  const page = answer.status === 599 || answer.status === 400 ? Buffer.from(answer.body()).toString('utf8') : '';
  return refusalByStatus(answer.status, retryAfterSeconds(answer.header('retry-after'), Date.now()), page);
}
