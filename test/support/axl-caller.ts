import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { RunningSimulator } from '../../src/simulator/simulator.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export const BASIC = basic('axl', 'axl-demo');

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** One HTTP exchange, over its own connection unless an agent is given; rejects if the connection breaks. */
export function exchange(url: string, options: RequestOptions, body = ''): Promise<Reply> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export function envelope(operation: string, content: string, version = '14.0'): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
    `<ns:${operation} xmlns:ns="http://www.cisco.com/AXL/API/${version}">${content}</ns:${operation}>` +
    '</soapenv:Body></soapenv:Envelope>'
  );
}

export interface CallOptions extends RequestOptions {
  readonly version?: string;
  /** Sent instead of the envelope. */
  readonly body?: string;
}

/** Calls an operation as a correct client does. Headers may be replaced, or left out with an empty string. */
export function call(
  simulator: RunningSimulator,
  operation: string,
  content: string,
  { version = '14.0', body = envelope(operation, content, version), headers, ...options }: CallOptions = {},
): Promise<Reply> {
  const all: Record<string, string> = {
    'content-type': 'text/xml; charset=utf-8',
    soapaction: `"CUCM:DB ver=${version} ${operation}"`,
    authorization: BASIC,
    ...(headers as Record<string, string> | undefined),
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  return exchange(simulator.url, { method: 'POST', ...options, headers: given }, body);
}

/** The element's content as it is written, between its first start tag and its end tag. */
export function inside(body: string, element: string): string | undefined {
  return new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 's').exec(body)?.[1];
}

/** The contents of all elements with this name that have no child elements. */
export function texts(body: string, element: string): string[] {
  return [...body.matchAll(new RegExp(`<${element}(?: [^>]*)?(?:/>|>([^<]*)</${element}>)`, 'g'))].map(
    (found) => found[1] ?? '',
  );
}

export function speedDials(...list: readonly (readonly [index: string, dirn: string, label: string])[]): string {
  const entries = list.map(
    ([index, dirn, label]) =>
      `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`,
  );
  return `<speeddials>${entries.join('')}</speeddials>`;
}

/** Calls the control path. */
export async function control(
  simulator: RunningSimulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return exchange(`${simulator.controlUrl}${path}`, { method }, body === undefined ? '' : JSON.stringify(body));
}
