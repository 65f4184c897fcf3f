import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/button-kinds.js';
import { placeOf, prepare } from '../../../web/plans/proposing.js';
import { chosenLists } from '../../../web/runs/chosen.js';
import { button, ListsInMemory, problem } from '../runs/lists-in-memory.js';

const dial = (label: string): Entry => ({ index: '4', dirn: '7000', label });
const other: Entry = { index: '1', dirn: '0100', label: 'Night bell' };
const phones = ['SEP1', 'SEP2', 'SEP3', 'SEP4'] as const;
const chosen = chosenLists(phones.map((device) => button({ device })));

/** The lists of the phones, each with a label for the button that will get another. */
function holding(...labels: readonly string[]): ListsInMemory {
  return new ListsInMemory(chosen.map((list, at) => [list, [other, dial(labels[at] ?? 'Old')]]));
}

describe('a prepared proposal', () => {
  const waited: number[] = [];
  const clock = {
    now: () => waited.reduce((sum, ms) => sum + ms, 0),
    wait: (ms: number) => {
      waited.push(ms);
      return Promise.resolve();
    },
  };
  const never = new AbortController().signal;

  it('has the present lists, each with its etag; lists that are already as wanted are not included', async () => {
    const lists = holding('Old', 'New', 'Old', 'Old');
    const read: number[] = [];
    const prepared = await prepare(chosen, { lists, clock, stop: never, onRead: (count) => read.push(count) });
    expect(prepared.leftOut).toEqual([]);
    expect(prepared.changes).toEqual(
      ['SEP1', 'SEP3', 'SEP4'].map((device) => ({
        ...{ device, deviceKind: 'phone', list: 'speeddial', ifMatch: JSON.stringify([other, dial('Old')]) },
        entries: [other, dial('New')],
      })),
    );
    expect(read).toEqual([1, 2, 3, 4]);
    expect(lists.calls.every((call) => call.startsWith('read'))).toBe(true);
  });

  it('leaves out lists whose buttons have changed since they were seen', async () => {
    const prepared = await prepare(chosen, {
      ...{ lists: holding('Old', 'Theirs', 'Old'), clock, stop: never, onRead: () => undefined },
    });
    expect(prepared.changes.map(({ device }) => device)).toEqual(['SEP1', 'SEP3', 'SEP4']);
    expect(prepared.leftOut).toEqual([{ device: 'SEP2', deviceKind: 'phone', kind: 'speeddial' }]);
  });

  it('waits if the service requests it, and reads again', async () => {
    const lists = holding();
    lists.readFailures.push(problem(503, 'overloaded', 7));
    const prepared = await prepare(chosen, { lists, clock, stop: never, onRead: () => undefined });
    expect(prepared.changes).toHaveLength(4);
    expect(waited).toContain(7000);
  });

  it('fails if a list cannot be read, or it was cancelled', async () => {
    const lists = holding();
    lists.readFailures.push(problem(404, 'phone-not-found'));
    const parts = { lists, clock, stop: never, onRead: () => undefined };
    await expect(prepare(chosen, parts)).rejects.toMatchObject({ code: 'phone-not-found' });
    const giveUp = new AbortController();
    giveUp.abort();
    await expect(prepare(chosen, { ...parts, stop: giveUp.signal })).rejects.toThrow('aborted');
  });
});

it('an error from the service belongs to a list or to an entry', () => {
  const [change] = [
    { device: 'SEP1', deviceKind: 'phone', list: 'speeddial', ifMatch: '"1"', entries: [other] } as const,
  ];
  const place = (field: string) => placeOf({ field, detail: '' }, [change]);
  expect(place('body.changes[0].device')).toEqual({ change, index: undefined });
  expect(place('body.changes[0].entries[0].label')).toEqual({ change, index: '1' });
  expect(place('body.changes[1].device')).toBeUndefined();
  expect(place('body.title')).toBeUndefined();
});
