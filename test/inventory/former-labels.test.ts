import { describe, expect, it, onTestFinished } from 'vitest';
import type { SentList } from '../../src/changes/change.js';
import { History } from '../../src/changes/journal.js';
import type { Ended, Intention } from '../../src/changes/store/change-store.js';
import { relabellingsIn } from '../../src/inventory/former-labels.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { changed, dial, intention, phoneNamed, refused, uncertain } from '../support/changes.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStoreHere, sweepOnce } from './inventories.js';
import { type MadeNumber, madeSeed } from './made-seed.js';

/** Labels that buttons had before, according to the history; a button with one of them still has an old name. */

const hourMs = 3_600_000;
const numbers: readonly MadeNumber[] = [
  { dirn: '2001', alertingName: 'Ada Byron' },
  { dirn: '2002', alertingName: 'Bo Ek' },
  { dirn: '2003', partition: 'PT-Internal', alertingName: 'Cem Demir' },
  { dirn: '2003', partition: 'PT-Other', alertingName: 'Dora Wolf' },
  { dirn: '2004', alertingName: 'Twin' },
  { dirn: '2005', alertingName: 'Twin' },
];
const carriers = numbers.map(({ dirn, partition }, position) => ({
  name: `SEPC0000000000${position}`,
  lines: [partition === undefined ? dirn : `${dirn}@${partition}`],
}));

/** A change of one phone an hour ago, from these buttons to those. */
const change = (before: Intention['before'], after: Intention['after'], more: Partial<Intention> = {}): Intention =>
  intention({ device: phoneNamed('SEPC00000000000'), time: new Date(Date.now() - hourMs), before, after, ...more });
const lamp = (index: number, dirn: string, partition: string, label: string) => ({
  ...{ index: String(index), dirn, partition, label, pickup: false },
});

const watchers = (before: Intention['before'], after: Intention['after']): Intention =>
  change(before, after, { kind: 'busylampfield' });

interface Case {
  readonly name: string;
  readonly changes: readonly (readonly [Intention, (Ended | 'sending')?])[];
  /** The labels of buttons with a finding. */
  readonly found: readonly string[];
}

/** A phone has a speed dial to 2001 with each of these labels, and lamps to 2003. */
const dialled = ['The boss', 'THE BOSS ', 'Reception', 'Ada', 'Twin'];
const watched = ['2003@PT-Internal', '2003@PT-Other'].map((target) => [target, 'Night watch'] as const);
const boss = 'The boss';
const relabelled = change([dial(1, '2001', boss)], [dial(1, '2001', 'Ada Byron')]);

const cases: readonly Case[] = [
  { name: 'a label that was replaced, whatever its letter case', changes: [[relabelled]], found: [boss, 'THE BOSS '] },
  {
    name: 'also where the button was moved',
    changes: [[change([dial(1, '2001', boss)], [dial(1, '2002', 'Bo'), dial(7, '2001', 'Ada Byron')])]],
    found: [boss, 'THE BOSS '],
  },
  {
    name: 'also where it was replaced elsewhere, or read later',
    changes: [[relabelled], [change([dial(1, '2001', 'Reception')], [dial(1, '2001', 'Ada Byron')])]],
    found: [boss, 'THE BOSS ', 'Reception'],
  },
  {
    name: 'of a lamp: that of its partition alone',
    changes: [[watchers([lamp(1, '2003', 'PT-Other', 'Night watch')], [lamp(1, '2003', 'PT-Other', 'Dora Wolf')])]],
    found: ['Night watch'],
  },
  {
    name: 'not: of a speed dial to digits of several numbers',
    changes: [[change([dial(1, '2003', 'Night watch')], [dial(1, '2003', 'Cem Demir')])]],
    found: [],
  },
  {
    name: 'not: what was not carried out, or may not have been',
    changes: [
      [relabelled, refused],
      [relabelled, uncertain],
      [relabelled, 'sending'],
    ],
    found: [],
  },
  {
    name: 'not: of a button that led elsewhere, or was only taken away',
    changes: [
      [change([dial(1, '2002', boss)], [dial(1, '2002', 'Bo Ek')])],
      [change([dial(1, '2001', boss), dial(2, '2001', 'Ada')], [dial(2, '2001', 'Ada')])],
      [change([dial(1, '2001', boss)], [dial(1, '2002', 'Bo Ek')])],
    ],
    found: [],
  },
  {
    name: 'not: what a later change gave once more, as an undo does',
    changes: [[relabelled], [change([dial(1, '2001', 'Ada Byron')], [dial(1, '2001', boss)])]],
    found: [],
  },
  {
    name: 'not: what a button that names no partition, or one that names it, was given since',
    changes: [
      [watchers([lamp(1, '2001', 'PT-Internal', boss)], [lamp(1, '2001', 'PT-Internal', 'Ada Byron')])],
      [change([], [dial(1, '2001', boss)])],
      [change([dial(1, '2001', 'Reception')], [dial(1, '2001', 'Ada Byron')])],
      [watchers([], [lamp(1, '2001', 'PT-Internal', 'Reception')])],
    ],
    found: [],
  },
  {
    name: 'not: a label that is the name of other numbers by now',
    changes: [[change([dial(1, '2001', 'Twin')], [dial(1, '2001', 'Ada Byron')])]],
    found: [],
  },
  {
    name: 'again: what was replaced after that',
    changes: [[relabelled], [change([], [dial(1, '2001', boss)])], [relabelled]],
    found: [boss, 'THE BOSS '],
  },
  {
    name: "not: a label that contains the number's name, or that it contains",
    changes: [[change([dial(1, '2001', 'Ada')], [dial(1, '2001', 'Ada Byron')])]],
    found: [],
  },
];

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`a label of before, kept with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    async function watching(history: MemoryStore) {
      const phone = {
        name: 'SEPX00000000000',
        dials: dialled.map((label) => ['2001', label] as const),
        lamps: watched,
      };
      const simulator = await startSimulator({ seed: madeSeed(numbers, [...carriers, phone]) });
      onTestFinished(() => simulator.close());
      const journal = new History(history, () => undefined);
      const opened = await openInventory(await openStoreHere[kind](), simulator, {}, journal);
      const labels = async () =>
        ((await opened.store.findings({ kind: 'old-name' }, 100))?.value ?? [])
          .filter(({ evidence }) => evidence.includes('a label that its buttons had before'))
          .map(({ label }) => label)
          .sort();
      return { ...opened, labels };
    }

    it.each(cases)('$name', async ({ changes, found }) => {
      const history = new MemoryStore();
      // All of these changes were made before there was an inventory.
      for (const [one, ended = changed] of changes) {
        const { number } = await history.begin(one);
        if (ended !== 'sending') await history.settle(number, ended);
      }
      const opened = await watching(history);
      await sweepWhole(opened);
      expect(await opened.labels()).toEqual([...found].sort());
    });

    it('is read with each sweep, after the outcome of a change is known; labels of deleted changes are forgotten', async () => {
      const history = new MemoryStore();
      const opened = await watching(history);
      await sweepWhole(opened);
      const open = await history.begin({ ...relabelled, time: new Date() });
      await sweepOnce(opened);
      expect(await opened.labels()).toEqual([]);
      await history.settle(open.number, changed);
      await sweepOnce(opened);
      expect(await opened.labels()).toEqual(['THE BOSS ', boss]);
      const others = Array.from({ length: 150 }, (_, n) => change([dial(1, '2002', `B${n}`)], [dial(1, '2002', 'Bo')]));
      const later = new Date(Date.now() + hourMs);
      for (const one of others) await history.settle((await history.begin({ ...one, time: later })).number, changed);
      await sweepOnce(opened);
      expect(await opened.labels()).toEqual(['THE BOSS ', boss]);
      await history.deleteOlderThan(new Date(later.getTime() - 1), 10);
      await sweepOnce(opened);
      expect(await opened.labels()).toEqual([]);
    });

    it('is read from the present history, even if it is a shorter one', async () => {
      const history = new MemoryStore();
      for (let n = 0; n < 3; n += 1) await history.settle((await history.begin(relabelled)).number, changed);
      const opened = await watching(history);
      await sweepWhole(opened);
      expect(await opened.labels()).toEqual(['THE BOSS ', boss]);
      await history.deleteOlderThan(new Date(), 10);
      const other = change([dial(1, '2001', 'Reception')], [dial(1, '2001', 'Ada Byron')]);
      await history.settle((await history.begin(other)).number, changed);
      await sweepOnce(opened);
      expect(await opened.labels()).toEqual(['Reception']);
    });
  });
}

async function sweepWhole({ inventory }: Awaited<ReturnType<typeof openInventory>>): Promise<void> {
  inventory.start();
  await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
}

it('is one word of limited length, and is not read from a damaged list', () => {
  const whole: SentList = {
    ...change([dial(1, '1', 'x'.repeat(5_000))], [dial(1, '1', 'y')]),
    ...{ change: '7', position: 0, ifMatch: undefined, state: 'changed', problem: undefined, foundLater: undefined },
    ...{ undoes: undefined, changedSince: undefined, undoneBy: undefined },
    sent: {
      ...{ number: '7', time: new Date(), user: 'alice', requestId: 'request-1', place: undefined },
      ...{ knownAt: undefined, seenAfter: undefined },
    },
  };
  expect(relabellingsIn(whole).map(({ label, by, isGiven }) => [label.length, by, isGiven])).toEqual([
    [43, '7', true],
    [43, '7', false],
  ]);
  expect(relabellingsIn({ ...whole, before: null, after: null })).toEqual([]);
});
