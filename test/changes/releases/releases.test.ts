import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorization, getJson } from '../../support/caller.js';
import { dialsIn } from '../../support/kept-changes.js';
import { tidy } from '../../support/processes.js';
import { startServiceProcess } from '../../support/service-process.js';
import { type SimulatorProcess, spawnSimulator } from '../../support/simulator-process.js';
import { serviceSettings } from '../../support/test-service.js';
import { placed, removePlaced, shownBy, stateOf, stores } from './placed.js';

const phone = 'SEP00A1B2C30003';

let simulator: SimulatorProcess;

beforeAll(async () => {
  simulator = await spawnSimulator();
});
afterEach(tidy);
afterAll(async () => {
  await simulator.stop();
  await removePlaced();
});

const cases = ['0.1.0', '1.0.0'].flatMap((release) =>
  stores.filter(({ isLeftOut }) => !isLeftOut).map(({ store }) => ({ release, store })),
);

/** A change as this release shows it. */
interface PresentChange {
  readonly id: string;
  readonly state: string;
  readonly undoes: string | null;
  readonly lists: readonly { readonly device: string; readonly undoneBy: string | null }[];
}

describe.each(cases)('a history of $release in $store', ({ release, store }) => {
  it('is shown as in that release, found, undone, and continued', async () => {
    const DATABASE_URL = await placed[store](release);
    const env = { ...serviceSettings(simulator.url), DATABASE_URL };
    const { url } = await startServiceProcess(env);
    const ask = async (method: string, place: string, body?: unknown): Promise<Response> => {
      const headers = { authorization: authorization(), 'content-type': 'application/json' };
      return fetch(`${url}/${place}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    };
    const changes = async (query: string): Promise<PresentChange[]> =>
      (await (await ask('GET', `changes?limit=500${query}`)).json()) as PresentChange[];

    const then = shownBy(release, store).changes;
    const now = await changes('');
    expect(now).toMatchObject(
      then.map(({ id, user, device, deviceKind, kind, before, after, outcome }) => {
        const [state, code] = stateOf(outcome);
        const list = { device, deviceKind, kind, before, after, state, problem: code && { code, detail: null } };
        return { id, user, lists: [list], source: user === null ? 'elsewhere' : 'service' };
      }),
    );
    expect((await changes(`&phone=${phone.toLowerCase()}`)).map(({ id }) => id)).toEqual(
      then.filter(({ device }) => device.toLowerCase() === phone.toLowerCase()).map(({ id }) => id),
    );
    expect((await changes('&dirn=6101')).map(({ lists: [list] }) => list?.device)).toEqual(['UDP_FRONTDESK']);
    expect(await changes('&user=nobody')).toEqual([]);

    const old = then.find(
      ({ device, before, after }) => device === phone && after?.length && (before?.length ?? 0) > 1,
    );
    if (!old) throw new Error('the history has no change to be undone');
    expect((await ask('POST', `speeddials?phone=${phone}`, old.after)).status).toBe(200);
    const undone = await getJson(`${url}/changes/${old.id}/undo`, {
      method: 'POST',
      headers: { authorization: authorization() },
    });
    expect(undone).toMatchObject({ status: 200, body: { changed: true } });
    expect(await dialsIn(simulator, phone)).toEqual(old.before);
    const [undo, written, ...others] = await changes('');
    expect(others).toHaveLength(then.length);
    expect(undo).toMatchObject({ undoes: old.id, state: 'done' });
    expect(others.find(({ id }) => id === old.id)).toMatchObject({ lists: [{ undoneBy: undo?.id }] });
    expect(Number(written?.id)).toBeGreaterThan(Number(then[0]?.id));
  });

  it('has the dismissed finding, with an inventory', async () => {
    const env = { ...serviceSettings(simulator.url), DATABASE_URL: await placed[store](release) };
    const { url } = await startServiceProcess({ ...env, INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' });
    const headers = { authorization: authorization() };
    const listed = async (): Promise<unknown> =>
      (await fetch(`${url}/findings?dismissed=true`, { headers })).json().catch(() => undefined);
    const { dismissed = [] } = shownBy(release, store);
    // A new inventory does not know since when the finding exists.
    const known = dismissed.map(({ id, dismissal }) => ({ id, dismissal }));
    await expect.poll(listed, { timeout: 60_000 }).toMatchObject(known);
  });
});
