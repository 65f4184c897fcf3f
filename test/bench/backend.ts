import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { answerTo, type WrittenLists } from './answers.js';
import { answerParent } from './channel.js';

/**
 * The call manager of the bench, in its own process, with prepared answers: the simulator does real work, which would
 * be measured too. Its arguments are the files of a certificate and its key.
 */
let latencyMs = 0;
let counts = noCounts();

function noCounts() {
  return { calls: {} as Record<string, number>, logins: 0, connections: 0, deepest: 0 };
}

/**
 * The lists that were written since the last message, by phone. Only the next read shows them: the one with which a
 * write is watched. After it the phone has its own lists again, so that every request of a caller finds the same.
 */
const written = new Map<string, WrittenLists>();

const canned = new Map<string, Buffer>();

/** @returns the answer to a request; made once for each text if possible, so that the backend costs little */
function answerOf(operation: string, request: string): Buffer {
  const [, phone = ''] = /name>(\w+)</.exec(request) ?? [];
  if (operation === 'updatePhone') {
    const [, list = '', entries = ''] = /<(speeddials|busyLampFields)>(.*)<\/\1>/s.exec(request) ?? [];
    written.set(phone, { [list]: entries });
  }
  const lists = operation === 'getPhone' ? written.get(phone) : undefined;
  if (lists) {
    written.delete(phone);
    return Buffer.from(answerTo(operation, request, lists));
  }
  const key =
    operation === 'updatePhone' ? request.slice(0, request.search(/(?:speeddials|busyLampFields)>/)) : request;
  const known = canned.get(key);
  if (known) return known;
  const answer = Buffer.from(answerTo(operation, request));
  canned.set(key, answer);
  return answer;
}

/** Counts trips: a request that came after an answer was sent is one trip deeper than that answer. */
function answer(request: http.IncomingMessage, response: http.ServerResponse, text: string): void {
  const operation = /(\w+)"?$/.exec(String(request.headers['soapaction']))?.[1] ?? '';
  const trip = counts.deepest + 1;
  const hasLogin = request.headers.authorization !== undefined;
  counts.calls[operation] = (counts.calls[operation] ?? 0) + 1;
  counts.logins += hasLogin ? 1 : 0;
  const send = (): void => {
    const body = answerOf(operation, text);
    counts.deepest = Math.max(counts.deepest, trip);
    response.writeHead(200, {
      'Content-Type': 'text/xml;charset=UTF-8',
      'Content-Length': body.byteLength,
      ...(hasLogin && { 'Set-Cookie': 'JSESSIONIDSSO=0123456789ABCDEF0123456789ABCDEF; Path=/; HttpOnly' }),
    });
    response.end(body);
  };
  if (latencyMs === 0) send();
  else setTimeout(send, latencyMs);
}

const listener: http.RequestListener = (request, response) => {
  if (request.headers.authorization === undefined && !request.headers.cookie?.includes('JSESSIONIDSSO=')) {
    response.writeHead(401, { 'Content-Type': 'text/html' }).end('<html>who are you?</html>');
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    answer(request, response, text);
  });
};

const [certificateFile = '', keyFile = ''] = process.argv.slice(2);
const options = { keepAliveTimeout: 600_000 };
const plain = http.createServer(options, listener);
const secure = https.createServer(
  { ...options, cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
  listener,
);
plain.on('connection', () => (counts.connections += 1));
secure.on('secureConnection', () => (counts.connections += 1));
const [httpUrl, httpsUrl] = await Promise.all([listen(plain, 'http'), listen(secure, 'https')]);

function listen(server: http.Server, scheme: string): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`);
    });
  });
}

export interface BackendTalk {
  readonly request: {
    /** How long each answer is delayed from now on, in milliseconds. */
    readonly latencyMs: number;
  };
  readonly reply: BackendReply;
}

export interface BackendReply {
  readonly http: string;
  readonly https: string;
  /** What has come since the last message. */
  readonly counts: BackendCounts;
}

export interface BackendCounts {
  /** By operation. */
  readonly calls: Readonly<Record<string, number>>;
  /** Requests with credentials instead of a session cookie. */
  readonly logins: number;
  readonly connections: number;
  /** The longest chain of requests, each of which came after the answer to another one. */
  readonly deepest: number;
}

answerParent<BackendTalk>((message) => {
  latencyMs = message.latencyMs;
  const reply = { http: httpUrl, https: httpsUrl, counts };
  counts = noCounts();
  written.clear();
  return Promise.resolve(reply);
});
