import { describe, expect, it, type TestContext } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { routes } from '../../src/http/app.js';
import { openApiDocument } from '../../src/http/openapi/document.js';
import { startService } from '../../src/service.js';
import { type MisbehaviourRule, type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { Contract, type OpenApi } from '../support/contract.js';

/** The real answers to a call manager's failures, compared with the document. */

const contract = new Contract(JSON.parse(JSON.stringify(openApiDocument(routes))) as OpenApi);
const credentials = { AUTH_USERNAME: 'caller', AUTH_PASSWORD: 'secret' };
const authorization = `Basic ${btoa('caller:secret')}`;

interface Call {
  readonly operationId: 'findPhones' | 'replaceSpeedDials';
  readonly path: string;
  readonly body?: string;
}

const find: Call = { operationId: 'findPhones', path: '/phone/?dirn=2003' };
const replace: Call = {
  operationId: 'replaceSpeedDials',
  path: '/speeddials?phone=SEP00A1B2C30003',
  body: '[{"index":"1","dirn":"0100","label":"Büro 😀"}]',
};

/** Runs the service in front of a call manager, makes the calls, and returns their documented places. */
async function placesOf(
  { url }: { readonly url: string },
  calls: readonly Call[],
  environment: Readonly<Record<string, string>> = {},
  together = false,
): Promise<string[]> {
  const axl = { AXL_URL: url, AXL_USERNAME: 'axl', AXL_PASSWORD: 'axl-demo', AXL_VERSION: '14.0', DATABASE_URL: 'off' };
  const config = readConfig({ PORT: '0', ADMIN_PORT: '', ...axl, ...credentials, ...environment }, '');
  const service = await startService(config, () => undefined);
  try {
    if (together) return await Promise.all(calls.map((call) => placeOf(service.url, call)));
    const places: string[] = [];
    for (const call of calls) places.push(await placeOf(service.url, call));
    return places;
  } finally {
    await service.stop('test');
  }
}

async function placeOf(url: string, { operationId, path, body }: Call): Promise<string> {
  const response = await fetch(url + path, {
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });
  const { status, headers } = response;
  const { place, faults } = contract.holds(operationId, { status, headers, text: await response.text() });
  expect(faults).toEqual([]);
  return place;
}

/** A call manager until the test is over. */
async function simulatorOf(onTestFinished: TestContext['onTestFinished']): Promise<RunningSimulator> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return simulator;
}

describe.concurrent('with a simulated call manager', () => {
  it('documents the phones of every number in the seed', async ({ onTestFinished }) => {
    const simulator = await simulatorOf(onTestFinished);
    const numbers = new Set(simulator.state().flatMap(({ lines }) => lines.map(({ pattern }) => pattern)));
    const calls = [...numbers].map((number) => ({ ...find, path: `/phone?dirn=${encodeURIComponent(number)}` }));
    expect(calls.length).toBeGreaterThan(40);
    expect(new Set(await placesOf(simulator, calls))).toEqual(new Set(['findPhones 200']));
  });

  it('documents every outcome for a list', async ({ onTestFinished }) => {
    const simulator = await simulatorOf(onTestFinished);
    const calls = [replace, { ...replace, body: '[]' }, { ...replace, path: '/speeddials?phone=SEP0' }];
    const refused = { ...replace, body: '[{"index":"9999","dirn":"1"}]' };
    expect(await placesOf(simulator, [...calls, refused], { AXL_AFTER_UPDATE: 'apply' })).toEqual([
      'replaceSpeedDials 200',
      'replaceSpeedDials 200',
      'replaceSpeedDials 404 phone-not-found',
      'replaceSpeedDials 422 rejected-by-call-manager',
    ]);
  });

  const failing: readonly (readonly [MisbehaviourRule, find: string, replace: string])[] = [
    [{ kind: '401' }, '502 call-manager-refused-credentials', '502 call-manager-refused-credentials'],
    [{ kind: '403' }, '502 call-manager-refused-credentials', '502 call-manager-refused-credentials'],
    [{ kind: '404' }, '502 axl-service-unavailable', '502 axl-service-unavailable'],
    [{ kind: '599' }, '502 axl-version-unsupported', '502 axl-version-unsupported'],
    [{ kind: 'fault' }, '502 call-manager-fault', '422 rejected-by-call-manager'],
    [{ kind: 'locked' }, '503 call-manager-busy', '503 call-manager-busy'],
    [{ kind: '413' }, '502 call-manager-fault', '422 rejected-by-call-manager'],
    [{ kind: 'html' }, '502 call-manager-answer-invalid', '504 outcome-unknown'],
    [{ kind: 'reset' }, '502 call-manager-unreachable', '504 outcome-unknown'],
    [{ kind: '503', retryAfter: '600' }, '503 call-manager-busy', '503 call-manager-busy'],
    [{ kind: 'hang' }, '504 call-manager-timeout', '504 outcome-unknown'],
  ];

  it.for(failing)('documents the answer to %j', async ([rule, found, replaced], { onTestFinished }) => {
    const simulator = await simulatorOf(onTestFinished);
    // Only hanging calls time out early: a busy machine must not make the others late.
    const limits = rule.kind === 'hang' ? { AXL_TIMEOUT_MS: '300', REQUEST_DEADLINE_MS: '2000' } : {};
    simulator.misbehave(rule);
    expect(await placesOf(simulator, [find], limits)).toEqual([`findPhones ${found}`]);
    expect(await placesOf(simulator, [replace], limits)).toEqual([`replaceSpeedDials ${replaced}`]);
  });

  const asking: readonly (readonly [MisbehaviourRule['kind'], string])[] = [
    ['fault', '502 call-manager-fault'],
    ['garbage', '502 call-manager-answer-invalid'],
  ];

  it.for(asking)(
    'documents the answer to a write for %s while the release is requested',
    async ([kind, told], { onTestFinished }) => {
      const simulator = await simulatorOf(onTestFinished);
      simulator.misbehave({ kind, operation: 'getCCMVersion' });
      expect(await placesOf(simulator, [replace], { AXL_VERSION: 'auto' })).toEqual([`replaceSpeedDials ${told}`]);
    },
  );

  it('documents a call manager that is gone', async () => {
    const closed = await startSimulator();
    await closed.close();
    const places = await placesOf(closed, [find, find, find, replace]);
    expect(places[0]).toBe('findPhones 502 call-manager-unreachable');
    expect(places.slice(-2)).toEqual([
      'findPhones 503 call-manager-unavailable',
      'replaceSpeedDials 503 call-manager-unavailable',
    ]);
    expect(await placesOf(closed, [replace])).toEqual(['replaceSpeedDials 502 call-manager-unreachable']);
  });

  it('documents a queue that is full', async ({ onTestFinished }) => {
    const simulator = await simulatorOf(onTestFinished);
    simulator.misbehave({ kind: 'delay', ms: 1000 });
    const narrow = { AXL_MAX_CONCURRENCY: '1', AXL_MAX_QUEUE: '0' };
    const other = { ...find, path: '/phone/?dirn=2004' };
    expect(await placesOf(simulator, [find, other], narrow, true)).toContain('findPhones 503 overloaded');
    const otherPhone = { ...replace, path: '/speeddials?phone=SEP00A1B2C30004' };
    expect(await placesOf(simulator, [replace, otherPhone], narrow, true)).toContain(
      'replaceSpeedDials 503 overloaded',
    );
  });
});
