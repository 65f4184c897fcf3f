import type { Change, ListState } from '../../../src/client/index.js';
import { listStates } from './changes.js';
import { buttonsOn, counted } from './counted.js';

const meanings: Readonly<Record<Change['state'], string>> = {
  draft: 'Only you see it. Nothing is changed.',
  reading: 'The service reads the lists that this change sets.',
  proposed: 'Nothing is changed yet.',
  running: 'The service sets the lists. You can leave this page, or close it.',
  stopped: 'Some lists are not set. It can go on.',
  done: 'Every list is as asked for.',
  'partly-done': 'Some lists are not as asked for.',
  closed: 'Nothing was changed, and nothing will be.',
};

const listsOf = (count: number): string => counted(count, 'list');

/** A change of many lists: asked for, approved, and carried out by the service. */
export const changeLists = {
  state: 'State',
  by: 'Asked for by',
  lists: 'Lists',
  expires: 'Expires',
  meanings,
  reason: 'Reason',
  noReason: 'No reason was given.',
  approved: 'Approved by',
  rejected: 'Rejected by',
  withdrawn: 'Withdrawn by',
  applied: 'Begun by',
  actions: 'What you can do',
  listCount: (state: ListState, count: number) => `${listsOf(count)} ${listStates[state]}`,

  finding: 'Looking for the lists…',
  on: buttonsOn,
  reading: (read: number, all: number) => `Reading the lists: ${read} of ${all}…`,
  notAllRead: 'Not all lists of this change could be read. You can decide when you have seen all of them.',
  changedSince: (count: number) =>
    count === 1
      ? 'One list was changed after it was read. It is left alone, unless it is again as it was.'
      : `${count} lists were changed after they were read. They are left alone, unless they are again as they were.`,
  problems: (count: number) =>
    count === 1 ? 'This list cannot be set. The others can:' : `These ${count} lists cannot be set. The others can:`,
  more: (count: number) => `and ${count} more`,
  since: 'changed since:',
  own: 'You proposed this change. Another user has to approve it.',
  mayNot: 'You may not approve changes.',

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
    title: (change: string) => `Reject “${change}”?`,
    lead: 'Nothing is changed then. Its author can propose another one.',
    start: 'Reject',
  },
  withdraw: {
    button: 'Withdraw…',
    title: (change: string) => `Withdraw “${change}”?`,
    lead: 'It cannot be approved or begun then.',
    start: 'Withdraw',
  },
  apply: 'Apply',
  goOn: 'Continue',
  discard: 'Discard',
  undo: {
    part: (some: number, all: number) => `Undo ${some} of ${listsOf(all)}…`,
    title: (change: string, some: number, all: number) =>
      some === 0 ? `Undo “${change}”?` : `Undo ${some} of ${listsOf(all)} of “${change}”?`,
    lead: (mayChange: boolean) =>
      mayChange
        ? 'A list is restored only if it is still as this change left it. You see the result of each list.'
        : 'The undo is proposed, and someone else approves it. A list is restored only if it is still as this change left it.',
  },
  stop: 'Stop',
  tooLong: (length: number, most: number) => `At most ${most} characters. There are ${length}.`,

  propose: {
    title: 'Propose this change?',
    lead: 'Nothing is changed now. Someone else looks at the change and approves it.',
    name: 'Title',
    start: 'Propose',
    sending: 'Sending…',
  },

  failed: {
    state: 'Someone was faster. This page now shows the change as it is.',
    digest: 'This page does not show the change that the service has. Nothing was approved. Look at the change again.',
    lost: 'No answer came. This page shows the change as it is now.',
  },
};
