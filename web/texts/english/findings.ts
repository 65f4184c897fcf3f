import { type Finding, findingTexts } from '../../../src/client/index.js';
import { counted } from './counted.js';

/** Buttons that are probably wrong. */
export const findings = {
  title: 'To fix',
  lead: 'Buttons that are probably wrong, from the last sweep of the cluster.',
  none: 'No button looks wrong.',
  toCheck: (lists: number) =>
    `${counted(lists, 'list')} ${lists === 1 ? 'was' : 'were'} changed since the last sweep. The next sweep checks ${lists === 1 ? 'it' : 'them'}.`,
  sweep: 'Sweep now',
  sweeping: 'The sweep has started…',
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
  fix: 'Fix…',
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
    start: 'Dismiss',
  },
  by: (user: string, reason: string) => `${user}: ${reason}`,
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
