import type { ChangeStore } from '../../src/history/store/change-store.js';
import { SqlChanges } from '../../src/history/store/sql-changes.js';
import { historyTables } from '../../src/history/store/tables.js';
import type { PlanStore } from '../../src/plans/store/plan-store.js';
import { SqlPlans } from '../../src/plans/store/sql-plans.js';
import { planTables } from '../../src/plans/store/tables.js';
import type { DatabaseOptions, PostgresOptions } from '../../src/store/database-url.js';
import { openStore } from '../../src/store/open-store.js';
import type { Watch } from '../../src/store/postgres/lock-session.js';
import { PostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { Store } from '../../src/store/sql.js';

/** Whose tables are in the store. */
export const wings = [historyTables, planTables];

/** The changes and the plans in one store; `close` closes the store. */
export type KeptChanges = ChangeStore & { readonly plans: PlanStore };

export async function openChangeStore(options: DatabaseOptions): Promise<KeptChanges> {
  return changesIn(await openStore(options, wings));
}

/** The same in PostgreSQL, with other times for watching its locks. */
export async function openWatched(options: PostgresOptions, watch: Watch): Promise<KeptChanges> {
  return changesIn(await PostgresStore.open(options, wings, watch));
}

export async function changesIn(store: Store): Promise<KeptChanges> {
  const changes = await SqlChanges.open(store);
  return Object.assign(changes, { plans: new SqlPlans(store, changes) });
}
