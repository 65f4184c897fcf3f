import type { Change } from '../../../src/client/index.js';
import { counted, countedKinds } from './counted.js';

/** How a change ended; without a text here, it was not made. */
const outcomes: Readonly<Partial<Record<Change['outcome'], string>>> = {
  'in-progress': 'in progress',
  replaced: 'made',
  seen: 'made',
  'confirmed-by-reading': 'made (confirmed by reading the device)',
  'outcome-unknown': 'not known whether it was made',
  'rejected-by-call-manager': 'refused by the call manager',
  'call-manager-refused-credentials': 'not made: the call manager refused this service’s login',
  'axl-service-unavailable': 'not made: AXL is not active at the call manager',
  'axl-version-unsupported': 'not made: the call manager does not speak this AXL release',
  'call-manager-fault': 'not made: the call manager reported a fault',
  'call-manager-busy': 'not made: the call manager was busy',
  'call-manager-unavailable': 'not made: the call manager did not answer',
  'call-manager-unreachable': 'not made: the call manager could not be reached',
  'call-manager-timeout': 'not made: the call manager did not answer in time',
  'call-manager-answer-invalid': 'not made: the call manager’s answer could not be read',
  'changed-meanwhile': 'not made: somebody else had changed the list',
  'not-representable': 'not made: an entry could not be written back as it was',
  'phone-not-found': 'not made: there was no such phone',
  'profile-not-found': 'not made: there was no such device profile',
  overloaded: 'not made: this service had too much to do',
  'history-unavailable': 'not made: the history could not be reached',
  'internal-error': 'an error of this service',
};

const listsOf = (count: number): string => counted(count, 'list');

/** What a run has done to lists. */
const ofRun = {
  made: 'changed',
  'not-made': 'not changed',
  unknown: 'not known to be changed',
  'in-progress': 'in progress',
};

/** Who changed what, and undoing it. */
export const changes = {
  changes: {
    title: 'Changes',
    lead: 'Who changed what, the newest first.',
    filter: 'Filter',
    deviceKind: 'Kind of device',
    allKinds: 'All kinds',
    device: 'Device name',
    user: 'User',
    number: 'Number',
    run: 'Run',
    source: 'Made',
    anySource: 'Anywhere',
    sources: { service: 'By this service', elsewhere: 'Elsewhere' },
    search: 'Part of a name',
    since: 'From',
    until: 'To',
    today: 'Today',
    yesterday: 'Yesterday',
    lastDays: 'Last 7 days',
    show: 'Show',
    showAll: 'Show all',
    none: 'There is no such change.',
    older: 'Show older',
    told: (count: number, hasMore: boolean) =>
      `${counted(count, 'change')}${hasMore ? ', and there are older ones' : ''}`,
    time: 'Time',
    what: 'What',
    outcome: 'Outcome',
    unknownBefore: 'What was there before is not known.',
    unreadable: 'The record of this change is damaged and cannot be read.',
    gone: 'The device was removed.',
    elsewhere: 'changed elsewhere',
    elsewhereBetween: (from: string, to: string) => `changed elsewhere, between ${from} and ${to}`,
    foundLater: {
      after: 'found later: it was made',
      before: 'found later: it was not made',
      other: 'found later: another list was there',
    },
    ended: (outcome: Change['outcome']) => outcomes[outcome] ?? 'not made',
    ofRun: (counts: Readonly<Record<keyof typeof ofRun, number>>) =>
      countedKinds(counts, (count, kind) => `${listsOf(count)} ${ofRun[kind]}`),
    undoneOf: (count: number) => `${listsOf(count)} undone`,
    byRun: (id: string) => `by run ${id}`,
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
    who: 'User',
    when: 'When',
    seen: 'Seen',
    gone: 'Somebody has removed the device elsewhere, and with it:',
    goneUnknown: 'Somebody has removed the device elsewhere. What it had then is not known.',
    device: 'Device',
    kind: 'Buttons',
    outcome: 'Outcome',
    requestId: 'Request',
    made: 'What was changed',
    requested: 'What was requested',
    unreadable:
      'The record of this change is damaged: who made it and when is shown, its lists cannot be read any more.',
    unknownBefore:
      'What was there before this change is not known. So what it changed cannot be shown, and it cannot be undone.',
    listAfter: 'The list that was sent',
    all: 'All changes',
    ofDevice: 'Changes to this device',
    run: 'Run',
    undoes: 'Undoes',
    undoneBy: 'Undone by',
    undo: 'Undo…',
    whyNoUndo: {
      gone: 'It cannot be undone: the device is not there any more.',
      unreadable: 'It cannot be undone: the record of it is damaged.',
      'unknown-before': 'It cannot be undone: what was there before is not known.',
      'in-progress': 'It is still in progress.',
      'not-made': 'It was not made, so there is nothing to undo.',
      'no-difference': 'It changed nothing, so there is nothing to undo.',
    },
    entries: {
      title: 'Undo only the entries of this change?',
      lead: 'The other entries stay as they are. This is done only if each of these still is as this change left it:',
      undone: 'The entries of this change are as they were before it. The others stay as they are.',
    },
    confirm: {
      title: 'Undo this change?',
      lead: 'This is done only if nobody has changed the list since:',
      start: 'Undo',
      waiting: 'Undoing…',
    },
    undone: 'It is undone: the device has what was there before.',
    undoneById: (id: string) => `See change ${id}, which did it`,
    nothingToDo: 'There was nothing to do: the device has what was there before this change.',
    conflict: {
      title: 'Somebody has changed the list since. Nothing was undone.',
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
      before: 'The device has what was there before this change: it is undone.',
      after: 'The device still has what this change left: it is not undone. You can try again.',
    },
  },

  run: {
    title: (id: string) => `Run ${id}`,
    lists: 'Lists that it changed',
    undo: 'Undo this run…',
    confirm: 'Undo this run?',
    lead: 'Each list is set back only if it still is as this run left it. What became of each is shown.',
  },
};
