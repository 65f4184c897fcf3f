import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { type SimulatedResponse, soapEnvelope } from '../soap/responses.js';

const xmlHeaders = { 'content-type': 'text/xml;charset=UTF-8' };
const megabyte = 1024 * 1024;

/** Half of the response, with a matching length. So only the XML shows that something is missing. */
export function truncated(response: SimulatedResponse): SimulatedResponse {
  return { ...response, body: response.body.slice(0, response.body.length / 2) };
}

/** The response of another operation. */
export function renamed(response: SimulatedResponse, operation: string): SimulatedResponse {
  return { ...response, body: String(response.body).replaceAll(`${operation}Response`, 'doAuthenticateUserResponse') };
}

/** A response without its essential part. */
export function withoutReturn(operation: string, namespace: string): SimulatedResponse {
  return xml(wrapped(operation, namespace, ''));
}

/** Declared as XML, but not XML. */
export function garbage(): SimulatedResponse {
  return xml('\u0000\u0001<<<&&& not xml at all >\ufffd]]>');
}

/** Entities within entities: a few hundred bytes that expand to gigabytes. */
export function entityBomb(operation: string, namespace: string): SimulatedResponse {
  const levels = Array.from({ length: 9 }, (_, level) => {
    return `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`;
  });
  const documentType = `<!DOCTYPE bomb [<!ENTITY e0 "boom">${levels.join('')}]>`;
  return xml(documentType + wrapped(operation, namespace, '<return>&e9;</return>'));
}

/** Elements within elements, `depth` levels deep. */
export function nested(operation: string, namespace: string, depth: number): SimulatedResponse {
  return xml(wrapped(operation, namespace, `<return>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</return>`));
}

/** A well-formed response of many megabytes, in a few kilobytes of gzip. */
export function gzipBomb(operation: string, namespace: string, megabytes: number): SimulatedResponse {
  const [head, tail] = halves(operation, namespace);
  const body = gzipSync(
    Buffer.concat([Buffer.from(head), Buffer.alloc(megabytes * megabyte, 0x20), Buffer.from(tail)]),
  );
  return { status: 200, headers: { ...xmlHeaders, 'content-encoding': 'gzip' }, body };
}

/** The right response in Latin-1, declared as such; characters that Latin-1 lacks become question marks. */
export function inLatin1(response: SimulatedResponse): SimulatedResponse {
  const text = String(response.body).replace("encoding='UTF-8'", "encoding='ISO-8859-1'");
  const body = Buffer.from(text.replace(/[^\u0000-\u00ff]/gu, '?'), 'latin1'); // oxlint-disable-line no-control-regex -- the range of Latin-1
  return { ...response, headers: { ...response.headers, 'content-type': 'text/xml;charset=ISO-8859-1' }, body };
}

/** Sends half of the body, then calls `next`. */
export function sendHalf(outgoing: ServerResponse, response: SimulatedResponse, next: () => void): void {
  const body = Buffer.from(response.body);
  outgoing.writeHead(response.status, { ...response.headers, 'content-length': body.length });
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), next);
}

/** Sends a well-formed response of many megabytes; without end if the number is infinite. */
export async function sendHuge(
  outgoing: ServerResponse,
  operation: string,
  namespace: string,
  megabytes: number,
): Promise<void> {
  const [head, tail] = halves(operation, namespace);
  const chunk = Buffer.alloc(megabyte / 4, 0x20);
  function* parts() {
    yield Buffer.from(head);
    for (let sent = 0; sent < megabytes * 4; sent += 1) yield chunk;
    yield Buffer.from(tail);
  }
  outgoing.writeHead(200, xmlHeaders);
  // The client is expected to leave early.
  await pipeline(Readable.from(parts()), outgoing).catch(() => undefined);
}

/** Sends the response byte by byte. */
export async function drip(
  outgoing: ServerResponse,
  response: SimulatedResponse,
  intervalMs: number,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const body = Buffer.from(response.body);
  outgoing.writeHead(response.status, { ...response.headers, 'content-length': body.length });
  for (let sent = 0; sent < body.length && !outgoing.destroyed; sent += 1) {
    outgoing.write(body.subarray(sent, sent + 1));
    await wait(intervalMs);
  }
  outgoing.end();
}

/** Sends the right response, and closes the connection although it had promised to keep it. */
export function sendAndClose(outgoing: ServerResponse, response: SimulatedResponse): void {
  const { socket } = outgoing;
  outgoing.writeHead(response.status, { ...response.headers, 'content-length': Buffer.byteLength(response.body) });
  outgoing.end(response.body, () => socket?.destroySoon());
}

function xml(body: string): SimulatedResponse {
  return { status: 200, headers: xmlHeaders, body };
}

function wrapped(operation: string, namespace: string, content: string): string {
  const [head, tail] = halves(operation, namespace);
  return head + content + tail;
}

function halves(operation: string, namespace: string): [head: string, tail: string] {
  return [
    `<soapenv:Envelope xmlns:soapenv="${soapEnvelope}"><soapenv:Body><ns:${operation}Response xmlns:ns="${namespace}">`,
    `</ns:${operation}Response></soapenv:Body></soapenv:Envelope>`,
  ];
}
