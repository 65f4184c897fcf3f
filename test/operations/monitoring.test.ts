import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization } from '../support/caller.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';
import { environmentFor, startTestService, type TestService } from '../support/test-service.js';

const folder = `${root}deploy/monitoring`;

let simulator: RunningSimulator;
let service: TestService;

beforeAll(async () => {
  simulator = await startSimulator();
  service = await startTestService(environmentFor(simulator));
  await fetch(`${service.url}/phone/?dirn=2001`, { headers: { authorization: authorization() } });
});

afterAll(async () => {
  await service.stop('test');
  await simulator.close();
});

const exposition = async (): Promise<string> => (await fetch(`${service.adminUrl}/metrics`)).text();

/** The names under which samples of a metric appear. */
function namesIn(text: string): Set<string> {
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const names = families.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(names);
}

describe('the dashboard and the alert rules', () => {
  it.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])(
    'name in %s only metrics that are exported',
    async (file) => {
      const exported = namesIn(await exposition());
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      const named = new Set(text.match(/\b(?:axl_phone_proxy|nodejs|process)_\w+/g));
      expect(named.size).toBeGreaterThan(5);
      expect([...named].filter((name) => !exported.has(name))).toEqual([]);
    },
  );

  it("show every one of this service's own metrics", async () => {
    const shown = ['alerts.yml', 'dashboard.json'].map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
    const families = [...(await exposition()).matchAll(/^# TYPE (axl_phone_proxy_\S+)/gm)].map(([, name = '']) => name);
    expect(families.length).toBeGreaterThan(20);
    expect(families.filter((name) => !shown.includes(name))).toEqual([]);
  });
});

describe.skipIf(lacks('promtool'))('promtool', () => {
  it.each([
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', 'prometheus.yml'],
  ])('accepts: %s %s %s', async (verb, what, file) => {
    const { code, output } = await run('promtool', [verb, what, `${folder}/${file}`]);
    expect(output).toContain('SUCCESS');
    expect(code).toBe(0);
  });

  it('test every alert', () => {
    const alerts = readFileSync(`${folder}/alerts.yml`, 'utf8').match(/(?<=- alert: )\w+/g) ?? [];
    const tested = readFileSync(`${folder}/alerts.test.yml`, 'utf8');
    expect(alerts.filter((alert) => !tested.includes(`alertname="${alert}"`))).toEqual([]);
  });

  it('find no fault in the real metrics, also with findings of an inventory', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'monitoring-'));
    const inventory = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600', ADMIN_PORT: '0' };
    const settings = { DATABASE_URL: `sqlite:${folder}/history`, ...inventory };
    const sweeping = await startTestService({ ...environmentFor(simulator), ...settings });
    onTestFinished(async () => {
      await sweeping.stop('test');
      rmSync(folder, { recursive: true });
    });
    const swept = async (): Promise<string> => (await fetch(`${sweeping.adminUrl}/metrics`)).text();
    await expect.poll(swept, { timeout: 60_000 }).toMatch(/^axl_phone_proxy_\w*findings\w*\{.*kind="\w.*\} [1-9]/m);
    for (const metrics of [await exposition(), await swept()]) {
      const { code, output } = await run('promtool', ['check', 'metrics'], metrics);
      expect([code, output]).toEqual([0, '']);
    }
  }, 120_000);
});
