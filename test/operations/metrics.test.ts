import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Metrics } from '../../src/observability/metrics.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { samplesIn, valueOf } from './exposition.js';
import { authorization } from '../support/caller.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

let simulator: RunningSimulator;
let service: TestService;

beforeEach(async () => {
  simulator = await startSimulator({ release: '15.0' });
  service = await startTestService(environmentFor(simulator));
});

afterEach(async () => {
  await service.stop('test');
  await simulator.close();
});

async function scrape() {
  const answer = await fetch(`${service.adminUrl}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return samplesIn(await answer.text());
}

async function call(path: string, init: RequestInit & { password?: string } = {}): Promise<number> {
  const { password = 'correct horse', ...rest } = init;
  const headers = { authorization: authorization({ name: 'alice', password }), 'content-type': 'application/json' };
  const answer = await fetch(service.url + path, { headers, ...rest });
  await answer.text();
  return answer.status;
}

const setSpeedDials = (phone: string): Promise<number> =>
  call(`/speeddials?phone=${phone}`, { method: 'POST', body: '[]' });

describe('metrics of the running service', () => {
  it('count a known series of calls exactly', async () => {
    for (let round = 0; round < 3; round += 1) expect(await call('/phone/?dirn=2001')).toBe(200);
    expect(await call('/phone/')).toBe(400);
    expect(await setSpeedDials('SEP00A1B2C30001')).toBe(200);
    expect(await setSpeedDials('SEPFFFFFFFFFFFF')).toBe(404);
    expect(await call('/phone/?dirn=2001', { password: 'wrong' })).toBe(401);
    const samples = await scrape();
    const requests = (labels: Record<string, string>) =>
      valueOf(samples, 'axl_phone_proxy_http_requests_total', labels);
    expect(requests({ method: 'GET', route: '/phone', status: '200' })).toBe(3);
    expect(requests({ method: 'GET', route: '/phone', status: '400' })).toBe(1);
    expect(requests({ method: 'POST', route: '/speeddials', status: '200' })).toBe(1);
    expect(requests({ method: 'POST', route: '/speeddials', status: '404' })).toBe(1);
    expect(requests({ status: '401' })).toBe(1);
    expect(requests({})).toBe(7);
    expect(valueOf(samples, 'axl_phone_proxy_http_request_duration_seconds_count')).toBe(7);
    expect(valueOf(samples, 'axl_phone_proxy_logins_refused_total', { reason: 'wrong' })).toBe(1);
    expect(valueOf(samples, 'axl_phone_proxy_writes_total', { buttons: 'speeddial', outcome: 'replaced' })).toBe(1);
    expect(valueOf(samples, 'axl_phone_proxy_writes_total', { buttons: 'speeddial', outcome: 'phone-not-found' })).toBe(
      1,
    );
    expect(valueOf(samples, 'axl_phone_proxy_axl_release_info', { release: '15.0' })).toBe(1);
    expect(valueOf(samples, 'axl_phone_proxy_build_info')).toBe(1);
    expect(valueOf(samples, 'process_cpu_user_seconds_total')).toBeGreaterThan(0);
  });

  it('count AXL calls as the call manager counts them', async () => {
    await Promise.all(['2001', '2002', '2003', '0100'].map((number) => call(`/phone/?dirn=${number}`)));
    await setSpeedDials('SEP00A1B2C30001');
    const node = new URL(simulator.url).host;
    const { requests, logins } = simulator.stats();
    const samples = await scrape();
    const counted = Object.keys(requests).map((operation) => [
      operation,
      valueOf(samples, 'axl_phone_proxy_axl_calls_total', { operation, node }),
    ]);
    expect(Object.fromEntries(counted)).toEqual(requests);
    expect(valueOf(samples, 'axl_phone_proxy_axl_session_logins_total', { node })).toBe(logins);
    const all = Object.values(requests).reduce((sum, count) => sum + count, 0);
    expect(valueOf(samples, 'axl_phone_proxy_axl_call_duration_seconds_count')).toBe(all);
  });

  it('count failures by their outcome, and retries', async () => {
    await call('/phone/?dirn=2001');
    simulator.misbehave({ kind: 'reset', operation: 'listLine', times: 1 });
    expect(await call('/phone/?dirn=2001')).toBe(200);
    const samples = await scrape();
    const failed = { operation: 'listLine', outcome: 'call-manager-unreachable' };
    expect(valueOf(samples, 'axl_phone_proxy_axl_calls_total', failed)).toBe(1);
    const retried = { operation: 'listLine', reason: 'call-manager-unreachable' };
    expect(valueOf(samples, 'axl_phone_proxy_axl_retries_total', retried)).toBe(1);
  });

  it('show the queue and the requests in flight at that time', async () => {
    await call('/phone/?dirn=2001');
    simulator.misbehave({ kind: 'delay', operation: 'listLine', ms: 500 });
    const calls = Array.from({ length: 7 }, (_, place) => call(`/phone/?dirn=200${place + 1}`));
    await expect.poll(() => simulator.stats().inFlight).toBe(4);
    const during = await scrape();
    expect(valueOf(during, 'axl_phone_proxy_axl_calls_in_flight')).toBe(4);
    expect(valueOf(during, 'axl_phone_proxy_axl_calls_in_flight_limit')).toBe(4);
    expect(valueOf(during, 'axl_phone_proxy_axl_queue_length')).toBe(3);
    await Promise.all(calls);
    const after = await scrape();
    expect(valueOf(after, 'axl_phone_proxy_axl_calls_in_flight')).toBe(0);
    expect(valueOf(after, 'axl_phone_proxy_axl_queue_length')).toBe(0);
    expect(valueOf(after, 'axl_phone_proxy_axl_queue_wait_seconds_count')).toBeGreaterThanOrEqual(3);
  });

  it('do not grow with invented values of callers', async () => {
    const odd = ['PROPFIND', 'MKCOL', 'REPORT'];
    // Node's own metrics name what is open at the moment.
    const series = async () => (await scrape()).filter(({ name }) => name.startsWith('axl_phone_proxy_')).length;
    await call('/nowhere');
    const before = await series();
    for (let round = 0; round < 30; round += 1) await call(`/nowhere/${round}?x=${round}`);
    expect(await series()).toBe(before);
    for (const method of odd) await call('/nowhere', { method });
    const samples = await scrape();
    expect(valueOf(samples, 'axl_phone_proxy_http_requests_total', { method: 'other' })).toBe(odd.length);
    expect(samples.some(({ labels }) => odd.includes(labels['method'] ?? ''))).toBe(false);
  });
});

describe('metrics of what is observed', () => {
  const quiet = {
    limiter: { queued: 0, inFlight: 0 },
    throttle: { level: 2 },
    logLinesLost: () => 7,
    unsettledChanges: () => 3,
    writingStopped: () => Promise.resolve(undefined),
  };
  const observed = async (...seen: Parameters<Metrics['observe']>[0][]) => {
    const metrics = new Metrics({ version: '1.2.3', nodes: ['cucm-1:8443', 'cucm-2:8443'], concurrency: 4 });
    seen.forEach(metrics.observe);
    return samplesIn((await metrics.exposition(quiet)).text);
  };

  it('know the state of each node from the start', async () => {
    const samples = await observed({ kind: 'breaker', node: 'cucm-2:8443', state: 'open' });
    expect(valueOf(samples, 'axl_phone_proxy_axl_breaker_open', { node: 'cucm-1:8443' })).toBe(0);
    expect(valueOf(samples, 'axl_phone_proxy_axl_breaker_open', { node: 'cucm-2:8443' })).toBe(1);
    expect(valueOf(samples, 'axl_phone_proxy_axl_throttle_level')).toBe(2);
  });

  it('count from zero the history’s failures and the results of late answers, before either happens', async () => {
    const samples = await observed();
    const history = 'axl_phone_proxy_history_store_duration_seconds_count';
    for (const operation of ['begin', 'dismiss', 'list']) {
      expect(valueOf(samples, history, { operation, outcome: 'unavailable' })).toBe(0);
    }
    const lists = samples.filter(({ name }) => name === 'axl_phone_proxy_late_answers_total');
    expect(lists.map(({ labels, value }) => [labels['list'], value])).toEqual([
      ['after', 0],
      ['before', 0],
      ['other', 0],
      ['nothing', 0],
    ]);
  });

  it('show one version of the call manager at a time', async () => {
    const samples = await observed(
      { kind: 'release', requestId: 'r', release: '14.0', version: '14.0.1.10000-1' },
      { kind: 'release', requestId: 'r', release: '15.0', version: '15.0.1.10000-1' },
    );
    const shown = samples.filter(({ name }) => name === 'axl_phone_proxy_axl_release_info');
    expect(shown.map(({ labels }) => labels)).toEqual([{ release: '15.0', version: '15.0.1.10000-1' }]);
  });

  it('count shed, refused, failing and unexpected requests', async () => {
    const samples = await observed(
      { kind: 'shed', requestId: 'r', reason: 'deadline' },
      { kind: 'login-refused', requestId: 'r', remoteAddress: '192.0.2.1', reason: 'limited' },
      { kind: 'credentials-refused', requestId: 'r', node: 'cucm-1:8443', pauseMs: 1 },
      { kind: 'load-change', requestId: 'r', phone: 'SEP1', outcome: 'ok' },
      { kind: 'audit-file', state: 'failing', cause: 'ENOSPC' },
      { kind: 'audit-lines-lost', lines: 3 },
      { kind: 'htpasswd', state: 'unusable', cause: 'line 1 is not name:hash' },
      { kind: 'unexpected', requestId: 'r', name: 'TypeError', stack: '' },
    );
    const values = [
      ['axl_shed_total', { reason: 'deadline' }],
      ['axl_shed_total', { reason: 'queue-full' }],
      ['logins_refused_total', { reason: 'limited' }],
      ['axl_credentials_refused_total', { node: 'cucm-1:8443' }],
      ['change_loads_total', { outcome: 'ok' }],
      ['audit_file_failing', {}],
      ['audit_lines_lost_total', {}],
      ['log_lines_lost_total', {}],
      ['htpasswd_file_unusable', {}],
      ['unexpected_errors_total', {}],
    ] as const;
    expect(values.map(([name, labels]) => valueOf(samples, `axl_phone_proxy_${name}`, labels))).toEqual([
      1, 0, 1, 1, 1, 1, 3, 7, 1, 1,
    ]);
  });

  it('count changes by outcome, the store’s work and failures, and changes that are not stored yet', async () => {
    const samples = await observed(
      { kind: 'change', id: '1', state: 'changed' },
      { kind: 'change', id: '2', state: 'uncertain' },
      { kind: 'history', operation: 'begin', durationMs: 20, cause: undefined },
      { kind: 'history', operation: 'begin', durationMs: 2_000, cause: 'ENOSPC' },
    );
    const seconds = 'history_store_duration_seconds';
    const values = [
      ['history_changes_total', { outcome: 'changed' }],
      ['history_changes_total', { outcome: 'uncertain' }],
      [`${seconds}_sum`, { operation: 'begin', outcome: 'ok' }],
      [`${seconds}_count`, { operation: 'begin', outcome: 'unavailable' }],
      // An alert on its increase needs the series before the first event.
      [`${seconds}_count`, { operation: 'lock', outcome: 'unavailable' }],
      ['history_unsettled_changes', {}],
    ] as const;
    expect(values.map(([name, labels]) => valueOf(samples, `axl_phone_proxy_${name}`, labels))).toEqual([
      1, 1, 0.02, 1, 0, 3,
    ]);
  });

  it('show how long certificates are valid: for each subject the shortest, and the first ones to expire', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const certificates = Array.from({ length: 50 }, (_, place) => ({
      subject: `root ${place}`,
      notAfter: inDays(place),
    }));
    const file = { kind: 'certificates', variable: 'AXL_CA_FILE', cause: undefined } as const;
    const samples = await observed(
      { ...file, state: 'in-use', certificates: [{ subject: 'before', notAfter: inDays(1) }] },
      { ...file, state: 'renewed', certificates: [{ subject: 'root 3', notAfter: inDays(99) }, ...certificates] },
      { ...file, state: 'unusable', cause: 'ENOENT', certificates: [] },
    );
    const shown = samples.filter(({ name }) => name === 'axl_phone_proxy_certificate_remaining_seconds');
    expect(shown.map(({ labels }) => labels['subject'])).toEqual(
      certificates.slice(0, 20).map(({ subject }) => subject),
    );
    expect((shown[3]?.value ?? 0) / 86_400).toBeCloseTo(3, 2);
    expect(valueOf(samples, 'axl_phone_proxy_certificate_files_unusable', { file: 'AXL_CA_FILE' })).toBe(1);
  });
});
