import type { IncomingMessage } from 'node:http';
import type { Account } from '../cluster/accounts.js';
import type { Replication } from '../cluster/replication.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { type Operation, type OperationContext, operationNamed } from '../operations/simulated-operations.js';
import { isOlder, unsupportedVersionText } from '../schema/releases.js';
import { type AskedOperation, readRequest } from '../schema/soap-request.js';
import type { Device, DeviceChange } from '../state/devices.js';
import { carryOutAltered, performContrary, queryContrary } from '../misbehaviour/contraries.js';
import { AxlFault, malformed, responseTooLarge } from '../soap/axl-fault.js';
import { faultResponse, operationResponse, pages, type SimulatedResponse } from '../soap/responses.js';
import type { XmlElement } from '../soap/xml-parser.js';
import type { XmlNode } from '../soap/xml-writer.js';
import { checkCredentials, type Sessions } from './sessions.js';

/** The node at which a request arrived, and the state at that moment. */
export interface ArrivedAt {
  readonly cluster: SimulatedCluster;
  readonly sessions: Sessions;
  /** The number of the node; 0 is the publisher. */
  readonly node: number;
  /** The copies in use when the request arrived. */
  readonly copies: Replication;
  /** The kind of the misbehavior rule that the request met, if any. */
  readonly disturbedBy?: string | undefined;
}

/**
 * Makes the right response to a request to /axl/, and applies the request to the state. It first checks the
 * credentials. Then it makes the page for a GET, or runs the operation.
 * @param body the request's text, read completely
 * @param asked the operation of a POST; undefined: its SOAPAction is not accepted
 */
export async function respondToAxl(
  request: IncomingMessage,
  body: string,
  asked: AskedOperation | undefined,
  at: ArrivedAt,
): Promise<SimulatedResponse> {
  const checked = checkCredentials(request.headers, at.cluster, at.sessions);
  if ('refusal' in checked) return checked.refusal;
  const response =
    request.method === 'POST' ? await respondToPost(request, body, asked, at, checked.account) : pages.welcome();
  const { setCookie } = checked;
  return setCookie === undefined
    ? response
    : { ...response, headers: { ...response.headers, 'set-cookie': setCookie } };
}

async function respondToPost(
  request: IncomingMessage,
  body: string,
  asked: AskedOperation | undefined,
  at: ArrivedAt,
  account: Account,
): Promise<SimulatedResponse> {
  const { cluster } = at;
  if (asked === undefined) {
    const header = String(request.headers['soapaction'] ?? '');
    return faultResponse(
      malformed(`SOAPAction is missing or not of the form "CUCM:DB ver=14.0 getPhone": ${header}`),
      '',
    );
  }
  const { accepts } = cluster.settings;
  if (!accepts.includes(asked.version)) return pages.unsupportedVersion(unsupportedVersionText(accepts));
  if (account.role === 'read-only' && operationNamed(asked.operation)?.writes === true) return pages.forbidden();
  try {
    const axl = cluster.interfaceOf(asked.version);
    const operation = readRequest(body, request.headers['content-type'], asked, axl, cluster.traits.strictRequests);
    return await perform(operation, asked, axl.namespace, at);
  } catch (thrown) {
    if (thrown instanceof AxlFault) return faultResponse(thrown, asked.operation);
    throw thrown;
  }
}

async function perform(
  request: XmlElement,
  asked: AskedOperation,
  namespace: string,
  at: ArrivedAt,
): Promise<SimulatedResponse> {
  const { settings } = at.cluster;
  const operation = operationNamed(request.name);
  if (operation === undefined) throw malformed(`The simulator does not know ${request.name}`);
  const plain = contextOf(at, operation.writes, asked.version);
  const sent = at.disturbedBy === 'alters-list' ? await sentBy(request, operation, plain) : undefined;
  const context = sent ? contextOf(at, operation.writes, asked.version, sent) : plain;
  const carryOut = async (given: XmlElement): Promise<XmlNode> => operation.perform(given, context);
  const content = await (at.disturbedBy === 'alters-list'
    ? carryOutAltered(request, carryOut, context.state, at.cluster.misbehaviour.random())
    : performContrary(settings.contrary, request, carryOut, context.state));
  const response = operationResponse(request.name, content, namespace, !isOlder(settings.release, '14.0'));
  refuseTooLarge(response, content, settings.maxResponseBytes);
  return response;
}

/** @returns what an update asks for; undefined if it is refused, or is no update */
async function sentBy(
  request: XmlElement,
  operation: Operation,
  context: OperationContext,
): Promise<DeviceChange | undefined> {
  let sent: DeviceChange | undefined;
  const change = (_device: Device, asked: DeviceChange): void => {
    sent = asked;
  };
  try {
    if (operation.writes) await operation.perform(request, { ...context, change, push: () => undefined });
  } catch (thrown) {
    if (!(thrown instanceof AxlFault)) throw thrown;
  }
  return sent;
}

/** @param sent what was asked for, if the operation is carried out otherwise */
function contextOf(
  { cluster, copies, node, disturbedBy }: ArrivedAt,
  writes: boolean,
  version: string,
  sent?: DeviceChange,
): OperationContext {
  const { settings, statistics, updates } = cluster;
  const { state, tables } = copies.seenBy(writes ? 0 : node);
  // If the state was reset in the meantime, a request from before does not count.
  const counts = () => copies === cluster.copies;
  return {
    state,
    change: (device, change) => {
      copies.change(device, change);
      if (!counts()) return;
      statistics.updateApplied();
      updates.add(device, change, { disturbedBy, sent });
    },
    push: (phone, kind) => {
      if (counts()) statistics.pushed(phone.name, kind);
    },
    release: settings.release,
    version,
    speedDialRules: settings.speedDialRules,
    query: (sql) => queryContrary(settings.contrary, sql, (given) => tables.query(given), state),
  };
}

function refuseTooLarge(response: SimulatedResponse, content: XmlNode, maxBytes: number): void {
  // A UTF-16 unit takes at most three bytes. So the size of a small response need not be measured.
  if (response.body.length * 3 <= maxBytes) return;
  const bytes = Buffer.byteLength(response.body);
  if (bytes > maxBytes) throw responseTooLarge(content.children?.length ?? 1, bytes, maxBytes);
}
