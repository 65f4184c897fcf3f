import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { as, listOf, type ShownChange, usersFile, type UsersFile } from '../support/change-users.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** Changes that the whole service sets, with a history in a file, in front of the simulator. */

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004', 'SEP00A1B2C30005'];

let simulator: RunningSimulator;
let service: TestService;
let users: UsersFile;
let history: string;
let url: string;

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const all = { ...serviceSettings(simulator.url), DATABASE_URL: `sqlite:${history}`, ...users.settings, ...settings };
  service = await startTestService(all);
  ({ url } = service);
}

/** Starts the service again, with other settings. */
async function startAgain(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  await service.stop('test');
  await start(settings);
}

beforeEach(async () => {
  simulator = await startSimulator({ latencyMs: 100 });
  users = usersFile();
  history = path.join(emptyFolder(), 'history.db');
});
afterEach(async () => {
  await service.stop('test');
  await simulator.close();
  await tidy();
});

const propose = async (label: string, of: readonly string[] = phones): Promise<ShownChange> => {
  const lists = of.map((phone) => listOf(phone, label));
  return (await as('agent', `${url}/changes`, 'POST', { title: label, reason: 'A new name.', lists })).change;
};
const read = async ({ id }: ShownChange): Promise<ShownChange> => (await as('reader', `${url}/changes/${id}`)).change;
const approve = ({ id, digest }: ShownChange) => as('boss', `${url}/changes/${id}/approval`, 'POST', { digest });
const stop = ({ id }: ShownChange) => as('chief', `${url}/changes/${id}/stop`, 'POST');
const goOn = ({ id }: ShownChange) => as('boss', `${url}/changes/${id}/application`, 'POST');
const becomes = async (change: ShownChange, state: string): Promise<ShownChange> => {
  await expect.poll(async () => (await read(change)).state, { timeout: 20_000 }).toBe(state);
  return read(change);
};
const firstIsSet = (change: ShownChange) =>
  expect.poll(async () => (await read(change)).counts['changed'] ?? 0, { timeout: 20_000 }).toBeGreaterThan(0);

describe('a change that is being set', () => {
  it('is stopped, and goes on', async () => {
    await start();
    const change = await propose('slowly');
    await approve(change);
    await firstIsSet(change);
    expect((await stop(change)).status).toBe(202);
    const stopped = await becomes(change, 'stopped');
    expect(stopped.why).toBe('It was stopped.');
    expect(stopped.counts['open']).toBeGreaterThan(0);
    expect((await stop(change)).change.code).toBe('change-state');
    await startAgain();
    expect((await goOn(change)).status).toBe(202);
    expect((await becomes(change, 'done')).counts).toEqual({ total: 4, changed: 4 });
  });

  it('goes on at the next start where it was when the service ended', async () => {
    await start();
    const change = await propose('restart');
    await approve(change);
    await firstIsSet(change);
    await startAgain();
    expect((await becomes(change, 'done')).counts).toEqual({ total: 4, changed: 4 });
  });
});

describe('a service without a history', () => {
  it('refuses each call for changes, and says why', async () => {
    await start({ DATABASE_URL: 'off' });
    for (const [method, at] of [
      ['GET', ''],
      ['GET', '/1'],
      ['POST', '/1/application'],
      ['POST', '/1/stop'],
    ] as const) {
      expect((await as('boss', `${url}/changes${at}`, method)).change.code).toBe('history-off');
    }
  });
});
