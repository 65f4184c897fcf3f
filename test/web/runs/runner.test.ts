import { describe, expect, it } from 'vitest';
import { ConnectionError, UnexpectedAnswerError } from '../../../src/client/index.js';
import { type ChosenList, chosenLists } from '../../../web/runs/chosen.js';
import type { Entry } from '../../../web/editing/entry.js';
import { isSettled, type Result } from '../../../web/runs/results.js';
import { changeLists } from '../../../web/runs/runner.js';
import { readOutcome } from '../../../web/runs/change-list.js';
import { button, ListsInMemory, JumpingClock, problem } from './lists-in-memory.js';

const old: Entry = { index: '4', dirn: '7000', label: 'Old' };
const bell: Entry = { index: '1', dirn: '0100', label: 'Bell' };

/** The given number of phones, each with a speed dial to 7000, and a runner that gives these a new label. */
function phones(count: number) {
  const chosen = chosenLists(Array.from({ length: count }, (_, at) => button({ device: `SEP${at}` })));
  const lists = new ListsInMemory(chosen.map((list) => [list, [bell, old]]));
  const clock = new JumpingClock();
  const stop = new AbortController();
  const results = new Map<ChosenList, Result>();
  const pauses: (number | undefined)[] = [];
  const parts = {
    ...{ lists, clock, stop: stop.signal },
    onResult: (list: ChosenList, result: Result) => void results.set(list, result),
    onPause: (until: number | undefined) => void pauses.push(until),
  };
  return {
    ...{ chosen, lists, clock, stop, pauses },
    run: () => changeLists(chosen, parts),
    states: () => chosen.map((list) => results.get(list)?.state),
    result: (at: number) => chosen[at] && results.get(chosen[at]),
    labels: () => [...lists.held.values()].map((entries) => entries.map(({ label }) => label)),
  };
}

describe('a run', () => {
  it('gives every chosen button its label, and changes nothing else', async () => {
    const office = phones(5);
    expect(await office.run()).toBeUndefined();
    expect(office.states()).toEqual(Array(5).fill('changed'));
    expect(office.labels()).toEqual(Array(5).fill(['Bell', 'New']));
    expect(office.lists.calls.filter((call) => call.startsWith('write'))).toHaveLength(5);
  });

  it('changes three devices at the same time, never two lists of one device', async () => {
    const office = phones(6);
    const lamps = chosenLists([button({ device: 'SEP0', kind: 'busylampfield' })]);
    office.chosen.splice(1, 0, ...lamps);
    office.lists.held.set('phone SEP0 busylampfield', [{ ...old, partition: '', pickup: false }]);
    office.lists.before = () => new Promise((resolve) => setTimeout(resolve, 1));
    let atOneDevice = 0;
    const { lists } = office;
    const [read, write] = [lists.read.bind(lists), lists.replace.bind(lists)];
    let underWay = 0;
    const counted = async <Value>(device: string, call: () => Promise<Value>): Promise<Value> => {
      if (device === 'SEP0') atOneDevice = Math.max(atOneDevice, ++underWay);
      try {
        return await call();
      } finally {
        if (device === 'SEP0') underWay -= 1;
      }
    };
    lists.read = (key) => counted(key.device, () => read(key));
    lists.replace = (key, entries, etag) => counted(key.device, () => write(key, entries, etag));
    await office.run();
    expect(lists.mostAtWork).toBe(3);
    expect(atOneDevice).toBe(1);
    expect(office.states()).toEqual(Array(7).fill('changed'));
  });

  it('skips buttons that another user has changed since, and writes nothing if the label is already there', async () => {
    const office = phones(2);
    office.lists.held.set('phone SEP0 speeddial', [{ ...old, label: 'Theirs' }]);
    office.lists.held.set('phone SEP1 speeddial', [{ ...old, label: 'New' }]);
    await office.run();
    expect(office.states()).toEqual(['changed-meanwhile', 'already']);
    expect(office.lists.calls.filter((call) => call.startsWith('write'))).toEqual([]);
  });

  it('skips lists that another user changes between the read and the write', async () => {
    const office = phones(1);
    office.lists.before = (call) => {
      if (call.startsWith('write')) office.lists.held.set('phone SEP0 speeddial', [old]);
    };
    await office.run();
    expect(office.states()).toEqual(['changed-meanwhile']);
    expect(office.labels()).toEqual([['Old']]);
  });

  it('reports refusals in the words of the service, and continues', async () => {
    const office = phones(2);
    office.lists.writeFailures.push({ thrown: problem(422, 'rejected-by-call-manager') });
    expect(await office.run()).toBeUndefined();
    expect(office.states()).toEqual(['refused', 'changed']);
    expect(office.result(0)).toMatchObject({ error: { detail: 'It says rejected-by-call-manager.' } });
    expect(office.clock.waits).toEqual([]);
  });

  it.each([
    ['504', problem(504, 'outcome-unknown')],
    ['a broken connection', new ConnectionError('network', undefined)],
    ['something in front that gives up', new UnexpectedAnswerError(502, 'text/html')],
  ])(
    'reads the outcome of a write that ends with %s, and sends it again only if the list is unchanged',
    async (_what, thrown) => {
      const verbs = (office: ReturnType<typeof phones>) => office.lists.calls.map((call) => call.split(' ')[0]);
      const set = phones(1);
      set.lists.writeFailures.push({ thrown, isSet: true });
      await set.run();
      expect([set.states(), verbs(set)]).toEqual([['changed'], ['read', 'write', 'read']]);

      const lost = phones(1);
      lost.lists.writeFailures.push({ thrown });
      await lost.run();
      expect([lost.states(), verbs(lost)]).toEqual([['changed'], ['read', 'write', 'read', 'write']]);

      const theirs = phones(1);
      theirs.lists.writeFailures.push({ thrown });
      theirs.clock.onWait = () => void theirs.lists.held.set('phone SEP0 speeddial', [{ ...old, label: 'Theirs' }]);
      await theirs.run();
      expect([theirs.states(), verbs(theirs)]).toEqual([['changed-meanwhile'], ['read', 'write', 'read']]);
    },
  );

  it('does not repeat a call that would fail again, and reports the list as unchanged', async () => {
    const office = phones(1);
    office.lists.writeFailures.push({ thrown: problem(500, 'internal-error') });
    await office.run();
    expect(office.states()).toEqual(['unchanged']);
    expect(office.lists.calls).toHaveLength(3);
  });

  it('reports the outcome of a write as unknown if the list cannot be read either', async () => {
    const office = phones(1);
    office.lists.writeFailures.push({ thrown: problem(504, 'outcome-unknown') });
    office.clock.onWait = () => void office.lists.readFailures.push(problem(404, 'phone-not-found'));
    await office.run();
    expect(office.result(0)).toMatchObject({ state: 'unknown', error: { code: 'outcome-unknown' } });
  });

  it('throws an error that is not a failed call', async () => {
    const office = phones(1);
    office.lists.writeFailures.push({ thrown: new RangeError('a fault of this page') });
    await expect(office.run()).rejects.toThrow(RangeError);
  });
});

describe('a pause that the service requests', () => {
  it('is observed and shown; then the list is read again and set', async () => {
    const office = phones(1);
    office.lists.writeFailures.push({ thrown: problem(503, 'call-manager-busy', 7) });
    expect(await office.run()).toBeUndefined();
    expect(office.clock.waits).toEqual([7000]);
    expect(office.pauses).toEqual([7000, undefined]);
    expect(office.lists.calls.map((call) => call.split(' ')[0])).toEqual(['read', 'write', 'read', 'write']);
    expect(office.states()).toEqual(['changed']);
  });

  it('applies to every device', async () => {
    const office = phones(4);
    office.lists.readFailures.push(problem(429, 'too-many-failed-logins', 30));
    const calledAt: number[] = [];
    office.lists.before = () => void calledAt.push(office.clock.now());
    await office.run();
    // The second device was started together with the first.
    expect(calledAt.filter((at) => at < 30_000).length).toBeLessThanOrEqual(3);
    expect(office.states()).toEqual(Array(4).fill('changed'));
  });

  it('grows if the service does not say how long; after four attempts the list is skipped', async () => {
    const office = phones(1);
    office.lists.readFailures.push(...Array.from({ length: 4 }, () => new ConnectionError('network', undefined)));
    await office.run();
    expect(office.clock.waits).toEqual([1000, 2000, 4000]);
    expect(office.states()).toEqual(['refused']);
  });

  it('ends with a stop', async () => {
    const office = phones(4);
    const failure = { thrown: problem(503, 'overloaded', 60) };
    office.lists.writeFailures.push(failure, failure, failure);
    office.clock.onWait = () => {
      office.stop.abort();
    };
    expect(await office.run()).toBe('stopped');
    expect(office.states()).toEqual(['refused', 'refused', 'refused', 'not-reached']);
    expect(office.labels()).toEqual(Array(4).fill(['Bell', 'Old']));
  });
});

describe('a run ends early', () => {
  it('on request: current calls are finished', async () => {
    const office = phones(6);
    office.lists.before = (call) => {
      if (call === 'write phone SEP1 speeddial') office.stop.abort();
    };
    expect(await office.run()).toBe('stopped');
    expect(office.states()).toEqual([...Array<string>(3).fill('changed'), ...Array<string>(3).fill('not-reached')]);
  });

  it('on request while a list is read: nothing is sent after that', async () => {
    const office = phones(1);
    office.lists.before = () => {
      office.stop.abort();
    };
    expect(await office.run()).toBe('stopped');
    expect(office.states()).toEqual(['not-reached']);
    expect(office.lists.calls).toEqual(['read phone SEP0 speeddial']);
  });

  it('after five failures in a row', async () => {
    const office = phones(9);
    const failure = { thrown: problem(422, 'rejected-by-call-manager') };
    office.lists.writeFailures.push(
      failure,
      failure,
      failure,
      failure,
      undefined,
      ...Array.from({ length: 9 }, () => failure),
    );
    expect(await office.run()).toBeUndefined();
    expect(office.states().filter((state) => state === 'refused')).toHaveLength(8);

    const worse = phones(9);
    worse.lists.writeFailures.push(...Array.from({ length: 5 }, () => failure));
    expect(await worse.run()).toBe('failures');
    expect(worse.states().filter((state) => state === 'refused')).toHaveLength(5);
    // The other two of the three devices may have been in progress.
    expect(worse.states().filter((state) => state === 'not-reached').length).toBeGreaterThanOrEqual(2);
  });

  it.each([problem(401, 'unauthenticated'), problem(403, 'forbidden')])('when the login is refused', async (thrown) => {
    const office = phones(6);
    office.lists.before = () => {
      office.lists.writeFailures.push({ thrown });
    };
    expect(await office.run()).toBe('login');
    expect(office.states().filter((state) => state === 'not-reached').length).toBeGreaterThanOrEqual(3);
    expect(office.states().every((state) => isSettled({ state } as Result))).toBe(true);
  });
});

describe('a list with an unknown outcome, read again', () => {
  const read = async (entries: readonly Entry[], failure?: Error) => {
    const [list] = chosenLists([button()]);
    if (!list) throw new Error('there is one');
    const lists = new ListsInMemory([[list, entries]]);
    if (failure) lists.readFailures.push(failure);
    return (await readOutcome(list, lists)).state;
  };

  it('has changed, is unchanged, or is another one', async () => {
    expect(await read([{ ...old, label: 'New' }])).toBe('changed');
    expect(await read([bell, old])).toBe('unchanged');
    expect(await read([{ ...old, label: 'Theirs' }])).toBe('changed-meanwhile');
  });

  it('stays unknown if it cannot be read', async () => {
    expect(await read([old], problem(503, 'call-manager-busy'))).toBe('unknown');
  });
});
