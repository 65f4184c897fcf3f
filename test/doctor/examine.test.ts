import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assumptions } from '../../src/doctor/assumptions.js';
import { exitCodeOf } from '../../src/doctor/report/report.js';
import { startSimulator, type SimulatorOptions } from '../../src/simulator/simulator.js';
import { root } from '../support/project.js';
import { examined, namesOf, probesNamed, reading } from './examining.js';

async function simulated(options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const { urls } = simulator;
  return { urls, stats: () => simulator.stats(), updates: () => simulator.updates() };
}

describe('the table of assumptions', () => {
  it('names each assumption once, and the docs contain each sentence exactly', () => {
    expect(new Set(assumptions.map(({ name }) => name)).size).toBe(assumptions.length);
    const missing = assumptions.filter(
      ({ backs: { page, sentence } }) => !readFileSync(path.join(root, page), 'utf8').includes(sentence),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

describe('a visit that reads', () => {
  it('finds everything as assumed at a normal call manager, with one login for each node and one request at a time', async () => {
    const { urls, stats, updates } = await simulated({ subscribers: 1 });
    const result = await examined(urls);
    expect(namesOf(result, 'differs')).toEqual([]);
    expect(namesOf(result, 'failed')).toEqual([]);
    expect(exitCodeOf(result.report)).toBe(0);
    expect(result.report.results).toHaveLength(reading.length);
    expect(stats()).toMatchObject({ logins: 2, refusedLogins: 0, highestInFlight: 1 });
    expect(updates()).toEqual([]);
  });

  it.each(['8.5', '10.5', '15.0'])('finds everything as assumed in AXL %s', async (release) => {
    const { urls } = await simulated({ release });
    const result = await examined(urls);
    expect([...namesOf(result, 'differs'), ...namesOf(result, 'failed')]).toEqual([]);
    expect(result.report.release).toBe(release);
  });

  it('has a report that matches its schema', async () => {
    const { urls } = await simulated();
    const { report } = await examined(urls);
    const schema = JSON.parse(readFileSync(path.join(root, 'docs/doctor-report.schema.json'), 'utf8')) as object;
    const validate = new Ajv2020({ allErrors: true }).compile(schema);
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors).toBeNull();
  });

  it('ends after one refused login, at any of five nodes', async () => {
    const { urls, stats } = await simulated({ subscribers: 4 });
    const result = await examined(urls, {}, { AXL_PASSWORD: 'wrong-password' });
    expect(result.report.ended?.why).toBe('login-refused');
    expect(exitCodeOf(result.report)).toBe(1);
    expect(stats()).toMatchObject({ answers: { 401: 1 }, requests: { getCCMVersion: 1 }, refusedLogins: 1 });
  });

  it('ends after a login that a later node refuses', async () => {
    const { urls, stats } = await simulated({ subscribers: 2, misbehaviour: { kind: '401', node: 1 } });
    const result = await examined(urls);
    expect(result.report.ended?.why).toBe('login-refused');
    expect(result.report.results.at(-1)?.name).toBe('node-logins');
    expect(stats().answers['401']).toBe(1);
    expect(stats().nodes['2']).toBeUndefined();
  });

  it('ends if the first node may not be asked, or if none can be reached', async () => {
    const { urls } = await simulated({ misbehaviour: { kind: '403' } });
    expect((await examined(urls)).report.ended?.why).toBe('not-allowed');
    const away = await examined(
      ['http://127.0.0.1:1/axl/'],
      {},
      { AXL_TIMEOUT_MS: '500', REQUEST_DEADLINE_MS: '1000' },
    );
    expect(away.report.ended?.why).toBe('unreachable');
  });

  it('ends when it is interrupted, and prints what it has seen', async () => {
    const { urls } = await simulated();
    const stop = new AbortController();
    const result = await examined(urls, {
      stopped: stop.signal,
      began: ({ name }) => {
        if (name === 'line-exact') stop.abort();
      },
    });
    expect(result.report.ended?.why).toBe('interrupted');
    expect(result.report.results.map(({ name }) => name)).not.toContain('line-exact');
    expect(result.report.results.length).toBeGreaterThan(3);
  });

  it('always logs in first', async () => {
    const { urls } = await simulated();
    const result = await examined(urls, { probes: probesNamed('sql-first') });
    expect(result.report.results.map(({ name }) => name)).toEqual(['login', 'sql-first']);
  });

  it('waits while the call manager is busy', async () => {
    const { urls } = await simulated({
      misbehaviour: { kind: '503', operation: 'executeSQLQuery', times: 2, retryAfter: '1' },
    });
    const started = performance.now();
    const result = await examined(urls, { probes: probesNamed('sql-columns') });
    expect(namesOf(result, 'as-assumed')).toEqual(['login', 'sql-columns']);
    expect(performance.now() - started).toBeGreaterThan(900);
  });
});
