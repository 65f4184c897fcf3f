import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../src/domain/button-kinds.js';
import { chosenLists } from '../../../web/changes/chosen.js';
import { fitsOneChange, placeOf, workOut } from '../../../web/changes/work-out.js';
import { button, problem, reading } from './lists-in-memory.js';

const dial = (label: string): Entry => ({ index: '4', dirn: '7000', label });
const other: Entry = { index: '1', dirn: '0100', label: 'Night bell' };
const phones = ['SEP1', 'SEP2', 'SEP3', 'SEP4'] as const;
const chosen = chosenLists(phones.map((device) => button({ device })));

/** The lists of the phones, each with a label for the button that will get another. */
function holding(labels: readonly string[], ...failures: readonly Error[]) {
  return reading(
    chosen.map((list, at) => [list, [other, dial(labels[at] ?? 'Old')]]),
    failures,
  );
}

describe('the lists of a change that is worked out', () => {
  const never = new AbortController().signal;

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are the present ones, each with its etag; lists that are already as wanted are not included', async () => {
    const read: number[] = [];
    const made = await workOut(chosen, {
      ...{ read: holding(['Old', 'New', 'Old', 'Old']), stop: never, onRead: (count) => read.push(count) },
    });
    expect(made.leftOut).toEqual([]);
    expect(made.lists).toEqual(
      ['SEP1', 'SEP3', 'SEP4'].map((device) => ({
        ...{ device, deviceKind: 'phone', kind: 'speeddial', ifMatch: JSON.stringify([other, dial('Old')]) },
        entries: [other, dial('New')],
      })),
    );
    expect(read).toEqual([1, 2, 3, 4]);
  });

  it('do not include lists whose buttons have changed since they were seen', async () => {
    const made = await workOut(chosen, { read: holding(['Old', 'Theirs']), stop: never, onRead: () => undefined });
    expect(made.lists.map(({ device }) => device)).toEqual(['SEP1', 'SEP3', 'SEP4']);
    expect(made.leftOut).toEqual([{ device: 'SEP2', deviceKind: 'phone', kind: 'speeddial' }]);
  });

  it('are read again after the time that the service asks for', async () => {
    const read = holding([], problem(503, 'overloaded', 7));
    const making = workOut(chosen, { read, stop: never, onRead: () => undefined });
    let isMade = false;
    void making.then(() => {
      isMade = true;
    });
    await vi.advanceTimersByTimeAsync(6_900);
    expect(isMade).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect((await making).lists).toHaveLength(4);
  });

  it('are not worked out if one cannot be read, or it was cancelled', async () => {
    const parts = { read: holding([], problem(404, 'phone-not-found')), stop: never, onRead: () => undefined };
    await expect(workOut(chosen, parts)).rejects.toMatchObject({ code: 'phone-not-found' });
    const giveUp = new AbortController();
    giveUp.abort();
    await expect(workOut(chosen, { ...parts, stop: giveUp.signal })).rejects.toThrow('aborted');
  });
});

it('an error from the service belongs to a list or to an entry', () => {
  const [list] = [
    { device: 'SEP1', deviceKind: 'phone', kind: 'speeddial', ifMatch: '"1"', entries: [other] } as const,
  ];
  const place = (field: string) => placeOf({ field, detail: '' }, [list]);
  expect(place('body.lists[0].device')).toEqual({ list, index: undefined });
  expect(place('body.lists[0].entries[0].label')).toEqual({ list, index: '1' });
  expect(place('body.lists[1].device')).toBeUndefined();
  expect(place('body.title')).toBeUndefined();
});

it('lists fit one change if the service takes a body with them', () => {
  const lists = (count: number, label: string) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ device: `SEP${at}`, kind: 'speeddial' as const, ifMatch: '"1"' },
      entries: [dial(label)],
    }));
  expect(fitsOneChange(lists(300, 'New'))).toBe(true);
  // Each list has nine values, its entry included.
  expect([11_099, 11_100].map((count) => fitsOneChange(lists(count, '')))).toEqual([true, false]);
  expect(fitsOneChange(lists(8_000, 'ü'.repeat(120)))).toBe(false);
});
