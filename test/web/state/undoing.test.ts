import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  type PhoneProxyClient,
  type PhoneProxyError,
  type SpeedDial,
} from '../../../src/client/index.js';
import type { ListView } from '../../../web/changes/list-view.js';
import { session, signOut } from '../../../web/state/session.js';
import { leaveUndo, readAfterUndo, undo, undoOf, unsettledUndos } from '../../../web/state/undoing.js';
import { problem } from '../changes/problems.js';
import { withOtherCalls } from '../../support/other-calls.js';

const change = {
  ...{ id: '7', device: 'SEP000000000001', deviceKind: 'phone', kind: 'speeddial' },
  ...{ before: [], after: [] },
} as unknown as ListView;
const lost = new ConnectionError('network', undefined);
const held: readonly SpeedDial[] = [{ index: '1', dirn: '2001', label: 'Anna' }];

describe('an undo with an unknown outcome', () => {
  /** The errors of the next calls, one each. */
  let failures: (PhoneProxyError | undefined)[];
  /** The undos that were sent. */
  let sent: unknown[];
  const answer = <Value>(value: Value): Promise<Value> => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve(value);
  };

  beforeEach(async () => {
    [failures, sent] = [[lost], []];
    const client = {
      undoChange: (...asked: unknown[]) => {
        sent.push(asked);
        return answer({ is: 'undone', id: '8', changed: true, afterUpdate: undefined });
      },
      readSpeedDials: () => answer({ entries: held, etag: '"x"' }),
    } as unknown as PhoneProxyClient;
    session.value = { user: 'olivia', client: withOtherCalls(client) };
    await undo('7');
  });
  afterEach(() => {
    signOut();
  });

  const outcome = () => undoOf('7')?.outcome;

  it('is shown until the device was read; then the read list, until the user leaves the page', async () => {
    leaveUndo('7');
    expect(outcome()).toEqual({ is: 'unknown', present: undefined, error: undefined });
    expect(unsettledUndos.value).toEqual(['7']);
    await readAfterUndo(change);
    expect(outcome()).toEqual({ is: 'unknown', present: held, error: undefined });
    expect(unsettledUndos.value).toEqual([]);
    leaveUndo('7');
    expect(outcome()).toBeUndefined();
  });

  it('is still unknown if the device could not be read', async () => {
    failures = [lost];
    await readAfterUndo(change);
    leaveUndo('7');
    expect(outcome()).toEqual({ is: 'unknown', present: undefined, error: lost });
  });

  it('is not hidden by a refusal of the next attempt', async () => {
    const busy = problem(429, 'call-manager-busy');
    failures = [busy];
    await undo('7');
    expect(outcome()).toEqual({ is: 'unknown', present: undefined, error: busy });
    await readAfterUndo(change);
    failures = [busy];
    await undo('7');
    expect(outcome()).toEqual({ is: 'refused', error: busy });
  });

  it('is known if the next attempt is answered, or finds the list changed by another user', async () => {
    const conflict = problem(412, 'changed-meanwhile');
    failures = [conflict];
    await undo('7');
    expect(outcome()).toEqual({ is: 'refused', error: conflict });
    await undo('7');
    expect(outcome()).toMatchObject({ is: 'undone' });
  });

  it('is left to the next attempt, if that is sent while the device is read', async () => {
    const reading = readAfterUndo(change);
    const trying = undo('7');
    expect(outcome()).toBeUndefined();
    expect(unsettledUndos.value).toEqual(['7']);
    await Promise.all([reading, trying]);
    expect(outcome()).toMatchObject({ is: 'undone' });
  });

  it('belongs to one change, separate from those of others, and is for the whole list or for its entries', async () => {
    await undo('8', true);
    expect(sent).toEqual([
      ['7', {}],
      ['8', { scope: 'entries' }],
    ]);
    expect([undoOf('7'), undoOf('8')]).toMatchObject([
      { isOfEntries: false, outcome: { is: 'unknown' } },
      { isOfEntries: true, outcome: { is: 'undone' } },
    ]);
    expect(unsettledUndos.value).toEqual(['7']);
    leaveUndo('8');
    leaveUndo('9');
    expect([outcome(), undoOf('8')]).toMatchObject([{ is: 'unknown' }, undefined]);
  });

  it('reads no device if its outcome is known, or nothing was undone', async () => {
    await undo('7');
    failures = [lost];
    await readAfterUndo(change);
    await readAfterUndo({ ...change, id: '9' });
    expect([outcome(), undoOf('9'), failures.length]).toMatchObject([{ is: 'undone' }, undefined, 1]);
  });

  it('is not shown to another user if the answer comes after signing out', async () => {
    const trying = undo('7');
    signOut();
    await trying;
    expect(undoOf('7')).toBeUndefined();
  });
});
