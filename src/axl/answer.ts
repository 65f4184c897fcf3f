import type { ServiceError } from '../domain/errors.js';
import { answerInvalid, refusalByStatus, soapFault } from './faults.js';
import { readDocument, UnreadableAnswer } from './reader.js';
import type { HttpAnswer } from './transport.js';
import { child, type XmlElement } from './xml.js';

/**
 * Finds in an HTTP answer what a call manager returned.
 * @param hiddenIn takes this service's secrets out of the call manager's words
 * @returns the `return` element of the answer to an operation
 * @throws ServiceError for what the answer says instead
 */
export async function returned(
  answer: HttpAnswer,
  operation: string,
  hiddenIn: (words: string) => string,
): Promise<XmlElement> {
  // A fault comes with HTTP 500, so the status alone says nothing there.
  if (answer.status !== 200 && answer.status !== 500) throw refusal(answer);
  const cause = `HTTP ${answer.status}`;
  let root: XmlElement;
  try {
    root = await readDocument(plainBody(answer), charsetOf(answer));
  } catch (thrown) {
    if (!(thrown instanceof UnreadableAnswer)) throw thrown;
    throw answerInvalid(`The call manager's answer cannot be read: ${thrown.message}.`, cause);
  }
  if (root.name !== 'Envelope') throw answerInvalid("The call manager's answer is not SOAP.", cause);
  const body = child(root, 'Body');
  const fault = child(body, 'Fault');
  if (fault) throw soapFault(fault, hiddenIn);
  const result = child(child(body, `${operation}Response`), 'return');
  if (answer.status !== 200 || !result) {
    throw answerInvalid(`The call manager's answer is no answer to ${operation}.`, cause);
  }
  return result;
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
  const page = answer.status === 599 ? Buffer.from(answer.body()).toString('utf8') : '';
  const retryAfter = answer.header('retry-after');
  return refusalByStatus(answer.status, retryAfter === undefined ? undefined : secondsIn(retryAfter), page);
}

/** Retry-After holds seconds or a date. */
function secondsIn(header: string): number | undefined {
  if (/^\d{1,6}$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
