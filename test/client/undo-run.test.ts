import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  beginRunIfKept,
  changesOfRun,
  createClient,
  type PhoneProxyClient,
  type ProblemError,
  undoChanges,
  type UndoOptions,
  undoTitle,
} from '../../src/client/index.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { caller } from '../support/caller.js';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { serviceSettings, startTestService, type TestService } from '../support/test-service.js';

const phones = ['SEP00A1B2C30002', 'SEP00A1B2C30003', 'SEP00A1B2C30004', 'SEP00A1B2C30005'] as const;
const [first, second, third] = phones;

const dial = (label: string) => ({ index: '9', dirn: '0100', label });

let simulator: RunningSimulator;
let service: TestService;
let proxy: FaultyProxy;
let client: PhoneProxyClient;

async function open(settings: Readonly<Record<string, string>>): Promise<void> {
  simulator = await startSimulator({});
  service = await startTestService({ ...serviceSettings(simulator.url), ...settings });
  proxy = await startFaultyProxy(service.url);
  client = createClient({ baseUrl: proxy.url, username: caller.name, password: caller.password });
}

const withHistory = () => open({ DATABASE_URL: `sqlite:${path.join(emptyFolder(), 'history.db')}` });

afterEach(async () => {
  await proxy.close();
  await service.stop('test');
  await simulator.close();
  await tidy();
});

/** A run that adds a button to phones; the first phone also gets a second one, and a busy lamp field. */
async function changePhones(): Promise<string> {
  const { id: run } = await client.beginRun('New buttons');
  for (const phone of phones) await client.replaceSpeedDials(phone, [dial('one')], { run });
  await client.replaceSpeedDials(first, [dial('one'), { ...dial('two'), index: '10' }], { run });
  await client.replaceBusyLampFields(first, [{ index: '9', destination: 'taxi@example.com', label: '' }], { run });
  return run;
}

/** No pace, and no stop. */
function unpaced() {
  const pauses: number[] = [];
  const pace = { turn: () => Promise.resolve(true), pause: (seconds: number) => pauses.push(seconds) };
  return { pace, pauses };
}

/** Undoes a run in a new run. */
async function undo(id: string, options: Partial<UndoOptions> = {}) {
  const run = await beginRunIfKept(client, undoTitle(await client.readRun(id)));
  const told: string[] = [];
  const { steps, ended } = await undoChanges(client, await changesOfRun(client, id), {
    ...{ run, pace: unpaced().pace, onStep: ({ change }) => told.push(change.id) },
    ...options,
  });
  expect(new Set(told)).toEqual(new Set(steps.map(({ change }) => change.id)));
  return { run, steps, ended, states: steps.map(({ state }) => state) };
}

const undosSent = () => proxy.requests.filter((line) => /^POST .*\/undo/.test(line)).length;

describe('a run that is undone', () => {
  beforeEach(withHistory);

  it('restores every phone, in a run of its own that is in the history', async () => {
    const before = simulator.state();
    const run = await changePhones();
    expect(simulator.state()).not.toEqual(before);
    const { states, ended, run: own } = await undo(run);
    expect([states, ended]).toEqual([Array.from({ length: 6 }, () => 'undone'), undefined]);
    expect(simulator.state()).toEqual(before);
    expect(await client.readRun(run)).toMatchObject({ outcomes: { replaced: 6 }, undone: 6, undoneBy: [own] });
    expect(await client.readRun(own ?? '')).toMatchObject({ title: 'Undo of New buttons', outcomes: { replaced: 6 } });
  });

  it('keeps what another user has changed since, reports the present list, and undoes the rest', async () => {
    const before = simulator.state();
    const run = await changePhones();
    const theirs = { index: '3', dirn: '0199', label: 'theirs' };
    await client.replaceSpeedDials(second, [theirs]);
    const { steps, ended } = await undo(run);
    const left = steps.filter(({ state }) => state !== 'undone');
    expect([left.map(({ change, state }) => [change.device, state]), ended]).toEqual([
      [[second, 'changed-meanwhile']],
      undefined,
    ]);
    expect((left[0]?.error as ProblemError).present).toEqual([theirs]);
    expect(simulator.state().filter(({ name }) => name !== second)).toEqual(
      before.filter(({ name }) => name !== second),
    );
  });

  it('a second time, sends nothing; and again if the undo itself was undone', async () => {
    const before = simulator.state();
    const run = await changePhones();
    const after = simulator.state();
    const { run: own } = await undo(run);
    const sent = undosSent();
    expect((await undo(run)).states).toEqual(Array.from({ length: 6 }, () => 'already'));
    expect(undosSent()).toBe(sent);
    await undo(own ?? '');
    expect(simulator.state()).toEqual(after);
    expect((await undo(run)).states).toEqual(Array.from({ length: 6 }, () => 'undone'));
    expect(simulator.state()).toEqual(before);
  });

  it('sends nothing for a change whose list before is unknown, nor for earlier changes of that list', async () => {
    const run = await changePhones();
    const changes = await changesOfRun(client, run);
    const unknown = changes.map((change, at) => (at === 1 ? { ...change, before: null, undoable: false } : change));
    const { steps } = await undoChanges(client, unknown, { run: undefined, pace: unpaced().pace });
    // The second dial of the first phone: earlier changes of its dials are skipped, but not those of its lamps.
    expect(steps.map(({ change, state }) => [change.device, change.kind, state])).toEqual([
      [first, 'busylampfield', 'undone'],
      [first, 'speeddial', 'not-undoable'],
      [phones[3], 'speeddial', 'undone'],
      [third, 'speeddial', 'undone'],
      [second, 'speeddial', 'undone'],
      [first, 'speeddial', 'not-reached'],
    ]);
    expect(undosSent()).toBe(4);
  });

  it('sends nothing for a change that failed', async () => {
    const { id: run } = await client.beginRun('Long label');
    const refused = client.replaceSpeedDials(third, [dial('x'.repeat(200))], { run });
    await expect(refused).rejects.toMatchObject({ code: 'rejected-by-call-manager' });
    expect((await undo(run)).states).toEqual(['not-made']);
    expect(undosSent()).toBe(0);
  });

  it.each([
    ['before it came to the service', false, 'list'],
    ['after it was carried out', true, 'list'],
    ['after it was carried out, of entries alone,', true, 'entries'],
  ] as const)(
    'repeats the call to learn the outcome of an undo whose answer was lost %s',
    async (_, passedOn, scope) => {
      const before = simulator.state();
      const run = await changePhones();
      const changes = await changesOfRun(client, run);
      const own = await beginRunIfKept(client, 'Undo');
      const lost = { hangUp: true, passedOn } as const;
      proxy.faults.push(lost, { status: 504, passedOn }, lost);
      const { pace, pauses } = unpaced();
      const { steps } = await undoChanges(client, changes, { run: own, scope, pace });
      expect(steps.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'undone'));
      expect(pauses.length).toBe(3);
      expect(simulator.state()).toEqual(before);
      expect(await client.readRun(run)).toMatchObject({ undone: 6, undoneBy: [own] });
      expect(await client.readRun(own ?? '')).toMatchObject({ outcomes: { replaced: 6 } });
    },
  );

  it('stops before the next change on request, and continues when started again', async () => {
    const before = simulator.state();
    const run = await changePhones();
    let left = 3;
    const pace = { ...unpaced().pace, turn: () => Promise.resolve((left -= 1) >= 0) };
    const stopped = await undo(run, { pace });
    expect(stopped.ended).toBe('stopped');
    expect(stopped.states.filter((state) => state === 'undone')).toHaveLength(3);
    expect(stopped.states.filter((state) => state === 'not-reached')).toHaveLength(3);
    const { states } = await undo(run);
    expect(states.filter((state) => state === 'already')).toHaveLength(3);
    expect(simulator.state()).toEqual(before);
  });

  it('reports a request that it gave up as in doubt', async () => {
    const run = await changePhones();
    const urgent = new AbortController();
    proxy.onRequest = (line) => {
      if (line.endsWith('/undo')) urgent.abort();
    };
    const pace = { ...unpaced().pace, turn: () => Promise.resolve(!urgent.signal.aborted) };
    const { states, ended } = await undo(run, { pace, signal: urgent.signal });
    expect([states.includes('uncertain'), states.includes('undone'), ended]).toEqual([true, false, 'stopped']);
    proxy.onRequest = undefined;
    expect((await undo(run)).ended).toBeUndefined();
  });

  it('waits as long as the service requests, and ends after five failures in a row', async () => {
    const run = await changePhones();
    const changes = await changesOfRun(client, run);
    const { pace, pauses } = unpaced();
    const busy = { status: 429, headers: { 'retry-after': '7' }, passedOn: false } as const;
    proxy.faults.push(...Array.from({ length: 100 }, () => busy));
    // Earlier changes of the same list are not tried: they would be reported as changed by another user.
    const { steps, ended } = await undoChanges(client, changes, { run: undefined, pace });
    expect([new Set(pauses), ended]).toEqual([new Set([7]), 'failures']);
    expect(steps.map(({ state }) => state).sort()).toEqual([
      'not-reached',
      ...Array.from({ length: 5 }, () => 'refused'),
    ]);
    proxy.faults.length = 0;
    proxy.faults.push(...Array.from({ length: 100 }, () => busy));
    const kept = await undoChanges(client, changes, { run: undefined, pace, keepGoing: true });
    expect(kept.ended).toBeUndefined();
  });

  it('ends if the login is refused', async () => {
    const run = await changePhones();
    const changes = await changesOfRun(client, run);
    const wrong = createClient({ baseUrl: proxy.url, username: caller.name, password: 'wrong' });
    const { steps, ended } = await undoChanges(wrong, changes, { run: undefined, pace: unpaced().pace });
    expect(ended).toBe('login');
    expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['refused', 'not-reached']));
  });
});

describe('a run is started', () => {
  it('with a valid title', async () => {
    await withHistory();
    const id = await beginRunIfKept(client, `a\u0000b${'😀'.repeat(300)}`);
    const { title } = await client.readRun(id ?? '');
    expect([title.startsWith('a·b😀'), Array.from(title).length]).toEqual([true, 200]);
  });

  it('or not, if there is no history or no permission', async () => {
    await open({});
    expect(await beginRunIfKept(client, 'x')).toBeUndefined();
    await service.stop('test');
    await proxy.close();
    service = await startTestService({
      ...serviceSettings(simulator.url),
      ...{ DATABASE_URL: `sqlite:${path.join(emptyFolder(), 'history.db')}`, READ_ONLY_USERS: caller.name },
    });
    proxy = await startFaultyProxy(service.url);
    const reader = createClient({ baseUrl: proxy.url, username: caller.name, password: caller.password });
    expect(await beginRunIfKept(reader, 'x')).toBeUndefined();
    const stranger = createClient({ baseUrl: proxy.url, username: 'x', password: 'y' });
    await expect(beginRunIfKept(stranger, 'x')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
