import type { Change, ListState } from '../../../src/client/index.js';
import { counted, countedKinds } from './counted.js';

const states: Readonly<Record<Change['state'], string>> = {
  draft: 'draft',
  reading: 'being read',
  proposed: 'proposed',
  running: 'running',
  stopped: 'stopped',
  done: 'done',
  'partly-done': 'partly done',
  closed: 'closed',
};

const closed: Readonly<Record<NonNullable<Change['closedBecause']>, string>> = {
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  expired: 'expired',
  'nothing-to-change': 'nothing to change',
};

/** The states of a list of a change. */
export const listStates: Readonly<Record<ListState, string>> = {
  unread: 'not read yet',
  open: 'to be set',
  sending: 'being set',
  changed: 'changed',
  already: 'was as asked for',
  'changed-meanwhile': 'not changed: someone else had changed it',
  refused: 'not changed',
  'stored-otherwise': 'changed, but the call manager has set something else than what was sent',
  uncertain: 'may or may not be changed',
};

/** Why a list was not changed, by the code of its problem; the others are not changed. */
const refusals: Readonly<Partial<Record<string, string>>> = {
  'rejected-by-call-manager': 'refused by the call manager',
  'call-manager-refused-credentials': 'not changed: the call manager refused this service’s login',
  'axl-service-unavailable': 'not changed: AXL is not active at the call manager',
  'axl-version-unsupported': 'not changed: the call manager does not speak this AXL release',
  'call-manager-fault': 'not changed: the call manager reported a fault',
  'call-manager-busy': 'not changed: the call manager was busy',
  'call-manager-unavailable': 'not changed: the call manager did not answer',
  'call-manager-unreachable': 'not changed: the call manager could not be reached',
  'call-manager-timeout': 'not changed: the call manager did not answer in time',
  'call-manager-answer-invalid': 'not changed: the call manager’s answer could not be read',
  'not-representable': 'not changed: an entry could not be written back as it was',
  'phone-not-found': 'not changed: there was no such phone',
  'profile-not-found': 'not changed: there was no such device profile',
  overloaded: 'not changed: this service was busy',
  'history-unavailable': 'not changed: the history could not be reached',
};

const listsOf = (count: number): string => counted(count, 'list');

/** The history of changes, and undo. */
export const changes = {
  changes: {
    title: 'Changes',
    lead: 'Who changed what, and what waits for an approval, the newest first.',
    states,
    closed,
    listStates,
    state: 'State',
    anyState: 'Any state',
    waiting: 'Waiting for you',
    waitingLead: 'Someone proposed these changes, and you can approve them.',
    undone: { partly: 'Partly undone.', whole: 'Undone.' },
    filter: 'Filter',
    deviceKind: 'Kind of device',
    allKinds: 'All kinds',
    device: 'Device name',
    user: 'User',
    number: 'Number',
    source: 'Source',
    anySource: 'Any source',
    sources: { service: 'This service', elsewhere: 'Elsewhere' },
    search: 'Part of a name',
    since: 'From',
    until: 'To',
    days: 'Often asked for',
    mine: 'Mine',
    proposed: 'Waiting for approval',
    running: 'Running',
    today: 'Today',
    yesterday: 'Yesterday',
    lastDays: 'Last 7 days',
    show: 'Show',
    showAll: 'Show all',
    none: 'No change matches.',
    older: 'Show older',
    told: (count: number, hasMore: boolean) =>
      `${counted(count, 'change')}${hasMore ? ', and there are older ones' : ''}`,
    time: 'Time',
    what: 'What',
    outcome: 'Outcome',
    unknownBefore: 'The list before is not known.',
    unreadable: 'The record of this change is damaged and cannot be read.',
    gone: 'The device was removed.',
    elsewhere: 'changed elsewhere',
    elsewhereBetween: (from: string, to: string) => `changed elsewhere, between ${from} and ${to}`,
    foundLater: {
      after: 'found later: it was applied',
      before: 'found later: it was not applied',
      other: 'found later: the device had another list',
    },
    ended: (state: ListState, code: string | undefined) =>
      (state === 'refused' ? refusals[code ?? ''] : undefined) ?? listStates[state],
    lists: listsOf,
    ofLists: (counts: Readonly<Partial<Record<ListState, number | undefined>>>) =>
      countedKinds(counts, (count, state) => `${listsOf(count)} ${listStates[state]}`),
    undoes: (id: string) => `undoes ${id}`,
    undoneBy: (id: string) => `undone by ${id}`,
    export: {
      start: 'Export as CSV',
      busy: (count: number) => `Reading… ${count}`,
      cut: (count: number) => `The file has the newest ${count} changes. Narrow the filter for older ones.`,
    },
  },

  change: {
    title: (id: string) => `Change ${id}`,
    ofList: (kinds: string, device: string) => `${kinds} of ${device}`,
    tab: (id: string, kinds: string, device: string) => `${kinds} of ${device} · Change ${id}`,
    tabOfMany: (id: string, title: string) => `${title} · Change ${id}`,
    who: 'User',
    when: 'When',
    seen: 'Seen',
    gone: 'The device was removed elsewhere, with these buttons:',
    goneUnknown: 'The device was removed elsewhere. Its buttons at that time are not known.',
    device: 'Device',
    kind: 'Buttons',
    outcome: 'Outcome',
    requestId: 'Request',
    made: 'What was changed',
    requested: 'What was requested',
    unreadable: 'The record of this change is damaged. Its lists cannot be read.',
    unknownBefore:
      'The list before this change is not known. So the difference cannot be shown, and the change cannot be undone.',
    listAfter: 'The list that was sent',
    all: 'All changes',
    ofDevice: 'Changes to this device',
    undoes: 'Undoes',
    undoneBy: 'Undone by',
    undo: 'Undo…',
    whyNoUndo: {
      gone: 'It cannot be undone: the device no longer exists.',
      unreadable: 'It cannot be undone: its record is damaged.',
      'unknown-before': 'It cannot be undone: the list before is not known.',
      'in-progress': 'It is still in progress.',
      'not-made': 'It was not applied, so there is nothing to undo.',
      'no-difference': 'It changed nothing, so there is nothing to undo.',
    },
    entries: {
      title: (id: string, kinds: string, device: string) =>
        `Undo only the entries of change ${id}? ${kinds} of ${device}`,
      lead: 'The other entries stay as they are. The undo works only if each of these entries is still as this change left it:',
      undone: 'The entries of this change are as they were before it. The others stay as they are.',
    },
    confirm: {
      title: (id: string, kinds: string, device: string) => `Undo change ${id}? ${kinds} of ${device}`,
      lead: 'The undo works only if no one has changed the list since:',
      start: 'Undo',
      waiting: 'Undoing…',
    },
    undone: 'Undone: the device has the list from before this change.',
    undoneById: (id: string) => `See change ${id}, which undid it`,
    nothingToDo: 'There was nothing to do: the device already has the list from before this change.',
    conflict: {
      title: 'Someone has changed the list since. Nothing was undone.',
      left: 'The list after this change',
      present: 'The list now',
      between: 'Changed since then',
      edit: 'Go to the device to change it there',
      entries: 'Undo only its entries…',
      entriesNote:
        'The entries that this change touched may still be as it left them. The others then stay as they are.',
    },
    unknown: {
      title: 'It is not known whether it was undone',
      detail: 'No answer came in time, or the connection broke. Read the device again to see what it has.',
    },
    held: {
      before: 'The device has the list from before this change: it is undone.',
      after: 'The device still has the list from this change: it is not undone. You can try again.',
    },
  },
};
