import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy in front of a service may do: answer itself, or hang up, before or after it has forwarded a request. */
export interface ProxyFault {
  readonly status?: 200 | 403 | 404 | 429 | 503 | 504;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hangUp?: boolean;
  /** Whether the service gets the request. */
  readonly passedOn: boolean;
}

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the next requests with POST, in order. Later requests are forwarded normally. */
  readonly faults: ProxyFault[];
  /**
   * Whether each read of a list is answered with 504, and not forwarded, after a change of the list has met a fault.
   */
  failsToRead: boolean;
  /** Requests are forwarded only after this. */
  hold: Promise<void> | undefined;
  /** Requests that are answered with 503, and not forwarded. */
  away: RegExp | undefined;
  /** Each received request: `POST /speeddials?phone=X`. */
  readonly requests: string[];
  /** Those that may change a device. */
  readonly changes: string[];
  /** The highest number of requests at the same time. */
  readonly mostUnderWay: () => number;
  /** Called before a request is forwarded. */
  onRequest: ((line: string) => void) | undefined;
  close(): Promise<void>;
}

/**
 * Whether a request may change a device: it writes a list, or begins or undoes a change. A change that is only asked for
 * or proposed, or a draft, changes none.
 */
function isChange(line: string): boolean {
  return isPost(line) && !/^POST \/changes(?:\?(?:.*&)?draft=true|\/\d+\/(?:proposal|rejection|stop))?$/.test(line);
}

function isPost(line: string): boolean {
  return line.startsWith('POST ');
}

/** Whether a body asks for a change that begins at once. */
function beginsAtOnce(body: Buffer): boolean {
  return body.includes('"apply":true');
}

const away: ProxyFault = { status: 503, passedOn: false };

/** Starts an HTTP proxy in front of a service. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const faults: ProxyFault[] = [];
  const requests: string[] = [];
  const changes: string[] = [];
  const doubtful = new Set<string>();
  const readFault = (line: string): ProxyFault | undefined =>
    proxy.failsToRead && doubtful.has(line.replace(/^GET /, '')) ? { status: 504, passedOn: false } : undefined;
  let underWay = 0;
  let mostUnderWay = 0;
  const server = createServer((incoming, answer) => {
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    answer.once('close', () => {
      underWay -= 1;
    });
    const line = `${incoming.method ?? ''} ${incoming.url ?? ''}`;
    requests.push(line);
    if (isChange(line)) changes.push(line);
    proxy.onRequest?.(line);
    const isAway = proxy.away?.test(line) === true;
    const fault = isAway ? away : isPost(line) ? faults.shift() : readFault(line);
    if (isPost(line) && fault) doubtful.add(incoming.url ?? '');
    const forward = () => serve(new URL(incoming.url ?? '/', target), incoming, answer, { fault, line, changes });
    // A caller that has left does not need the answer; the service may be closed by then.
    (proxy.hold?.then(forward) ?? forward()).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultyProxy = {
    ...{ faults, requests, changes },
    mostUnderWay: () => mostUnderWay,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onRequest: undefined,
    failsToRead: false,
    away: undefined,
    hold: undefined,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

interface Served {
  readonly fault: ProxyFault | undefined;
  readonly line: string;
  readonly changes: string[];
}

async function serve(
  url: URL,
  incoming: IncomingMessage,
  answer: ServerResponse,
  { fault, line, changes }: Served,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (beginsAtOnce(body)) changes.push(line);
  const passed = fault?.passedOn === false ? undefined : await passOn(url, incoming, body);
  if (fault?.hangUp === true) answer.destroy();
  else if (fault?.status !== undefined) {
    answer.writeHead(fault.status, { 'content-type': 'text/html', ...fault.headers }).end('<h1>Sorry</h1>');
  } else if (passed) answer.writeHead(passed.status, passed.headers).end(passed.body);
}

async function passOn(url: URL, { method, headers }: IncomingMessage, body: Buffer) {
  const sent = request(url, { method, headers: { ...headers, connection: 'close' } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const kept = { ...response.headers };
  delete kept.connection;
  delete kept['keep-alive'];
  return { status: response.statusCode ?? 0, headers: kept, body: Buffer.concat(chunks) };
}
