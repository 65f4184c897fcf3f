import type { Finding } from '../../../src/client/index.js';
import { counted } from './counted.js';

const kinds: Readonly<Record<Finding['kind'], string>> = {
  'nobody-there': 'Unused number',
  'old-name': 'Old name',
  twice: 'Twice',
  ambiguous: 'Ambiguous',
  'unlike-others': 'Unlike others',
};

const meanings: Readonly<Record<Finding['kind'], string>> = {
  'nobody-there': 'No device of this cluster has the number, or the number no longer exists.',
  'old-name': 'The label is the name of another number, or one that the buttons to this number had before.',
  twice: 'The device has a button of this kind to the same number at a lower index.',
  ambiguous: 'The device also watches the same digits in another partition.',
  'unlike-others': 'Most buttons to the number have another label.',
};

/** Buttons that are probably wrong. */
export const findings = {
  title: 'To fix',
  lead: 'Buttons that are probably wrong, from the last sweep of the cluster.',
  none: 'No button looks wrong.',
  told: (count: number) => `${counted(count, 'button')} to fix`,
  kindsName: 'What is wrong',
  all: 'All',
  kinds,
  meanings,
  more: (count: number) => `These are the first ${count}. When they are fixed, others follow.`,
  choose: 'Select',
  rest: (count: number) => `Show more (${count} left)`,
  chooseAll: 'Select all',
  chooseNone: 'Select none',
  proposal: 'Proposal',
  why: 'Why',
  remove: 'remove it',
  byHand: 'decide by hand',
  fix: (count: number) => (count === 0 ? 'Fix…' : `Fix ${counted(count, 'button')}…`),
  open: 'To fix',
  dismissed: 'Dismissed',
  noneSo: 'There is no finding of this kind.',
  noneDismissed: 'No finding is dismissed.',
  restore: 'Restore',
  dismiss: {
    button: 'Dismiss…',
    title: (count: number) => `Dismiss ${counted(count, 'finding')}?`,
    lead: (count: number) =>
      count === 1
        ? 'It is hidden here until its evidence changes.'
        : 'They are hidden here until their evidence changes.',
    reason: 'Reason',
    tooLong: (length: number, most: number) => `A reason has at most ${most} characters. This one has ${length}.`,
    start: 'Dismiss',
  },
  by: (user: string, reason: string) => `${user}: ${reason}`,
  run: (count: number) => `Fix ${counted(count, 'button')}`,
};
