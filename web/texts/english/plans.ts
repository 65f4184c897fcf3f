import type { Plan, PlanWithLists } from '../../../src/client/index.js';
import { counted } from './counted.js';

type PlanState = Plan['state'];
type ListState = PlanWithLists['changes'][number]['state'];

const states: Readonly<Record<PlanState, string>> = {
  checking: 'being checked',
  proposed: 'waits for approval',
  approved: 'approved',
  applying: 'being applied',
  applied: 'applied',
  'partly-applied': 'partly applied',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  outdated: 'outdated',
};

const meanings: Readonly<Record<PlanState, string>> = {
  checking: 'The service reads the lists that this plan changes. Then it can be approved.',
  proposed: 'Nothing is changed before someone approves this plan and someone applies it.',
  approved: 'Nothing is changed before someone applies this plan.',
  applying: 'The service sets the lists. You can leave this page.',
  applied: 'Every list is as planned.',
  'partly-applied': 'Some lists are not as planned.',
  rejected: 'It cannot be applied. Nothing was changed.',
  withdrawn: 'Its own proposer withdrew it. Nothing was changed.',
  expired: 'It was not approved and applied in time. Nothing was changed. Propose it again.',
  outdated:
    'When it was proposed, some of its lists were not those that it names, or their devices were missing. It cannot be approved. Propose it again.',
};

const listStates: Readonly<Record<ListState, string>> = {
  unread: 'not read yet',
  open: 'to be set',
  sending: 'being set',
  changed: 'set',
  already: 'was as planned',
  'changed-meanwhile': 'changed by someone else',
  refused: 'not set',
  uncertain: 'not known whether it is set',
};

const listsOf = (count: number): string => counted(count, 'list');

/** Plans: users propose them, others approve them, and the service applies them. */
export const plans = {
  title: 'Plans',
  lead: 'Changes that someone proposed and someone else approves, the newest first.',
  all: 'All plans',
  filter: 'Filter',
  state: 'State',
  anyState: 'Any state',
  by: 'Proposed by',
  anyone: 'Anyone',
  onlyBy: (user: string, self: string) => (user === self ? 'You' : user),
  states,
  meanings,
  listStates,
  waiting: 'Waiting for you',
  waitingLead: 'You can approve these, or apply them because you proposed or approved them.',
  others: 'All plans',
  none: 'No plans yet.',
  noneSo: 'No plan matches.',
  older: 'Show older',
  plan: 'Plan',
  lists: 'Lists',
  expires: 'Expires',
  told: (count: number, hasMore: boolean) => `${counted(count, 'plan')}${hasMore ? ', and there are older ones' : ''}`,

  document: (id: string) => `Plan ${id}`,
  tab: (id: string, title: string) => `${title} · Plan ${id}`,
  reason: 'Reason',
  noReason: 'No reason was given.',
  approved: 'Approved by',
  rejected: 'Rejected by',
  withdrawn: 'Withdrawn by',
  applied: 'Applied by',
  actions: 'What you can do',
  run: 'Run',
  digest: 'Digest',
  listCount: (state: ListState, count: number) => `${listsOf(count)} ${listStates[state]}`,
  perHour: (count: number) => (count === 0 ? 'without a pause' : `at most ${counted(count, 'list')} an hour`),

  reading: (read: number, all: number) => `Reading the lists: ${read} of ${all}…`,
  notAllRead: 'Not all lists of this plan could be read. You can decide when you have seen all of them.',
  changedSince: (count: number) =>
    count === 1
      ? 'One list was changed after this plan was proposed. It is left alone, unless it is again as it was.'
      : `${count} lists were changed after this plan was proposed. They are left alone, unless they are again as they were.`,
  outdated: (count: number) =>
    count === 1
      ? 'This list is not the one that the plan names:'
      : `These ${count} lists are not those that the plan names:`,
  more: (count: number) => `and ${count} more`,
  since: 'changed since:',
  own: 'You proposed this plan. Another user who may change buttons has to approve it.',
  mayNot: 'You may not approve or apply plans.',

  groups: 'The same on several devices',
  what: 'What',
  where: 'Buttons',
  devices: 'Device by device',
  difference: 'Change',
  result: 'Result',
  notRead: 'The list is not read yet.',
  progress: 'Lists that are done',
  done: (done: number, all: number) => `${done} of ${listsOf(all)} done`,
  stopping: 'Stopping. Lists in progress are finished first…',

  approve: 'Approve',
  reject: {
    button: 'Reject…',
    title: (plan: string) => `Reject “${plan}”?`,
    lead: 'It cannot be applied then. Its proposer can propose another one.',
    start: 'Reject',
  },
  withdraw: {
    button: 'Withdraw…',
    title: (plan: string) => `Withdraw “${plan}”?`,
    lead: 'It cannot be approved or applied then.',
    start: 'Withdraw',
  },
  apply: {
    button: 'Apply…',
    goOn: 'Continue…',
    title: (plan: string, count: number) => `Apply “${plan}” to ${listsOf(count)}?`,
    lead: 'The service sets the lists as one run of yours, also if you close this page. A list that has changed is left alone.',
    perHour: 'Lists an hour at most',
    perHourNote: '0 means as fast as possible.',
    wrong: (most: number) => `Type a number from 0 to ${most}.`,
    start: 'Apply',
    takes: (minutes: number) =>
      `It takes at least ${minutes < 90 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')}.`,
  },
  stop: 'Stop',
  seeRun: 'See the run',
  tooLong: (length: number, most: number) => `At most ${most} characters. There are ${length}.`,

  propose: {
    title: 'Propose this change?',
    lead: 'Nothing is changed now. Someone else looks at the plan and approves it. Then it can be applied.',
    name: 'Title',
    start: 'Propose',
    others: (count: number) => (count === 0 ? 'Propose' : `Propose the other ${listsOf(count)}`),
    sending: 'Proposing…',
    tooLarge: (count: number, most: number) =>
      `A plan has at most ${most} lists. These are ${count}. Select fewer buttons.`,
    leftOut: (count: number) =>
      count === 1
        ? 'One list is left out: its buttons are not as this page shows them.'
        : `${count} lists are left out: their buttons are not as this page shows them.`,
    nothing: 'Every list is already as it would be.',
    refused: 'It was not proposed.',
    lost: 'If it arrived, it is proposed. You can propose it again: the service keeps the same plan only once.',
  },

  failed: {
    state: 'Someone was faster. This page now shows the plan as it is.',
    digest: 'This page does not show the plan that the service has. Nothing was approved. Look at the plan again.',
    lost: 'No answer came. This page shows the plan as it is now.',
  },
};
