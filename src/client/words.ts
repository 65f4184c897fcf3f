/** Written by `npm run docs`, from the tables in src/domain and the schemas in src/http/routes. */

/** The kinds of devices that have buttons. */
export const deviceKinds = ['phone', 'profile'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** The kinds of buttons. Each kind has its own list. */
export const buttonKinds = ['speeddial', 'busylampfield'] as const;
export type ButtonKind = (typeof buttonKinds)[number];

/** The states of the call manager. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;
export type CallManagerState = (typeof callManagerStates)[number];

/** Where a change was made: by this service, or elsewhere. */
export const changeSources = ['service', 'elsewhere'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** The states of a change. */
export const changeStates = [
  'draft',
  'reading',
  'proposed',
  'running',
  'stopped',
  'done',
  'partly-done',
  'closed',
] as const;
export type ChangeState = (typeof changeStates)[number];

/** The states of a list of a change. */
export const listStates = [
  'unread',
  'open',
  'sending',
  'changed',
  'already',
  'changed-meanwhile',
  'refused',
  'stored-otherwise',
  'uncertain',
] as const;
export type ListState = (typeof listStates)[number];

/** The actions on a change. */
export const changeActions = ['propose', 'approve', 'reject', 'withdraw', 'apply', 'stop', 'undo'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** The kinds of faults of a button. */
export const findingKinds = ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The states of the lists that an application sets, when it begins and when it goes on. */
export const listsToSet = ['open', 'sending', 'refused', 'uncertain'] as const;

/** The limits of a change: its lists, its body in bytes and values, its texts in characters. */
export const changeBounds = {
  lists: 50000,
  bodyBytes: 2097152,
  bodyValues: 100000,
  title: 200,
  reason: 500,
  rejection: 200,
} as const;

/** The kinds of faults, in words for people. */
export const findingTexts = {
  'nobody-there': { title: 'Unused number', meaning: 'no device has the number' },
  'old-name': { title: 'Old name', meaning: 'the label is an old name of the number, or the name of another number' },
  twice: { title: 'Twice', meaning: 'the device has a button to the same number at a lower index' },
  ambiguous: { title: 'Ambiguous', meaning: 'the device watches the same digits in two partitions' },
  'unlike-others': { title: 'Unlike others', meaning: 'most buttons to the number have another label' },
} as const;
