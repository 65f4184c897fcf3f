import { beforeEach, describe, expect, it } from 'vitest';
import type { HistoryCalls, InventoryCalls, Proxy } from '../../../../src/buttons-cli/connection/proxy.js';
import type { DevicePage } from '../../../../src/client/index.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import type { PointingButton } from '../../../../src/domain/button-kinds.js';
import { Reader } from '../../../../src/buttons-cli/plan/reader.js';
import { exitCodes } from '../../../../src/buttons-cli/stop.js';
import { lamps, jumpingClock, problem, rememberLists, speedDials } from '../../../support/remembered-lists.js';

type PlanCalls = Proxy['plans'];
const entries = [{ index: '1', dirn: '1', label: '' }];
const named = (ids: readonly number[]) => ids.map((id) => ({ id: String(id) }));
/** This many devices, from a number on. */
const some = (count: number, from = 0) => named(Array.from({ length: count }, (_, more) => from + more));

describe('data for a plan', () => {
  let stop: AbortController;
  let clock: ReturnType<typeof jumpingClock>;
  let told: (readonly [number, number])[];
  /** The requests of each call with several pages, with its signal. */
  let asked: (readonly [object | string, AbortSignal | undefined])[];

  beforeEach(() => {
    [stop, clock, told, asked] = [new AbortController(), jumpingClock(), [], []];
  });

  /** A reader of a service with some other answers. */
  function readerOf(otherwise: Partial<Proxy> = {}, lists = rememberLists([])): Reader {
    const proxy = { ...lists.proxy, ...otherwise };
    return new Reader(proxy, { signal: stop.signal, clock }, (done, of) => told.push([done, of]));
  }

  /** A call that answers with these pages in order. */
  function paged(...pages: readonly unknown[]) {
    return (what: object | string, options?: { signal?: AbortSignal }): Promise<never> => {
      asked.push([what, options?.signal]);
      return Promise.resolve(pages[asked.length - 1] as never);
    };
  }

  const withHistory = (calls: Partial<Record<keyof HistoryCalls, unknown>>) =>
    readerOf({ history: { ...rememberLists([]).proxy.history, ...calls } as HistoryCalls });
  const withPlans = (calls: Partial<Record<keyof PlanCalls, unknown>>) =>
    readerOf({ plans: { ...rememberLists([]).proxy.plans, ...calls } as PlanCalls });
  const withInventory = (calls: Partial<Record<keyof InventoryCalls, unknown>>) =>
    readerOf({ inventory: { ...rememberLists([]).proxy.inventory, ...calls } as InventoryCalls });

  it('is requested again after temporary failures; other failures end the command', async () => {
    const failures = [problem(503, 'overloaded', 5)];
    const findNumbers = (dirn: string) => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve([{ dirn, partition: '', description: '' }]);
    };
    const reader = readerOf({ findNumbers });
    expect(await reader.findNumbers('4711')).toMatchObject([{ dirn: '4711' }]);
    expect(clock.waits).toEqual([5000]);
    failures.push(problem(401, 'unauthenticated'));
    await expect(reader.findNumbers('4711')).rejects.toMatchObject({
      message: expect.stringMatching(/^It says unauthenticated\./) as string,
      isUntouched: true,
      exitCode: exitCodes.refusedLogin,
    });
  });

  it('is read page by page if more buttons point at a number than one page has', async () => {
    const { proxy } = rememberLists([]);
    const button = (device: string) =>
      ({ device, kind: 'speeddial', index: '1', deviceKind: 'phone' }) as PointingButton;
    const pages = [
      { buttons: [button('B'), button('C')], next: '0.x' },
      { buttons: [button('A')], next: undefined },
    ];
    const places: unknown[] = [];
    const reader = readerOf({
      ...proxy,
      findButtons: () => Promise.reject(problem(422, 'too-many-buttons')),
      findButtonPage: (number, limit, after) => {
        places.push([number, limit, after]);
        return Promise.resolve(pages[places.length - 1] ?? pages[1] ?? { buttons: [], next: undefined });
      },
    });
    expect((await reader.findButtons('1')).map(({ device }) => device)).toEqual(['A', 'B', 'C']);
    expect(places).toEqual([
      ['1', 5_000, undefined],
      ['1', 5_000, '0.x'],
    ]);
    const refused = readerOf({ findButtons: () => Promise.reject(problem(401, 'unauthenticated')) });
    await expect(refused.findButtons('1')).rejects.toMatchObject({ exitCode: exitCodes.refusedLogin });
  });

  it('is reported as interrupted if the user cancels', async () => {
    const findPhones = () => {
      stop.abort();
      return Promise.reject(problem(503, 'overloaded'));
    };
    await expect(readerOf({ findPhones }).findPhones('1')).rejects.toThrow('interrupted');
  });

  it('is cancelled with the command: each call has its signal', async () => {
    const reader = withHistory({ readChange: paged({ id: '7' }), readRun: paged(undefined, { id: '3' }) });
    expect(await reader.readChange('7')).toEqual({ id: '7' });
    expect(await reader.readRun('3')).toEqual({ id: '3' });
    expect(asked).toEqual([
      ['7', stop.signal],
      ['3', stop.signal],
    ]);
    const inventory = withInventory({
      readInventory: (options: object) => {
        asked.push(['inventory', (options as { signal?: AbortSignal }).signal]);
        return Promise.resolve({ phones: 9 });
      },
    });
    expect(await inventory.readInventory()).toEqual({ phones: 9 });
    expect(asked.at(-1)).toEqual(['inventory', stop.signal]);
  });

  it('says if a change is undone, and that it is not if the undo was undone, too', async () => {
    const undoneBy: Readonly<Record<string, string | null>> = { '2': null, '3': '2' };
    const reader = withHistory({ readChange: (id: string) => Promise.resolve({ id, undoneBy: undoneBy[id] }) });
    const states = [null, '2', '3'].map((by) => reader.isUndone({ id: '1', undoneBy: by } as never));
    expect(await Promise.all(states)).toEqual([false, true, false]);
  });

  it('includes all changes of a run, page by page', async () => {
    const listChanges = paged({ changes: some(2, 8), next: '8' }, { changes: some(1, 7), next: undefined });
    expect(await withHistory({ listChanges }).changesOfRun('3')).toEqual(named([8, 9, 7]));
    expect(asked).toEqual([
      [{ run: '3', before: undefined, limit: 500 }, stop.signal],
      [{ run: '3', before: '8', limit: 500 }, stop.signal],
    ]);
  });

  it.each([
    ['as many as are asked for, where there are more', 3, [[3, '3']], [3], 3],
    ['all, where there are fewer', 9, [[3, undefined]], [9], 3],
    [
      'page after page, and no more than are asked for',
      700,
      [
        [500, '500'],
        [200, '700'],
      ],
      [500, 200],
      700,
    ],
    ['none', 5, [[0, undefined]], [5], 0],
  ] as const)('includes runs %s', async (_, most, pages, limits, count) => {
    let from = 0;
    const listRuns = paged(...pages.map(([length, next]) => ({ runs: some(length, (from += length) - length), next })));
    expect(await withHistory({ listRuns }).listRuns({ user: 'ann' }, most)).toEqual(some(count));
    const befores = [undefined, ...pages.map(([, next]) => next)];
    expect(asked).toEqual(
      limits.map((limit, page) => [{ user: 'ann', limit, before: befores[page] }, stop.signal] as const),
    );
  });

  it('includes as many changes as are asked for, of those that are meant', async () => {
    const listChanges = paged({ changes: some(3), next: '2' }, { changes: some(6, 3), next: '8' });
    const isOdd = ({ id }: { id: string }) => Number(id) % 2 === 1;
    expect(await withHistory({ listChanges }).listChanges({ user: 'ann' }, 2, isOdd)).toEqual(named([1, 3]));
    expect(asked).toEqual([
      [{ user: 'ann', limit: 500, before: undefined }, stop.signal],
      [{ user: 'ann', limit: 500, before: '2' }, stop.signal],
    ]);
  });

  it('includes as many plans of the service as are asked for', async () => {
    const listPlans = paged({ plans: some(500), next: '499' }, { plans: some(1, 500), next: undefined });
    expect(await withPlans({ listPlans }).listPlans({ user: 'ann' }, 501)).toEqual(some(501));
    expect(asked).toEqual([
      [{ user: 'ann', limit: 500, before: undefined }, stop.signal],
      [{ user: 'ann', limit: 1, before: '499' }, stop.signal],
    ]);
  });

  it('includes a plan of the service with its lists of all pages', async () => {
    const places: unknown[] = [];
    const next = paged(
      ...[['A', 'B'], ['C'], ['D']].map((changes, page) => ({
        ...{ plan: { id: '7', title: `page ${page}`, changes }, next: ['B', 'C'][page] },
      })),
    );
    const readPlan = (id: string, { limit, after, signal }: Readonly<Record<string, unknown>>) => {
      places.push([limit, after]);
      return next(id, { signal: signal as AbortSignal });
    };
    expect(await withPlans({ readPlan }).readPlan('7')).toEqual({
      ...{ id: '7', title: 'page 0', changes: ['A', 'B', 'C', 'D'] },
    });
    expect(places).toEqual([undefined, 'B', 'C'].map((after) => [500, after]));
    expect(asked).toEqual(places.map(() => ['7', stop.signal]));
  });

  it('includes all findings of a filter, each once, even if a sweep moves one between two pages', async () => {
    const first = { id: 'a', label: 'old' };
    const pages = [
      { findings: [first, { id: 'b' }], next: 'b' },
      { findings: [{ id: 'c' }, { ...first, label: 'new' }], next: undefined },
    ];
    const found = await withInventory({ listFindings: paged(...pages) }).findings({ kind: 'old-name' });
    expect(found).toEqual([{ id: 'a', label: 'new' }, { id: 'b' }, { id: 'c' }]);
    expect(asked).toEqual([
      [{ kind: 'old-name', limit: 500, after: undefined }, stop.signal],
      [{ kind: 'old-name', limit: 500, after: 'b' }, stop.signal],
    ]);
  });

  it('includes all devices of a search', async () => {
    const next = paged({ devices: [{ name: 'A' }, { name: 'B' }], next: 'B' }, { devices: [{ name: 'C' }] });
    const searchDevices: Proxy['searchDevices'] = (text, { after, signal }): Promise<DevicePage> =>
      next(`${text} after ${after}`, { signal: signal ?? new AbortController().signal });
    expect((await readerOf({ searchDevices }).searchDevices('hall')).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
    expect(asked).toEqual([
      ['hall after undefined', stop.signal],
      ['hall after B', stop.signal],
    ]);
  });

  it('includes every list in order of its keys; each device is read once, with its progress', async () => {
    const keys = [speedDials('A'), speedDials('B'), lamps('A'), speedDials('C')];
    const lists = rememberLists(keys.map((key) => [key, key.kind === 'speeddial' ? entries : []] as const));
    const reader = readerOf(
      {
        readLists: (...given) => {
          asked.push([`${given[0].device}: ${given[1].join(' ')}`, given[2]]);
          return lists.proxy.readLists(...given);
        },
      },
      lists,
    );
    const found = await reader.lists(keys);
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(found.map(({ list }) => list.entries)).toEqual([entries, entries, [], entries]);
    expect(found[0]?.list.etag).toBe(listTag('speeddial', entries));
    expect(asked.map(([what]) => what)).toEqual(['A: speeddial busylampfield', 'B: speeddial', 'C: speeddial']);
    expect(asked.every(([, signal]) => signal === stop.signal)).toBe(true);
    expect([told[0], told.at(-1), told.length]).toEqual([[0, 4], [4, 4], 4]);
  });

  it.each([
    ['phone', 'phone-not-found'],
    ['profile', 'profile-not-found'],
  ] as const)('names missing %s, which end the command if all are needed', async (kind, code) => {
    const reader = readerOf({}, rememberLists([[speedDials('A'), entries]]));
    const keys = [speedDials('GONE', kind), speedDials('A')];
    const found = await reader.listsOrMissing(keys);
    expect(found).toMatchObject([
      { key: keys[0], missing: { code } },
      { key: keys[1], list: { entries } },
    ]);
    await expect(reader.lists(keys)).rejects.toThrow(new RegExp(`^It says ${code}\\.`));
  });

  it('ends if a list cannot be read for another reason', async () => {
    const thrown = problem(422, 'rejected-by-call-manager');
    const reader = readerOf({ readLists: () => Promise.reject(thrown) });
    await expect(reader.listsOrMissing([speedDials('A')])).rejects.toThrow('It says rejected-by-call-manager.');
  });
});
