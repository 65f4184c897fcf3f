import type { KeptDismissal } from '../../domain/finding.js';
import { type Store, write } from '../../store/sql.js';

/** Which findings are dismissed. */
export class Dismissals {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async dismiss({ id, evidence, reason, user, time }: KeptDismissal): Promise<void> {
    await write(
      this.#store,
      `INSERT INTO history_dismissal (id, evidence, reason, user_name, time) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET evidence = excluded.evidence, reason = excluded.reason,
         user_name = excluded.user_name, time = excluded.time`,
      [id, evidence, reason, user, time.getTime()],
    );
  }

  async restoreDismissed(id: string): Promise<boolean> {
    const text = `DELETE FROM history_dismissal WHERE id = ? RETURNING id`;
    return (await write(this.#store, text, [id])).length > 0;
  }

  async dismissedIds(most: number): Promise<readonly string[]> {
    const text = `SELECT id FROM history_dismissal ORDER BY id LIMIT ?`;
    return (await this.#store.all<{ id: string }>(text, [most])).map(({ id }) => id);
  }

  async dismissalsOf(ids: readonly string[]): Promise<readonly KeptDismissal[]> {
    if (ids.length === 0) return [];
    const rows = await this.#store.all<Omit<KeptDismissal, 'time'> & { time: number }>(
      `SELECT id, evidence, reason, user_name AS "user", time FROM history_dismissal
       WHERE id IN (SELECT value FROM ${this.#store.dialect.textsIn('?')})`,
      [JSON.stringify(ids)],
    );
    return rows.map(({ time, ...others }) => ({ ...others, time: new Date(time) }));
  }
}
