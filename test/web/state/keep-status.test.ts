import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallOptions, PhoneProxyClient, Status } from '../../../src/client/index.js';
import { status } from '../../../web/state/health.js';
import { keepStatus } from '../../../web/state/keep-status.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../changes/problems.js';
import { withOtherCalls } from '../../support/other-calls.js';

describe('the state of the service, while the page is visible', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const window = new EventTarget();
  let asked: (CallOptions | undefined)[];
  let failure: Error | undefined;
  let end: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('document', page);
    vi.stubGlobal('window', window);
    [asked, failure, page.hidden] = [[], undefined, false];
    const client = {
      readStatus: (call?: CallOptions) => {
        asked.push(call);
        return failure ? Promise.reject(failure) : Promise.resolve(says('ready'));
      },
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
    end = keepStatus();
  });
  afterEach(() => {
    end();
    signOut();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

  it('is loaded every 20 seconds, and at once when the page becomes visible or online again', async () => {
    await pass(19);
    expect(asked).toHaveLength(0);
    await pass(1);
    expect([asked.length, status.value]).toEqual([1, says('ready')]);
    page.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(asked).toHaveLength(3);
  });

  it('is not loaded by a hidden page, nor if nobody is signed in', async () => {
    page.hidden = true;
    await pass(60);
    page.hidden = false;
    session.value = undefined;
    await pass(60);
    expect(asked).toHaveLength(0);
  });

  it('is loaded again after a failure', async () => {
    failure = problem(503, 'overloaded');
    await pass(20);
    failure = undefined;
    await pass(20);
    expect(status.value).toEqual(says('ready'));
  });

  it('is not shown to another user who signed in meanwhile', async () => {
    page.dispatchEvent(new Event('visibilitychange'));
    session.value = { user: 'peter', client: withOtherCalls({}) };
    await pass(0);
    expect(status.value).toBeUndefined();
  });

  it('is no longer loaded at the end', async () => {
    await pass(20);
    end();
    expect(asked[0]?.signal?.aborted).toBe(true);
    page.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    await pass(60);
    expect(asked).toHaveLength(1);
  });
});

function says(state: Status['callManager']['state']): Status {
  return { callManager: { state } } as Status;
}
