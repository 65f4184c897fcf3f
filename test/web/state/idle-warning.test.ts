import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { idleMinutes, idleSecondsLeft, signOutWhenIdle, staySignedIn } from '../../../web/state/idle.js';
import { session, signedOutReason } from '../../../web/state/session.js';
import { withOtherCalls } from '../../support/other-calls.js';

describe('an idle user', () => {
  let page: EventTarget & { hidden: boolean; querySelector: (selector: string) => unknown };
  /** The time limit in the head of the page, in minutes. */
  let minutes: string;
  /** The page's check, which runs every second unless the browser delays it. */
  let everySecond: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    minutes = '15';
    const querySelector = (selector: string) =>
      selector === 'meta[name="idle-minutes"]' && minutes !== '' ? { content: minutes } : null;
    page = Object.assign(new EventTarget(), { hidden: false, querySelector });
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('setInterval', (look: () => void) => (everySecond = look));
    signedOutReason.value = undefined;
    session.value = { user: 'olivia', client: withOtherCalls({}) };
    signOutWhenIdle();
  });
  afterEach(() => {
    session.value = undefined;
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Advances the time; the page checks each second. */
  function pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      vi.advanceTimersByTime(1000);
      everySecond();
    }
  }

  it('is warned in the last minute, and signed out at its end', () => {
    pass(14 * 60 - 1);
    expect(idleSecondsLeft.value).toBeUndefined();
    pass(1);
    expect(idleSecondsLeft.value).toBe(60);
    pass(59);
    expect([idleSecondsLeft.value, session.value?.user]).toEqual([1, 'olivia']);
    pass(1);
    expect([session.value, signedOutReason.value, idleSecondsLeft.value]).toEqual([undefined, 'idle', undefined]);
  });

  it('stays by answering, not by moving the mouse', () => {
    pass(14 * 60 + 10);
    window.dispatchEvent(new Event('pointermove'));
    pass(5);
    expect(idleSecondsLeft.value).toBe(45);
    staySignedIn();
    expect(idleSecondsLeft.value).toBeUndefined();
    pass(14 * 60 - 1);
    expect(idleSecondsLeft.value).toBeUndefined();
  });

  it('is signed out if the warning is answered after its end, on a machine that was asleep', () => {
    pass(14 * 60 + 10);
    vi.advanceTimersByTime(60 * 60_000);
    staySignedIn();
    expect([session.value, signedOutReason.value]).toEqual([undefined, 'idle']);
  });

  it('counts as present as long as the mouse moves before the warning', () => {
    pass(13 * 60);
    window.dispatchEvent(new Event('pointermove'));
    pass(13 * 60);
    expect([idleSecondsLeft.value, session.value?.user]).toEqual([undefined, 'olivia']);
  });

  it('is signed out in time on a hidden page, whose intervals the browser delays', () => {
    pass(60);
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(14 * 60_000 - 1);
    expect(session.value?.user).toBe('olivia');
    vi.advanceTimersByTime(1);
    expect(session.value).toBeUndefined();
  });

  it('is not signed out after an answer in the last moment', () => {
    pass(15 * 60 - 1);
    staySignedIn();
    pass(15 * 60 - 1);
    expect(session.value?.user).toBe('olivia');
  });

  it('is warned in the second half of a very short time', () => {
    minutes = '1';
    pass(29);
    expect(idleSecondsLeft.value).toBeUndefined();
    pass(1);
    expect(idleSecondsLeft.value).toBe(30);
  });

  it.each(['', '0', '-5', 'soon'])('has a quarter of an hour if the page gives no other limit: "%s"', (said) => {
    minutes = said;
    expect(idleMinutes()).toBe(15);
  });

  it('needs no single timers while the page is visible, and gets no warning after signing out', () => {
    page.dispatchEvent(new Event('visibilitychange'));
    expect(vi.getTimerCount()).toBe(0);
    session.value = undefined;
    pass(15 * 60);
    expect([idleSecondsLeft.value, signedOutReason.value]).toEqual([undefined, undefined]);
  });
});
