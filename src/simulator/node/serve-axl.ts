import type { IncomingMessage, ServerResponse } from 'node:http';
import { kindOf, type Outcome, type Point, type Scene } from '../misbehaviour/kinds.js';
import { operationNamed } from '../operations/simulated-operations.js';
import { readSoapAction } from '../schema/soap-request.js';
import { pages, type SimulatedResponse } from '../soap/responses.js';
import { type Place, respondToAxl } from './axl-service.js';

/** A request to /axl/ and where it arrived. */
export interface ServedRequest extends Place {
  readonly request: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly resetConnection: () => void;
}

/** Runs the rule in force if it acts at this point. @returns what to do instead; undefined: go on */
type StepIn = (point: Point, seen?: Partial<Pick<Scene, 'response' | 'apply'>>) => Promise<Outcome>;

const maxRequestBytes = 16 * 1024 * 1024;

/** Serves the request, counts it, and turns a failure of the simulator itself into a page. Never rejects. */
export async function serveAxl(served: ServedRequest): Promise<void> {
  const { request, outgoing, cluster, node } = served;
  const operation = operationOf(request);
  const ended = cluster.statistics.requestStarted(operation, node);
  outgoing.once('close', () => {
    if (!cluster.traits.countsAbandoned) ended();
    if (outgoing.writableFinished) cluster.statistics.responded(outgoing.statusCode);
  });
  try {
    const outcome = await settleOutcome(served, stepInFor(served, operation));
    if (outcome === 'taken') {
      whenClosed(outgoing, ended);
      return;
    }
    sendResponse(outgoing, outcome);
    // Over TLS the response can be read, and the next request sent, before it is closed here.
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

/** arrival → read → before → apply → after → response; a rule of misbehaviour may step in at one of them. */
async function settleOutcome(served: ServedRequest, stepIn: StepIn): Promise<SimulatedResponse | 'taken'> {
  const { request, cluster } = served;
  const atArrival = await stepIn('arrival');
  if (atArrival !== undefined) return atArrival;
  const body = await readBody(request);
  if (body === undefined) return pages.tooLarge();
  await cluster.wait(cluster.settings.latencyMs);
  const apply = (): Promise<SimulatedResponse> => respondToAxl(request, body, served);
  const beforeApplying = await stepIn('before', { apply });
  if (beforeApplying !== undefined) return beforeApplying;
  const response = await apply();
  return (await stepIn('after', { response })) ?? (await stepIn('mid-body', { response })) ?? response;
}

function stepInFor({ request, outgoing, cluster, node, resetConnection }: ServedRequest, operation: string): StepIn {
  const { misbehaviour, settings, wait } = cluster;
  const rule = misbehaviour.next(operation, node);
  if (rule === undefined) return () => Promise.resolve(undefined);
  const kind = kindOf(rule);
  const scene = {
    rule,
    operation,
    namespace: `http://www.cisco.com/AXL/API/${readSoapAction(request.headers)?.version ?? settings.release}`,
    acceptedVersions: settings.accepts,
    outgoing,
    resetConnection,
    random: misbehaviour.random,
    wait,
  };
  return async (point, { response, apply } = {}) =>
    point === kind.point ? kind.act({ ...scene, response, apply }) : undefined;
}

function operationOf(request: IncomingMessage): string {
  if (request.method !== 'POST') return 'probe';
  const { operation = '' } = readSoapAction(request.headers) ?? {};
  return operationNamed(operation) === undefined ? 'unknown' : operation;
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too large is read all the same, so that the client gets the response.
    if (size <= maxRequestBytes) chunks.push(chunk);
  }
  return size > maxRequestBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}
