import { beforeEach, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  type PhoneProxyClient,
  type PhoneProxyError,
  type Status,
} from '../../../src/client/index.js';
import {
  health,
  heardSince,
  heardStatus,
  listeningTo,
  outage,
  reportOutage,
  status,
} from '../../../web/state/health.js';
import { problem } from '../changes/problems.js';

const says = (state: Status['callManager']['state']): Status => ({ callManager: { state } }) as Status;
const offline = new ConnectionError('network', undefined);
const unreachable = problem(502, 'call-manager-unreachable');

function nothingHeard(): void {
  status.value = undefined;
  heardSince.value = undefined;
}

describe('the state of the service', () => {
  beforeEach(() => {
    nothingHeard();
    return nothingHeard;
  });

  it('is its last status and what other calls found since; an unreachable service comes first', () => {
    expect(health.value).toBe('unknown');
    heardStatus(says('ready'));
    expect(health.value).toBe('ready');
    heardSince.value = 'busy';
    expect(health.value).toBe('busy');
    const takeBack = [unreachable, offline].map((error) => reportOutage({ error, again: () => undefined }));
    expect([health.value, outage.value]).toEqual(['unavailable', unreachable]);
    takeBack[0]?.();
    expect([health.value, outage.value]).toEqual(['offline', offline]);
    takeBack[1]?.();
    expect([health.value, outage.value]).toEqual(['busy', undefined]);
    heardStatus(says('unavailable'));
    expect(health.value).toBe('unavailable');
  });

  it.each<[string, boolean, Status | undefined, typeof heardSince.value, Status]>([
    ['is ready the first time', true, undefined, undefined, says('ready')],
    ['is ready again', true, says('unavailable'), undefined, says('ready')],
    ['answers again', true, says('ready'), 'offline', says('ready')],
    ['is ready as before', false, says('ready'), undefined, says('ready')],
    ['is ready, and too much was asked of it meanwhile', false, says('ready'), 'busy', says('ready')],
    ['is away', false, undefined, undefined, says('unavailable')],
  ])('has what failed asked for again once it is back: %s, %s', (_when, isAsked, before, since, now) => {
    let asked = 0;
    const takeBack = reportOutage({ error: offline, again: () => (asked += 1) });
    [status.value, heardSince.value] = [before, since];
    heardStatus(now);
    takeBack();
    expect(asked > 0).toBe(isAsked);
  });

  describe('by listening to the calls', () => {
    /** The error of the next call. */
    let failure: Error | undefined;
    let isMeant: boolean;
    const answer = (of: string): Promise<string> => (failure ? Promise.reject(failure) : Promise.resolve(of));
    const calls = { readSpeedDials: answer, readInventory: answer } as unknown as PhoneProxyClient;
    const client = listeningTo(calls, () => isMeant);

    beforeEach(() => {
      failure = undefined;
      isMeant = true;
    });

    it('is ready after an answer from the call manager, and unchanged after one from the service alone', async () => {
      heardSince.value = 'busy';
      await client.readInventory();
      expect(heardSince.value).toBe('busy');
      expect(await client.readSpeedDials('SEP1')).toBe('SEP1');
      expect(heardSince.value).toBe('ready');
    });

    it.each<[PhoneProxyError | Error, typeof heardSince.value]>([
      [unreachable, 'unavailable'],
      [offline, 'offline'],
      [problem(404, 'phone-not-found'), undefined],
      [new Error('a mistake of the page'), undefined],
    ])('is what a failure says of it: %s', async (error, heard) => {
      failure = error;
      await expect(client.readSpeedDials('SEP1')).rejects.toBe(error);
      expect(heardSince.value).toBe(heard);
    });

    it('is not changed by a session whose user has signed out', async () => {
      isMeant = false;
      failure = offline;
      await expect(client.readSpeedDials('SEP1')).rejects.toBe(offline);
      failure = undefined;
      await client.readSpeedDials('SEP1');
      expect(heardSince.value).toBeUndefined();
    });
  });
});
