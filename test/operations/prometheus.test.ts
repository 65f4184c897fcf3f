import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { companySeed } from '../../src/simulator/state/seed.js';
import { expressionsOf } from './dashboard.js';
import { authorization } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { lacks } from '../support/programs.js';
import { root } from '../support/project.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

describe.skipIf(lacks('prometheus'))('a Prometheus that reads the metrics', () => {
  let simulator: RunningSimulator;
  let service: TestService;
  let prometheus: ChildProcess;
  let folder: string;
  let url: string;

  beforeAll(async () => {
    // A name in the company that is not valid UTF-8 in the call manager.
    const seed = readFileSync(companySeed, 'utf8').replaceAll('ü', '\uFFFD');
    simulator = await startSimulator({ seed: JSON.parse(seed) as unknown });
    folder = mkdtempSync(path.join(tmpdir(), 'prometheus-'));
    const AXL_CA_FILE = path.join(folder, 'call-manager.pem');
    writeFileSync(AXL_CA_FILE, (await generate([{ name: 'commonName', value: 'CUCM' }], { keyType: 'ec' })).cert);
    const DATABASE_URL = `sqlite:${path.join(folder, 'history.db')}`;
    const inventory = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };
    const more = { AXL_AFTER_UPDATE: 'apply', AXL_CA_FILE, DATABASE_URL, ...inventory };
    service = await startTestService({ ...environmentFor(simulator), ...more });
    const scrape = { job_name: 'axl-phone-proxy', static_configs: [{ targets: [new URL(service.adminUrl).host] }] };
    // JSON is YAML.
    const config = { global: { scrape_interval: '1s', scrape_timeout: '1s' }, scrape_configs: [scrape] };
    writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    url = `http://${address}`;
    const options = {
      'config.file': path.join(folder, 'prometheus.yml'),
      'storage.tsdb.path': path.join(folder, 'data'),
      'web.listen-address': address,
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    prometheus = spawn('prometheus', args, { stdio: 'ignore' });
    await vi.waitFor(
      async () => {
        expect((await fetch(`${url}/-/ready`)).ok).toBe(true);
      },
      {
        timeout: 20_000,
        interval: 100,
      },
    );
  });

  afterAll(async () => {
    prometheus.kill();
    await once(prometheus, 'exit');
    rmSync(folder, { recursive: true });
    await service.stop('test');
    await simulator.close();
  });

  /** Some of everything that the dashboard shows. */
  async function traffic(): Promise<void> {
    const headers = { authorization: authorization(), 'content-type': 'application/json' };
    simulator.misbehave({ kind: 'reset', operation: 'listLine', times: 1 });
    await Promise.all(
      ['2001', '2002', '2003', '2004', '2005'].map((number) =>
        fetch(`${service.url}/phone/?dirn=${number}`, { headers }),
      ),
    );
    await fetch(`${service.url}/speeddials?phone=SEP00A1B2C30001`, { method: 'POST', headers, body: '[]' });
  }

  async function query(expression: string): Promise<unknown[]> {
    const answer = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`);
    const { status, error, data } = (await answer.json()) as {
      status: string;
      error?: string;
      data?: { result: unknown[] };
    };
    if (status !== 'success') throw new Error(`${expression}: ${error ?? ''}`);
    return data?.result ?? [];
  }

  it('has data for every expression of the dashboard', async () => {
    await traffic();
    const scraped = 'count_over_time(axl_phone_proxy_change_loads_total[1m]) >= 2';
    await expect.poll(() => query(scraped), { timeout: 20_000, interval: 500 }).toHaveLength(1);
    await traffic();
    const swept = () => query('axl_phone_proxy_inventory_findings');
    await expect.poll(swept, { timeout: 100_000, interval: 500 }).not.toHaveLength(0);
    // The first expression marks restarts; the service does not restart in this test.
    const [, ...expressions] = expressionsOf(`${root}deploy/monitoring/dashboard.json`);
    expect(expressions.length).toBeGreaterThan(30);
    const empty: string[] = [];
    for (const expression of expressions) if ((await query(expression)).length === 0) empty.push(expression);
    expect(empty).toEqual([]);
  });
});
