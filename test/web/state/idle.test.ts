import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutWhenIdle } from '../../../web/state/idle.js';
import { session, signedOutReason, signOut } from '../../../web/state/session.js';
import { withOtherCalls } from '../../support/other-calls.js';

const allowedMs = 5 * 60_000;

/** A page whose head allows five minutes. */
class Page extends EventTarget {
  querySelector(): { content: string } {
    return { content: '5' };
  }
}

describe('a page without input', () => {
  const page = new Page();
  const window = new EventTarget();

  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'setInterval', 'clearInterval'] });
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', window);
    session.value = { user: 'olivia', client: withOtherCalls({}) };
    signOutWhenIdle();
  });
  afterEach(() => {
    signOut();
    vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const touch = (): boolean => window.dispatchEvent(new Event('pointermove'));
  /** Time passes without timers: the page is hidden, or the machine sleeps. */
  const sleep = (ms: number): void => {
    vi.setSystemTime(Date.now() + ms);
  };

  it('signs its user out when the time is over', () => {
    vi.advanceTimersByTime(allowedMs - 1000);
    expect(session.value?.user).toBe('olivia');
    vi.advanceTimersByTime(1000);
    expect([session.value, signedOutReason.value]).toEqual([undefined, 'idle']);
  });

  it('stays while there is input', () => {
    for (let minute = 0; minute < 30; minute += 1) {
      vi.advanceTimersByTime(60_000);
      touch();
    }
    expect(session.value?.user).toBe('olivia');
  });

  it('does not count input that comes too late', () => {
    sleep(allowedMs);
    touch();
    vi.advanceTimersByTime(1000);
    expect([session.value, signedOutReason.value]).toEqual([undefined, 'idle']);
  });

  it('signs out when it is shown again, before any input', () => {
    sleep(allowedMs);
    page.dispatchEvent(new Event('visibilitychange'));
    expect([session.value, signedOutReason.value]).toEqual([undefined, 'idle']);
  });

  it('counts from the sign-in', () => {
    signOut();
    sleep(allowedMs);
    session.value = { user: 'olivia', client: withOtherCalls({}) };
    vi.advanceTimersByTime(allowedMs - 1000);
    expect(session.value.user).toBe('olivia');
  });
});
