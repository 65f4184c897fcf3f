import net from 'node:net';
import { catalogued, type ErrorCode } from '../../src/domain/error-catalogue.js';
import type { ButtonKind } from '../../src/domain/button-kinds.js';
import { ServiceError } from '../../src/domain/errors.js';
import type { ChangeStore, Intention, NewChange } from '../../src/changes/store/change-store.js';
import { History } from '../../src/changes/journal.js';
import { type Answer, Contract, type OpenApi } from '../support/contract.js';
import { changed, intention, newChange, phoneNamed, profileNamed } from '../support/changes.js';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { codesOfRefusedLists } from '../../src/http/openapi/problem-responses.js';
import { MemoryStore } from '../support/memory-store.js';
import {
  authorization,
  lamps,
  type OnePhoneCallManager,
  onePhoneCallManager,
  phone,
  startFakeService,
  type FakeService,
  type FakeServiceOptions,
  username,
} from '../support/one-phone-service.js';
import { fakeInventory } from '../support/fake-inventory.js';
import { foundDevices } from '../support/found-devices.js';
import { aDevice, aNamedDevice } from '../support/made.js';

/** One way to get one documented answer from the running service. */
export interface Provocation {
  /** The expected answer: `findPhones 502 call-manager-fault`. */
  readonly place: string;
  readonly service?: FakeServiceOptions | (() => Promise<FakeServiceOptions>);
  /** Instead of a new service. */
  readonly shared?: SharedService;
  readonly arrange?: (callManager: OnePhoneCallManager) => void;
  readonly send: (url: string) => Promise<Answer>;
}

/** A service that answers many calls in the same way, because none of them changes anything in it. */
class SharedService {
  static readonly all: SharedService[] = [];
  #running: Promise<FakeService> | undefined;

  /** @param begun what is done to it before the first call */
  constructor(
    private readonly options: FakeServiceOptions = {},
    private readonly begun: (url: string) => Promise<void> = () => Promise.resolve(),
  ) {
    SharedService.all.push(this);
  }

  started(): Promise<FakeService> {
    this.#running ??= startFakeService(onePhoneCallManager(), this.options).then(async (running) => {
      await this.begun(running.url);
      return running;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    await (await this.#running)?.close();
  }
}

export async function closeSharedServices(): Promise<void> {
  await Promise.all(SharedService.all.map((service) => service.close()));
}

function optionsOf(service: Provocation['service']): Promise<FakeServiceOptions> {
  return typeof service === 'function' ? service() : Promise.resolve(service ?? {});
}

/** Starts a new service, unless it is a shared one, and returns the answer. */
export async function provoke({ service = {}, shared, arrange, send }: Provocation): Promise<Answer> {
  if (shared) return send((await shared.started()).url);
  const callManager = onePhoneCallManager();
  arrange?.(callManager);
  const running = await startFakeService(callManager, await optionsOf(service));
  try {
    return await send(running.url);
  } finally {
    await running.close();
  }
}

const ofPhone = `phone=${phone.name}`;
/** More than any call takes. */
const tooLarge = `{"title":"${' '.repeat(2_200_000)}"}`;
const lampInPlace = '{"destination":"0199"}';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const contract = new Contract(JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi);

/** Every operation that may be answered from what is kept. */
const lookups = contract
  .documented()
  .flatMap((place) => (place.endsWith(' 504 not-kept') ? (place.split(' ')[0] ?? []) : []));

/** What a write can find at the device afterwards, and what follows for later writes. */
const codesOfWatchedWrites = ['stored-otherwise', 'writing-stopped'] as const;

/** A right call of each operation. */
const operations: Readonly<Record<string, Call>> = {
  ...Object.fromEntries(lookups.map((operation) => [operation, contract.callOf(operation)])),
  findPhones: { method: 'GET', path: '/phone?dirn=0100' },
  readStatus: { method: 'GET', path: '/status' },
  readLists: { method: 'GET', path: `/lists?${ofPhone}` },
  exportButtons: { method: 'GET', path: `/export?device=${phone.name}` },
  readSpeedDials: { method: 'GET', path: `/speeddials?${ofPhone}` },
  replaceSpeedDials: { method: 'POST', path: `/speeddials?${ofPhone}`, body: '[]' },
  setSpeedDial: { method: 'PUT', path: `/speeddials/1?${ofPhone}`, body: '{"dirn":"0199"}' },
  removeSpeedDial: { method: 'DELETE', path: `/speeddials/1?${ofPhone}` },
  readBusyLampFields: { method: 'GET', path: `/busylampfields?${ofPhone}` },
  replaceBusyLampFields: { method: 'POST', path: `/busylampfields?${ofPhone}`, body: '[]' },
  setBusyLampField: { method: 'PUT', path: `/busylampfields/1?${ofPhone}`, body: lampInPlace },
  removeBusyLampField: { method: 'DELETE', path: `/busylampfields/1?${ofPhone}` },
  readOpenApiDocument: { method: 'GET', path: '/openapi.json' },
  readDocumentation: { method: 'GET', path: '/docs' },
  listChanges: { method: 'GET', path: '/changes' },
  readChange: { method: 'GET', path: '/changes/1' },
  undoChange: { method: 'POST', path: '/changes/1/undo' },
  askForChange: { method: 'POST', path: '/changes', body: JSON.stringify(asked()) },
  proposeChange: { method: 'POST', path: '/changes/1/proposal' },
  approveChange: { method: 'POST', path: '/changes/1/approval', body: '{"digest":"digest-1"}' },
  rejectChange: { method: 'POST', path: '/changes/1/rejection', body: '{"reason":"Not this week."}' },
  applyChange: { method: 'POST', path: '/changes/1/application' },
  stopChange: { method: 'POST', path: '/changes/1/stop' },
  readInventory: { method: 'GET', path: '/inventory' },
  resumeWriting: { method: 'POST', path: '/writing/resume' },
  sweepInventory: { method: 'POST', path: '/inventory/sweep' },
  listFindings: { method: 'GET', path: '/findings' },
  dismissFinding: { method: 'PUT', path: '/findings/4/dismissal', body: '{"reason":"So it is."}' },
  takeDismissalBack: { method: 'DELETE', path: '/findings/4/dismissal' },
};

interface Change extends Partial<Call> {
  readonly headers?: Readonly<Record<string, string>>;
}

function rightCallOf(operation: string): Call {
  const right = operations[operation];
  if (!right) throw new Error(`no call of ${operation}`);
  return right;
}

/** A valid call of an operation, with a change. */
function call(operation: string, change: Change = {}): Provocation['send'] {
  const { method, path, body } = { ...rightCallOf(operation), ...change };
  return async (url) => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { authorization, ...json, ...change.headers },
      ...(body !== undefined && method !== 'GET' && { body }),
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

const plain = new SharedService();
const impatient = new SharedService({ timeouts: shortTimeouts });
const withoutPasswords = new SharedService({
  passwords: { matches: () => Promise.reject(new TypeError('not built for this')) },
});
const guessedAt = new SharedService({}, async (url) => {
  const authorizations = Array.from({ length: 20 }, (_, guess) => `Basic ${btoa(`nobody${guess}:`)}`);
  for (const guess of authorizations) await fetch(url, { headers: { authorization: guess } });
});

/** The answers of any operation. */
const ofAnyOperation = Object.entries(operations).flatMap(([operation, { method, path }]): Provocation[] => {
  const at = (what: string): string => `${operation} ${what}`;
  return [
    {
      place: at('400 invalid-request'),
      shared: plain,
      send: raw(`${method} ${path} HTTP/1.1\r\nno header\r\n\r\n`),
    },
    { place: at('401 unauthenticated'), send: call(operation, { headers: { authorization: 'Basic bm9ib2R5Og==' } }) },
    { place: at('404 not-found'), shared: plain, send: call(operation, { path: `/elsewhere${path}` }) },
    { place: at('405 method-not-allowed'), shared: plain, send: call(operation, { method: 'PATCH' }) },
    {
      place: at('408 invalid-request'),
      shared: impatient,
      send: raw(`${method} ${path} HTTP/1.1\r\n`),
    },
    { place: at('429 too-many-failed-logins'), shared: guessedAt, send: call(operation) },
    {
      place: at('431 invalid-request'),
      shared: plain,
      send: raw(`${method} ${path} HTTP/1.1\r\nlong: ${'x'.repeat(16_384)}\r\n\r\n`),
    },
    {
      place: at('500 internal-error'),
      shared: withoutPasswords,
      send: call(operation),
    },
    {
      place: at('503 overloaded'),
      service: { deadlineMs: 200, passwords: { matches: () => new Promise(() => undefined) } },
      send: call(operation),
    },
  ];
});

const ofFindPhones: Provocation[] = [
  { place: 'findPhones 200', send: call('findPhones', { path: '/phone/?dirn=%2B14085554019' }) },
  { place: 'findPhones 200', send: call('findPhones', { path: '/phone?dirn=9' }) },
  { place: 'findPhones 200', send: call('findPhones', { headers: { 'x-request-id': 'my-own:1' } }) },
  { place: 'findPhones 400 invalid-request', send: call('findPhones', { path: '/phone' }) },
  { place: 'findPhones 400 invalid-request', send: call('findPhones', { path: '/phone?dirn=1&dirn=2' }) },
];

/** A device, a number and a button, as the operations that find them return them. */
const device = aDevice({ name: phone.name, uuid: phone.uuid });
const number = { dirn: '0100', partition: 'PT-Internal', description: 'Büro' };
const button = {
  device: phone.name,
  deviceKind: 'phone',
  uuid: phone.uuid,
  description: '',
  kind: 'busylampfield',
  index: '1',
  dirn: '0100',
  partition: '',
  label: 'Büro',
} as const;

const ofReading: Provocation[] = [
  { place: 'findPhones 200', send: call('findPhones', { path: `/phone?name=${phone.name}` }) },
  { place: 'findPhones 200', send: call('findPhones', { path: '/phone/?name=SEP0' }) },
  { place: 'findPhones 400 invalid-request', send: call('findPhones', { path: '/phone?dirn=1&name=SEP0' }) },
  {
    place: 'findProfile 200',
    arrange: (callManager) => {
      callManager.findDevice = () => Promise.resolve(aNamedDevice(phone));
    },
    send: call('findProfile'),
  },
  { place: 'findProfile 400 invalid-request', send: call('findProfile', { path: '/profile' }) },
  ...[0, 1, 101].map((length) => ({
    place: 'searchDevices 200',
    arrange: (callManager: OnePhoneCallManager) => {
      callManager.searchDevices = foundDevices(Array.from({ length }, () => device));
    },
    send: call('searchDevices'),
  })),
  { place: 'searchDevices 400 invalid-request', send: call('searchDevices', { path: '/devices?search=x&after=y' }) },
  {
    place: 'suggest 200',
    arrange: (callManager) => {
      callManager.suggest = () =>
        Promise.resolve({ numbers: [number], devices: [device, { ...device, deviceKind: 'profile' }] });
    },
    send: call('suggest', { path: '/suggest/?text=%2B4' }),
  },
  { place: 'suggest 400 invalid-request', send: call('suggest', { path: '/suggest?text=6' }) },
  {
    place: 'findNumbers 200',
    arrange: (callManager) => {
      callManager.findNumbers = () => Promise.resolve([number]);
    },
    send: call('findNumbers'),
  },
  {
    place: 'findButtons 200',
    arrange: (callManager) => {
      callManager.findButtons = () => Promise.resolve([button]);
    },
    send: call('findButtons'),
  },
  {
    place: 'findButtons 422 too-many-buttons',
    arrange: (callManager) => {
      const error = new ServiceError('too-many-buttons', { detail: 'At least 3 buttons.', effect: 'none' });
      callManager.findButtons = () => Promise.reject(error);
    },
    send: call('findButtons'),
  },
  { place: 'readStatus 200', send: call('readStatus') },
  { place: 'readStatus 200', service: { readOnly: true }, send: call('readStatus', { path: '/status/' }) },
];

type Options = Omit<FakeServiceOptions, 'history' | 'changeStore'>;

function kept(store: MemoryStore, options: Options = {}): FakeServiceOptions {
  return { ...options, history: new History(store, () => undefined), changeStore: store };
}

/** A history with a change that set the phone's present list. */
function historyWith(change: Partial<Intention> = {}, options: Options = {}) {
  return async (): Promise<FakeServiceOptions> => {
    const store = new MemoryStore();
    const device = phoneNamed(phone.name);
    const uuid = phone.uuid as Intention['uuid'];
    const intended = intention({ device, uuid, before: [], after: phone.speeddials, ...change });
    await store.settle((await store.begin(intended)).number, changed);
    return kept(store, options);
  };
}

/** A history whose store cannot be reached. */
const unreachable = (...methods: readonly (keyof ChangeStore)[]): FakeServiceOptions => {
  const store = new MemoryStore();
  store.failing = Object.fromEntries(methods.map((method) => [method, 'closed']));
  return kept(store);
};

const ofHistory: Provocation[] = [
  { place: 'listChanges 200', service: historyWith(), send: call('listChanges', { path: '/changes/?phone=SEP0' }) },
  {
    place: 'listChanges 200',
    service: historyWith({ kind: 'busylampfield', after: lamps }),
    send: call('listChanges', { path: `/changes?${ofPhone}&since=2026-03-04T05:06:07Z` }),
  },
  {
    place: 'listChanges 400 invalid-request',
    service: historyWith(),
    send: call('listChanges', { path: '/changes?limit=0' }),
  },
  { place: 'readChange 200', service: historyWith(), send: call('readChange') },
  {
    place: 'readChange 404 change-not-found',
    service: historyWith(),
    send: call('readChange', { path: '/changes/2' }),
  },
  { place: 'undoChange 200', service: historyWith(), send: call('undoChange') },
  { place: 'undoChange 200', service: historyWith({}, { loadsChange: true }), send: call('undoChange') },
  { place: 'undoChange 200', service: historyWith({ before: phone.speeddials, after: [] }), send: call('undoChange') },
  {
    place: 'undoChange 404 change-not-found',
    service: historyWith(),
    send: call('undoChange', { path: '/changes/x/undo' }),
  },
  {
    place: 'undoChange 404 phone-not-found',
    service: historyWith({ device: phoneNamed('SEP0') }),
    send: call('undoChange'),
  },
  {
    place: 'undoChange 404 profile-not-found',
    service: historyWith({ device: profileNamed('UDP1') }),
    send: call('undoChange'),
  },
  { place: 'undoChange 412 changed-meanwhile', service: historyWith({ after: [] }), send: call('undoChange') },
  {
    place: 'undoChange 412 changed-meanwhile',
    service: historyWith({ kind: 'busylampfield', after: [] }),
    send: call('undoChange'),
  },
  { place: 'undoChange 403 forbidden', service: historyWith({}, { readOnly: true }), send: call('undoChange') },
  {
    place: 'undoChange 403 cross-site',
    service: historyWith(),
    send: call('undoChange', { headers: { origin: 'https://elsewhere.example' } }),
  },
  ...[...codesOfRefusedLists, 'outcome-unknown' as const, ...codesOfWatchedWrites].map((code) => ({
    place: `undoChange ${catalogued(code).status} ${code}`,
    service: historyWith(),
    arrange: (callManager: OnePhoneCallManager) => {
      callManager.buttons.speeddial.replace = () => Promise.reject(failure(code));
    },
    send: call('undoChange'),
  })),
  ...failures('undoChange', (callManager, error) => {
    callManager.buttons.speeddial.replace = () => Promise.reject(error);
  }).map((one) => ({ ...one, service: historyWith() })),
  {
    place: 'undoChange 400 invalid-request',
    service: historyWith(),
    send: call('undoChange', { headers: { run: '9' } }),
  },
  {
    place: 'undoChange 200',
    service: historyWith({ after: phone.speeddials }),
    send: call('undoChange', { path: '/changes/1/undo?scope=entries' }),
  },
  {
    place: 'undoChange 202',
    service: changeOfTwo(),
    send: call('undoChange', { headers: { 'idempotency-key': 'mine' } }),
  },
  { place: 'undoChange 201', service: historyWith(), send: call('undoChange', { body: '{"propose":true}' }) },
  {
    place: 'undoChange 409 change-state',
    service: proposed(),
    send: call('undoChange', { body: '{"propose":true}' }),
  },
  {
    place: 'undoChange 409 too-many-changes',
    service: answering('ask', () => Promise.resolve({ is: 'full', whose: 'all' }), historyWith()),
    send: call('undoChange', { body: '{"propose":true}' }),
  },
  {
    place: 'undoChange 422 idempotency-key-reused',
    service: answering('ask', () => Promise.resolve({ is: 'other' }), historyWith()),
    send: call('undoChange', { body: '{"propose":true}', headers: { 'idempotency-key': 'mine' } }),
  },
  {
    place: 'undoChange 422 nothing-to-change',
    service: historyWith({ before: phone.speeddials }),
    send: call('undoChange', { body: '{"propose":true}' }),
  },
  {
    place: 'undoChange 413 payload-too-large',
    service: historyWith(),
    send: call('undoChange', { body: tooLarge }),
  },
  {
    place: 'undoChange 415 unsupported-media-type',
    service: historyWith(),
    send: call('undoChange', { body: '{}', headers: { 'content-type': 'text/plain' } }),
  },
  ...(['listChanges', 'readChange', 'undoChange'] as const).flatMap((operation) => [
    { place: `${operation} 404 history-off`, send: call(operation) },
    {
      place: `${operation} 503 history-unavailable`,
      service: unreachable('list', 'get', 'formerId', 'ask'),
      send: call(operation),
    },
  ]),
];

/** The body of a change of the speed dials of one phone, or of several. */
function asked(...devices: readonly string[]): object {
  const names = devices.length === 0 ? [phone.name] : devices;
  const entries = [{ index: '2', dirn: '0199' }];
  return { title: 'New reception', lists: names.map((device) => ({ device, kind: 'speeddial', entries })) };
}

interface Worked {
  readonly store: MemoryStore;
  readonly id: string;
  /** Ends the reading of its list. */
  readonly read: (state: 'proposed' | 'draft' | 'running', digest?: string) => Promise<unknown>;
}

/** A history with a change of one list, of another user, that is not read yet; and what is done with it then. */
function withChange(
  then: (worked: Worked) => Promise<unknown> = () => Promise.resolve(),
  change: Partial<NewChange> = {},
  options: Options = {},
) {
  return async (): Promise<FakeServiceOptions> => {
    const store = new MemoryStore();
    const stored = await store.ask(newChange({ user: 'somebody', ...change }, [phone.name]));
    const id = 'id' in stored ? stored.id : '';
    const holder = { instance: 'here', name: 'reader' };
    const read: Worked['read'] = async (state, digest = 'digest-1') => {
      await store.take(holder, ['reading']);
      const uuid = phone.uuid as Intention['uuid'];
      for (const position of (change.lists ?? ['']).keys()) {
        const before = position === 0 ? phone.speeddials : [];
        const there = { uuid, before, since: undefined, state: 'open', problem: undefined } as const;
        await store.keepRead(id, holder, position, there);
      }
      await store.endReading(id, holder, { state, digest, closedBecause: undefined, notes: [], why: undefined });
    };
    await then({ store, id, read });
    return kept(store, options);
  };
}

function proposed(change: Partial<NewChange> = {}, options: Options = {}) {
  return withChange(({ read }) => read('proposed'), change, options);
}

const running = () =>
  withChange(async ({ store, id, read }) => {
    await read('proposed');
    await store.approve(id, 'digest-1', 'boss', new Date('2999-01-01T00:00:00Z'));
  });
const rejected = () =>
  withChange(async ({ store, id, read }) => {
    await read('proposed');
    await store.closeChange(id, 'rejected', 'boss', 'No.');
  });
const draft = () => withChange(({ read }) => read('draft'), { user: username, isDraft: true });

/** A history with a change that set two lists of the phone. */
function changeOfTwo() {
  return withChange(
    async ({ store, id, read }) => {
      const holder = { instance: 'here', name: 'setter' };
      await read('running');
      await store.take(holder, ['running']);
      for (const position of [0, 1]) {
        const of = { change: id, position, holder };
        const uuid = phone.uuid as Intention['uuid'];
        const [kind, after] =
          position === 0 ? (['speeddial', phone.speeddials] as const) : (['busylampfield', lamps] as const);
        const { number } = await store.begin(
          intention({ device: phoneNamed(phone.name), uuid, kind, before: [], after, of }),
        );
        await store.settle(number, changed);
      }
      await store.endApplication(id, holder, { state: 'done', why: undefined });
      await store.release(id, holder);
    },
    {
      begins: true,
      lists: [
        ...newChange({}, [phone.name]).lists,
        ...newChange({}, [phone.name]).lists.map((list) => ({ ...list, kind: 'busylampfield' as const, after: lamps })),
      ],
    },
  );
}

/** A service whose store answers one method in this way. */
function answering(
  method: keyof ChangeStore,
  answer: () => Promise<unknown>,
  service: () => Promise<FakeServiceOptions>,
) {
  return async (): Promise<FakeServiceOptions> => {
    const options = await service();
    if (options.changeStore) Object.assign(options.changeStore, { [method]: answer });
    return options;
  };
}

const fromElsewhere = { origin: 'https://elsewhere.example' };
const moves = ['proposeChange', 'approveChange', 'rejectChange', 'applyChange', 'stopChange'] as const;
const withBody = ['askForChange', 'proposeChange', 'approveChange', 'rejectChange', 'applyChange'] as const;
const readOnly = { readOnly: true };

const ofChanges: Provocation[] = [
  { place: 'askForChange 201', service: historyWith(), send: call('askForChange') },
  {
    place: 'askForChange 202',
    service: historyWith(),
    send: call('askForChange', { body: JSON.stringify(asked(...Array.from({ length: 21 }, (_, at) => `SEP${at}`))) }),
  },
  {
    place: 'askForChange 200',
    service: answering('ask', () => Promise.resolve({ is: 'same', id: '1' }), proposed({ user: username })),
    send: call('askForChange', { headers: { 'idempotency-key': 'mine' } }),
  },
  {
    place: 'askForChange 422 idempotency-key-reused',
    service: answering('ask', () => Promise.resolve({ is: 'other' }), historyWith()),
    send: call('askForChange', { headers: { 'idempotency-key': 'mine' } }),
  },
  {
    place: 'askForChange 409 too-many-changes',
    service: answering('ask', () => Promise.resolve({ is: 'full', whose: 'user' }), historyWith()),
    send: call('askForChange'),
  },
  {
    place: 'askForChange 422 nothing-to-change',
    service: historyWith(),
    send: call('askForChange', {
      body: JSON.stringify({ lists: [{ device: phone.name, kind: 'speeddial', entries: phone.speeddials }] }),
    }),
  },
  {
    place: 'askForChange 409 change-state',
    service: proposed(),
    send: call('askForChange', { body: '{"undo":{"change":"1"}}' }),
  },
  {
    place: 'askForChange 404 change-not-found',
    service: historyWith(),
    send: call('askForChange', { body: '{"undo":{"change":"9"}}' }),
  },
  {
    place: 'askForChange 403 may-only-propose',
    service: historyWith({}, { mayOnlyPropose: true }),
    send: call('askForChange', { body: JSON.stringify({ ...asked(), apply: true }) }),
  },
  {
    place: 'askForChange 403 cross-site',
    service: historyWith(),
    send: call('askForChange', { headers: { ...fromElsewhere, 'content-type': 'text/csv' }, body: 'device' }),
  },
  { place: 'listChanges 200', service: proposed(), send: call('listChanges', { path: '/changes/?state=proposed' }) },
  { place: 'readChange 200', service: withChange(), send: call('readChange') },
  { place: 'readChange 200', service: rejected(), send: call('readChange') },
  {
    place: 'readChange 200',
    service: running(),
    send: call('readChange', { path: '/changes/1?limit=1&problems=true' }),
  },
  { place: 'readChange 200', service: changeOfTwo(), send: call('readChange') },
  {
    place: 'readChange 304',
    service: proposed(),
    send: async (url) => {
      const { headers } = await call('readChange')(url);
      return call('readChange', { headers: { 'if-none-match': headers.get('etag') ?? '' } })(url);
    },
  },
  {
    place: 'readChange 308',
    service: answering('formerId', () => Promise.resolve({ change: '2', number: '1' }), historyWith()),
    send: call('readChange'),
  },
  {
    place: 'readChange 400 invalid-request',
    service: proposed(),
    send: call('readChange', { path: '/changes/1?wait=1' }),
  },
  { place: 'proposeChange 200', service: draft(), send: call('proposeChange') },
  {
    place: 'proposeChange 403 own-change',
    service: proposed(),
    send: call('proposeChange'),
  },
  {
    place: 'proposeChange 409 change-state',
    service: proposed({ user: username }),
    send: call('proposeChange', { body: '{"reason":"She is called Sandström now."}' }),
  },
  { place: 'approveChange 202', service: proposed(), send: call('approveChange') },
  { place: 'approveChange 403 own-change', service: proposed({ user: username }), send: call('approveChange') },
  {
    place: 'approveChange 412 other-digest',
    service: withChange(({ read }) => read('proposed', 'another')),
    send: call('approveChange'),
  },
  { place: 'approveChange 409 change-state', service: rejected(), send: call('approveChange') },
  { place: 'rejectChange 200', service: proposed(), send: call('rejectChange') },
  { place: 'rejectChange 200', service: draft(), send: call('rejectChange') },
  { place: 'rejectChange 409 change-state', service: rejected(), send: call('rejectChange') },
  {
    place: 'rejectChange 403 may-only-propose',
    service: proposed({}, { mayOnlyPropose: true }),
    send: call('rejectChange'),
  },
  { place: 'applyChange 202', service: proposed({ user: username }), send: call('applyChange') },
  { place: 'applyChange 403 own-change', service: proposed(), send: call('applyChange') },
  {
    place: 'applyChange 403 may-only-propose',
    service: proposed({ user: username }, { mayOnlyPropose: true }),
    send: call('applyChange'),
  },
  { place: 'applyChange 409 change-state', service: running(), send: call('applyChange') },
  { place: 'stopChange 202', service: running(), send: call('stopChange') },
  { place: 'stopChange 409 change-state', service: proposed(), send: call('stopChange') },
  ...(['askForChange', ...moves] as const).flatMap((operation) => [
    { place: `${operation} 404 history-off`, send: call(operation) },
    {
      place: `${operation} 503 history-unavailable`,
      service: unreachable('list', 'get', 'formerId', 'ask'),
      send: call(operation),
    },
    { place: `${operation} 403 forbidden`, service: proposed({}, readOnly), send: call(operation) },
  ]),
  ...(['proposeChange', 'applyChange', 'stopChange'] as const).map((operation) => ({
    place: `${operation} 403 cross-site`,
    service: proposed(),
    send: call(operation, { headers: fromElsewhere }),
  })),
  ...moves.map((operation) => ({
    place: `${operation} 404 change-not-found`,
    service: historyWith(),
    send: call(operation, { path: rightCallOf(operation).path.replace('1', '9') }),
  })),
  ...withBody.flatMap((operation) => [
    { place: `${operation} 400 invalid-request`, service: proposed(), send: call(operation, { body: '{"x":1}' }) },
    { place: `${operation} 413 payload-too-large`, service: proposed(), send: call(operation, { body: tooLarge }) },
    {
      place: `${operation} 415 unsupported-media-type`,
      service: proposed(),
      send: call(operation, { body: '{}', headers: { 'content-type': 'text/plain' } }),
    },
  ]),
];

const [whole, incomplete] = [{ inventory: fakeInventory() }, { inventory: fakeInventory(false) }];
const ofInventory: Provocation[] = [
  { place: 'readInventory 200', service: whole, send: call('readInventory') },
  { place: 'resumeWriting 200', send: call('resumeWriting') },
  { place: 'resumeWriting 403 forbidden', service: { readOnly: true }, send: call('resumeWriting') },
  {
    place: 'resumeWriting 403 cross-site',
    send: call('resumeWriting', { headers: { origin: 'https://elsewhere.example' } }),
  },
  { place: 'sweepInventory 202', service: whole, send: call('sweepInventory') },
  { place: 'sweepInventory 403 forbidden', service: { ...whole, readOnly: true }, send: call('sweepInventory') },
  {
    place: 'sweepInventory 403 cross-site',
    service: whole,
    send: call('sweepInventory', { headers: { origin: 'https://elsewhere.example' } }),
  },
  { place: 'listFindings 200', service: whole, send: call('listFindings') },
  { place: 'listFindings 200', service: whole, send: call('listFindings', { path: '/findings/?limit=1&dirn=2003' }) },
  {
    place: 'listFindings 400 invalid-request',
    service: whole,
    send: call('listFindings', { path: '/findings?kind=none' }),
  },
  { place: 'listFindings 200', service: whole, send: call('listFindings', { path: '/findings?dismissed=true' }) },
  { place: 'dismissFinding 200', service: whole, send: call('dismissFinding') },
  { place: 'takeDismissalBack 200', service: whole, send: call('takeDismissalBack') },
  { place: 'dismissFinding 400 invalid-request', service: whole, send: call('dismissFinding', { body: '{}' }) },
  {
    place: 'dismissFinding 413 payload-too-large',
    service: whole,
    send: call('dismissFinding', { body: `{"reason":"${' '.repeat(1_100_000)}"}` }),
  },
  {
    place: 'dismissFinding 415 unsupported-media-type',
    service: whole,
    send: call('dismissFinding', { headers: { 'content-type': 'text/plain' } }),
  },
  ...(['dismissFinding', 'takeDismissalBack'] as const).flatMap((operation) => [
    { place: `${operation} 403 forbidden`, service: { ...whole, readOnly: true }, send: call(operation) },
    {
      place: `${operation} 403 cross-site`,
      service: whole,
      send: call(operation, { headers: { origin: 'https://elsewhere.example' } }),
    },
    {
      place: `${operation} 404 finding-not-found`,
      service: whole,
      send: call(operation, { path: '/findings/9/dismissal' }),
    },
  ]),
  ...(['listFindings', 'dismissFinding', 'takeDismissalBack'] as const).map((operation) => ({
    place: `${operation} 503 history-unavailable`,
    service: { inventory: fakeInventory(true, false) },
    send: call(operation),
  })),
  ...(['readInventory', 'sweepInventory', 'listFindings', 'dismissFinding', 'takeDismissalBack'] as const).flatMap(
    (operation) => [
      { place: `${operation} 404 inventory-off`, send: call(operation) },
      { place: `${operation} 503 inventory-incomplete`, service: incomplete, send: call(operation) },
    ],
  ),
];

/** Has whatever the call manager is asked for fail. */
function failAll(callManager: OnePhoneCallManager, error: ServiceError): void {
  const fails = (): Promise<never> => Promise.reject(error);
  const { buttons, ...asked } = callManager;
  Object.assign(callManager, Object.fromEntries(Object.keys(asked).map((name) => [name, fails])));
  for (const list of Object.values(buttons)) list.read = fails;
}

const ageMs = 61_500;
const ofKeptAnswers: Provocation[] = [
  ...lookups.flatMap((operation) => [
    { place: `${operation} 200`, send: call(operation) },
    { place: `${operation} 504 not-kept`, send: call(operation, { headers: { 'cache-control': 'only-if-cached' } }) },
    ...failures(operation, failAll),
  ]),
  {
    place: 'findNumbers 200',
    service: { inventory: fakeInventory(true, true, { numbers: () => Promise.resolve({ value: [number], ageMs }) }) },
    send: call('findNumbers', { headers: { 'cache-control': 'max-age=62' } }),
  },
  {
    place: 'readSpeedDials 200',
    service: {
      inventory: fakeInventory(true, true, { list: () => Promise.resolve({ value: phone.speeddials, ageMs }) }),
    },
    send: call('readSpeedDials', { headers: { 'cache-control': 'max-age=62' } }),
  },
];

const ofExport: Provocation[] = [
  { place: 'exportButtons 404 phone-not-found', send: call('exportButtons', { path: '/export?device=SEP0' }) },
  { place: 'exportButtons 404 profile-not-found', send: call('exportButtons', { path: '/export?profile=UDP1' }) },
  {
    place: 'exportButtons 422 too-many-buttons',
    arrange: (callManager) => {
      callManager.findButtons = () => Promise.reject(failure('too-many-buttons'));
    },
    send: call('exportButtons', { path: '/export?dirn=2003' }),
  },
];

const ofReadLists: Provocation[] = [
  { place: 'readLists 400 invalid-request', send: call('readLists', { path: '/lists' }) },
  { place: 'readLists 404 phone-not-found', send: call('readLists', { path: '/lists?phone=SEP0' }) },
  { place: 'readLists 404 profile-not-found', send: call('readLists', { path: '/lists/?profile=UDP1' }) },
];

interface ListOfOperations {
  readonly kind: ButtonKind;
  readonly path: string;
  readonly read: string;
  readonly replace: string;
  readonly set: string;
  readonly remove: string;
}

const lists: readonly ListOfOperations[] = [
  {
    kind: 'speeddial',
    path: '/speeddials',
    read: 'readSpeedDials',
    replace: 'replaceSpeedDials',
    set: 'setSpeedDial',
    remove: 'removeSpeedDial',
  },
  {
    kind: 'busylampfield',
    path: '/busylampfields',
    read: 'readBusyLampFields',
    replace: 'replaceBusyLampFields',
    set: 'setBusyLampField',
    remove: 'removeBusyLampField',
  },
];

function ofReadingList({ path, read }: ListOfOperations): Provocation[] {
  return [
    {
      place: `${read} 304`,
      send: async (url) => {
        const etag = (await call(read)(url)).headers.get('etag') ?? '';
        return call(read, { headers: { 'if-none-match': etag } })(url);
      },
    },
    { place: `${read} 400 invalid-request`, send: call(read, { path: `${path}?${ofPhone}&profile=UDP1` }) },
    { place: `${read} 404 phone-not-found`, send: call(read, { path: `${path}?phone=SEP0` }) },
    { place: `${read} 404 profile-not-found`, send: call(read, { path: `${path}?profile=UDP1` }) },
  ];
}

/** The outcomes of every change of a list; `at` is the path. */
function ofChange(operation: string, { kind }: ListOfOperations, at: string): Provocation[] {
  const refusing = (error: ServiceError) => (callManager: OnePhoneCallManager) => {
    callManager.buttons[kind].replace = () => Promise.reject(error);
  };
  const fromElsewhere = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' };
  return [
    {
      place: `${operation} 503 history-unavailable`,
      service: unreachable('begin'),
      send: call(operation),
    },
    { place: `${operation} 403 forbidden`, service: { readOnly: true }, send: call(operation) },
    { place: `${operation} 403 cross-site`, send: call(operation, { headers: fromElsewhere }) },
    {
      place: `${operation} 404 phone-not-found`,
      send: call(operation, { path: `${at}?phone=SEP0`, headers: { 'if-match': '*' } }),
    },
    {
      place: `${operation} 404 profile-not-found`,
      send: call(operation, { path: `${at}?profile=UDP1`, headers: { 'if-match': '*' } }),
    },
    { place: `${operation} 400 invalid-request`, send: call(operation, { headers: { 'if-match': 'no tag' } }) },
    ...codesOfRefusedLists.map((code) => ({
      place: `${operation} ${catalogued(code).status} ${code}`,
      arrange: refusing(failure(code)),
      send: call(operation),
    })),
    { place: `${operation} 412 changed-meanwhile`, send: call(operation, { headers: { 'if-match': '"stale"' } }) },
    {
      place: `${operation} 504 outcome-unknown`,
      arrange: (callManager) => {
        callManager.buttons[kind].replace = () => {
          callManager.buttons[kind].readForChange = (): Promise<never> =>
            Promise.reject(failure('call-manager-timeout'));
          return Promise.reject(new ServiceError('call-manager-timeout', { detail: 'late', effect: 'unknown' }));
        };
      },
      send: call(operation),
    },
    ...codesOfWatchedWrites.map((code) => ({
      place: `${operation} ${catalogued(code).status} ${code}`,
      arrange: (callManager: OnePhoneCallManager) => {
        callManager.buttons[kind].replace = () => Promise.reject(failure(code));
      },
      send: call(operation),
    })),
    ...failures(operation, (callManager, error) => {
      callManager.buttons[kind].replace = () => Promise.reject(error);
    }),
  ];
}

function ofBody(operation: string): Provocation[] {
  return [
    { place: `${operation} 400 invalid-request`, send: call(operation, { body: '"x"' }) },
    { place: `${operation} 413 payload-too-large`, send: call(operation, { body: `[${' '.repeat(1_100_000)}]` }) },
    {
      place: `${operation} 415 unsupported-media-type`,
      send: call(operation, { headers: { 'content-type': 'text/plain' } }),
    },
    {
      place: `${operation} 415 unsupported-media-type`,
      send: call(operation, { headers: { 'content-encoding': 'gzip' } }),
    },
  ];
}

function ofChangingList(list: ListOfOperations): Provocation[] {
  const { path, replace, set, remove } = list;
  return [
    { place: `${replace} 200`, send: call(replace) },
    { place: `${replace} 200`, service: { loadsChange: true }, send: call(replace, { headers: { 'if-match': '*' } }) },
    ...ofChange(replace, list, path),
    ...ofBody(replace),
    { place: `${set} 200`, send: call(set) },
    { place: `${set} 200`, service: { loadsChange: true }, send: call(set) },
    { place: `${set} 201`, send: call(set, { path: `${path}/007?${ofPhone}` }) },
    ...ofChange(set, list, `${path}/1`),
    ...ofBody(set),
    { place: `${remove} 204`, send: call(remove) },
    { place: `${remove} 204`, service: { loadsChange: true }, send: call(remove) },
    { place: `${remove} 404 entry-not-found`, send: call(remove, { path: `${path}/7?${ofPhone}` }) },
    ...ofChange(remove, list, `${path}/1`),
  ];
}

const set = '[{"index":"1","dirn":"0199","label":"Büro"}]';

const ofReplaceSpeedDials: Provocation[] = [
  { place: 'replaceSpeedDials 200', send: call('replaceSpeedDials', { body: set }) },
  { place: 'replaceSpeedDials 200', send: call('replaceSpeedDials', { headers: { accept: 'application/json' } }) },
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
  {
    place: 'replaceSpeedDials 404 phone-not-found',
    send: call('replaceSpeedDials', { path: '/speeddials?phone=SEP0' }),
  },
];

/** The errors of the call manager's side; the tests with the simulator show that they are thrown. */
function failures(operation: string, arrange: (to: OnePhoneCallManager, error: ServiceError) => void): Provocation[] {
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
    // Without fetch, which adds a Cache-Control that requests a whole answer.
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

const provoked: readonly Provocation[] = [
  ...ofAnyOperation,
  ...ofFindPhones,
  ...ofReading,
  ...lists.flatMap((list) => [...ofReadingList(list), ...ofChangingList(list)]),
  ...ofReadLists,
  ...ofExport,
  ...ofKeptAnswers,
  ...ofReplaceSpeedDials,
  ...ofHistory,
  ...ofChanges,
  ...ofInventory,
  ...ofDocumentation,
];

/** If a reader is refused, so is a user who may only propose. */
const ofProposers = provoked
  .filter(({ place }) => place.endsWith(' 403 forbidden') && !/^(ask|propose|reject)\w*Change/.test(place))
  .map((provocation) => ({
    ...provocation,
    place: provocation.place.replace('forbidden', 'may-only-propose'),
    service: async () => ({
      ...(await optionsOf(provocation.service)),
      ...{ readOnly: false, mayOnlyPropose: true },
    }),
  }));

export const provocations = [...provoked, ...ofProposers];
