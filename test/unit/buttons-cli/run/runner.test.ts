import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { ConnectionError, UnexpectedAnswerError } from '../../../../src/client/index.js';
import { type Entry } from '../../../../src/buttons-cli/lists.js';
import { listTag } from '../../../../src/domain/list-tag.js';
import { Journal } from '../../../../src/buttons-cli/run/journal.js';
import type { Plan } from '../../../../src/buttons-cli/plan/plan.js';
import { Pace } from '../../../../src/buttons-cli/run/pace.js';
import { readJournal } from '../../../../src/buttons-cli/run/read-journal.js';
import { runPlan } from '../../../../src/buttons-cli/run/runner.js';
import { jumpingClock, problem, rememberLists, speedDials } from '../../../support/remembered-lists.js';

const before: Entry[] = [{ index: '1', dirn: '1', label: 'old' }];
const after: Entry[] = [{ index: '1', dirn: '1', label: 'new' }];
const others: Entry[] = [{ index: '1', dirn: '1', label: 'somebody' }];

const settings = { perHour: 0, keepGoing: false };
const planOf = (lists: Plan['lists']): Plan => ({
  ...{ command: 'c', url: 'u', login: 'l', made: 'm' },
  ...{ isRollback: false, lists },
});

const files: string[] = [];
afterEach(() => {
  for (const file of files.splice(0)) rmSync(file, { force: true });
});

interface Arranged {
  readonly failures?: readonly { readonly thrown: Error; readonly after?: boolean }[];
  readonly inDoubt?: boolean;
  readonly keepGoing?: boolean;
  readonly perHour?: number;
  /** Another user changes the list of this device before the run. */
  readonly elsewhere?: number;
}

/** Runs a plan for the given number of devices with lists in memory. */
async function running(devices: number, arranged: Arranged = {}) {
  const keys = Array.from({ length: devices }, (_, place) => speedDials(`D${place}`));
  const lists = rememberLists(keys.map((key) => [key, before] as const));
  lists.failures.push(...(arranged.failures ?? []));
  const [planned, file] = [
    keys.map((key) => ({ ...key, etag: listTag('speeddial', before), before, after })),
    join(tmpdir(), `run-${process.pid}-${files.length}-${Math.random()}.journal`),
  ];
  files.push(file);
  if (arranged.elsewhere !== undefined) lists.set(speedDials(`D${arranged.elsewhere}`), others);
  const clock = jumpingClock();
  const asked = new AbortController();
  const interruption = { asked: asked.signal, urgent: new AbortController().signal };
  const journal = await Journal.create(file, planOf(planned), settings, undefined);
  // Some tests close it themselves, or through the run.
  onTestFinished(() => journal.close().catch(() => undefined));
  const pace = new Pace(arranged.perHour ?? 0, clock, interruption);
  const parts = { proxy: lists.proxy, run: undefined, pace, interruption };
  const options = { keepGoing: arranged.keepGoing ?? false, onTurn: () => undefined };
  const work = planned.map((list) => ({ planned: list, inDoubt: arranged.inDoubt ?? false }));
  const run = async () => {
    const result = await runPlan(work, parts, journal, options);
    await journal.close();
    return { ...result, states: result.outcomes.map(({ state }) => state) };
  };
  return { ...{ run, lists, clock, asked, file, journal } };
}

describe('a run', () => {
  it('changes every list once, and records that in the journal', async () => {
    const { run, lists, file } = await running(3);
    expect(await run()).toMatchObject({ states: ['changed', 'changed', 'changed'], ended: undefined });
    expect(lists.writes).toHaveLength(3);
    expect((await readJournal(file)).lists.map(({ outcome, inDoubt }) => [outcome?.state, inDoubt])).toEqual(
      Array.from({ length: 3 }, () => ['changed', false]),
    );
  });

  it('skips a list that another user has changed', async () => {
    const { run, lists } = await running(2, { elsewhere: 1 });
    expect((await run()).states).toEqual(['changed', 'changed-meanwhile']);
    expect(lists.entries(speedDials('D1'))).toEqual(others);
  });

  it.each([
    ['a busy service, as long as it asks', problem(503, 'call-manager-busy', 7), 7000],
    ['a busy service that does not say how long', problem(503, 'overloaded'), 1000],
    ['too many logins', problem(429, 'too-many-failed-logins', 240), 240_000],
    ['a proxy in front', new UnexpectedAnswerError(429, 'text/html', 3), 3000],
    ['a refused connection', new ConnectionError('network', 'ECONNREFUSED'), 1000],
  ])('waits for %s, and sends again', async (_, thrown, ms) => {
    const { run, lists, clock } = await running(1, { failures: [{ thrown }] });
    expect((await run()).states).toEqual(['changed']);
    expect(lists.writes).toHaveLength(2);
    expect(clock.waits).toEqual([ms]);
  });

  it.each([
    ['504 outcome-unknown', problem(504, 'outcome-unknown')],
    ['504 of a proxy', new UnexpectedAnswerError(504, 'text/html')],
    ['503 of a proxy', new UnexpectedAnswerError(503, 'text/html')],
    ['a connection that broke', new ConnectionError('network', 'ECONNRESET')],
    ['no answer', new ConnectionError('timeout', undefined)],
  ])('after %s reads before it sends again', async (_, thrown) => {
    const carriedOut = await running(1, { failures: [{ thrown, after: true }] });
    expect((await carriedOut.run()).states).toEqual(['changed']);
    expect(carriedOut.lists.writes).toHaveLength(1);
    const lost = await running(1, { failures: [{ thrown }] });
    expect((await lost.run()).states).toEqual(['changed']);
    expect(lost.lists.writes).toHaveLength(2);
  });

  it('reports "uncertain" if no attempt was answered, and "refused" if each was certainly not carried out', async () => {
    const unanswered = await running(1, {
      failures: Array.from({ length: 4 }, () => ({ thrown: problem(504, 'outcome-unknown') })),
    });
    expect((await unanswered.run()).states).toEqual(['uncertain']);
    const refused = await running(1, { failures: [{ thrown: problem(422, 'rejected-by-call-manager') }] });
    expect(await refused.run()).toMatchObject({
      states: ['refused'],
      outcomes: [{ detail: expect.stringContaining('rejected') as string }],
    });
    expect(refused.lists.writes).toHaveLength(1);
  });

  it.each([
    ['a mistake of the service', problem(500, 'internal-error')],
    ['a page of a proxy with 200', new UnexpectedAnswerError(200, 'text/html')],
    ['a page of a proxy with 404', new UnexpectedAnswerError(404, 'text/html')],
  ])('after %s reads the list, and says uncertain where it is as before', async (_, thrown) => {
    const carriedOut = await running(1, { failures: [{ thrown, after: true }] });
    expect((await carriedOut.run()).states).toEqual(['changed']);
    expect(carriedOut.lists.writes).toHaveLength(1);
    const { run, lists, file } = await running(1, { failures: [{ thrown }] });
    expect((await run()).states).toEqual(['uncertain']);
    expect(lists.writes).toHaveLength(1);
    expect((await readJournal(file)).lists).toMatchObject([{ inDoubt: true }]);
  });

  it('reports a list that was already as planned as such, and not as changed by the run', async () => {
    const { run, lists } = await running(2);
    lists.set(speedDials('D0'), after);
    expect((await run()).states).toEqual(['already-ok', 'changed']);
  });

  it('ends after five refusals for one reason, even if others succeed in between', async () => {
    const refused = { thrown: problem(422, 'rejected-by-call-manager') };
    const failures = Array.from({ length: 40 }, (_, turn) => (turn % 3 === 0 ? refused : undefined));
    const arranged = await running(30);
    const send = arranged.lists.proxy.replaceList.bind(arranged.lists.proxy);
    arranged.lists.proxy.replaceList = (...given) =>
      failures.shift() ? Promise.reject(refused.thrown) : send(...given);
    const { ended, detail, states } = await arranged.run();
    expect([ended, detail]).toEqual(['failures', expect.stringContaining('5 lists were refused for the same reason')]);
    expect(states.filter((state) => state === 'refused').length).toBeLessThan(8);
    expect(states).toContain('not-reached');
  });

  it('does not send a label as long as one that was just refused', async () => {
    const thrown = problem(422, 'rejected-by-call-manager');
    Object.assign(thrown, { detail: 'The label is too long.' });
    const { run, lists } = await running(5, { failures: [{ thrown }], keepGoing: true });
    const { states, outcomes } = await run();
    // Three devices are in progress at the same time.
    expect(states.filter((state) => state === 'refused').length).toBeGreaterThanOrEqual(3);
    expect(outcomes.at(-1)?.detail).toContain('a label of 3 characters');
    expect(lists.writes.length).toBeLessThanOrEqual(3);
  });

  it('does not use a refusal of the second attempt as proof about the first', async () => {
    const failures = [
      { thrown: problem(504, 'outcome-unknown') },
      { thrown: problem(422, 'rejected-by-call-manager') },
    ];
    const { run, file } = await running(1, { failures });
    expect((await run()).states).toEqual(['uncertain']);
    expect((await readJournal(file)).lists[0]).toMatchObject({ inDoubt: true });
  });

  it('ends after five failures in a row, unless it must continue', async () => {
    const failures = Array.from({ length: 9 }, () => ({ thrown: problem(422, 'rejected-by-call-manager') }));
    const { run } = await running(12, { failures });
    const { ended, states } = await run();
    expect(ended).toBe('failures');
    expect(states.filter((state) => state === 'not-reached').length).toBeGreaterThan(4);
    const going = await running(12, { failures, keepGoing: true });
    expect(await going.run()).toMatchObject({ ended: undefined });
  });

  it('ends at once if the login is refused', async () => {
    const { run, lists } = await running(9, { failures: [{ thrown: problem(403, 'forbidden') }] });
    expect(await run()).toMatchObject({
      ended: 'refused-login',
      states: expect.arrayContaining(['not-reached']) as string[],
    });
    expect(lists.writes.length).toBeLessThan(4);
  });

  it('reads lists with an unknown outcome first', async () => {
    const { run, lists } = await running(2, { inDoubt: true });
    lists.set(speedDials('D0'), after);
    expect((await run()).states).toEqual(['changed', 'changed']);
    expect(lists.writes).toEqual(['phone/d1/speeddial']);
  });

  it('spreads its writes over the hour', async () => {
    const { run, clock } = await running(5, { perHour: 3600 });
    await run();
    expect(clock.now()).toBe(4000);
  });

  it('starts nothing new after an interruption', async () => {
    const { run, lists, asked } = await running(6, { perHour: 3600 });
    const send = lists.proxy.replaceList.bind(lists.proxy);
    lists.proxy.replaceList = (...given) => {
      asked.abort();
      return send(...given);
    };
    expect(await run()).toMatchObject({ ended: 'interrupted' });
    // Three devices are in progress at the same time.
    expect(lists.writes.length).toBeLessThanOrEqual(3);
  });

  it('sends nothing that the journal does not have', async () => {
    const { run, lists, journal } = await running(3);
    await journal.close();
    expect(await run().catch(() => 'closed twice')).toMatchObject({ ended: 'journal' });
    expect(lists.writes).toEqual([]);
  });
});

describe('a journal', () => {
  it('with a partial line is read up to it, and continued', async () => {
    const { file, journal } = await running(2);
    await journal.intend(0);
    await journal.close();
    const whole = await readFile(file);
    const { appendFile } = await import('node:fs/promises');
    await appendFile(file, '{"outcome":0,"sta');
    const read = await readJournal(file);
    expect(read.length).toBe(whole.length);
    expect(read.lists.map(({ inDoubt }) => inDoubt)).toEqual([true, false]);
    const next = await Journal.goOn(read, undefined);
    await next.settle(0, { state: 'changed' });
    await next.close();
    expect((await readJournal(file)).lists.map(({ outcome }) => outcome?.state)).toEqual(['changed', undefined]);
  });

  it('has one user at a time, and none after that one ends', async () => {
    const { file, journal } = await running(2);
    await expect(readJournal(file)).rejects.toThrow('is in use');
    await journal.close();
    const read = await readJournal(file);
    await expect(readJournal(file)).rejects.toThrow('is in use');
    await read.lock.release();
    await (await readJournal(file)).lock.release();
  });

  it('records that its run was reverted', async () => {
    const { file, journal } = await running(1);
    await journal.close();
    const read = await readJournal(file);
    expect(read.rolledBack).toBeUndefined();
    await Journal.tellRolledBack(read, '/tmp/back.journal');
    await read.lock.release();
    expect((await readJournal(file)).rolledBack).toBe('/tmp/back.journal');
  });

  it('is never written over another file', async () => {
    const { file } = await running(1);
    await expect(Journal.create(file, planOf([]), settings, undefined)).rejects.toThrow('already exists');
  });
});
