import { beforeEach, describe, expect, it } from 'vitest';
import type { InventoryCalls, Proxy } from '../../../../src/buttons-cli/connection/proxy.js';
import type { ChangeCalls, DevicePage } from '../../../../src/client/index.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import type { PointingButton } from '../../../../src/domain/button-kinds.js';
import { Reader } from '../../../../src/buttons-cli/work-out/reader.js';
import { exitCodes } from '../../../../src/buttons-cli/stop.js';
import { lamps, jumpingClock, problem, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const entries = [{ index: '1', dirn: '1', label: '' }];
const named = (ids: readonly number[]) => ids.map((id) => ({ id: String(id) }));
/** This many devices, from a number on. */
const some = (count: number, from = 0) => named(Array.from({ length: count }, (_, more) => from + more));

describe('data for a command', () => {
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

  const withChanges = (calls: Partial<Record<keyof ChangeCalls, unknown>>) =>
    readerOf({ changes: { ...rememberLists([]).proxy.changes, ...calls } as ChangeCalls });
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
    const listChanges = paged({ changes: named([7]) });
    expect(await withChanges({ listChanges }).listChanges({}, 1)).toEqual(named([7]));
    expect(asked).toEqual([[{ limit: 1, before: undefined }, stop.signal]]);
    const inventory = withInventory({
      readInventory: (options: object) => {
        asked.push(['inventory', (options as { signal?: AbortSignal }).signal]);
        return Promise.resolve({ phones: 9 });
      },
    });
    expect(await inventory.readInventory()).toEqual({ phones: 9 });
    expect(asked.at(-1)).toEqual(['inventory', stop.signal]);
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
  ] as const)('includes changes %s', async (_, most, pages, limits, count) => {
    let from = 0;
    const listChanges = paged(
      ...pages.map(([length, next]) => ({ changes: some(length, (from += length) - length), next })),
    );
    expect(await withChanges({ listChanges }).listChanges({ user: 'ann' }, most)).toEqual(some(count));
    const befores = [undefined, ...pages.map(([, next]) => next)];
    expect(asked).toEqual(
      limits.map((limit, page) => [{ user: 'ann', limit, before: befores[page] }, stop.signal] as const),
    );
  });

  it('includes a change with its lists of all pages', async () => {
    const places: unknown[] = [];
    const next = paged(
      ...[['A', 'B'], ['C'], ['D']].map((lists, page) => ({
        ...{ change: { id: '7', title: `page ${page}`, lists }, next: ['B', 'C'][page] },
      })),
    );
    const readChange = (id: string, { limit, after, problems, signal }: Readonly<Record<string, unknown>>) => {
      places.push([limit, after, problems]);
      return next(id, { signal: signal as AbortSignal });
    };
    expect(await withChanges({ readChange }).readChange('7', true)).toEqual({
      ...{ id: '7', title: 'page 0', lists: ['A', 'B', 'C', 'D'] },
    });
    expect(places).toEqual([undefined, 'B', 'C'].map((after) => [500, after, true]));
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
