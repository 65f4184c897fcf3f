import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { problemOf } from './problems.js';

type Headers = Readonly<Record<string, string>>;

/**
 * How long a client that is still sending may read the response, in milliseconds. If the socket closed at once, the
 * client would lose it.
 */
const lingerMs = 1_000;

/** The details of requests that are answered with another status than 400, by status. */
export const unreadableDetails = {
  408: 'The request did not arrive in time.',
  431: 'The head of the request is larger than 16 KB.',
} as const;

/** Node's error for a request that did not arrive in time. */
export const lateRequest: NodeJS.ErrnoException = Object.assign(new Error('late'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

/**
 * Answers a request that is not valid HTTP, or did not arrive in time. Such a request never reaches the app, so it is
 * answered here. The answer is a problem, like all errors.
 * @param always the headers that every answer has
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex, always: Headers): void {
  // If the connection itself or its TLS handshake has failed, no one can receive an answer.
  if (!/^(HPE|ERR_HTTP)_/.test(error.code ?? '')) socket.destroy();
  else if (error.code === 'HPE_HEADER_OVERFLOW') answer(socket, 431, unreadableDetails[431], always);
  else if (error.code === lateRequest.code) answer(socket, 408, unreadableDetails[408], always);
  else answer(socket, 400, 'This is not a well-formed HTTP request.', always);
}

/** Answers a CONNECT, for which Node gives only the socket. */
export function answerConnect(socket: Duplex, always: Headers): void {
  answer(socket, 400, 'This service is not a proxy and opens no tunnels.', always);
}

/** Answers a request that is not accepted, as the last one of its connection. */
export function refuseOverload(response: http.ServerResponse, always: Headers): void {
  const requestId = randomUUID();
  const detail = 'Too many requests were sent before their responses arrived. This connection is closed.';
  const { problem, retryAfterSeconds } = problemOf('overloaded', { detail }, requestId);
  const body = JSON.stringify(problem);
  const headers = { ...headersOf(requestId, body, always), 'Retry-After': retryAfterSeconds };
  response.writeHead(problem.status, headers).end(body);
}

function answer(socket: Duplex, status: number, detail: string, always: Headers): void {
  // The request is answered already. Its later errors do not matter.
  if (!socket.writable) return;
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problemOf('invalid-request', { detail }, requestId).problem, status });
  const head = Object.entries(headersOf(requestId, body, always)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function headersOf(requestId: string, body: string, always: Headers): Record<string, string | number> {
  return {
    ...always,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
}
