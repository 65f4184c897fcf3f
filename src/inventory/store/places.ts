import type { Place } from '../../domain/place.js';
import type { Sql } from '../../store/sql.js';
import { tableNamed } from './schema.js';

/** A place in the store's order, and the time of its clock in milliseconds since 1970. */
export interface Moment extends Place {
  readonly time: number;
}

/**
 * Takes the next place. The next caller waits until this transaction is over. So the rows of the transaction are stored
 * before a later place is given. A transaction that also locks the table `own` must lock `own` first.
 */
export async function nextPlace(sql: Sql): Promise<Moment> {
  const [moment] = await sql.all<Moment>(
    `UPDATE ${tableNamed('counter')} SET number = number + 1 RETURNING epoch, number, ${sql.clock} AS time`,
  );
  if (!moment) throw new Error('the counter is empty');
  return moment;
}
