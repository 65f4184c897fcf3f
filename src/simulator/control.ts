import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { readRules, RuleProblem } from './misbehaviour/rules.js';
import type { Controls } from './running-simulator.js';

type Route = (controls: Controls, body: unknown, query: URLSearchParams) => unknown;

/**
 * The control path: what each method and path does. The response is the result as JSON; if the result is undefined, it
 * is 204.
 */
const routes: Readonly<Record<string, Route>> = {
  'GET /control/misbehaviour': (controls) => controls.misbehaviour(),
  'POST /control/misbehaviour': (controls, body) => {
    controls.misbehave(readRules(body));
    return controls.misbehaviour();
  },
  'DELETE /control/misbehaviour': (controls) => {
    controls.behave();
  },
  'GET /control/state': (controls, _body, query) => controls.state(nodeNumber.parse(query.get('node') ?? 0)),
  'GET /control/profiles': (controls, _body, query) => controls.profiles(nodeNumber.parse(query.get('node') ?? 0)),
  'GET /control/stats': (controls) => controls.stats(),
  'GET /control/updates': (controls, _body, query) => controls.updates(updateNumber.parse(query.get('after') ?? 0)),
  'POST /control/reset': (controls) => {
    controls.reset();
  },
  'POST /control/unlock': (controls) => {
    controls.unlock();
  },
  'POST /control/nodes': async (controls, body) => {
    const { node, listening, ...traits } = nodeState.parse(body);
    controls.setNode(node, traits);
    if (listening !== undefined) await controls.setListening(node, listening);
  },
  'POST /control/traits': (controls, body) => {
    controls.setTraits(traits.parse(body));
  },
  'POST /control/expire-sessions': (controls) => {
    controls.expireSessions();
  },
};

const nodeNumber = z.coerce.number().int().min(0);
const updateNumber = z.coerce.number().int().min(0);
const nodeState = z.strictObject({
  node: z.int().min(0),
  listening: z.boolean().optional(),
  lagMs: z.number().min(0).optional(),
  sessionCookies: z.boolean().optional(),
});
const traits = z.strictObject({
  anyCaseNames: z.boolean().optional(),
  countsAbandoned: z.boolean().optional(),
  strictRequests: z.boolean().optional(),
});
const maxBodyBytes = 1024 * 1024;

/** The server of the control path; it does not listen yet. It needs no password, so it must listen on loopback only. */
export function createControlServer(controls: Controls): Server {
  return createServer((request, response) => {
    void respond(request, response, controls);
  });
}

async function respond(request: IncomingMessage, response: ServerResponse, controls: Controls): Promise<void> {
  const [path = '', query] = (request.url ?? '').split('?');
  const route = routes[`${request.method ?? ''} ${path}`];
  // A page in a browser may reach loopback by its own host name. The Host header shows that.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    sendJson(response, 403, { error: 'The control path is for loopback only' });
  } else if (route === undefined) {
    sendJson(response, 404, { error: 'No such control path', paths: Object.keys(routes) });
  } else {
    await runRoute(request, response, (...given) => route(...given, new URLSearchParams(query)), controls);
  }
}

async function runRoute(
  request: IncomingMessage,
  response: ServerResponse,
  route: (controls: Controls, body: unknown) => unknown,
  controls: Controls,
): Promise<void> {
  try {
    const result = await route(controls, await readJson(request));
    sendJson(response, result === undefined ? 204 : 200, result);
  } catch (thrown) {
    const isCallersError = callersErrors.some((kind) => thrown instanceof kind);
    const words = isCallersError && thrown instanceof Error ? thrown.message : 'The simulator failed';
    sendJson(response, isCallersError ? 400 : 500, { error: words });
  }
}

/** RangeError means that the node does not exist. */
const callersErrors = [RuleProblem, SyntaxError, RangeError, z.ZodError];

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxBodyBytes) throw new SyntaxError('The body is too large');
  }
  return text === '' ? undefined : JSON.parse(text);
}

function sendJson(response: ServerResponse, status: number, content: unknown): void {
  if (content === undefined) response.writeHead(status).end();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(content, null, 1)}\n`);
}
