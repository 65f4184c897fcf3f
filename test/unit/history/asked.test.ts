import { beforeEach, describe, expect, it } from 'vitest';
import { History } from '../../../src/history/history.js';
import type { ChangeStore } from '../../../src/history/store/change-store.js';
import { observing } from '../../support/app.js';
import { intention, phoneNamed } from '../../support/changes.js';
import { openContext } from '../../support/fake-port.js';
import { MemoryStore } from '../../support/memory-store.js';

const { context } = openContext({ requestId: 'r1', user: 'ann' });
const now = new Date('2026-05-01T12:00:00Z');
const dismissal = { id: 'f1', user: 'ann', note: 'meant so' };

/** Every request to the history, by the name of its operation, and the operation of the store that it uses. */
const questions: readonly (readonly [string, keyof ChangeStore, (history: History) => Promise<unknown>])[] = [
  ['lock', 'lockDevice', (history) => history.enter(phoneNamed('SEP1'), context)],
  ['get', 'get', (history) => history.get('1', context)],
  ['list', 'list', (history) => history.list({}, 9, context)],
  ['begin-run', 'beginRun', (history) => history.beginRun('Labels', context)],
  ['get', 'getRun', (history) => history.refuseOtherRuns('1', context)],
  ['get', 'getRunResult', (history) => history.runResult('1', context)],
  ['list', 'listRuns', (history) => history.runs({}, 9, context)],
  ['dismiss', 'dismiss', (history) => history.dismiss(dismissal as never)],
  ['dismiss', 'restoreDismissed', (history) => history.restoreDismissed('f1')],
  ['list', 'dismissedIds', (history) => history.dismissedIds(9)],
  ['list', 'dismissalsOf', (history) => history.dismissalsOf(['f1'])],
  ['list', 'listAfter', (history) => history.changesAfter('0', 9)],
  ['settle-abandoned', 'settleAbandoned', (history) => history.settleAbandoned()],
];

describe('a request to the history', () => {
  let store: MemoryStore;
  let seen: ReturnType<typeof observing>['seen'];
  let history: History;

  beforeEach(() => {
    store = new MemoryStore();
    store.runs.push({ id: '1', user: 'ann', title: 'Labels', time: now });
    const { observe, seen: all } = observing();
    [history, seen] = [new History(store, observe, () => now), all];
  });

  it.each(questions)('is observed as %s, whether %s answers or not', async (operation, method, ask) => {
    await ask(history);
    store.failing = { [method]: 'disk full' };
    await expect(ask(history)).rejects.toMatchObject({ code: 'history-unavailable' });
    expect(seen).toMatchObject([
      {
        kind: 'history',
        operation,
        cause: undefined,
        durationMs: expect.toSatisfy((ms: number) => ms >= 0 && ms < 60_000) as number,
      },
      { kind: 'history', operation, cause: 'disk full' },
    ]);
  });

  it('keeps who dismissed a finding, and when, until it is restored', async () => {
    expect(await history.dismiss(dismissal as never)).toEqual({ ...dismissal, time: now });
    expect(await history.dismissedIds(9)).toEqual(['f1']);
    expect(await history.dismissalsOf(['f0', 'f1'])).toEqual([{ ...dismissal, time: now }]);
    expect(await history.restoreDismissed('f1')).toBe(true);
    expect(await history.restoreDismissed('f1')).toBe(false);
  });

  it('goes through the changes from the first, or after a given one, and knows no other', async () => {
    for (const id of ['1', '2']) store.changes.push({ ...intention(), id, outcome: 'replaced' });
    const ids = async (after: string) => (await history.changesAfter(after, 9))?.map(({ id }) => id);
    expect([await ids('0'), await ids('1'), await ids('2'), await ids('3')]).toEqual([
      ['1', '2'],
      ['2'],
      [],
      undefined,
    ]);
    expect(await history.changesAfter('0', 1)).toHaveLength(1);
  });

  it('starts a run of its user, in which no other user may write', async () => {
    expect(await history.beginRun('Numbers', context)).toEqual({ id: '2', user: 'ann', title: 'Numbers', time: now });
    await history.refuseOtherRuns('2', context);
    const { context: other } = openContext({ user: 'ben' });
    for (const [id, caller] of [
      ['2', other],
      ['3', context],
    ] as const) {
      await expect(history.refuseOtherRuns(id, caller)).rejects.toMatchObject({ code: 'invalid-request' });
    }
  });

  it('has no page before an unknown id', async () => {
    store.changes.push({ ...intention(), id: '1', outcome: 'replaced' });
    const changes = (before: string) => history.list({ before }, 9, context);
    const runs = (before: string) => history.runs({ before }, 9, context);
    expect([await changes('2'), await runs('2')]).toEqual([undefined, undefined]);
    expect([await changes('1'), await runs('1')]).toEqual([
      { changes: [], next: undefined },
      { runs: [], next: undefined },
    ]);
  });
});
