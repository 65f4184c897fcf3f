interface Filling {
  /** What stands before the name of each table. */
  readonly prefix: string;
  /** A table of numbers from 1 on, each as `n`. */
  readonly numbers: string;
  /** Expressions of `n`: the user of a change, and what the name of its device ends with. */
  readonly user: string;
  readonly device: string;
  /** The list before and after, as JSON. */
  readonly list: string;
}

/** @returns the statements that fill the empty tables of changes with changes of one list, for both databases */
export function filling({ prefix, numbers, user, device, list }: Filling): string {
  return `INSERT INTO ${prefix}history_change (carried, time, user_name, title, reason, sought, state, notes, begins, draft,
      size, bytes, to_set, stopping, aged)
    SELECT 0, n * 100, ${user}, '', '', ${user}, 'done', '[]', 1, 0, 1, 0, 0, 0, n * 100 FROM ${numbers} AS numbers;
  INSERT INTO ${prefix}history_list (change, position, number, device_key, device_kind, device_name, sought, kind,
      list_before, list_after, state, time, user_name, request_id)
    SELECT n, 0, n, 'phone/sep' || (${device}), 'phone', 'SEP' || (${device}), 'sep' || (${device}), 'speeddial', '${list}',
      '${list}', 'changed', n * 100, ${user}, 'request-' || n FROM ${numbers} AS numbers;
  UPDATE ${prefix}place SET number = (SELECT max(number) FROM ${prefix}history_list)`;
}
