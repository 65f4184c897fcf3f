import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'vitest';
import { mostSendsOfAWrite } from '../../src/domain/resend-policy.js';
import { ask, codeOf } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

/** How a node reacts to an updatePhone. */
type Act =
  | 'ok'
  | 'continue first'
  | 'busy'
  | 'too many'
  | 'too large'
  | 'no session'
  | 'no release'
  | 'reset'
  | 'silence'
  | 'refused'
  | 'locked'
  | 'no database'
  | 'html'
  | 'login refused';

const version = '<componentVersion><version>14.0.1.10000-1</version></componentVersion>';
const key = '{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}';
const oldPhone =
  `<phone uuid="${key}"><lines/><speeddials><speeddial><dirn>1</dirn><label>old</label><index>1</index></speeddial>` +
  '</speeddials></phone>';

/** A node with a list of reactions to each updatePhone; the last one repeats. */
async function node(
  acts: readonly Act[],
  { onTestFinished }: TestContext,
): Promise<{ url: string; updates: () => number }> {
  let updates = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const operation = /ver=[\d.]+ (\w+)/.exec(String(request.headers['soapaction']))?.[1] ?? '';
      response.setHeader('Set-Cookie', `JSESSIONIDSSO=${Math.random().toString(36).slice(2)}`);
      if (operation === 'getCCMVersion') respond(response, operation, version);
      else if (operation === 'getPhone') respond(response, operation, oldPhone);
      else if (operation !== 'updatePhone') respond(response, operation, '');
      else act(response, acts[Math.min(updates++, acts.length - 1)] ?? 'ok');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/axl/`, updates: () => updates };
}

function act(response: ServerResponse, what: Act): void {
  const statuses: Partial<Record<Act, number>> = {
    busy: 503,
    'too many': 429,
    'too large': 413,
    'no session': 404,
    'no release': 599,
    html: 400,
  };
  if (what === 'continue first') response.writeContinue();
  if (what === 'ok' || what === 'continue first') respond(response, 'updatePhone', key);
  else if (what === 'reset') response.socket?.resetAndDestroy();
  else if (what in faults) fault(response, faults[what as keyof typeof faults]);
  else if (what === 'login refused') response.writeHead(401).end();
  else if (what !== 'silence') {
    response.writeHead(statuses[what] ?? 500, { 'Content-Type': 'text/html' });
    response.end('<html><body>Incorrect axl version. Supported axl versions are 14.0</body></html>');
  }
}

function respond(response: ServerResponse, operation: string, result: string): void {
  response.writeHead(200, { 'Content-Type': 'text/xml;charset=UTF-8' });
  response.end(
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
      `<ns:${operation}Response xmlns:ns="http://www.cisco.com/AXL/API/14.0"><return>${result}</return>` +
      `</ns:${operation}Response></soapenv:Body></soapenv:Envelope>`,
  );
}

const faults = {
  refused: [-239, 'duplicate value'],
  locked: [-107, 'record is locked'],
  'no database': [908, 'Attempt to connect to database server failed'],
} as const;

function fault(response: ServerResponse, [code, words]: readonly [number, string]): void {
  response.writeHead(500, { 'Content-Type': 'text/xml;charset=UTF-8' });
  response.end(
    '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><soapenv:Fault>' +
      `<faultcode>soapenv:Server</faultcode><faultstring>${words}</faultstring><detail><axlError>` +
      `<axlcode>${code}</axlcode><axlmessage>${words}</axlmessage></axlError></detail>` +
      '</soapenv:Fault></soapenv:Body></soapenv:Envelope>',
  );
}

const rows: readonly (readonly [acts: readonly Act[], sends: number, answer: 200 | string])[] = [
  [['ok'], 1, 200],
  [['continue first'], 1, 200],
  [['refused'], 1, 'rejected-by-call-manager'],
  [['locked', 'ok'], 1, 'call-manager-busy'],
  [['no database', 'ok'], 1, 'call-manager-busy'],
  [['html'], 1, 'call-manager-answer-invalid'],
  [['login refused'], 2, 'call-manager-refused-credentials'],
  [['busy', 'ok'], 2, 200],
  [['too many', 'ok'], 2, 200],
  [['too many'], 3, 'call-manager-busy'],
  [['too large'], 1, 'rejected-by-call-manager'],
  [['busy'], 3, 'call-manager-busy'],
  [['no session', 'ok'], 2, 200],
  [['no session'], 3, 'axl-service-unavailable'],
  [['no release', 'ok'], 2, 200],
  [['no release'], 2, 'axl-version-unsupported'],
  [['reset', 'ok'], 2, 200],
  [['reset'], 2, 'outcome-unknown'],
  [['silence'], 2, 'outcome-unknown'],
  [['silence', 'refused'], 2, 'outcome-unknown'],
  [['silence', 'locked'], 2, 'outcome-unknown'],
  [['no session', 'no release', 'busy', 'ok'], 4, 200],
  [['no session', 'no release', 'busy', 'reset', 'ok'], 4, 'outcome-unknown'],
  [['no session', 'busy', 'no session', 'busy', 'ok'], 4, 'call-manager-busy'],
  [['busy', 'busy', 'reset', 'busy', 'ok'], 4, 'outcome-unknown'],
];

it.concurrent.for(rows)('after %j one write was sent %i times', async ([acts, sends, answer], context) => {
  const { expect, onTestFinished } = context;
  const one = await node(acts, context);
  const service = await startServiceWithShortTimes(one.url, {
    AXL_VERSION: 'auto',
    // Only a silence is waited for until this time: a busy machine must not make the others late.
    AXL_TIMEOUT_MS: acts.includes('silence') ? '1500' : '5000',
    REQUEST_DEADLINE_MS: '15000',
    // The node always shows the same list.
    AXL_VERIFY_WRITES: 'off',
  });
  onTestFinished(() => service.stop('end'));
  // Opens a session, so that there is one that can expire, and finds the release.
  expect((await ask(`${service.url}/phone/?dirn=1`)).status).toBe(200);
  const reply = await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, [{ index: '1', dirn: '2', label: 'new' }]);
  expect([one.updates(), codeOf(reply)]).toEqual([sends, answer]);
  expect(one.updates()).toBeLessThanOrEqual(mostSendsOfAWrite);
});
