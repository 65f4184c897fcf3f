import { beforeEach, describe, expect, it } from 'vitest';
import { History } from '../../../src/changes/journal.js';
import type { ChangeStore } from '../../../src/changes/store/change-store.js';
import { observing } from '../../support/app.js';
import { changed, intention, phoneNamed } from '../../support/changes.js';
import { openContext } from '../../support/fake-port.js';
import { MemoryStore } from '../../support/memory-store.js';

const { context } = openContext({ requestId: 'r1', user: 'ann' });
const now = new Date('2026-05-01T12:00:00Z');
const dismissal = { id: 'f1', user: 'ann', reason: 'meant so', evidence: 'e1' };

/** Every request to the history, by the name of its operation, and the operation of the store that it uses. */
const questions: readonly (readonly [string, keyof ChangeStore, (history: History) => Promise<unknown>])[] = [
  ['lock', 'lockDevice', (history) => history.enter(phoneNamed('SEP1'), context)],
  ['get', 'sent', (history) => history.sent('1', context)],
  ['get', 'newest', (history) => history.newestChange(context)],
  ['get', 'place', (history) => history.place()],
  ['list', 'knownAfter', (history) => history.knownAfter(0, 9)],
  ['list', 'inProgress', (history) => history.inProgress(9)],
  ['dismiss', 'dismiss', (history) => history.dismiss(dismissal)],
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
    expect(await history.dismiss(dismissal)).toEqual({ ...dismissal, time: now });
    expect(await history.dismissedIds(9)).toEqual(['f1']);
    expect(await history.dismissalsOf(['f0', 'f1'])).toEqual([{ ...dismissal, time: now }]);
    expect(await history.restoreDismissed('f1')).toBe(true);
    expect(await history.restoreDismissed('f1')).toBe(false);
  });

  it('goes through the sent lists from the first, or after a given one, and knows no other', async () => {
    for (const _ of ['1', '2']) await store.settle((await store.begin(intention())).number, changed);
    const numbers = async (after: string) => (await history.changesAfter(after, 9))?.map(({ sent }) => sent.number);
    expect([await numbers('0'), await numbers('1'), await numbers('2'), await numbers('9')]).toEqual([
      ['1', '3'],
      ['3'],
      ['3'],
      undefined,
    ]);
    expect(await history.changesAfter('0', 1)).toHaveLength(1);
  });
});
