import { counted } from './counted.js';

const buttonsTo = (buttons: number, to: string): string => `${counted(buttons, 'button')} to ${to}`;

/** Changing many buttons: what is meant. */
export const many = {
  withoutHistory:
    'This service keeps no history of changes, so it can change only one list at a time. The administrator of the service can turn the history on.',
  review: 'Review',
  reviewing: 'Working it out…',
  lost: 'If it arrived, the service has it. You can send it again: it is not made twice.',
  newLabel: 'New label',
  labelFault: 'A label has at most 255 characters, and no control characters.',
  relabel: {
    button: 'Relabel…',
    title: (dirn: string, label: string) => `Relabel ${dirn}: ${label}`,
    heading: (buttons: number, to: string) => `Relabel ${buttonsTo(buttons, to)}`,
    lead: 'You see every change before it is applied.',
    typeFirst: 'Type the new label.',
    changes: (labels: number, devices: number) =>
      labels === 0
        ? 'All of them have this label.'
        : `${counted(labels, 'label')} on ${counted(devices, 'device')} to change.`,
  },
  replace: {
    button: 'Change number…',
    title: (dirn: string, to: string) => `Replace ${dirn} by ${to}`,
    heading: (buttons: number, to: string) => `Change the number of ${buttonsTo(buttons, to)}`,
    dirn: 'New number',
    labelNote: 'If it is empty, each button keeps its label.',
    partition: 'Partition of the busy lamp fields',
    choosePartition: 'Choose a partition…',
    unknown: 'The call manager does not know this number. A busy lamp field cannot watch it.',
    unknownDial: 'The call manager does not know this number.',
    same: 'The buttons already have this number.',
    fault: 'A number has at most 255 characters, and none that no one sees.',
  },
  remove: {
    button: 'Remove…',
    title: (dirn: string) => `Remove the buttons to ${dirn}`,
  },
};
