/**
 * The call manager's tables that a sweep of the inventory reads, in this order. A table comes before the tables that
 * refer to it.
 */
export const sweptTables = ['number', 'device', 'line', 'dial', 'lamp'] as const;
export type SweptTable = (typeof sweptTables)[number];
