/** The columns of a file of buttons, in the order in which they are written. */
export const columns = [
  'device',
  'deviceKind',
  'kind',
  'index',
  'dirn',
  'partition',
  'destination',
  'label',
  'pickup',
] as const;

export type Column = (typeof columns)[number];
