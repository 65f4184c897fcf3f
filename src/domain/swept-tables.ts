/** The call manager's tables that a sweep of the inventory reads, in this order: what others refer to comes first. */
export const sweptTables = ['number', 'device', 'line', 'dial', 'lamp'] as const;
export type SweptTable = (typeof sweptTables)[number];
