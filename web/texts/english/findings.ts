import { type Finding, findingTexts } from '../../../src/client/index.js';
import { counted } from './counted.js';

/** Buttons that are probably wrong. */
export const findings = {
  title: 'To fix',
  lead: 'Buttons that are probably wrong, from the last sweep of the cluster.',
  none: 'No button looks wrong.',
  told: (count: number) => `${counted(count, 'button')} to fix`,
  kindsName: 'What is wrong',
  all: 'All',
  kind: (kind: Finding['kind']): string => findingTexts[kind].title,
  meaning: (kind: Finding['kind']): string => sentence(findingTexts[kind].meaning),
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

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
