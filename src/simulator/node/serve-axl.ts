import type { IncomingMessage, ServerResponse } from 'node:http';
import { type SimulatedResponse, pages } from '../soap/responses.js';
import { respondToAxl, type Place } from './axl-service.js';
import { kindOf, type Outcome, type Point, type Scene } from '../misbehaviour/kinds.js';
import { operations } from '../operations/simulated-operations.js';
import { readSoapAction } from '../schema/soap-request.js';

/** A request to /axl/ and where it arrived. */
export interface ServedRequest extends Place {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly resetConnection: () => void;
}

/** Asks the rule in force, if there is one for this point, what to do in the place of going on. */
type StepIn = (point: Point, seen?: Partial<Pick<Scene, 'answer' | 'apply'>>) => Promise<Outcome>;

const maxRequestBytes = 16 * 1024 * 1024;

/** Serves the request, counts it, and turns a failure of the simulator itself into a page. Never rejects. */
export async function serveAxl(exchange: ServedRequest): Promise<void> {
  const { request, response, cluster, node } = exchange;
  const operation = operationOf(request);
  const ended = cluster.statistics.requestStarted(operation, node);
  response.once('close', () => {
    if (!cluster.traits.countsAbandoned) ended();
    if (response.writableFinished) cluster.statistics.answered(response.statusCode);
  });
  try {
    const outcome = await settleOutcome(exchange, stepInFor(exchange, operation));
    if (outcome === 'taken') {
      whenClosed(response, ended);
      return;
    }
    sendResponse(response, outcome);
    // Over TLS the answer can be read, and the next request sent, before the response is closed.
    ended();
  } catch {
    if (response.headersSent) response.destroy();
    else sendResponse(response, pages.serverError());
    ended();
  }
}

function whenClosed(response: ServerResponse, tell: () => void): void {
  if (response.closed) tell();
  else response.once('close', tell);
}

/** Writes the answer with its length. */
export function sendResponse(response: ServerResponse, answer: SimulatedResponse): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}

/** arrival → read → before → apply → after → answer; a rule of misbehaviour may step in at one of them. */
async function settleOutcome(exchange: ServedRequest, stepIn: StepIn): Promise<SimulatedResponse | 'taken'> {
  const { request, cluster } = exchange;
  const atArrival = await stepIn('arrival');
  if (atArrival !== undefined) return atArrival;
  const body = await readBody(request);
  if (body === undefined) return pages.tooLarge();
  await cluster.wait(cluster.settings.latencyMs);
  const apply = (): Promise<SimulatedResponse> => respondToAxl(request, body, exchange);
  const beforeApplying = await stepIn('before', { apply });
  if (beforeApplying !== undefined) return beforeApplying;
  const answer = await apply();
  return (await stepIn('after', { answer })) ?? (await stepIn('mid-body', { answer })) ?? answer;
}

function stepInFor({ request, response, cluster, node, resetConnection }: ServedRequest, operation: string): StepIn {
  const { misbehaviour, settings, wait } = cluster;
  const rule = misbehaviour.next(operation, node);
  if (rule === undefined) return () => Promise.resolve(undefined);
  const kind = kindOf(rule);
  const scene = {
    rule,
    operation,
    namespace: `http://www.cisco.com/AXL/API/${readSoapAction(request.headers)?.version ?? settings.release}`,
    acceptedVersions: settings.accepts,
    response,
    resetConnection,
    random: misbehaviour.random,
    wait,
  };
  return async (point, { answer, apply } = {}) =>
    point === kind.point ? kind.act({ ...scene, answer, apply }) : undefined;
}

function operationOf(request: IncomingMessage): string {
  if (request.method !== 'POST') return 'probe';
  const { operation = '' } = readSoapAction(request.headers) ?? {};
  return Object.hasOwn(operations, operation) ? operation : 'unknown';
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // What is too large is read all the same, so that the client gets the answer.
    if (size <= maxRequestBytes) chunks.push(chunk);
  }
  return size > maxRequestBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}
