import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, it, type TestContext } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { as, listOf, type ShownChange, usersFile } from '../support/change-users.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService } from '../support/test-service.js';

/** A call manager that answers each read, and refuses updates. */

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004'];
const profile = { ...listOf('UDP_FRONTDESK', 'new'), deviceKind: 'profile' };

type Watched = ShownChange & { readonly waitsFor: string | null };

/** A service in front of a call manager of its own; both are stopped after the test. */
async function opened({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const simulator = await startSimulator({});
  onTestFinished(() => simulator.close());
  const settings = { ...serviceSettings(simulator.url), ...usersFile().settings, CONSOLE: 'off' };
  const history = `sqlite:${path.join(emptyFolder(), 'history.db')}`;
  const service = await startTestService({ ...settings, DATABASE_URL: history });
  onTestFinished(async () => {
    await service.stop('test');
  });
  const { url } = service;
  const change = async ({ id }: ShownChange): Promise<Watched> =>
    (await as('reader', `${url}/changes/${id}`)).change as Watched;
  return {
    ...{ simulator, url, change },
    refuse: (operation: 'updatePhone' | 'updateDeviceProfile'): void => {
      // A 503 would make the service slower for all calls, and the test with it.
      simulator.misbehave({ kind: 'locked', operation });
    },
    begin: async (lists: readonly object[]): Promise<Watched> =>
      (await as('boss', `${url}/changes`, 'POST', { lists, apply: true })).change as Watched,
    ends: async (of: ShownChange, state: string): Promise<Watched> => {
      await until(async () => (await change(of)).state === state);
      return change(of);
    },
    updates: (): number => simulator.stats().requests['updatePhone'] ?? 0,
  };
}

/** Waits until something is so. Only tests that run alone can poll with `expect`. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await isSo());) {
    if (performance.now() > end) throw new Error('it is still not so after two minutes');
    await sleep(200);
  }
}

// They wait most of the time.
describe.concurrent('a change while the call manager sets nothing', { timeout: 180_000 }, () => {
  afterAll(tidy);

  it('waits for all of its lists, says so, and goes on by itself', async ({ expect, ...test }) => {
    const { simulator, refuse, begin, change, ends, updates } = await opened(test);
    refuse('updatePhone');
    const begun = await begin(phones.map((phone) => listOf(phone, 'new')));
    // Two lists are tried at a time. Six tries in a row were the end of a list once.
    await until(() => updates() > 2 * 6);
    const waiting = await change(begun);
    expect([waiting.state, waiting.counts['changed']]).toEqual(['running', undefined]);
    expect(waiting.waitsFor).toMatch(/^It waits, and goes on by itself: /);
    simulator.behave();
    expect((await ends(begun, 'done')).counts).toEqual({ total: 3, changed: 3 });
  });

  it('can be stopped, and gone on with later', async ({ expect, ...test }) => {
    const { simulator, url, refuse, begin, ends, updates } = await opened(test);
    refuse('updatePhone');
    const begun = await begin(phones.map((phone) => listOf(phone, 'new')));
    await until(() => updates() > phones.length);
    expect((await as('boss', `${url}/changes/${begun.id}/stop`, 'POST')).status).toBe(202);
    await ends(begun, 'stopped');
    expect((await as('boss', `${url}/changes/${begun.id}`)).change.may).toContain('apply');
    simulator.behave();
    expect((await as('boss', `${url}/changes/${begun.id}/application`, 'POST')).status).toBe(202);
    expect((await ends(begun, 'done')).counts).toEqual({ total: 3, changed: 3 });
  });

  it('gives up only the list of the one device that is not set, while others are', async ({ expect, ...test }) => {
    const { simulator, url, refuse, begin, ends } = await opened(test);
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
