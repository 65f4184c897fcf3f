import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PhoneProxyClient } from '../../../src/client/index.js';
import { useDescriptions } from '../../../web/state/known-devices.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../runs/lists-in-memory.js';
import { withHook } from './with-hook.js';
import { withOtherCalls } from '../../support/other-calls.js';

const named = (device: string) => ({ device, deviceKind: 'phone' as const });

describe('the descriptions of devices', () => {
  let asked: string[];
  let isBusy: boolean;
  /** The signal of the last request, which is aborted when its answer is no longer needed. */
  let asking: AbortSignal | undefined;
  /** Each answer waits for this. */
  let pause: Promise<void> | undefined;

  beforeEach(() => {
    asked = [];
    isBusy = false;
    pause = undefined;
    const client = {
      searchDevices: async (name: string, { signal }: { signal: AbortSignal }) => {
        asked.push(name);
        asking = signal;
        await pause;
        if (isBusy) throw problem(503, 'overloaded');
        const others = [`${name}-2`].map((other) => ({
          deviceKind: 'phone',
          name: other,
          description: `Desk ${other}`,
        }));
        const own = name.startsWith('SEP') ? [{ deviceKind: 'phone', name, description: `Desk ${name}` }] : [];
        return { devices: [...own, ...others] };
      },
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
  });
  afterEach(() => {
    signOut();
    vi.unstubAllGlobals();
  });

  it('are loaded once each, and known from devices that were found in the same answers', async () => {
    const shown = withHook(useDescriptions, ['SEP1', 'SEP1', 'CSF1'].map(named));
    expect(shown.value()(named('SEP1'))).toBe('');
    await expect.poll(() => asked).toEqual(['SEP1', 'CSF1']);
    await expect.poll(() => shown.value()(named('CSF1-2'))).toBe('Desk CSF1-2');
    shown.show(['CSF1', 'sep1', 'SEP1-2', 'SEP9'].map(named));
    await expect.poll(() => shown.value()(named('SEP9'))).toBe('Desk SEP9');
    expect(asked).toEqual(['SEP1', 'CSF1', 'SEP9']);
    expect([named('SEP1'), named('CSF1')].map(shown.value())).toEqual(['Desk SEP1', '']);
    shown.end();
  });

  it('are loaded for the first thirty on a page', async () => {
    const shown = withHook(
      useDescriptions,
      Array.from({ length: 31 }, (_, at) => named(`SEP${at + 1}`)),
    );
    await expect.poll(() => shown.value()(named('SEP30'))).toBe('Desk SEP30');
    expect(asked).toHaveLength(30);
    shown.end();
  });

  it('are no longer loaded after the first failure', async () => {
    isBusy = true;
    const shown = withHook(useDescriptions, ['SEP1', 'SEP2'].map(named));
    await expect.poll(() => asked).toEqual(['SEP1']);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['SEP1']);
    shown.end();
  });

  it('are no longer loaded if they are not needed, and forgotten when the user signs out', async () => {
    let goOn = (): void => undefined;
    pause = new Promise((resolve) => (goOn = resolve));
    const shown = withHook(useDescriptions, ['SEP1', 'SEP2'].map(named));
    await expect.poll(() => asked).toEqual(['SEP1']);
    shown.end();
    await expect.poll(() => asking?.aborted).toBe(true);
    goOn();
    await expect.poll(() => shown.value()(named('SEP1'))).toBe('Desk SEP1');
    expect(asked).toEqual(['SEP1']);
    signOut();
    expect(shown.value()(named('SEP1'))).toBe('');
  });
});
