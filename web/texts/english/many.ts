import { buttonsOn, counted } from './counted.js';

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

/** Changing many buttons: what will be done. */
const many = {
  withoutHistory:
    'This service keeps no history of changes, so it can change only one list at a time. The administrator of the service can turn the history on.',
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
};

/** Relabelling many buttons, and all other changes of many. */
export const manyButtons = { relabel, many };
