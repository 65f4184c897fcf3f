import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorization, getJson } from '../support/caller.js';
import { dial } from '../support/changes.js';
import { contradictions, dialsIn, type KeptChange, keptChanges, replace } from '../support/kept-changes.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { startServiceProcess } from '../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';

let callManager: SimulatorProcess;

beforeAll(async () => {
  callManager = await spawnSimulator();
});
afterAll(() => callManager.stop());
beforeEach(() => callManager.control('POST', 'reset'));
afterEach(tidy);

/** Starts the service with a history of its own. */
async function startWithHistory() {
  const DATABASE_URL = `sqlite:${path.join(emptyFolder(), 'history.db')}`;
  const settings = serviceSettings(callManager.url);
  const { url, process } = await startServiceProcess({ ...settings, AXL_TIMEOUT_MS: '1000', DATABASE_URL });
  return { DATABASE_URL, settings, url, process };
}

function undoIn(url: string, change: KeptChange | undefined, query = '') {
  return getJson(`${url}/changes/${change?.id}/undo${query}`, {
    method: 'POST',
    headers: { authorization: authorization() },
  });
}

describe('a change to undo', () => {
  it('stays as it is if someone else has changed the phone since; the caller sees the present list', async () => {
    const { url } = await startWithHistory();
    const original = await dialsIn(callManager, phone);
    await replace(url, phone, [dial(1, '0100', 'ours')], 'ours');
    const [change] = await keptChanges(url, phone);
    // Someone at the call manager itself, whom the service does not know about.
    const other = await startServiceProcess(serviceSettings(callManager.url));
    await replace(other.url, phone, [dial(2, '0199', 'theirs')], 'theirs');
    const refused = await undoIn(url, change);
    expect([refused.status, refused.body]).toMatchObject([
      412,
      { code: 'changed-meanwhile', present: [dial(2, '0199', 'theirs')] },
    ]);
    expect(await dialsIn(callManager, phone)).toEqual([dial(2, '0199', 'theirs')]);
    expect(await keptChanges(url, phone)).toHaveLength(1);
    // After they have restored it, the undo is possible.
    await replace(other.url, phone, [dial(1, '0100', 'ours')], 'put back');
    expect((await undoIn(url, change)).body).toMatchObject({ changed: true });
    expect(await dialsIn(callManager, phone)).toEqual(original);
    expect((await undoIn(url, change)).body).toEqual({ id: null, changed: false });
    const changes = await keptChanges(url, phone);
    expect(changes).toHaveLength(2);
    expect(contradictions(changes, original)).toEqual([]);
  });

  it('by entries restores what it touched, and keeps what someone else has done in the meantime', async () => {
    const { url } = await startWithHistory();
    await replace(url, phone, [dial(1, '0100', 'before'), dial(3, '0103')], 'first');
    await replace(url, phone, [dial(1, '0100', 'ours'), dial(2, '0102', 'ours')], 'ours');
    const change = (await keptChanges(url, phone)).at(-1);
    const other = await startServiceProcess(serviceSettings(callManager.url));
    await replace(other.url, phone, [dial(1, '0100', 'ours'), dial(2, '0102', 'ours'), dial(9, '0109')], 'theirs');
    expect((await undoIn(url, change)).status).toBe(412);
    expect((await undoIn(url, change, '?scope=entries')).body).toMatchObject({ changed: true });
    expect(await dialsIn(callManager, phone)).toEqual([dial(1, '0100', 'before'), dial(3, '0103'), dial(9, '0109')]);
    const [shown] = (await getJson(`${url}/changes?limit=1`, { headers: { authorization: authorization() } }))
      .body as unknown as { undoes: string }[];
    expect(shown?.undoes).toBe(change?.id);
  });

  it('may have an unknown outcome: if it was carried out it is undone, otherwise there is nothing to do', async () => {
    const { DATABASE_URL, settings, url, process } = await startWithHistory();
    const original = await dialsIn(callManager, phone);
    let [service, running] = [url, process];
    for (const point of ['after', 'before']) {
      await callManager.control('POST', 'misbehaviour', { kind: 'hang', point, operation: 'updatePhone' });
      const lost = replace(service, phone, [dial(3, '0100', point)], point);
      await expect.poll(async () => (await keptChanges(service, phone)).at(-1)?.requestId).toBe(point);
      if (point === 'after') await expect.poll(() => dialsIn(callManager, phone)).toEqual([dial(3, '0100', point)]);
      running.kill('SIGKILL');
      await running.ended;
      expect((await lost).answer).toBe('lost');
      await callManager.control('DELETE', 'misbehaviour');
      ({ url: service, process: running } = await startServiceProcess({ ...settings, DATABASE_URL }));
      const change = (await keptChanges(service, phone)).at(-1);
      expect(change?.state).toBe('uncertain');
      const answer = await undoIn(service, change);
      expect([answer.status, answer.body['changed']]).toEqual([200, point === 'after']);
      expect(await dialsIn(callManager, phone)).toEqual(original);
    }
    expect(contradictions(await keptChanges(service, phone), original)).toEqual([]);
  });
});
