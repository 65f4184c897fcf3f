import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { durationText, showProgress, type WaitShown } from '../../../../src/buttons-cli/output/progress.js';
import { terminalOf } from '../../../support/terminal.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const busy: WaitShown = { seconds: 8, reason: 'the call manager is busy' };

describe('the progress bar on a terminal', () => {
  it('is visible from the first moment, and is removed at the end', () => {
    const terminal = terminalOf({ statusWidth: 79 });
    const progress = showProgress(terminal, { what: 'changing', isQuiet: false, wait: () => undefined });
    expect(terminal.statuses).toEqual(['changing, 0 s']);
    progress.end();
    expect(terminal.statuses.at(-1)).toBeUndefined();
  });

  it('shows the progress, the rate and the remaining time, in full if there is room', () => {
    const terminal = terminalOf({ statusWidth: 79 });
    const progress = showProgress(terminal, { what: 'changing', isQuiet: false, wait: () => undefined });
    vi.advanceTimersByTime(9500);
    progress.show(40, 100);
    vi.advanceTimersByTime(500);
    expect(terminal.statuses.at(-1)).toBe('changing ████████░░░░░░░░░░░░ 40/100 lists, 4.0/s, 15 s left');
  });

  it('counts for the rate only what was done since it began', () => {
    const terminal = terminalOf({ statusWidth: 79 });
    const progress = showProgress(terminal, { what: 'applying', isQuiet: false, wait: () => undefined, done: 60 });
    progress.show(60, 100);
    vi.advanceTimersByTime(9500);
    expect(terminal.statuses.at(-1)).toBe('applying ████████████░░░░░░░░ 60/100 lists');
    progress.show(70, 100);
    vi.advanceTimersByTime(500);
    expect(terminal.statuses.at(-1)).toBe('applying ██████████████░░░░░░ 70/100 lists, 1.0/s, 30 s left');
  });

  it('says what is waited for, and is no wider than the terminal', () => {
    let waited: WaitShown | undefined = busy;
    const wide = terminalOf({ statusWidth: 79 });
    const narrow = terminalOf({ statusWidth: 40 });
    for (const terminal of [wide, narrow]) {
      const progress = showProgress(terminal, { what: 'changing', isQuiet: false, wait: () => waited });
      progress.show(40, 100);
    }
    vi.advanceTimersByTime(500);
    expect(wide.statuses.at(-1)).toBe(
      'changing ████████░░░░░░░░░░░░ 40/100 lists, waits 8 s: the call manager is busy',
    );
    expect(narrow.statuses.at(-1)).toBe('changing ████████░░░░░░░░░░░░ 40/100 li…');
    waited = undefined;
    vi.advanceTimersByTime(500);
    expect(wide.statuses.at(-1)).not.toContain('waits');
  });
});

describe('the remaining time', () => {
  /** A machine whose clock runs while it sleeps. */
  function watched(columns = 79) {
    const terminal = terminalOf({ statusWidth: columns });
    let asleep = 0;
    let waited: WaitShown | undefined;
    const now = () => performance.now() + asleep;
    const progress = showProgress(terminal, { what: 'changing', isQuiet: false, wait: () => waited }, now);
    return {
      ...{ terminal, progress },
      sleep: (ms: number) => (asleep += ms),
      wait: (given: WaitShown | undefined) => (waited = given),
      after: (ms: number) => {
        vi.advanceTimersByTime(ms);
        return terminal.statuses.at(-1) ?? '';
      },
    };
  }

  it('is the same after the machine has slept', () => {
    const { progress, sleep, after } = watched();
    after(9500);
    progress.show(40, 100);
    expect(after(500)).toContain('40/100 lists, 4.0/s, 15 s left');
    sleep(3_600_000);
    after(500);
    progress.show(44, 100);
    expect(after(500)).toMatch(/44\/100 lists, 4\.\d\/s, 1\d s left/);
  });

  it('is the same after a reported wait', () => {
    const { progress, wait, after } = watched();
    after(9500);
    progress.show(40, 100);
    after(500);
    wait(busy);
    expect(after(300_000)).toContain('waits 8 s');
    wait(undefined);
    expect(after(500)).toMatch(/40\/100 lists, (4\.0|3\.9|3\.8)\/s, 1\d s left/);
  });

  it('is estimated from the last minute', () => {
    const { progress, after } = watched();
    progress.show(600, 2000);
    after(500);
    for (let done = 601; done <= 720; done += 1) {
      progress.show(done, 2000);
      after(1000);
    }
    expect(after(500)).toMatch(/720\/2000 lists, 1\.0\/s, 2[12] min left/);
  });

  it('shows the time since the last item, if nothing happens', () => {
    const { progress, after } = watched();
    after(4000);
    progress.show(8, 10);
    expect(after(500)).toContain('8/10 lists, 1.8/s, 2 s left');
    expect(after(20_000)).toBe('changing ████████████████░░░░ 8/10 lists, last one 20 s ago');
    progress.show(9, 10);
    expect(after(500)).not.toContain('ago');
  });

  it('is empty when all is done, which the last bar shows', () => {
    const { progress, terminal, after } = watched();
    progress.show(8, 10);
    after(500);
    progress.show(10, 10);
    progress.end();
    expect(terminal.statuses.slice(-2)).toEqual(['changing ████████████████████ 10/10 lists', undefined]);
  });
});

describe('without a terminal', () => {
  it('a line is written at the start of a wait, and every ten seconds', () => {
    const waits: WaitShown[] = [];
    const terminal = terminalOf({});
    const progress = showProgress(terminal, { what: 'changing', isQuiet: false, wait: () => waits[0] });
    progress.show(10, 100);
    vi.advanceTimersByTime(10_000);
    expect(terminal.errors).toEqual(['changing: 10/100 lists, 1.0/s, 2 min left']);
    waits.push(busy);
    vi.advanceTimersByTime(2000);
    expect(terminal.errors.slice(1)).toEqual(['changing: 10/100 lists, waits 8 s: the call manager is busy']);
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(terminal.errors).toHaveLength(2);
  });

  it('nothing is written in quiet mode', () => {
    const terminal = terminalOf({ statusWidth: 79 });
    showProgress(terminal, { what: 'changing', isQuiet: true, wait: () => busy });
    vi.advanceTimersByTime(20_000);
    expect([terminal.statuses, terminal.errors]).toEqual([[], []]);
  });
});

describe('a duration', () => {
  it.each([
    [0.2, '1 s'],
    [89, '89 s'],
    [91, '2 min'],
    [3600, '60 min'],
    [7200, '2 h 00 min'],
  ])('of %d s is %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
