import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import type { Outcome } from './outcomes.js';
import { wrongLogin } from './raw-exchange.js';
import { request } from './requests.js';
import type { Stage } from './provoker.js';
import { fakePort } from '../support/fake-port.js';

/** A valid call. */
export interface Call {
  readonly folder: 'get-phone' | 'post-speeddials';
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** The call as a request with other headers; undefined removes one. */
  readonly with: (headers: Readonly<Record<string, string | undefined>>) => string;
  /** Its AXL operation. */
  readonly operation: string;
  /** A method that its path does not allow. */
  readonly wrongMethod: string;
}

/** Only hanging calls time out early: a busy machine must not make the others late. */
const impatient = { AXL_TIMEOUT_MS: '300', REQUEST_DEADLINE_MS: '2000' };

/** Outcomes of all calls; the words may differ. */
export function commonOutcomes(call: Call): Outcome[] {
  return [...ofTheRequest(call), ...ofTheCallManager(call)];
}

function ofTheRequest({ folder, method, target, with: withHeaders, wrongMethod }: Call): Outcome[] {
  const right = withHeaders({});
  const broken = `${method} ${target} HTTP/1.1\nHost: {host}\n`;
  return [
    { name: `${folder}/400-invalid-http`, code: 'invalid-request', request: `${broken}no header\n\n` },
    { name: `${folder}/400-no-host`, code: 'invalid-request', request: withHeaders({ Host: undefined }) },
    {
      name: `${folder}/401-unauthenticated-no-credentials`,
      code: 'unauthenticated',
      request: withHeaders({ Authorization: undefined }),
    },
    {
      name: `${folder}/401-unauthenticated-wrong-password`,
      code: 'unauthenticated',
      request: withHeaders({ Authorization: '{wrong-authorization}' }),
    },
    { name: `${folder}/404-not-found`, code: 'not-found', request: request(method, `/elsewhere${target}`) },
    {
      name: `${folder}/405-method-not-allowed`,
      code: 'method-not-allowed',
      request: request(wrongMethod, target),
    },
    { name: `${folder}/405-options`, code: 'method-not-allowed', request: request('OPTIONS', target) },
    {
      name: `${folder}/408-head-too-slow`,
      code: 'invalid-request',
      request: broken,
      callManager: {},
      timeouts: { headersTimeout: 200, requestTimeout: 200, keepAliveTimeout: 200, connectionsCheckingInterval: 50 },
    },
    {
      name: `${folder}/429-too-many-failed-logins`,
      code: 'too-many-failed-logins',
      before: async ({ send }) => {
        for (let guess = 0; guess < 25; guess += 1) await send(wrongLogin(guess));
      },
      jitters: ['Retry-After'],
      request: right,
    },
    {
      name: `${folder}/431-head-too-large`,
      code: 'invalid-request',
      request: `${broken}X-Long: {20000 letters}\n\n`,
    },
    {
      name: `${folder}/500-internal-error`,
      code: 'internal-error',
      callManager: {
        findPhones: () => Promise.reject(new TypeError('not built for this')),
        speedDials: {
          ...fakePort().buttons.speeddial,
          replace: () => Promise.reject(new TypeError('not built for this')),
        },
      },
      request: right,
    },
  ];
}

function ofTheCallManager({ folder, with: withHeaders, operation }: Call): Outcome[] {
  const right = withHeaders({});
  const spoilt = (name: string, code: Outcome['code'], misbehaviour: MisbehaviourRule, more: Partial<Outcome> = {}) => {
    return { name: `${folder}/${name}`, request: right, misbehaviour, ...(code && { code }), ...more };
  };
  const refused = 'call-manager-refused-credentials';
  return [
    spoilt(`502-${refused}-401`, refused, { kind: '401' }),
    spoilt(`502-${refused}-403`, refused, { kind: '403' }),
    spoilt(`502-${refused}-paused`, refused, { kind: '401', times: 1 }, { before: ({ send }) => send(right) }),
    spoilt('502-axl-service-unavailable', 'axl-service-unavailable', { kind: '404' }),
    spoilt('502-axl-version-unsupported', 'axl-version-unsupported', { kind: '599' }),
    {
      name: `${folder}/502-call-manager-unreachable`,
      code: 'call-manager-unreachable',
      environment: nobodyListens,
      request: right,
    },
    spoilt('503-call-manager-busy', 'call-manager-busy', { kind: '503', operation, retryAfter: '600' }),
    {
      name: `${folder}/503-call-manager-unavailable`,
      code: 'call-manager-unavailable',
      environment: nobodyListens,
      before: takenForDead,
      request: right,
    },
    {
      name: `${folder}/503-overloaded`,
      code: 'overloaded',
      environment: { AXL_MAX_CONCURRENCY: '1', AXL_MAX_QUEUE: '0', AXL_TIMEOUT_MS: '3000' },
      misbehaviour: { kind: 'hang', times: 1 },
      before: onePlaceTaken,
      request: right,
    },
    // A write that could not be sent is not in doubt: here the request for the release fails.
    spoilt('504-call-manager-timeout', 'call-manager-timeout', { kind: 'hang', operation: 'getCCMVersion' }, asking),
  ];
}

/** A port that no program uses, unlike one that was just released. */
export const nobodyListens = { AXL_URL: 'http://127.0.0.1:1/axl/' };

const asking: Partial<Outcome> = { environment: { ...impatient, AXL_VERSION: 'auto' } };

/** The call manager has refused connections for so long that it counts as dead. */
async function takenForDead({ send }: Stage): Promise<void> {
  const lookup = request('GET', '/phone/?dirn=9999');
  for (let lookups = 0; lookups < 10; lookups += 1) {
    if ((await send(lookup)).includes('call-manager-unavailable')) return;
  }
  throw new Error('the call manager is not taken for dead');
}

/** A lookup of another number holds the only slot to the call manager. */
async function onePlaceTaken({ simulator, send }: Stage): Promise<void> {
  void send(request('GET', '/phone/?dirn=9999'));
  while (simulator.stats().inFlight === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
