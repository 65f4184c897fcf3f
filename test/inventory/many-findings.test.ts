import { describe, expect, it, onTestFinished } from 'vitest';
import { unpackFindings } from '../../src/inventory/store/packed-findings.js';
import { startSimulator } from '../../src/simulator/simulator.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStore, type StoreKind } from './inventories.js';
import { madeSeed } from './made-seed.js';

const count = 1_100;
const phones = Array.from({ length: count }, (_, position) => ({
  name: `SEP${String(position).padStart(12, '0')}`,
  dials: [
    ['2001', 'Ada Byron'],
    ['2001', 'Ada Byron'],
  ] as const,
}));

const stores = ['sqlite', 'postgres'] as const satisfies readonly StoreKind[];
describe.each(stores)('many findings in %s', (kind) => {
  describe.skipIf(kind === 'postgres' && lacksPostgres())('where it can be had', () => {
    if (kind === 'postgres') usePostgres();

    it('are passed on in portions that are not read in between, and are all stored', async () => {
      const simulator = await startSimulator({ seed: madeSeed([{ dirn: '2001', alertingName: 'Ada Byron' }], phones) });
      onTestFinished(() => simulator.close());
      const { inventory, store, observations } = await openInventory(await openStore[kind](), simulator);
      const publish = store.publish.bind(store);
      let sizes: number[] = [];
      store.publish = (sweep, portions, ended) => {
        for (const { buffer } of portions) expect(buffer).toBeInstanceOf(SharedArrayBuffer);
        sizes = portions.map((portion) => unpackFindings(portion).length);
        return publish(sweep, portions, ended);
      };
      inventory.start();
      await expect.poll(async () => (await inventory.state()).state, { timeout: 60_000 }).toBe('whole');
      expect(sizes).toEqual([200, 200, 200, 200, 200, 100]);
      const kept = (await store.findings({}, 2 * count))?.value ?? [];
      expect(new Set(kept.map(({ device }) => device)).size).toBe(count);
      expect(new Set(kept.map(({ kind: found }) => found))).toEqual(new Set(['twice']));
      const sweep = (): unknown => observations.find((observation) => observation.kind === 'inventory-sweep');
      await expect.poll(sweep).toMatchObject({ findings: { twice: count, 'old-name': 0 } });
    });
  });
});
