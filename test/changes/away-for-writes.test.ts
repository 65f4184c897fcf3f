import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { as, listOf, type ShownChange, usersFile } from '../support/change-users.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** A call manager that answers each read, and refuses updates. */

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004'];
const profile = { ...listOf('UDP_FRONTDESK', 'new'), deviceKind: 'profile' };

type Watched = ShownChange & { readonly waitsFor: string | null };

describe('a change while the call manager sets nothing', { timeout: 180_000 }, () => {
  let simulator: RunningSimulator;
  let service: TestService;
  let url: string;

  beforeAll(async () => {
    simulator = await startSimulator({});
    const settings = { ...serviceSettings(simulator.url), ...usersFile().settings, CONSOLE: 'off' };
    const history = `sqlite:${path.join(emptyFolder(), 'history.db')}`;
    service = await startTestService({ ...settings, DATABASE_URL: history });
    ({ url } = service);
  });
  beforeEach(() => {
    simulator.behave();
    simulator.reset();
  });
  afterAll(async () => {
    await service.stop('test');
    await simulator.close();
    await tidy();
  });

  const refuse = (operation: 'updatePhone' | 'updateDeviceProfile'): void => {
    // A 503 would make the service slower for all calls, and the test with it.
    simulator.misbehave({ kind: 'locked', operation });
  };
  const begin = async (lists: readonly object[]): Promise<Watched> =>
    (await as('boss', `${url}/changes`, 'POST', { lists, apply: true })).change as Watched;
  const change = async ({ id }: ShownChange): Promise<Watched> =>
    (await as('reader', `${url}/changes/${id}`)).change as Watched;
  const ends = async (of: ShownChange, state: string): Promise<Watched> => {
    await expect.poll(async () => (await change(of)).state, { timeout: 120_000, interval: 200 }).toBe(state);
    return change(of);
  };
  const updates = (): number => simulator.stats().requests['updatePhone'] ?? 0;

  it('waits for all of its lists, says so, and goes on by itself', async () => {
    refuse('updatePhone');
    const begun = await begin(phones.map((phone) => listOf(phone, 'new')));
    // Two lists are tried at a time. Six tries in a row were the end of a list once.
    await expect.poll(updates, { timeout: 120_000, interval: 200 }).toBeGreaterThan(2 * 6);
    const waiting = await change(begun);
    expect([waiting.state, waiting.counts['changed']]).toEqual(['running', undefined]);
    expect(waiting.waitsFor).toMatch(/^It waits, and goes on by itself: /);
    simulator.behave();
    expect((await ends(begun, 'done')).counts).toEqual({ total: 3, changed: 3 });
  });

  it('can be stopped, and gone on with later', async () => {
    refuse('updatePhone');
    const begun = await begin(phones.map((phone) => listOf(phone, 'new')));
    await expect.poll(updates, { timeout: 60_000, interval: 200 }).toBeGreaterThan(phones.length);
    expect((await as('boss', `${url}/changes/${begun.id}/stop`, 'POST')).status).toBe(202);
    await ends(begun, 'stopped');
    expect((await as('boss', `${url}/changes/${begun.id}`)).change.may).toContain('apply');
    simulator.behave();
    expect((await as('boss', `${url}/changes/${begun.id}/application`, 'POST')).status).toBe(202);
    expect((await ends(begun, 'done')).counts).toEqual({ total: 3, changed: 3 });
  });

  it('gives up only the list of the one device that is not set, while others are', async () => {
    refuse('updateDeviceProfile');
    const begun = await begin([profile, ...phones.map((phone) => listOf(phone, 'new'))]);
    const ended = await ends(begun, 'partly-done');
    expect(ended.counts).toEqual({ total: 4, changed: 3, refused: 1 });
    const [first] = ended.lists ?? [];
    expect([first?.device, first?.state, first?.problem?.code]).toEqual([
      'UDP_FRONTDESK',
      'refused',
      'call-manager-busy',
    ]);
    simulator.behave();
    expect((await as('boss', `${url}/changes/${begun.id}/application`, 'POST')).status).toBe(202);
    expect((await ends(begun, 'done')).counts).toEqual({ total: 4, changed: 4 });
  });
});
