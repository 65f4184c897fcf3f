/**
 * The call manager's tables that a sweep of the inventory reads, in this order. A table comes before the tables that
 * refer to it.
 */
export const sweptTables = ['number', 'device', 'line', 'dial', 'lamp', 'forward'] as const;
export type SweptTable = (typeof sweptTables)[number];

/**
 * The tables without which a sweep is still complete. If a call manager refuses to read such a table, what was read of
 * it earlier stays.
 */
export const optionalTables: ReadonlySet<SweptTable> = new Set(['forward']);
