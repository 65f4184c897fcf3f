import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { as, type ChangeAnswer, type ShownChange, usersFile } from '../support/change-users.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

/** Intents over the whole service, in front of the simulator. */

describe('what a change means', () => {
  const { settings } = usersFile();
  const database = `sqlite:${path.join(emptyFolder(), 'history.db')}`;
  let simulator: RunningSimulator;
  let service: TestService;

  const start = () => startTestService({ ...serviceSettings(simulator.url), ...settings, DATABASE_URL: database });

  beforeAll(async () => {
    simulator = await startSimulator({});
    service = await start();
  });
  beforeEach(() => {
    simulator.reset();
  });
  afterAll(async () => {
    await service.stop('test');
    await simulator.close();
    await tidy();
  });

  type Noted = ShownChange & {
    readonly title: string;
    readonly closedBecause: string | null;
    readonly notes: readonly { readonly code: string; readonly text: string }[];
  };
  const ask = (body: object, headers = {}): Promise<ChangeAnswer & { readonly change: Noted }> =>
    as('boss', `${service.url}/changes`, 'POST', body, headers) as never;
  const change = async (id: string): Promise<Noted> =>
    (await as('boss', `${service.url}/changes/${id}`)).change as Noted;
  const ends = async (id: string, state: string): Promise<Noted> => {
    await expect.poll(async () => (await change(id)).state, { timeout: 20_000 }).toBe(state);
    return change(id);
  };
  const labelsOf = async (number: string): Promise<readonly string[]> => {
    const { change: found } = await as('boss', `${service.url}/buttons/?dirn=${number}`);
    return (found as unknown as readonly { readonly label: string }[]).map(({ label }) => label);
  };
  const codes = ({ notes }: Noted) => notes.map(({ code }) => code);

  it('is found, read, set and undone by one call each', async () => {
    const before = await labelsOf('6150');
    const { status, change: asked } = await ask({ relabel: { dirn: '6150', label: 'Petra Sandström' }, apply: true });
    expect([status, asked.title, asked.notes]).toEqual([202, 'Relabel 6150: Petra Sandström', []]);
    expect((await ends(asked.id, 'done')).counts).toEqual({ total: 9, changed: 9 });
    expect(new Set(await labelsOf('6150'))).toEqual(new Set(['Petra Sandström']));
    const { change: undo } = await as('boss', `${service.url}/changes/${asked.id}/undo`, 'POST', {});
    await ends(undo.id, 'done');
    expect(await labelsOf('6150')).toEqual(before);
  });

  it('is read before the answer if it is small, shows what it would do, and says what it left out', async () => {
    const relabel = [
      { dirn: '4711', label: 'x' },
      { dirn: '6150', label: 'Petra' },
    ];
    const { status, change: draft } = await ask({ relabel, draft: true });
    expect([status, draft.state, draft.counts, draft.notes]).toEqual([
      ...[201, 'draft', { total: 9, open: 9 }],
      [{ code: 'left-out', text: 'No device has the number, and no button leads to it: 4711.' }],
    ]);
    const [list] = (await change(draft.id)).lists ?? [];
    expect(list).toMatchObject({ state: 'open', difference: { changed: [{ after: { label: 'Petra' } }] } });
  });

  it('is refused if there is nothing to change, and says why', async () => {
    const { status, change: refused } = await ask({ remove: { dirns: ['4711'] } });
    expect([status, refused.code, refused.detail]).toEqual([
      ...[422, 'nothing-to-change', 'No device has the number, and no button leads to it: 4711.'],
    ]);
    const done = await ask({ relabel: { dirn: '6150', label: 'Petra' }, apply: true });
    await ends(done.change.id, 'done');
    const again = await ask({ relabel: { dirn: '6150', label: 'Petra' } });
    expect([again.status, again.change.detail]).toEqual([
      422,
      'Every list is as asked for already. Nothing was changed.',
    ]);
    expect((await ask({ fix: { kind: 'old-name' } })).change.code).toBe('inventory-off');
  });

  it('names each mistake in each item, and keeps nothing then', async () => {
    const { status, change: refused } = await ask({
      add: [
        { devices: ['A'], kind: 'speeddial', entry: { destination: '1', label: '' } },
        { kind: 'busylampfield', entry: { dirn: '', label: '' } },
      ],
    });
    const fields = (refused as unknown as { errors: readonly { field: string }[] }).errors.map(({ field }) => field);
    expect([status, fields]).toEqual([400, ['body.add[0].entry.dirn', 'body.add[0].entry', 'body.add[1].entry.dirn']]);
    expect((await ask({ relabel: [], draft: true })).change.detail).toContain('body.relabel must have 1 to 5000 items');
    const two = await ask({ relabel: { dirn: '1', label: '' }, remove: { dirns: ['1'] } });
    expect(two.change.detail).toContain('must have exactly one of lists, undo, relabel');
  });

  it('does not begin by itself for a device that does not exist, and sets the others if it is begun', async () => {
    const entry = { dirn: '0100', label: 'Reception desk' };
    const devices = ['SEP00A1B2C30002', '00:a1:b2:c3:00:03', 'SEPFFFFFFFFFFFF'];
    const { status, change: asked } = await ask({ add: { devices, kind: 'speeddial', entry }, apply: true });
    expect([status, asked.state, asked.counts]).toEqual([201, 'proposed', { total: 3, open: 2, refused: 1 }]);
    expect(asked.why).toMatch(/^1 of 3 lists cannot be set: .*SEPFFFFFFFFFFFF/);
    await as('boss', `${service.url}/changes/${asked.id}/application`, 'POST');
    expect((await ends(asked.id, 'partly-done')).counts).toEqual({ total: 3, changed: 2, refused: 1 });
  });

  it('does not begin by itself if numbers seem to have lost their zeros, or are not known', async () => {
    const entry = { dirn: '100', label: 'Reception' };
    const zeros = await ask({ add: { devices: ['SEP00A1B2C30002'], kind: 'speeddial', entry }, apply: true });
    expect([zeros.change.state, codes(zeros.change)]).toEqual(['proposed', ['lost-zeros']]);
    expect(zeros.change.why).toContain('100 (0100) on SEP00A1B2C30002, index');
    const lamp = { dirn: '4711', partition: 'PT-Nowhere', label: 'x' };
    const unknown = await ask({
      add: { devices: ['SEP00A1B2C30002'], kind: 'busylampfield', entry: lamp },
      apply: true,
    });
    expect([unknown.change.state, unknown.change.why]).toEqual([
      ...['proposed', '4711 is not known in the partition PT-Nowhere: the call manager has no such number.'],
    ]);
    const lists = [
      { device: 'SEP00A1B2C30002', kind: 'speeddial', entries: [{ index: '700', dirn: 'abc', label: '' }] },
    ];
    expect(codes((await ask({ lists })).change)).toEqual(['unusual', 'unusual']);
  });

  it('is the same change for a repeated request, and another one for another intent', async () => {
    const headers = { 'idempotency-key': 'one' };
    const body = { relabel: { dirn: '6150', label: 'Petra' }, draft: true };
    const first = await ask(body, headers);
    const again = await ask(body, headers);
    expect([again.status, again.change.id]).toEqual([200, first.change.id]);
    const other = await ask({ relabel: { dirn: '6150', label: 'Paula' }, draft: true }, headers);
    expect([other.status, other.change.code]).toEqual([422, 'idempotency-key-reused']);
  });

  it('is found after a restart, if the service ended while it looked for the lists', async () => {
    simulator.misbehave([{ kind: '503', times: 1_000 }]);
    // A caller who has gone: the service does not wait for it when it stops.
    const caller = new AbortController();
    const asked = fetch(`${service.url}/changes`, {
      ...{ method: 'POST', signal: caller.signal },
      headers: { authorization: `Basic ${btoa('boss:boss')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ relabel: { dirn: '6150', label: 'After' }, apply: true }),
    }).catch(() => undefined);
    await expect.poll(() => simulator.stats().answers['503'] ?? 0, { timeout: 20_000 }).not.toBe(0);
    const [{ id } = { id: '' }] = (await as('boss', `${service.url}/changes?limit=1`))
      .change as unknown as readonly ShownChange[];
    expect((await change(id)).state).toBe('reading');
    caller.abort();
    await asked;
    await service.stop('test');
    simulator.behave();
    service = await start();
    expect((await ends(id, 'done')).counts).toEqual({ total: 9, changed: 9 });
  });
});
