import { setTimeout as sleep } from 'node:timers/promises';
import { postgresDialect } from '../../../store/dialect.js';
import { tablesOf } from '../../../store/migrations.js';
import type { OpenPool, Pool } from '../../../store/postgres/driver.js';
import { migrateIn } from '../../../store/postgres/migrate.js';
import { PostgresSql, Prepared } from '../../../store/postgres/postgres-sql.js';
import { GenerationAges } from '../generation-ages.js';
import { type StoredReads, storeReads } from '../inventory-store.js';
import type { InventoryStore } from '../whole-store.js';
import { SqlInventory, usualAbandonedMs } from '../sql-inventory.js';
import { inventoryWing } from '../schema.js';

/**
 * Connections in addition to those of the history. Callers' reads and sweeps each have their own connections. So no
 * read waits for a sweep.
 */
const connections = { reads: 2, sweeps: 1 };
const closeMs = 2_000;

/** Expensive reads of callers leave one connection free, so that cheap reads never wait for them. */
const atOnce = { inAll: connections.reads, dear: connections.reads - 1 };

/**
 * The inventory in a PostgreSQL database, for several instances. The server may be down at any time. The connection
 * opens at the first use.
 */
export function postgresInventory(openPool: OpenPool): InventoryStore {
  const pools = {
    reads: openPool(connections.reads),
    sweeps: openPool(connections.sweeps),
  };
  const ages = new GenerationAges();
  const tables = new Prepared((pool) => migrateIn(pool, tablesOf([inventoryWing], postgresDialect)));
  const on = (pool: Pool): SqlInventory => new SqlInventory(PostgresSql.of(pool, tables), usualAbandonedMs, ages);
  const reads = on(pools.reads);
  const readsOnTheirs = storeReads.map((name) => [name, reads[name].bind(reads)]);
  return Object.assign(on(pools.sweeps), Object.fromEntries(readsOnTheirs) as StoredReads, {
    atOnce,
    dear: reads,
    close: async () => {
      // A connection with a hanging statement must not keep the process alive.
      const ended = Promise.all(Object.values(pools).map((pool) => pool.end()));
      await Promise.race([ended, sleep(closeMs, undefined, { ref: false })]);
    },
  });
}
