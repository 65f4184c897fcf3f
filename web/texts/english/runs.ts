import { buttonsOn, counted } from './counted.js';

/** The result of a list in a run. */
type ResultState =
  | 'waiting'
  | 'under-way'
  | 'changed'
  | 'already'
  | 'changed-meanwhile'
  | 'not-undoable'
  | 'refused'
  | 'unknown'
  | 'unchanged'
  | 'not-reached';

const relabel = {
  title: (dirn: string, label: string) => `Relabel ${dirn}: “${label}”`,
  document: (dirn: string) => `Relabel ${dirn}`,
  above: 'New label for the buttons to',
  back: 'Back to the number',
  lead: 'Select the buttons that get the new label. You see every change before it is applied.',
  readOnly: 'You are signed in as a read-only user. To relabel buttons, sign in as a user who may change them.',
  newLabel: 'New label',
  fault: 'A label has at most 255 characters, and no control characters.',
  filters: 'Show',
  all: 'All',
  kind: 'Kind',
  presentLabel: 'Current label',
  labelCount: (label: string, count: number) => `${label === '' ? 'no label' : label} (${count})`,
  partition: 'Partition of the busy lamp fields',
  choosePartition: 'Choose a partition…',
  several:
    'This number is in several partitions. These are different lines and may belong to different people, so no button is selected. Choose a partition to select its busy lamp fields. Speed dials have no partition: the phone decides whom they call.',
  chooseAll: 'Select all shown buttons',
  choose: (device: string, kind: string, index: string) => `${device}, ${kind} ${index}`,
  otherPartition: 'partition not chosen',
  nothingToDo: 'no change',
  becomes: 'becomes',
  noneShown: 'No button matches these filters.',
  discard: 'Discard',
  chosen: (chosen: number, shown: number) => `${chosen} of ${shown} selected`,
  heading: (labels: number, to: string) => `Change ${counted(labels, 'label')} of buttons to ${to}?`,
  change: 'Change…',
  changes: (labels: number, devices: number) =>
    `${counted(labels, 'label')} on ${counted(devices, 'device')} to change`,
  typeFirst: 'Type the new label first.',
  chooseFirst: 'Select a button that has another label.',
};

const states: Readonly<Record<ResultState, string>> = {
  waiting: 'waiting',
  'under-way': 'in progress…',
  changed: 'changed',
  already: 'already done',
  'changed-meanwhile': 'skipped: the list has changed',
  'not-undoable': 'skipped: the list before is not known',
  refused: 'not changed',
  unknown: 'not known',
  unchanged: 'not changed (confirmed by reading)',
  'not-reached': 'not reached',
};

/** Changing many buttons: the plan, the progress and the results. */
const runs = {
  other: (title: string) => `This run is in progress: ${title}. Only one run can be in progress at a time.`,
  seeOther: 'See the progress',
  strip: {
    running: (title: string, done: number, of: number) => `${title} · ${done} of ${of} lists done`,
    over: (title: string, counts: string) => `${title} · ended: ${counts}`,
    short: (done: number, of: number) => `${done} of ${of}`,
    ended: 'Ended',
    see: 'See the results',
  },
  preview: {
    now: 'Now',
    after: 'After',
    buttons: 'Buttons',
    on: buttonsOn,
    removed: 'removed',
    show: 'Show',
    showDevice: (name: string) => `Show the buttons of ${name}`,
    chosen: 'to be changed',
    lead: 'A list is changed only if its buttons are still as this page shows them.',
    start: (count: number) => (count === 1 ? 'Change it' : 'Change them'),
  },
  replace: {
    button: 'Change number…',
    title: (dirn: string, to: string, count: number) => `Point ${counted(count, 'button')} to ${dirn} at ${to}`,
    heading: (buttons: number, to: string) => `Change the number of ${counted(buttons, 'button')} to ${to}`,
    dirn: 'New number',
    labelNote: 'If it is empty, each button keeps its label.',
    unknown: 'The call manager does not know this number. A busy lamp field cannot watch it.',
    unknownDial: 'The call manager does not know this number.',
    same: 'The buttons already have this number.',
    fault: 'A number has at most 255 characters, and none that no one sees.',
  },
  remove: {
    button: 'Remove…',
    title: (dirn: string, count: number) => `Remove ${counted(count, 'button')} to ${dirn}`,
    heading: (buttons: number, to: string) => `Remove ${counted(buttons, 'button')} to ${to}?`,
    start: (count: number) => (count === 1 ? 'Remove it' : 'Remove them'),
  },
  progress: 'Lists that are done',
  done: (done: number, of: number) => `${done} of ${of} lists done`,
  stop: 'Stop',
  stopping: 'Stopping. Lists in progress are finished first…',
  /** Why a run waits, by the state of the service and the call manager. */
  pausedBy: (health: string) =>
    health === 'offline'
      ? 'The service does not answer.'
      : health === 'unavailable'
        ? 'The call manager does not answer.'
        : 'The service asked for a pause.',
  paused: (why: string, time: string) => `${why} The run continues at ${time}.`,
  leave: 'You can use other pages during the run. The run ends if you close or reload this page or sign out.',
  again: 'Retry the failed lists',
  anew: 'Show the buttons again',
  kept: 'See it in the changes',
  buttons: 'Buttons',
  result: 'Result',
  count: (count: number) => counted(count, 'button'),
  ended: {
    stopped: 'You stopped it.',
    'signed-out': 'It ended because you were signed out. Lists in progress were finished.',
    failures: 'It ended because five lists in a row could not be changed.',
    login: 'It ended because the service refuses this login, or this login may not change buttons.',
  },
  states,
  undoStates: {
    ...states,
    changed: 'undone',
    already: 'nothing to undo',
    refused: 'not undone',
    unchanged: 'not undone (confirmed by reading)',
  },
  unknownMeaning: 'No answer came. The buttons may or may not be changed.',
  counts: (state: string, lists: number) => `${counted(lists, 'list')} ${state}`,
};

/** Relabelling many buttons, and all other changes of many. */
export const manyButtons = { relabel, runs };
