import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningService } from '../../src/service.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { ask, type SpeedDial } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

let simulator: RunningSimulator;
let service: RunningService;

beforeAll(async () => {
  simulator = await startSimulator({ strictRequests: true, username: 'axl', password: 'axl-demo' });
  service = await startServiceWithShortTimes(simulator.url, { AXL_TIMEOUT_MS: '10000', REQUEST_DEADLINE_MS: '20000' });
});

afterAll(async () => {
  await service.stop('end');
  await simulator.close();
});

async function lookedUp(): Promise<SpeedDial[] | undefined> {
  const reply = await ask(`${service.url}/phone/?dirn=2003`);
  return (JSON.parse(reply.body) as { speeddials: SpeedDial[] }[])[0]?.speeddials;
}

it('a lookup after a write sees it, although another lookup of the number that began before is still running', async () => {
  const before = simulator.state().find(({ name }) => name === 'SEP00A1B2C30003')?.speedDials.length;
  simulator.misbehave({ kind: 'delay', point: 'after', operation: 'listPhone', ms: 1_500, times: 1 });
  const earlier = lookedUp();
  while (simulator.stats().answers['200'] !== 3) await pause(5);
  const dials = [{ index: '1', dirn: '0100', label: 'written meanwhile' }];
  expect((await ask(`${service.url}/speeddials?phone=SEP00A1B2C30003`, dials)).status).toBe(200);
  expect(await lookedUp()).toEqual(dials);
  // The earlier one had read the phone before the write, and shows that.
  expect((await earlier)?.length).toBe(before);
});
