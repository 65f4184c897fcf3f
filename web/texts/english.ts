import { buttons } from './english/buttons.js';
import { changes } from './english/changes.js';
import { counted } from './english/counted.js';
import { device } from './english/device.js';
import { keyboard } from './english/keyboard.js';
import { lookingUp } from './english/looking-up.js';
import { findings } from './english/findings.js';
import { many } from './english/many.js';

/**
 * Every text of the console, in English: by area, and here the texts of every page. Another language needs one more
 * file like this.
 */
export const english = {
  name: 'Phone buttons',
  skip: 'Skip to the content',
  separator: ', ',

  signIn: {
    title: 'Sign in',
    user: 'User name',
    password: 'Password',
    submit: 'Sign in',
    waiting: 'Signing in…',
    memory:
      'The password is kept only in the memory of this page. It is gone when you reload or close the page, or sign out.',
    wrong: 'The user name or the password is wrong.',
    colon: 'A user name cannot contain a colon.',
    idle: (minutes: number) =>
      `You were signed out after ${counted(minutes, 'minute')} without activity. ` +
      'Sign in as the same user to continue where you were. Your unsaved changes are still there.',
    refused: 'The service no longer accepts this login. Sign in again. Your unsaved changes are still there.',
  },

  idle: {
    title: 'Are you still there?',
    left: (seconds: number) =>
      `You will be signed out in ${counted(seconds, 'second')}, because there was no activity.`,
    kept: 'Your unsaved changes stay here. Sign in as the same user to continue.',
    stay: 'Stay signed in',
    leave: 'Sign out now',
  },

  header: {
    navigation: 'Main',
    changes: 'Changes',
    changesCount: (count: number, hasMore: boolean) => `${count}${hasMore ? '+' : ''}`,
    changesWaiting: 'waiting for you to approve',
    findings: 'To fix',
    account: 'Account',
    readOnly: 'read only',
    proposes: 'may propose',
    signOut: 'Sign out',
    unsaved: (count: number) => `${counted(count, 'list')} not saved`,
    unsettled: { saving: 'is being saved', unknown: 'not known whether it was saved' },
    leave: {
      title: 'Sign out and lose unsaved changes?',
      titleOfUndo: 'Sign out before the result of an undo is known?',
      undos: (changes: string) =>
        `It is not known yet whether these changes were undone: ${changes}. When you sign out, this page forgets that.`,
      stay: 'Stay',
      leave: 'Sign out',
    },
  },

  problem: {
    again: 'Try again',
    notLoaded: 'Not loaded.',
    partMissing: 'Not loaded. If the service was upgraded, reload the page.',
    passed: 'It answers again now.',
    againIn: (seconds: number) => `Try again in ${seconds} s`,
    requestId: 'Request',
    axlCode: 'AXL code',
    login: {
      title: 'The service did not accept the login',
      detail: 'At that time it refused the user name or the password. Try again.',
    },
    network: { title: 'The service cannot be reached', detail: 'There was no connection, or it was interrupted.' },
    timeout: {
      title: 'The service did not answer in time',
      detail: 'Something between this page and the service may be blocked.',
    },
    plain: {
      'history-off':
        'This service keeps no history of changes. The administrator of the service can turn it on. It then lists all later changes.',
      'change-not-found': 'The history has no change with this number.',
      'inventory-off': 'This service keeps no inventory of the cluster, so it cannot look for wrong buttons.',
      'inventory-incomplete': 'The whole cluster has not been read yet. Try again in a few minutes.',
    },
    foreign: {
      title: 'Something else answered',
      detail: (status: number) =>
        `The answer (HTTP ${status}) is not from this service. A proxy in front of it may have sent it.`,
    },
  },

  waiting: {
    now: 'Loading…',
    slow: 'The call manager is slow to answer. It handles few requests at once, so this can take a few seconds.',
  },
  notLoaded: (code: string) => `The list is saved, but the phone could not be made to load it (${code}).`,
  nowhere: { title: 'There is nothing at this address', home: 'Look something up' },
  files: {
    title: 'Buttons as a file',
    import: 'Import',
    lead: 'Choose or drop a CSV file, as it is exported. You see every change before it is applied.',
    export: 'Export as CSV',
    exportAll: 'Export all as CSV',
    exporting: 'Exporting…',
    notExported: 'Not exported',
  },
  csv: { copy: 'Copy as CSV', copied: 'Copied', notCopied: 'Not copied' },
  age: {
    read: (age: string) => `Read ${age}`,
    asOf: (age: string) => `As of ${age}`,
    now: 'just now',
    seconds: (seconds: number) => `${seconds} s ago`,
    minutes: (minutes: number) => `${minutes} min ago`,
    hours: (hours: number) => `${hours} h ago`,
    days: (days: number) => `${days} days ago`,
  },
  refresh: 'Refresh',
  selectNone: 'Select none',
  readAgain: 'Read again',
  reading: 'Reading…',
  close: 'Close',
  cancel: 'Cancel',
  propose: 'Propose…',
  chosen: (chosen: number, shown: number) => `${chosen} of ${shown} selected`,
  chooseAll: 'Select all shown',
  choose: (device: string, kind: string, index: string) => `${device}, ${kind} ${index}`,
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied.',

  ...lookingUp,
  ...buttons,
  device,
  many,
  keyboard,
  findings,
  ...changes,
};

export type Texts = typeof english;
