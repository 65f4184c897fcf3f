import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/domain/finding.js';
import { History } from '../../src/changes/journal.js';
import { MemoryStore } from '../support/memory-store.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { expectedFindings, findingLine, folded } from './findings-oracle.js';
import { openInventoryOf, openStoreHere, sweepOnce } from './inventories.js';
import { pagesOf, randomOf, smallCluster, together } from './random-clusters.js';

/**
 * Findings of random clusters, compared with separately written rules. FINDINGS_SEED and FINDINGS_CLUSTERS choose
 * others, and more.
 */

const seed = Number(process.env['FINDINGS_SEED'] ?? 24);
const count = Number(process.env['FINDINGS_CLUSTERS'] ?? 400);

function lineOf({ kind, device, list, index, dirn, partition, label, proposal }: Finding): string {
  const fix = proposal && ('set' in proposal ? folded(proposal.set.label) : proposal.remove);
  return findingLine({ kind, device, list, position: Number(index), dirn, partition, label, proposal: fix });
}

/** The cluster of a finding, from the names of its devices. */
const worldOf = (line = ''): number => Number(/SEP([0-9]{6})/.exec(line)?.[1]);

for (const kind of ['sqlite', 'postgres'] as const) {
  describe.skipIf(kind === 'postgres' && lacksPostgres())(`with ${kind}`, () => {
    if (kind === 'postgres') usePostgres();

    it(`finds in ${count} clusters what the rules say, and nothing else`, async () => {
      const random = randomOf(seed);
      const clusters = Array.from({ length: count }, (_, n) => smallCluster(random, n));
      const states = [0, 1, 2].map((at) => together(clusters.flatMap((one) => one.states[at] ?? [])));
      let present = together([]);
      const history = new MemoryStore();
      const journal = new History(history, () => undefined);
      const store = await openStoreHere[kind]();
      const { inventory, observations } = openInventoryOf(
        store,
        pagesOf(() => present),
        {},
        journal,
      );
      for (const [at, state] of states.entries()) {
        present = state;
        if (at === 2) {
          const changes = clusters.flatMap((cluster) => cluster.changes);
          for (const { intention, ended } of changes)
            await history.settle((await history.begin(intention)).number, ended);
        }
        if (at > 0) await sweepOnce({ inventory });
        else inventory.start();
        await expect.poll(async () => (await inventory.state()).kept.generation, { timeout: 60_000 }).toBe(at + 1);
        const findings = (await store.findings({}, 20_000))?.value ?? [];
        const [found, expected] = [
          new Set(findings.map(lineOf)),
          expectedFindings(state, states.slice(0, at), history.sentLists),
        ];
        expect(expected.length).toBeGreaterThan(count / 2);
        const missing = expected.filter((line) => !found.delete(line));
        const differing = { missing, more: [...found] };
        const about = clusters[worldOf([...missing, ...found][0])]?.states[at];
        expect(differing, `sweep ${at + 1}: ${JSON.stringify(about)}`).toEqual({ missing: [], more: [] });
      }
      const outcomes = () => observations.flatMap((one) => (one.kind === 'inventory-sweep' ? [one.outcome] : []));
      await expect.poll(outcomes).toEqual(['whole', 'whole', 'whole']);
    });
  });
}
