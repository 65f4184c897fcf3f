import type { ButtonKind, DeviceKind } from '../../../src/client/index.js';
import { counted } from './counted.js';

const missing: Readonly<Record<DeviceKind, string>> = {
  phone: 'There is no such phone',
  profile: 'There is no such device profile',
};

const empty: Readonly<Record<ButtonKind, string>> = {
  speeddial: 'No speed dials.',
  busylampfield: 'No busy lamp fields.',
};

/** A device's page: its lists, and how to edit and save them. */
export const device = {
  changes: 'Changes to this device',
  tab: (name: string) => `${name} · Buttons`,
  told: (kind: string, count: number) => `${kind}: ${count}`,
  lines: 'Lines',
  noLines: 'No line',
  missing,
  missingLead: (name: string) => `The call manager has no device of this kind with the name “${name}”.`,
  search: (name: string) => `Look for “${name}” in names and descriptions`,
  leftOver: 'Your changes to these lists are not saved, and can no longer be saved here:',
  empty,
  gap: (first: string, last: string) => (first === last ? `${first} free` : `${first}–${last} free`),

  add: {
    dial: 'Add a speed dial',
    number: 'Add a number to watch',
    destination: 'Add a free-form destination',
    here: { dial: 'Add here', number: 'Add number here', destination: 'Add destination here' },
    hereAt: (here: string, index: string) => `${here}, at ${index}`,
  },
  of: (field: string, index: string) => `${field} at ${index === '' ? 'no index' : index}`,
  drag: 'Drag to another index',
  more: (index: string) => `More for ${index}`,
  remove: (index: string) => `Remove ${index}`,
  restore: 'Restore',
  restoreAt: (index: string) => `Restore ${index}`,
  unseen: (names: string) => `It has characters that no one sees: ${names}.`,
  labelLong: (length: number) => `${counted(length, 'character')}: the call manager or the phone may take only 30.`,
  states: { added: 'Added', changed: 'Changed', moved: 'Moved', removed: 'Removed' },
  contested: 'also changed elsewhere',
  onlyPartition: (partition: string) =>
    partition === '' ? 'This number has no partition.' : `The partition is ${partition}, the only one of this number.`,
  otherPartition: 'The only partition of this number is',
  severalPartitions: 'This number is in several partitions: choose one.',
  noPartitions: 'The partitions of this number could not be loaded.',

  faults: {
    noIndex: 'Enter an index, such as 1.',
    noDigits: 'An index has only digits.',
    zero: 'The first index is 1.',
    taken: 'Another entry has this index.',
    noTarget: 'Enter a number.',
    noPartition: 'This number is in several partitions: choose one.',
    tooLong: 'At most 255 characters.',
    unfit: 'Control characters and broken Unicode cannot be stored.',
    unseen: 'A number has no characters that no one sees.',
  },

  rowMenu: {
    name: (index: string) => `Entry at ${index}`,
    up: 'Move up',
    down: 'Move down',
    moveTo: 'Move to…',
    insert: 'Insert here and shift down',
    remove: 'Remove',
  },
  moveTo: {
    title: (index: string, entry: string) => `Move ${entry === '' ? 'the entry' : entry} from ${index}`,
    index: 'New index',
    free: 'This index is free.',
    taken: 'This index has another entry:',
    move: 'Move',
    shift: 'Move, and shift the others',
    swap: 'Swap both',
  },
  makeRoom: { swap: 'Swap both', shift: 'Shift the others' },

  help: {
    lead: 'Each list has its own indexes. The phone button template decides which key of the phone shows which entry.',
    edit: 'Click a field to change it. Drag a row by its handle to another index, or use its menu. Nothing is sent before you review it.',
    keyboard: 'With the keyboard, Tab enters a list, arrow keys move in it, and Enter edits a field.',
  },

  copy: {
    open: 'Copy from another device…',
    title: (name: string) => `Copy buttons to ${name}`,
    lead: 'The selected buttons come into this page. Nothing is saved before you review it.',
    read: 'Show its buttons',
    missing: (text: string) => `There is no other phone or device profile for “${text}”.`,
    several: (text: string) => `Several devices match “${text}”. Choose one:`,
    severalOf: (text: string) => `Several devices match “${text}”:`,
    all: (count: number) => `Add all ${count}`,
    taken: 'this index has another entry',
    replace: 'Replace the lists',
    replaceNote: 'A replaced list has only the selected buttons.',
    fill: 'Add where the index is free',
    copy: (count: number) => (count === 0 ? 'Copy' : `Copy ${counted(count, 'button')}`),
    nothing: 'none',
  },
  give: {
    open: 'Copy to other devices…',
    title: (name: string) => `Copy the buttons of ${name} to other devices`,
    lead: 'They get them in place of their own buttons. You see every change before it is applied.',
    add: 'Add',
    targets: (count: number) => (count === 0 ? 'No device is chosen yet.' : `To ${counted(count, 'device')}:`),
    remove: (name: string) => `Leave out ${name}`,
    removeShort: 'Leave out',
    kinds: 'What is copied',
  },
  /** The titles of changes that set lists of a device together. */
  together: (name: string) => `Change the buttons of ${name}`,

  keys: {
    open: 'Keys',
    close: 'Hide the keys',
    title: 'Keys by index',
    lead: 'Cut the printed strips along their lines.',
    print: 'Print label strips',
    strip: (kind: string, name: string) => `${kind} of ${name}`,
    free: 'free',
    many: (count: number) => `${count} free`,
  },

  said: {
    added: (index: string) => `Added at ${index}.`,
    moved: (index: string) => `Moved to ${index}.`,
    removed: (index: string) => `Removed ${index}.`,
    restored: (index: string) => `Restored ${index}.`,
    copied: (from: string) => `The selected buttons of ${from} are in this page.`,
    undone: 'The last step was undone.',
    discarded: 'All changes were discarded.',
  },

  bar: {
    name: 'Changes that are not saved',
    saved: (kinds: string) => `${kinds}:`,
    list: (kind: string, summary: string) => `${kind}: ${summary}`,
    none: 'No changes.',
    faults: (count: number) => `${counted(count, 'field')} to correct`,
    undo: 'Undo',
    discard: 'Discard',
    review: 'Review and save',
    reviewToPropose: 'Review and propose',
  },

  review: {
    title: (name: string) => `Save the buttons of ${name}?`,
    titleToPropose: (name: string) => `Propose to change the buttons of ${name}?`,
    lead: (summary: string) => `${summary}. All other entries stay as they are.`,
    save: 'Save',
    saving: 'Saving…',
    back: 'Continue editing',
  },

  saved: {
    title: 'Saved',
    read: 'This page shows what the call manager has now.',
    unread: 'This page shows what was sent: it could not be read again.',
    notTold:
      'The phone was not told to load the list: this service is set up not to (AXL_AFTER_UPDATE). The phone shows the change after a restart: restart it in its settings, by its power, or with Reset in the call manager.',
    changes: 'See the changes to this device',
    undo: (lists: number) => (lists === 1 ? 'Undo this change' : 'Undo both'),
    undoing: 'Undoing…',
    undone: 'Undone',
    undoneDetail: (lists: number) =>
      lists === 1
        ? 'The list is again as it was before it was saved.'
        : 'Both lists are again as they were before they were saved.',
    undoneUnread: 'Refresh shows what the call manager has now: it could not be read again.',
    notUndone: 'It was not undone.',
    seeChange: 'See the change',
  },
  stillSaving: 'This list is being saved. It is shown when the save ends.',
  refused: 'Not saved. Your changes are still here.',

  unknown: {
    title: 'It is not known whether the list was saved',
    detail:
      'No answer came. Your changes are still here. Read the list again to see whether it was saved. It is also read again before your next review.',
    unread: 'The list could not be read. Your changes are still here. You can save them after the list is read.',
    old: 'The list was not saved: the call manager still has the old one. Your changes are still here. Save them again.',
  },

  newer: {
    title: 'This list has changed since you started',
    detail: 'This page shows your version, which is not saved.',
    compare: 'Compare and choose',
  },

  conflict: {
    title: 'This list has changed',
    lead: (kind: string) => `${kind}: nothing was overwritten. Compare both, and choose what to do.`,
    theirs: 'What has changed',
    mine: 'What you changed',
    both: (indexes: string) => `Indexes changed by both of you: ${indexes}.`,
    who: 'It was last set by',
    you: 'you, in another tab',
    elsewhere: (from: string, to: string) => `It was set elsewhere, between ${from} and ${to}.`,
    merge: 'Put mine on top of theirs',
    take: 'Take theirs, drop mine',
    overwrite: 'Save mine as a whole',
    explain: {
      merge: 'Nothing is sent yet. If both of you changed an index, yours is kept and marked.',
      take: 'Nothing is sent. Your changes are dropped; Undo restores them.',
      overwrite: 'The list becomes exactly yours; what has changed since is lost.',
    },
    merged: 'Your changes are now on top of the current list. Nothing is saved yet.',
    taken: 'Your changes are dropped. Undo restores them.',
  },
};
