import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import type { Observation } from '../../src/observability/observations.js';
import { type RunningService, startService } from '../../src/service.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import { environmentFor } from '../support/test-service.js';

let simulator: RunningSimulator;
let folder: string;
let service: RunningService;
let seen: Observation[];

beforeEach(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(path.join(tmpdir(), 'end-of-grace-'));
  const AUDIT_LOG_FILE = path.join(folder, 'audit.jsonl');
  // Only the end of the grace period ends a hanging call before the test's own time is over.
  const patient = { AXL_TIMEOUT_MS: '600000', REQUEST_DEADLINE_MS: '600000', SHUTDOWN_GRACE_MS: '600000' };
  const environment = { ...environmentFor(simulator), ...patient, AXL_VERSION: '14.0', AUDIT_LOG_FILE };
  const config = readConfig(environment, 'no.env');
  seen = [];
  // Shorter than a configuration allows: otherwise nothing would run longer than the grace period.
  service = await startService({ ...config, shutdownGraceMs: 300 }, (observation) => seen.push(observation));
});

afterEach(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

const headers = { authorization: authorization(), 'content-type': 'application/json' };

function write(phone: string, signal?: AbortSignal): Promise<{ status: number; code: unknown }> {
  const body = '[{"index":"1","dirn":"0100","label":"in doubt"}]';
  const init = { method: 'POST', headers, body, ...(signal && { signal }) };
  return fetch(`${service.url}/speeddials?phone=${phone}`, init).then(async (answer) => ({
    status: answer.status,
    code: ((await answer.json()) as { code: unknown }).code,
  }));
}

const written = () => seen.filter(({ kind }) => kind === 'write');

function audited(): unknown[] {
  const lines = readFileSync(path.join(folder, 'audit.jsonl'), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe('a write that is running at the end of the grace period', () => {
  it('is answered with 504 outcome-unknown, also in the log and in the audit file', async () => {
    simulator.misbehave({ kind: 'hang', operation: 'updatePhone' });
    const answer = write('SEP00A1B2C30001');
    await expect.poll(() => simulator.stats().requests['updatePhone']).toBe(1);
    await service.stop('test');
    expect(await answer).toEqual({ status: 504, code: 'outcome-unknown' });
    const line = { phone: 'SEP00A1B2C30001', outcome: 'outcome-unknown' };
    expect(written()).toMatchObject([line]);
    expect(audited()).toMatchObject([line]);
    expect(seen.at(-1)).toEqual({ kind: 'stopped', unfinished: 1 });
  });

  it('is reported even if its caller has hung up', async () => {
    simulator.misbehave({ kind: 'hang', operation: 'updatePhone' });
    const hangUp = new AbortController();
    const answer = write('SEP00A1B2C30001', hangUp.signal);
    await expect.poll(() => simulator.stats().requests['updatePhone']).toBe(1);
    hangUp.abort();
    await expect(answer).rejects.toThrow();
    await service.stop('test');
    expect(audited()).toMatchObject([{ phone: 'SEP00A1B2C30001', outcome: 'outcome-unknown' }]);
  });

  it('does not affect a waiting write, which surely was not sent', async () => {
    simulator.misbehave({ kind: 'hang', operation: 'updatePhone' });
    const first = write('SEP00A1B2C30001');
    await expect.poll(() => simulator.stats().requests['updatePhone']).toBe(1);
    const second = write('SEP00A1B2C30001');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await service.stop('test');
    expect(await first).toEqual({ status: 504, code: 'outcome-unknown' });
    expect(await second).toEqual({ status: 503, code: 'overloaded' });
    // A waiting caller is answered when its own time is over, which need not be after the first.
    const outcomes = audited().map((line) => (line as { readonly outcome: string }).outcome);
    expect(outcomes.sort()).toEqual(['outcome-unknown', 'overloaded']);
    expect(simulator.stats().requests['updatePhone']).toBe(1);
  });

  it('is not in doubt if it ends within the grace period', async () => {
    simulator.misbehave({ kind: 'delay', operation: 'updatePhone', ms: 100 });
    const body = '[]';
    const answer = fetch(`${service.url}/speeddials?phone=SEP00A1B2C30001`, { method: 'POST', headers, body });
    await expect.poll(() => simulator.stats().requests['updatePhone']).toBe(1);
    await service.stop('test');
    expect((await answer).status).toBe(200);
    expect(audited()).toMatchObject([{ outcome: 'replaced' }]);
    expect(seen.at(-1)).toEqual({ kind: 'stopped', unfinished: 0 });
  });
});
