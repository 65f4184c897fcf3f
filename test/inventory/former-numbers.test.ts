import { describe, expect, it } from 'vitest';
import { dialledForm } from '../../src/domain/identifiers.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import type { PlainCluster, PlainNumber } from './findings-oracle.js';
import { openInventoryOf, openStoreHere, sweepOnce } from './inventories.js';
import { pagesOf } from './random-clusters.js';

/** Speed dials to directory numbers of an earlier sweep, and lamps to numbers of every kind. */

const numberOf = (dirn: string, usage = 2, isForwarded = false): PlainNumber => ({
  ...{ key: `${dirn}-${usage}`, dirn, usage, partition: 'P', description: '', alerting: '', isForwarded },
});

/** A phone that dials 2001, alone and with a code, and watches each number; another one carries the named numbers. */
const clusterOf = (numbers: readonly PlainNumber[], carried: readonly string[] = []): PlainCluster => ({
  numbers,
  devices: [
    {
      ...{ key: 'd1', name: 'SEP1', kind: 'phone', lines: [] },
      dials: [
        { position: 1, dirn: '2001', label: 'Ada' },
        { position: 2, dirn: '2001,,87', label: 'Room' },
      ],
      lamps: numbers.map(({ key }, at) => ({ position: at + 1, number: key, destination: '', label: '' })),
    },
    {
      ...{ key: 'd2', name: 'CTI', kind: 'other', dials: [], lamps: [] },
      lines: carried.map((dirn) => ({ number: numberOf(dirn).key, display: '' })),
    },
  ],
});

/** Rows that a call to 2001 may reach: of usages that can be dialled, or that are not known. */
const leading = [
  ...[numberOf('2001', 7), numberOf('200X', 3), numberOf('20[0-3][^2-9]', 5), numberOf('2.XXX', 99), numberOf('20XX')],
];
/** Rows that no call to 2001 reaches: other numbers, lines of templates, transformations and texts. */
const notLeading = [
  ...[numberOf('9.@', 5), numberOf('', 3), numberOf('Line 1 Template - 8851 SIP', 11), numberOf('2001', 11)],
  ...[numberOf('2XXX', 12), numberOf('2XXX', 15), numberOf('XXXX', 20), numberOf('example.com', 99)],
];

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`numbers of every kind, with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    async function swept(first: PlainCluster) {
      let present = first;
      const opened = openInventoryOf(
        await openStoreHere[kind](),
        pagesOf(() => present),
      );
      opened.inventory.start();
      await expect.poll(async () => (await opened.inventory.state()).state).toBe('whole');
      const found = async (list: string) =>
        ((await opened.store.findings({ kind: 'nobody-there' }, 100))?.value ?? [])
          .filter((finding) => finding.list === list)
          .map(({ dirn }) => dirn)
          .sort();
      const sweep = async (next: PlainCluster): Promise<void> => {
        present = next;
        await sweepOnce(opened);
      };
      return { found, sweep, store: opened.store };
    }

    it('reports a lamp to a directory number that no device carries and nothing forwards, and no other', async () => {
      const numbers = [
        numberOf('2001'),
        numberOf('2002'),
        numberOf('20XX'),
        numberOf('2003', 2, true),
        ...[3, 5, 7].map((of) => numberOf('30', of)),
      ];
      const { found } = await swept(clusterOf(numbers, ['2001']));
      expect(await found('busylampfield')).toEqual(['2002', '20XX']);
    });

    it('reports a speed dial to a former number while no pattern may match its digits', async () => {
      const bothOf2001 = ['2001', '2001,,87'];
      const { found, sweep, store } = await swept(clusterOf([numberOf('2001'), numberOf('2002')]));
      expect(await found('speeddial')).toEqual([]);
      await sweep(clusterOf([numberOf('2002')]));
      expect(await found('speeddial')).toEqual(bothOf2001);
      for (const number of leading) {
        await sweep(clusterOf([numberOf('2002'), number]));
        expect([number.dirn, await found('speeddial')]).toEqual([number.dirn, []]);
      }
      await sweep(clusterOf([numberOf('2002'), ...notLeading]));
      expect(await found('speeddial')).toEqual(bothOf2001);
      expect((await store.findings({ kind: 'nobody-there', dirn: dialledForm('2001') }, 9))?.value).toHaveLength(2);
      await sweep(clusterOf([numberOf('2001')]));
      expect(await found('speeddial')).toEqual([]);
    });
  });
}
