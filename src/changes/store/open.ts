import type { Store } from '../../store/sql.js';
import { SqlAsked } from './sql-asked.js';

/** The changes in an open database. */
export class SqlChanges extends SqlAsked {
  /** Opens the changes in a store. Lists that an ended process left as being sent become `uncertain`. */
  static async open(store: Store): Promise<SqlChanges> {
    const changes = new SqlChanges(store);
    // If the disk is full, or the server is down, this is done later.
    await changes.settleAbandoned().catch(() => undefined);
    return changes;
  }
}
