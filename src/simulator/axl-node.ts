import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type Answer, pages } from './answers.js';
import { answerAxl } from './axl-service.js';
import type { Certificate } from './certificate.js';
import type { Cluster } from './cluster.js';
import { kindOf, type Point } from './misbehaviour-kinds.js';
import { operations } from './operations.js';
import { Sessions } from './sessions.js';
import { readSoapAction } from './soap-request.js';

/** The header that tells a proxy in production that it talks to no call manager. */
export const SIMULATOR_HEADER = 'x-axl-simulator';

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** Longer than most clients keep an idle connection, so that the client decides. */
const KEEP_ALIVE_MS = 60_000;

/** One node of the cluster: a listener with sessions of its own. */
export interface AxlNode {
  readonly server: Server;
  readonly sessions: Sessions;
}

/**
 * Creates the server of a node; it does not listen yet.
 * @param number 0 is the publisher
 * @param certificate https when given
 */
export function createAxlNode(cluster: Cluster, number: number, certificate: Certificate | undefined): AxlNode {
  const sessions = new Sessions(cluster.settings.sessionIdleMs, cluster.settings.now);
  const listener: RequestListener = (request, response) => {
    response.setHeader(SIMULATOR_HEADER, 'axl-phone-proxy');
    response.setHeader('server', 'axl-phone-proxy-simulator');
    if (request.url?.split('?')[0] !== '/axl/') send(response, pages.notFound());
    else if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) send(response, pages.methodNotAllowed());
    else void serve(request, response, { cluster, sessions, number });
  };
  const server =
    certificate === undefined
      ? createServer(listener)
      : createSecureServer({ key: certificate.privateKey, cert: certificate.certificate }, listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('connection', () => {
    cluster.statistics.connected();
  });
  return { server, sessions };
}

interface Place {
  readonly cluster: Cluster;
  readonly sessions: Sessions;
  readonly number: number;
}

/** Counts the request, and turns a failure of the simulator itself into a page. */
async function serve(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const { statistics } = place.cluster;
  const operation = operationOf(request);
  statistics.requestStarted(operation, place.number);
  response.once('close', () => {
    statistics.requestEnded();
    if (response.writableFinished) statistics.answered(response.statusCode);
  });
  try {
    await serveInSteps(request, response, operation, place);
  } catch {
    if (response.headersSent) response.destroy();
    else send(response, pages.serverError());
  }
}

/** arrival → read → before → apply → after → answer; a rule of misbehaviour may step in at one of them. */
async function serveInSteps(
  request: IncomingMessage,
  response: ServerResponse,
  operation: string,
  { cluster, sessions, number }: Place,
): Promise<void> {
  const { misbehaviour, settings, wait } = cluster;
  const rule = misbehaviour.next(operation, number);
  const stepIn = async (point: Point, answer?: Answer): Promise<Answer | 'taken' | undefined> => {
    if (rule === undefined) return undefined;
    const kind = kindOf(rule);
    if (kind.point !== point) return undefined;
    const namespace = `http://www.cisco.com/AXL/API/${readSoapAction(request.headers)?.version ?? settings.release}`;
    const { random } = misbehaviour;
    return kind.act({ rule, operation, namespace, acceptedVersions: settings.accepts, response, answer, random, wait });
  };

  const atArrival = await stepIn('arrival');
  if (atArrival !== undefined) {
    finish(response, atArrival);
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    send(response, pages.tooLarge());
    return;
  }
  await wait(settings.latencyMs);
  const beforeApplying = await stepIn('before');
  if (beforeApplying !== undefined) {
    finish(response, beforeApplying);
    return;
  }
  const answer = await answerAxl(request, body, cluster, sessions);
  finish(response, (await stepIn('after', answer)) ?? (await stepIn('mid-body', answer)) ?? answer);
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
    if (size > MAX_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function finish(response: ServerResponse, outcome: Answer | 'taken'): void {
  if (outcome !== 'taken') send(response, outcome);
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(answer.body);
}
