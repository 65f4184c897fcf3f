import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { kindOf, type Interference, type Point, type Scene } from '../misbehaviour/kinds.js';
import type { MisbehaviourRule } from '../misbehaviour/rules.js';
import { operationNamed } from '../operations/simulated-operations.js';
import { type AskedOperation, completeAction, readSoapAction } from '../schema/soap-request.js';
import { pages, type SimulatedResponse } from '../soap/responses.js';
import { type ArrivedAt, respondToAxl } from './axl-service.js';

/** A request to /axl/ and where it arrived. */
export interface ServedRequest extends ArrivedAt {
  readonly request: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly resetConnection: () => void;
}

/**
 * The requested operation, and the body. The body is read only once: when the operation is carried out, or earlier if
 * the header does not name the operation.
 */
interface Asked {
  /** Undefined for a GET, or for a SOAPAction that is not accepted. */
  readonly action: AskedOperation | undefined;
  readonly body: () => Promise<string | undefined>;
}

/** Runs the active rule if it acts at this point. @returns what to do instead; undefined: continue */
type StepIn = (point: Point, seen?: Partial<Pick<Scene, 'response' | 'apply'>>) => Promise<Interference>;

const maxRequestBytes = 16 * 1024 * 1024;

/** Serves and counts the request. A failure of the simulator itself is answered with a page. Never rejects. */
export async function serveAxl(served: ServedRequest): Promise<void> {
  const { request, outgoing, cluster, node } = served;
  const asked = await readAsked(request, cluster).catch(() => undefined);
  if (asked === undefined) {
    outgoing.destroy();
    return;
  }
  const operation = operationOf(request, asked);
  const ended = cluster.statistics.requestStarted(operation, node);
  outgoing.once('close', () => {
    if (!cluster.traits.countsAbandoned) ended();
    if (outgoing.writableFinished) cluster.statistics.responded(outgoing.statusCode);
  });
  try {
    const rule = cluster.misbehaviour.next(operation, node);
    const disturbed = { ...served, disturbedBy: rule?.kind };
    const response = await responseOrInterference(disturbed, asked, stepInFor(served, asked, operation, rule));
    if (response === 'taken') {
      whenClosed(outgoing, ended);
      return;
    }
    sendResponse(outgoing, response);
    // Count the request as over now: with TLS, the client can read the response and send the next request before the
    // response is closed here.
    ended();
  } catch {
    if (outgoing.headersSent) outgoing.destroy();
    else sendResponse(outgoing, pages.serverError());
    ended();
  }
}

function whenClosed(outgoing: ServerResponse, tell: () => void): void {
  if (outgoing.closed) tell();
  else outgoing.once('close', tell);
}

/** Sends the response with its length. */
export function sendResponse(outgoing: ServerResponse, response: SimulatedResponse): void {
  outgoing.writeHead(response.status, { ...response.headers, 'content-length': Buffer.byteLength(response.body) });
  outgoing.end(response.body);
}

/**
 * Goes through the points arrival → read → before → apply → after → response. A misbehavior rule may act at one of
 * them.
 */
async function responseOrInterference(
  served: ServedRequest,
  asked: Asked,
  stepIn: StepIn,
): Promise<SimulatedResponse | 'taken'> {
  const { request, cluster } = served;
  const atArrival = await stepIn('arrival');
  if (atArrival !== undefined) return atArrival;
  const body = await asked.body();
  if (body === undefined) return pages.tooLarge();
  await cluster.wait(cluster.settings.latencyMs);
  const apply = (): Promise<SimulatedResponse> => respondToAxl(request, body, asked.action, served);
  const beforeApplying = await stepIn('before', { apply });
  if (beforeApplying !== undefined) return beforeApplying;
  const response = await apply();
  return (await stepIn('after', { response })) ?? (await stepIn('mid-body', { response })) ?? response;
}

function stepInFor(
  { outgoing, cluster, resetConnection }: ServedRequest,
  { action }: Asked,
  operation: string,
  rule: MisbehaviourRule | undefined,
): StepIn {
  const { misbehaviour, settings, wait } = cluster;
  if (rule === undefined) return () => Promise.resolve(undefined);
  const { cleared } = misbehaviour;
  const kind = kindOf(rule);
  const scene = {
    rule,
    operation,
    namespace: `http://www.cisco.com/AXL/API/${action?.version ?? settings.release}`,
    acceptedVersions: settings.accepts,
    outgoing,
    resetConnection,
    random: misbehaviour.random,
    wait,
    cleared,
  };
  return async (point, { response, apply } = {}) =>
    point === kind.point ? kind.act({ ...scene, response, apply }) : undefined;
}

async function readAsked(request: IncomingMessage, { settings, traits }: SimulatedCluster): Promise<Asked> {
  let reading: Promise<string | undefined> | undefined;
  const body = () => (reading ??= readBody(request));
  const header = request.headers['soapaction'];
  const said = readSoapAction(typeof header === 'string' ? header : '', traits.strictRequests);
  if (request.method !== 'POST' || said === undefined) return { action: undefined, body };
  const isWhole = said.version !== undefined && said.operation !== undefined;
  return { action: completeAction(said, isWhole ? '' : ((await body()) ?? ''), settings.accepts[0] ?? ''), body };
}

function operationOf({ method }: IncomingMessage, { action }: Asked): string {
  if (method !== 'POST') return 'probe';
  const { operation = '' } = action ?? {};
  return operationNamed(operation) === undefined ? 'unknown' : operation;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // A body that is too large is still read, so that the client gets the response.
    if (size <= maxRequestBytes) chunks.push(chunk);
  }
  return size > maxRequestBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}
