import net from 'node:net';
import { catalogued, type ErrorCode } from '../../src/domain/error-catalogue.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { Answer } from './contract.js';
import {
  authorization,
  OnePhoneCallManager,
  phone,
  startFakeService,
  type FakeServiceOptions,
} from '../support/one-phone-service.js';

/** One way to get one documented answer out of the running service. */
export interface Provocation {
  /** The answer that must come: `findPhones 502 call-manager-fault`. */
  readonly place: string;
  readonly service?: FakeServiceOptions;
  readonly arrange?: (callManager: OnePhoneCallManager) => void;
  readonly send: (url: string) => Promise<Answer>;
}

/** Starts a service of its own for the provocation, and brings its answer. */
export async function provoke({ service = {}, arrange, send }: Provocation): Promise<Answer> {
  const callManager = new OnePhoneCallManager();
  arrange?.(callManager);
  const running = await startFakeService(callManager, service);
  try {
    return await send(running.url);
  } finally {
    await running.close();
  }
}

const operations = {
  findPhones: { method: 'GET', path: '/phone?dirn=0100' },
  replaceSpeedDials: { method: 'POST', path: `/speeddials?phone=${phone.name}`, body: '[]' },
  readOpenApiDocument: { method: 'GET', path: '/openapi.json' },
  readDocumentation: { method: 'GET', path: '/docs' },
} as const;
type OperationId = keyof typeof operations;
const operationIds = Object.keys(operations) as OperationId[];

interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A right call of an operation, but for what is changed. */
function call(operation: OperationId, change: Change = {}): Provocation['send'] {
  const right: Change = operations[operation];
  const { method = 'GET', path = '', body } = { ...right, ...change };
  return async (url) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { authorization, ...json, ...change.headers },
      ...(body !== undefined && method === 'POST' && { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Bytes that need not be HTTP; waits until the service has closed the connection. */
function raw(bytes: string): Provocation['send'] {
  return (url) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(url);
      let received = '';
      const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => (received += chunk));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', text = ''] = received.split('\r\n\r\n');
        const [statusLine = '', ...lines] = head.split('\r\n');
        const headers = new Headers(lines.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]));
        resolve({ status: Number(statusLine.split(' ')[1]), headers, text });
      });
    });
}

const shortTimeouts = {
  headersTimeout: 200,
  requestTimeout: 200,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 50,
};

/** What any operation can answer. */
const ofAnyOperation = operationIds.flatMap((operation): Provocation[] => {
  const { method, path } = operations[operation];
  const at = (what: string): string => `${operation} ${what}`;
  return [
    { place: at('400 invalid-request'), send: raw(`${method} ${path} HTTP/1.1\r\nno header\r\n\r\n`) },
    { place: at('401 unauthenticated'), send: call(operation, { headers: { authorization: 'Basic bm9ib2R5Og==' } }) },
    { place: at('404 not-found'), send: call(operation, { path: `/elsewhere${path}` }) },
    { place: at('405 method-not-allowed'), send: call(operation, { method: 'DELETE' }) },
    {
      place: at('408 invalid-request'),
      service: { timeouts: shortTimeouts },
      send: raw(`${method} ${path} HTTP/1.1\r\n`),
    },
    { place: at('429 too-many-failed-logins'), send: afterWrongPasswords(call(operation)) },
    {
      place: at('431 invalid-request'),
      send: raw(`${method} ${path} HTTP/1.1\r\nlong: ${'x'.repeat(16_384)}\r\n\r\n`),
    },
    {
      place: at('500 internal-error'),
      service: { passwords: { matches: () => Promise.reject(new TypeError('not built for this')) } },
      send: call(operation),
    },
  ];
});

function afterWrongPasswords(send: Provocation['send']): Provocation['send'] {
  const authorizations = Array.from({ length: 20 }, (_, guess) => `Basic ${btoa(`nobody${guess}:`)}`);
  return async (url) => {
    for (const guess of authorizations) await fetch(url, { headers: { authorization: guess } });
    return send(url);
  };
}

const ofFindPhones: Provocation[] = [
  { place: 'findPhones 200', send: call('findPhones') },
  { place: 'findPhones 200', send: call('findPhones', { path: '/phone/?dirn=%2B14085554019' }) },
  { place: 'findPhones 200', send: call('findPhones', { path: '/phone?dirn=9' }) },
  { place: 'findPhones 200', send: call('findPhones', { headers: { 'x-request-id': 'my-own:1' } }) },
  { place: 'findPhones 400 invalid-request', send: call('findPhones', { path: '/phone' }) },
  { place: 'findPhones 400 invalid-request', send: call('findPhones', { path: '/phone?dirn=1&dirn=2' }) },
  ...failures('findPhones', (callManager, error) => {
    callManager.findPhones = () => Promise.reject(error);
  }),
];

const set = '[{"index":"1","dirn":"0199","label":"Büro"}]';

const ofReplaceSpeedDials: Provocation[] = [
  { place: 'replaceSpeedDials 200', send: call('replaceSpeedDials', { body: set }) },
  { place: 'replaceSpeedDials 200', send: call('replaceSpeedDials', { headers: { accept: 'application/json' } }) },
  { place: 'replaceSpeedDials 200', service: { loadsChange: true }, send: call('replaceSpeedDials') },
  {
    place: 'replaceSpeedDials 200',
    service: { loadsChange: true },
    arrange: (callManager) => {
      callManager.loadChange = () => Promise.reject(failure('call-manager-fault'));
    },
    send: call('replaceSpeedDials'),
  },
  { place: 'replaceSpeedDials 400 invalid-request', send: call('replaceSpeedDials', { body: '{"index":1}' }) },
  { place: 'replaceSpeedDials 400 invalid-request', send: call('replaceSpeedDials', { body: '' }) },
  { place: 'replaceSpeedDials 400 invalid-request', send: call('replaceSpeedDials', { path: '/speeddials' }) },
  { place: 'replaceSpeedDials 403 forbidden', service: { readOnly: true }, send: call('replaceSpeedDials') },
  {
    place: 'replaceSpeedDials 404 phone-not-found',
    send: call('replaceSpeedDials', { path: '/speeddials?phone=SEP0' }),
  },
  {
    place: 'replaceSpeedDials 413 payload-too-large',
    send: call('replaceSpeedDials', { body: `[${' '.repeat(1_100_000)}]` }),
  },
  {
    place: 'replaceSpeedDials 415 unsupported-media-type',
    send: call('replaceSpeedDials', { headers: { 'content-type': 'text/plain' } }),
  },
  {
    place: 'replaceSpeedDials 415 unsupported-media-type',
    send: call('replaceSpeedDials', { headers: { 'content-encoding': 'gzip' } }),
  },
  {
    place: 'replaceSpeedDials 504 outcome-unknown',
    arrange: (callManager) => {
      callManager.replaceSpeedDials = () =>
        Promise.reject(new ServiceError('call-manager-timeout', { detail: 'late', effect: 'unknown' }));
      callManager.readSpeedDials = () => Promise.reject(failure('call-manager-timeout'));
    },
    send: call('replaceSpeedDials'),
  },
  ...failures('replaceSpeedDials', (callManager, error) => {
    callManager.replaceSpeedDials = () => Promise.reject(error);
  }),
  {
    place: 'replaceSpeedDials 422 rejected-by-call-manager',
    arrange: (callManager) => {
      callManager.replaceSpeedDials = () => Promise.reject(failure('rejected-by-call-manager'));
    },
    send: call('replaceSpeedDials'),
  },
];

/** What the call manager's side throws; that it does throw it is for the tests with the simulator. */
function failures(
  operation: OperationId,
  arrange: (to: OnePhoneCallManager, error: ServiceError) => void,
): Provocation[] {
  const codes: Readonly<Partial<Record<ErrorCode, number>>> = {
    'call-manager-refused-credentials': 502,
    'axl-service-unavailable': 502,
    'axl-version-unsupported': 502,
    'call-manager-fault': 502,
    'call-manager-unreachable': 502,
    'call-manager-answer-invalid': 502,
    'call-manager-busy': 503,
    'call-manager-unavailable': 503,
    overloaded: 503,
    'call-manager-timeout': 504,
  };
  return Object.entries(codes).map(([code, status]) => ({
    place: `${operation} ${status} ${code}`,
    arrange: (callManager) => {
      arrange(callManager, failure(code as ErrorCode));
    },
    send: call(operation),
  }));
}

function failure(code: ErrorCode): ServiceError {
  return new ServiceError(code, { ...catalogued(code).example, effect: 'refused' });
}

const ofDocumentation: Provocation[] = [
  { place: 'readOpenApiDocument 200', send: call('readOpenApiDocument') },
  {
    place: 'readOpenApiDocument 304',
    // By hand, because fetch adds a Cache-Control that asks for a whole answer.
    send: async (url) => {
      const etag = (await call('readOpenApiDocument')(url)).headers.get('etag') ?? '';
      const lines = [
        'GET /openapi.json HTTP/1.1',
        'Host: here',
        `Authorization: ${authorization}`,
        `If-None-Match: ${etag}`,
      ];
      return raw(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)(url);
    },
  },
  { place: 'readDocumentation 200', send: call('readDocumentation') },
];

export const provocations = [...ofAnyOperation, ...ofFindPhones, ...ofReplaceSpeedDials, ...ofDocumentation];
