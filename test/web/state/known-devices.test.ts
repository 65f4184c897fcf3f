import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PhoneProxyClient } from '../../../src/client/index.js';
import { descriptionOf } from '../../../web/state/known-devices.js';
import { session, signOut } from '../../../web/state/session.js';
import { problem } from '../changes/problems.js';
import { withOtherCalls } from '../../support/other-calls.js';

const named = (device: string) => ({ device, deviceKind: 'phone' as const });
const all = (...names: readonly string[]) => Promise.all(names.map(named).map(descriptionOf));

describe('the descriptions of devices', () => {
  let asked: string[];
  let isBusy: boolean;
  /** How many requests are open. */
  let open: number;

  beforeEach(() => {
    signOut();
    [asked, isBusy, open] = [[], false, 0];
    const client = {
      searchDevices: async (name: string) => {
        asked.push(name);
        open += 1;
        expect(open).toBe(1);
        await Promise.resolve();
        open -= 1;
        if (isBusy) throw problem(503, 'overloaded');
        const found = name.startsWith('SEP') ? [name, `${name}-2`] : [`${name}-2`];
        return { devices: found.map((one) => ({ deviceKind: 'phone', name: one, description: `Desk ${one}` })) };
      },
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
  });
  afterEach(() => {
    signOut();
  });

  it('are loaded one after another, once each, and known from devices that were found in the same answers', async () => {
    expect(await all('SEP1', 'SEP1', 'CSF1')).toEqual(['Desk SEP1', 'Desk SEP1', '']);
    expect(await all('CSF1-2', 'SEP1-2', 'SEP9')).toEqual(['Desk CSF1-2', 'Desk SEP1-2', 'Desk SEP9']);
    expect(asked).toEqual(['SEP1', 'CSF1', 'SEP9']);
  });

  it('are not loaded after a failure if they waited for it, and asked for again later', async () => {
    isBusy = true;
    expect(await all('SEP1', 'SEP2')).toEqual(['', '']);
    expect(asked).toEqual(['SEP1']);
    isBusy = false;
    expect(await all('SEP1', 'SEP2')).toEqual(['Desk SEP1', 'Desk SEP2']);
  });

  it('are forgotten when the user signs out, and not asked for after that', async () => {
    await all('SEP1');
    const before = session.value;
    signOut();
    expect(await all('SEP1')).toEqual(['']);
    session.value = before;
    await all('SEP1');
    expect(asked).toEqual(['SEP1', 'SEP1']);
  });
});
