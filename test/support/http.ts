import http from 'node:http';
import net from 'node:net';
import { authorization } from './app.js';

export interface Sent {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Sends the body in chunks, without a Content-Length. */
  readonly chunked?: boolean;
  readonly agent?: http.Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends one request as the known caller, unless its headers say otherwise, and reads the answer. An undefined header is
 * not sent.
 */
export function send(port: number, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', body, chunked = false, agent = false } = sent;
  const length = body !== undefined && !chunked ? { 'Content-Length': Buffer.byteLength(body) } : {};
  const given = Object.entries({ Authorization: authorization, ...length, ...sent.headers });
  const headers = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

export function post(port: number, path: string, body: unknown, headers: http.OutgoingHttpHeaders = {}) {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return send(port, path, { method: 'POST', body: text, headers: { 'Content-Type': 'application/json', ...headers } });
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly axlCode?: number;
  readonly errors?: readonly { readonly field: string; readonly detail: string }[];
}

export function problemIn({ text }: Pick<Answer, 'text'>): ProblemBody {
  return JSON.parse(text) as ProblemBody;
}

/**
 * Writes bytes to a socket unchanged, and reads until the other side closes it.
 * @param pieces are written one after another, with a pause after each
 */
export async function sendBytes(
  port: number,
  pieces: readonly (string | Buffer)[],
  pauseMs = 0,
): Promise<{ text: string; tookMs: number }> {
  const started = performance.now();
  const socket = net.connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // Bytes that were read before a reset count.
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      resolve();
    }),
  );
  void (async () => {
    for (const piece of pieces) {
      if (socket.destroyed) return;
      socket.write(piece);
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  await closed;
  return { text: Buffer.concat(chunks).toString('utf8'), tookMs: performance.now() - started };
}

/** Parses an answer that was read as bytes. */
export function parseAnswer(bytes: string): Answer {
  const [head = '', ...rest] = bytes.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: http.IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}

/** Opens a request whose answer does not matter, such as one of a caller who will hang up. The test must end it. */
export function openRequest(
  port: number,
  path: string,
  sent: Pick<Sent, 'method' | 'headers'> = {},
): http.ClientRequest {
  const { method = 'GET', headers } = sent;
  const options = { host: '127.0.0.1', port, path, method, headers: { Authorization: authorization, ...headers } };
  const request = http.request({ ...options, agent: false });
  request.on('error', () => undefined);
  return request;
}
