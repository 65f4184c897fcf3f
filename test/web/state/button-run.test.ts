import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhoneProxyClient, SpeedDial } from '../../../src/client/index.js';
import { readListAgain, startRun, tryFailedAgain } from '../../../web/state/start-run.js';
import { buttonRun } from '../../../web/state/button-run.js';
import { session, signOut } from '../../../web/state/session.js';
import { button, problem } from '../runs/lists-in-memory.js';
import { withOtherCalls } from '../../support/other-calls.js';

describe('a changed list with an unknown outcome', () => {
  let held: readonly SpeedDial[];
  /** Whether the outcome of a write is unknown, and the read after it fails. */
  let isLost: boolean;
  let isUnread: boolean;
  /** The next read waits for this. */
  let pause: Promise<void> | undefined;

  beforeEach(() => {
    held = [{ index: '4', dirn: '7000', label: 'Old' }];
    [isLost, isUnread] = [true, false];
    pause = undefined;
    vi.stubGlobal('window', new EventTarget());
    session.value = { user: 'olivia', client: withOtherCalls(client) };
  });
  afterEach(() => {
    signOut();
    vi.unstubAllGlobals();
  });

  const client = {
    readSpeedDials: async () => {
      if (isUnread) {
        isUnread = false;
        throw problem(404, 'phone-not-found');
      }
      const entries = held;
      const isLetOn = pause;
      pause = undefined;
      await isLetOn;
      return { entries, etag: '"x"' };
    },
    replaceSpeedDials: (_of: string, entries: readonly SpeedDial[]) => {
      if (isLost) {
        isUnread = true;
        return Promise.reject(problem(500, 'internal-error'));
      }
      held = entries;
      return Promise.resolve({ etag: '"y"', afterUpdate: undefined });
    },
  } as unknown as PhoneProxyClient;

  const result = () => buttonRun.value?.lists[0]?.result.state;

  async function begin() {
    startRun({ title: 'Relabel 7000', page: { at: 'relabel', dirn: '7000' } }, [button()]);
    await expect.poll(() => buttonRun.value?.isRunning).toBe(false);
    expect(result()).toBe('unknown');
    const list = buttonRun.value?.lists[0]?.list;
    if (list === undefined) throw new Error('there is no list');
    return list;
  }

  it('gets the state that was read', async () => {
    await readListAgain(await begin());
    expect(result()).toBe('unchanged');
  });

  it('keeps the result of another attempt, if the answer of an earlier read comes late', async () => {
    const list = await begin();
    let goOn = (): void => undefined;
    pause = new Promise((resolve) => (goOn = resolve));
    const reading = readListAgain(list);
    isLost = false;
    tryFailedAgain();
    await expect.poll(result).toBe('changed');
    goOn();
    await reading;
    expect(result()).toBe('changed');
  });
});
