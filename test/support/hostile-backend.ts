import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The secrets that a hostile call manager has seen, to quote in its answers. */
export interface Overheard {
  readonly authorization: Set<string>;
  readonly cookies: Set<string>;
}

export interface HostileBackend {
  readonly url: string;
  readonly overheard: Overheard;
  close(): Promise<void>;
}

/** Pseudorandom numbers from 0 to 1; the same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

function inXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Answering = (
  request: { operation: string; quote: string },
  response: http.ServerResponse,
  random: () => number,
) => void;

function soap(
  response: http.ServerResponse,
  status: number,
  body: string,
  headers: http.OutgoingHttpHeaders = {},
): void {
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
  response.writeHead(status, { 'Content-Type': 'text/xml;charset=utf-8', ...headers }).end(text);
}

function fault(code: string, message: string, faultcode = 's:Server'): string {
  const detail = `<axlError><axlcode>${code}</axlcode><axlmessage>${inXml(message)}</axlmessage></axlError>`;
  return `<s:Fault><faultcode>${inXml(faultcode)}</faultcode><faultstring>${inXml(message)}</faultstring><detail>${detail}</detail></s:Fault>`;
}

function newCookie(random: () => number): string {
  return `session-${Math.floor(random() * 1e9).toString(36)}-${Math.floor(random() * 1e9).toString(36)}`;
}

/** Everything that can go wrong between two programs, each with a secret in it if there is room for one. */
const misbehaviours: readonly Answering[] = [
  ({ quote }, response, random) => {
    soap(response, 500, fault(pick(random, ['5007', '5003', '-1', '201']), `Item not valid: ${quote} was not found`));
  },
  ({ quote }, response, random) => {
    const padding = 'x'.repeat(pick(random, [400, 470, 480, 490, 495]));
    soap(response, 500, fault('5003', `${padding}${quote}`));
  },
  ({ quote }, response) => {
    soap(response, 500, fault(quote, 'Something', quote));
  },
  ({ quote }, response) => {
    soap(response, 500, `<s:Fault><faultstring>${inXml(quote)}</faultstring></s:Fault>`);
  },
  ({ operation, quote }, response) => {
    soap(response, 200, `<${operation}Response><return>${inXml(quote)}</return></${operation}Response>`);
  },
  ({ quote }, response) => {
    soap(response, 200, `<other>${inXml(quote)}</other>`);
  },
  ({ quote }, response) => {
    const version = `<componentVersion><version>${inXml(quote)}</version></componentVersion>`;
    soap(response, 200, `<getCCMVersionResponse><return>${version}</return></getCCMVersionResponse>`);
  },
  ({ quote }, response, random) => {
    const status = pick(random, [401, 403, 404, 302, 400, 502, 503, 599]);
    const headers = { 'Content-Type': 'text/html', 'Retry-After': '0', Location: `/${encodeURIComponent(quote)}` };
    response
      .writeHead(status, headers)
      .end(`<html><body>Supported axl versions are ${quote}, 14.0 ${quote}</body></html>`);
  },
  ({ quote }, response) => {
    const bad = Buffer.from(quote).toString('base64url');
    response.writeHead(200, { 'Content-Type': `text/xml; charset=${bad}`, 'Content-Encoding': bad }).end(quote);
  },
  ({ quote }, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml' }).end(`<Envelope><${quote}`);
  },
  ({ quote }, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml', 'Content-Length': 100_000 }).write(`<Envelope>${quote}`);
    setTimeout(() => response.destroy(), 5);
  },
  (_request, response) => {
    response.destroy();
  },
  ({ quote }, response) => {
    response.socket?.end(`${quote}\r\n\r\n`);
  },
  ({ quote }, response) => {
    response.socket?.end(`HTTP/1.1 200 ${quote.replace(/\s/g, '_')}\r\nContent-Length: x\r\n\r\n`);
  },
  () => undefined,
];

/** The cookie and the credentials of earlier requests, in the forms in which a program may quote them. */
function quotes({ authorization, cookies }: Overheard): string[] {
  return [
    ...[...authorization].flatMap((header) => {
      const token = header.replace(/^Basic /, '');
      const pair = Buffer.from(token, 'base64').toString('utf8');
      return [header, token, pair, pair.slice(pair.indexOf(':') + 1), `Authorization: ${header}`];
    }),
    ...[...cookies]
      .slice(-3)
      .flatMap((cookie) => [cookie, `JSESSIONIDSSO=${cookie}`, `Cookie: JSESSIONIDSSO=${cookie}; x=y`]),
  ];
}

/** A call manager with only wrong answers, which quote the secrets that it received. */
export async function startHostileBackend(seed: number): Promise<HostileBackend> {
  const random = randomNumbers(seed);
  const overheard: Overheard = { authorization: new Set(), cookies: new Set() };
  const server = http.createServer((request, response) => {
    if (request.headers.authorization !== undefined) overheard.authorization.add(request.headers.authorization);
    const cookie = /JSESSIONIDSSO=(.*)/.exec(request.headers.cookie ?? '')?.[1];
    if (cookie !== undefined) overheard.cookies.add(cookie);
    // Set a cookie only in answers to a login, as AXL does.
    else if (random() < 0.5) response.setHeader('Set-Cookie', `JSESSIONIDSSO=${newCookie(random)}; Path=/; Secure`);
    const operation = / (\w+)"?$/.exec(String(request.headers['soapaction']))?.[1] ?? '';
    request.resume().on('end', () => {
      pick(random, misbehaviours)({ operation, quote: pick(random, ['', ...quotes(overheard)]) }, response, random);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`,
    overheard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
