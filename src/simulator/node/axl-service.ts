import type { IncomingMessage } from 'node:http';
import type { Account } from '../cluster/accounts.js';
import { type SimulatedResponse, faultResponse, pages, operationResponse } from '../soap/responses.js';
import { checkCredentials } from './check-credentials.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { responseTooLarge, AxlFault, malformed } from '../soap/axl-fault.js';
import { operations } from '../operations/simulated-operations.js';
import { isOlder, unsupportedVersionText } from '../schema/releases.js';
import type { Replication } from '../cluster/replication.js';
import type { Sessions } from './sessions.js';
import { readRequest, readSoapAction, type SoapAction } from '../schema/soap-request.js';
import type { XmlElement } from '../soap/xml-parser.js';
import type { XmlNode } from '../soap/xml-writer.js';

/** Where a request arrived. */
export interface Place {
  readonly cluster: SimulatedCluster;
  readonly sessions: Sessions;
  /** The number of the node; 0 is the publisher. */
  readonly node: number;
  /** The state that it found. */
  readonly copies: Replication;
}

/** What changes something: done on the publisher's copy, and refused to an account that may only read. */
const writingOperations = new Set(['updatePhone', 'applyPhone', 'restartPhone', 'resetPhone']);

/**
 * The right answer to a request to /axl/, applied to the state: authentication, then GET's page or the operation.
 * @param body the request's text, read whole
 */
export async function respondToAxl(request: IncomingMessage, body: string, place: Place): Promise<SimulatedResponse> {
  const authentication = checkCredentials(request.headers, place.cluster, place.sessions);
  if ('refusal' in authentication) return authentication.refusal;
  const answer =
    request.method === 'POST' ? await respondToPost(request, body, place, authentication.account) : pages.welcome();
  const { setCookie } = authentication;
  return setCookie === undefined ? answer : { ...answer, headers: { ...answer.headers, 'set-cookie': setCookie } };
}

async function respondToPost(
  request: IncomingMessage,
  body: string,
  place: Place,
  account: Account,
): Promise<SimulatedResponse> {
  const { cluster } = place;
  const action = readSoapAction(request.headers);
  if (action === undefined) {
    const header = String(request.headers['soapaction'] ?? '');
    return faultResponse(
      malformed(`SOAPAction is missing or not of the form "CUCM:DB ver=14.0 getPhone": ${header}`),
      '',
    );
  }
  const { accepts } = cluster.settings;
  if (!accepts.includes(action.version)) return pages.unsupportedVersion(unsupportedVersionText(accepts));
  if (account.role === 'read-only' && writingOperations.has(action.operation)) return pages.forbidden();
  try {
    const axl = cluster.interfaceOf(action.version);
    const operation = readRequest(body, request.headers['content-type'], action, axl);
    return await perform(operation, action, axl.namespace, place);
  } catch (error) {
    if (error instanceof AxlFault) return faultResponse(error, action.operation);
    throw error;
  }
}

async function perform(
  request: XmlElement,
  action: SoapAction,
  namespace: string,
  place: Place,
): Promise<SimulatedResponse> {
  const { cluster, copies, node } = place;
  const { settings, statistics } = cluster;
  const { callManager, tables } = copies.seenBy(writingOperations.has(request.name) ? 0 : node);
  const operation = operations[request.name];
  if (operation === undefined) throw malformed(`The simulator does not know ${request.name}`);
  const content = await operation(request, {
    callManager,
    change: (phone, change) => {
      copies.change(phone, change);
    },
    release: settings.release,
    version: action.version,
    rules: settings.speedDialRules,
    query: (sql) => tables.query(sql),
    applied: (name, phone) => {
      if (copies === cluster.copies) statistics.applied(name, phone.name);
    },
  });
  const answer = operationResponse(request.name, content, namespace, !isOlder(settings.release, '14.0'));
  refuseTooLarge(answer, content, settings.maxResponseBytes);
  return answer;
}

function refuseTooLarge(answer: SimulatedResponse, content: XmlNode, maxBytes: number): void {
  // A character has three bytes at most for every UTF-16 unit: small answers need not be measured.
  if (answer.body.length * 3 <= maxBytes) return;
  const bytes = Buffer.byteLength(answer.body);
  if (bytes > maxBytes) throw responseTooLarge(content.children?.length ?? 1, bytes, maxBytes);
}
