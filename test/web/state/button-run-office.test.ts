import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, PhoneProxyClient, SpeedDial } from '../../../src/client/index.js';
import { startRun, startUndo, tryFailedAgain } from '../../../web/state/start-run.js';
import { buttonRun, clearRun, progressOf, runOn, seeEnd, stopRun } from '../../../web/state/button-run.js';
import { status } from '../../../web/state/health.js';
import type { Route } from '../../../web/state/route.js';
import { session, signOut } from '../../../web/state/session.js';
import { button, problem } from '../runs/lists-in-memory.js';
import { aChange, aRun } from '../../support/made.js';
import { withOtherCalls } from '../../support/other-calls.js';

const page: Route = { at: 'relabel', dirn: '7000' };
const phones = ['SEP1', 'SEP2', 'SEP3'];
const undoOf = aRun({ id: '7', title: 'Relabel 7000' });

describe('a run with the page’s runner', () => {
  const window = new EventTarget();
  /** The list and run of each write. */
  let written: string[];
  /** The errors of the next calls, by name. */
  let failures: Map<string, Error[]>;
  /** Each call waits for this. */
  let pause: Promise<void> | undefined;
  let goOn: () => void;

  const call = async <Value>(name: string, value: () => Value): Promise<Value> => {
    await pause;
    const failure = failures.get(name)?.shift();
    if (failure) throw failure;
    return value();
  };
  const changed = (name: string): Change => aChange({ id: `of ${name}`, device: name });
  const client = {
    readSpeedDials: () => call('read', () => ({ entries: [{ index: '4', dirn: '7000', label: 'Old' }], etag: '"x"' })),
    replaceSpeedDials: (
      of: string,
      [dial]: readonly SpeedDial[],
      { run, ifMatch }: { run?: string; ifMatch: string },
    ) =>
      call('write', () => {
        written.push(`${of} ${dial?.label} ${run} ${ifMatch}`);
        return { etag: '"y"', afterUpdate: undefined };
      }),
    beginRun: (title: string) => call('begin', () => ({ id: `run of ${title}` })),
    listChanges: ({ run }: { run: string }) =>
      call('list', () => ({ changes: run === '7' ? phones.map(changed) : [] })),
    undoChange: (id: string, { run }: { run?: string }) =>
      call('undo', () => {
        written.push(`${id} ${run}`);
        return { id: '9', changed: true, afterUpdate: undefined };
      }),
  } as unknown as PhoneProxyClient;

  beforeEach(() => {
    vi.stubGlobal('window', window);
    written = [];
    failures = new Map();
    pause = undefined;
    signIn();
  });
  afterEach(() => {
    signOut();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  function signIn(history = true): void {
    session.value = { user: 'olivia', client: withOtherCalls(client) };
    status.value = { history } as typeof status.value;
  }

  function hold(): void {
    pause = new Promise((resolve) => (goOn = resolve));
  }

  const begin = (): void => {
    startRun(
      { title: 'Relabel 7000', page },
      phones.map((device) => button({ device })),
    );
  };
  const ended = () => expect.poll(() => buttonRun.value?.isRunning).toBe(false);
  const states = () => buttonRun.value?.lists.map(({ result }) => result.state);
  const isWarned = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('changes each list in one run of the history, and warns if the page is closed meanwhile', async () => {
    hold();
    begin();
    expect(buttonRun.value).toEqual({
      ...{ page, title: 'Relabel 7000', undoes: undefined, id: undefined },
      ...{ isRunning: true, isStopping: false, pausedUntil: undefined, ended: undefined },
      lists: phones.map((device) => ({
        list: expect.objectContaining({ device }) as unknown,
        result: { state: 'waiting' },
      })),
      ...{ error: undefined, isEndSeen: false },
    });
    expect(isWarned()).toBe(true);
    goOn();
    await ended();
    expect(isWarned()).toBe(false);
    expect(written.sort()).toEqual(phones.map((of) => `${of} New run of Relabel 7000 "x"`));
    expect(buttonRun.value).toMatchObject({ id: 'run of Relabel 7000', ended: undefined, isStopping: false });
  });

  it.each([
    ['the service keeps no history', false],
    ['its user may not begin one', true],
  ])('has no run in the history if %s', async (_why, history) => {
    signIn(history);
    failures.set('begin', [problem(403, 'forbidden')]);
    begin();
    await ended();
    expect(written).toHaveLength(3);
    expect(written.every((write) => write.includes(' undefined '))).toBe(true);
  });

  it('is shown by its own page, with its progress, until its end was seen', async () => {
    expect(runOn(page)).toBeUndefined();
    hold();
    begin();
    expect(runOn({ at: 'relabel', dirn: '7001' })).toBeUndefined();
    const run = runOn(page);
    expect(run && progressOf(run)).toEqual({ done: 0, of: 3 });
    seeEnd();
    expect(buttonRun.value?.isEndSeen).toBe(false);
    goOn();
    await ended();
    const end = runOn(page);
    expect(end && progressOf(end)).toEqual({ done: 3, of: 3 });
    seeEnd();
    expect(buttonRun.value?.isEndSeen).toBe(true);
  });

  it('finishes sent calls after a stop, and continues from there in another attempt', async () => {
    hold();
    begin();
    stopRun();
    expect(buttonRun.value?.isStopping).toBe(true);
    goOn();
    await ended();
    expect(buttonRun.value).toMatchObject({ ended: 'stopped', isStopping: false });
    expect(states()).toEqual(['not-reached', 'not-reached', 'not-reached']);
    stopRun();
    expect(buttonRun.value?.isStopping).toBe(false);
    seeEnd();
    tryFailedAgain();
    expect(buttonRun.value).toMatchObject({ isRunning: true, ended: undefined, isEndSeen: false });
    await ended();
    expect(states()).toEqual(['changed', 'changed', 'changed']);
    tryFailedAgain();
    await ended();
    expect(written).toHaveLength(3);
  });

  it('starts nothing more after signing out, and keeps the results for the same user', async () => {
    hold();
    begin();
    signOut('idle');
    goOn();
    await ended();
    expect(buttonRun.value).toMatchObject({ ended: 'signed-out' });
    expect(written).toEqual([]);
    signOut();
    expect(buttonRun.value).toBeUndefined();
  });

  it('reports nothing to a run that replaces it', async () => {
    hold();
    begin();
    clearRun();
    startRun({ title: 'Other', page }, [button({ device: 'SEP9' })]);
    stopRun();
    goOn();
    await ended();
    expect(buttonRun.value).toMatchObject({
      title: 'Other',
      ended: 'stopped',
      lists: [{ result: { state: 'not-reached' } }],
    });
  });

  it('is started in the history again after temporary failures, which it reports', async () => {
    vi.useFakeTimers();
    failures.set('begin', [problem(503, 'overloaded', 5), problem(503, 'overloaded', 2)]);
    begin();
    await vi.advanceTimersByTimeAsync(0);
    expect(buttonRun.value?.pausedUntil).toBe(Date.now() + 5000);
    await vi.advanceTimersByTimeAsync(7000);
    expect(buttonRun.value).toMatchObject({ isRunning: false, pausedUntil: undefined });
    expect(states()).toEqual(['changed', 'changed', 'changed']);
  });

  it.each([
    ['it fails four times', Array(4).fill(problem(503, 'overloaded', 1)) as Error[]],
    ['it is refused', [problem(502, 'call-manager-fault')]],
  ])('changes nothing where it cannot be begun: %s', async (_why, begins) => {
    vi.useFakeTimers();
    failures.set('begin', [...begins]);
    begin();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(written).toEqual([]);
    expect(states()).toEqual(['refused', 'refused', 'refused']);
    expect(buttonRun.value).toMatchObject({ isRunning: false, error: { name: 'ProblemError' } });
    tryFailedAgain();
    await vi.advanceTimersByTimeAsync(0);
    expect(buttonRun.value?.error).toBeUndefined();
    expect(written).toHaveLength(3);
  });

  it('is not started if it is stopped while it waits for the history', async () => {
    vi.useFakeTimers();
    failures.set('begin', [problem(503, 'overloaded', 5)]);
    begin();
    await vi.advanceTimersByTimeAsync(0);
    stopRun();
    await vi.advanceTimersByTimeAsync(0);
    expect(buttonRun.value).toMatchObject({ isRunning: false, ended: 'stopped', pausedUntil: undefined });
    expect(written).toEqual([]);
  });

  it('undoes another run in a run of its own', async () => {
    startUndo(undoOf);
    await ended();
    expect(buttonRun.value).toMatchObject({ page: { at: 'run', id: '7' }, title: 'Undo of Relabel 7000', undoes: '7' });
    expect(buttonRun.value?.lists.map(({ list }) => [list.device, list.description])).toEqual(
      phones.map((name) => [name, '']),
    );
    expect(written.sort()).toEqual(phones.map((name) => `of ${name} run of Undo of Relabel 7000`));
    expect(states()).toEqual(['changed', 'changed', 'changed']);
  });

  it('undoes the rest in another attempt, without loading the changes again', async () => {
    vi.useFakeTimers();
    failures.set('undo', [problem(503, 'overloaded', 5)]);
    startUndo(undoOf);
    await vi.advanceTimersByTimeAsync(0);
    expect(buttonRun.value?.pausedUntil).toBe(Date.now() + 5000);
    stopRun();
    await vi.advanceTimersByTimeAsync(0);
    expect(buttonRun.value?.ended).toBe('stopped');
    failures.set('list', [problem(503, 'history-unavailable')]);
    tryFailedAgain();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([buttonRun.value?.error, states()]).toEqual([undefined, ['changed', 'changed', 'changed']]);
  });
});
