import type { Place } from '../../domain/place.js';
import type { Sql } from './sql.js';

/** A place in the store's order, and what its clock said then; milliseconds since 1970. */
export interface Moment extends Place {
  readonly time: number;
}

/**
 * Takes the next place. Whoever asks after this waits until a transaction that has asked is over: what is kept in it is
 * there when a later place is given. A transaction that also locks the table `own` has to lock that first.
 * @param counter the table that counts, as the database has it
 */
export async function nextPlace(sql: Sql, counter: string): Promise<Moment> {
  const [moment] = await sql.all<Moment>(
    `UPDATE ${counter} SET number = number + 1 RETURNING epoch, number, ${sql.clock} AS time`,
  );
  if (!moment) throw new Error('the counter is empty');
  return moment;
}
