/** Every text of the console, in English. Another language is one more file with the same properties. */
export const english = {
  language: 'en',
  name: 'Phone buttons',
  skip: 'Skip to the content',
  separator: ', ',

  signIn: {
    title: 'Sign in',
    lead: 'With a user of this service.',
    user: 'User name',
    password: 'Password',
    submit: 'Sign in',
    waiting: 'Signing in…',
    memory: 'The password stays in the memory of this page. It is gone when you reload or close the page, or sign out.',
    wrong: 'The user name or the password is wrong.',
    colon: 'A user name has no colon.',
    idle: (minutes: number) =>
      `You were signed out: nothing was touched for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. ` +
      'Sign in as the same user to go on where you were; what was not saved is still there.',
    refused: 'The service does not take this login any more. Sign in again; what was not saved is still there.',
  },

  header: {
    navigation: 'Main',
    lookUp: 'Look up',
    changes: 'Changes',
    account: 'Account',
    readOnly: 'may look up only',
    signOut: 'Sign out',
    unsaved: (count: number) => (count === 1 ? '1 list not saved' : `${count} lists not saved`),
    leave: {
      title: 'Sign out and lose what is not saved?',
      stay: 'Stay',
      leave: 'Sign out',
    },
  },

  search: {
    label: 'Number, device name or description',
    placeholder: 'Number, name or description',
    submit: 'Look up',
  },

  home: {
    title: 'Look up',
    lead: 'Type a number to see who carries it and whose buttons point at it. Type a name, or a word of a description, to find devices.',
    recent: 'Looked up lately',
    noRecent: 'Nothing yet. This list is forgotten when you leave the page.',
    kinds: { number: 'Number', search: 'Search', phone: 'Phone', profile: 'Device profile' },
  },

  number: {
    title: (dirn: string) => dirn,
    document: (dirn: string) => `Number ${dirn}`,
    partitions: 'Route partitions',
    noPartition: 'no partition',
    unknown: 'The call manager knows no such number.',
    several: 'This number is in several partitions: these are different lines.',
    phones: (count: number) => (count === 1 ? 'Carried by 1 phone' : `Carried by ${count} phones`),
    phonesTitle: 'Phones that carry it',
    nobody: 'No phone carries this number.',
    lines: 'Lines',
    itsButtons: 'Buttons',
    buttonsTitle: 'Buttons that point at it',
    buttons: (count: number, devices: number) =>
      `${count === 1 ? '1 button' : `${count} buttons`} on ${devices === 1 ? '1 device' : `${devices} devices`}`,
    none: 'No speed dial and no busy lamp field points at this number.',
    relabel: 'Relabel…',
    changes: 'Changes that touch this number',
    elsewhere: (dirn: string) => `Devices with “${dirn}” in their name or description`,
  },

  devices: {
    title: (text: string) => `Devices with “${text}”`,
    lead: 'In their name or description, whatever the case of letters.',
    none: 'No phone and no device profile has this in its name or description.',
    asNumber: (text: string) => `Look “${text}” up as a number`,
    more: 'Show more',
  },

  table: {
    index: 'Index',
    number: 'Number',
    destination: 'Destination',
    target: 'Number or destination',
    partition: 'Partition',
    label: 'Label',
    pickup: 'Pickup',
    kind: 'Kind',
    device: 'Device',
    description: 'Description',
    model: 'Model',
    noLabel: 'no label',
    yes: 'yes',
    no: 'no',
  },

  kind: { speeddial: 'Speed dial', busylampfield: 'Busy lamp field' },
  kinds: { speeddial: 'Speed dials', busylampfield: 'Busy lamp fields' },
  deviceKind: { phone: 'Phone', profile: 'Device profile' },

  difference: {
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    nothing: 'No difference.',
    was: 'was',
    becomes: 'becomes',
    freeForm: 'free-form',
    pickup: 'pickup',
    noPickup: 'no pickup',
    summary: (added: number, changed: number, removed: number) =>
      [
        added > 0 ? `${added} added` : '',
        changed > 0 ? `${changed} changed` : '',
        removed > 0 ? `${removed} removed` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
  },

  device: {
    changes: 'Changes to this device',
    lines: 'Lines',
    noLines: 'No line',
    missing: { phone: 'There is no such phone', profile: 'There is no such device profile' },
    missingLead: (name: string) => `The call manager knows nothing of this kind with the name “${name}”.`,
    search: (name: string) => `Look for “${name}” in names and descriptions`,
    keys: 'Each list has indexes of its own. Which physical key shows which entry is a matter of the phone button template.',
    empty: { speeddial: 'No speed dials.', busylampfield: 'No busy lamp fields.' },
    gap: (first: string, last: string) => (first === last ? `${first} free` : `${first}–${last} free`),

    add: {
      dial: 'Add a speed dial',
      number: 'Add a number to watch',
      destination: 'Add a free-form one',
      here: { dial: 'Add here', number: 'Add number here', destination: 'Add free-form here' },
      hereAt: (here: string, index: string) => `${here}, at ${index}`,
    },
    of: (field: string, index: string) => `${field} at ${index === '' ? 'no index' : index}`,
    up: (index: string) => `Move ${index} up`,
    down: (index: string) => `Move ${index} down`,
    remove: (index: string) => `Remove ${index}`,
    restore: 'Restore',
    restoreAt: (index: string) => `Restore ${index}`,
    keysHelp:
      'In a row, Alt with the up or down arrow moves it. Ctrl+Z outside of a text field takes the last step back.',
    states: { added: 'Added', changed: 'Changed', moved: 'Moved', removed: 'Removed' },
    contested: 'changed by somebody else too',
    noPartition: 'no partition',
    onlyPartition: (partition: string) =>
      partition === ''
        ? 'This number has no partition.'
        : `The partition is ${partition}, the only one of this number.`,
    unknownNumber: 'The call manager knows no such number.',
    severalPartitions: 'This number is in several partitions: choose one.',
    noPartitions: 'The partitions of this number could not be loaded.',

    faults: {
      noIndex: 'Give an index, such as 1.',
      noDigits: 'An index has digits alone.',
      taken: 'This index is taken.',
      noTarget: 'Give a number.',
      tooLong: 'At most 255 characters.',
      unfit: 'Control characters and broken Unicode cannot be stored.',
    },

    said: {
      added: (index: string) => `Added at ${index}.`,
      moved: (index: string) => `Moved to ${index}.`,
      removed: (index: string) => `Removed ${index}.`,
      restored: (index: string) => `Restored ${index}.`,
      undone: 'The last step was taken back.',
      discarded: 'All changes were discarded.',
    },

    bar: {
      name: { speeddial: 'Changes of the speed dials', busylampfield: 'Changes of the busy lamp fields' },
      moved: (count: number) => `${count} moved`,
      none: 'Nothing is changed.',
      faults: (count: number) => (count === 1 ? '1 field to mend' : `${count} fields to mend`),
      undo: 'Undo',
      discard: 'Discard',
      review: 'Review and save',
    },

    review: {
      title: {
        speeddial: (name: string) => `Save the speed dials of ${name}?`,
        busylampfield: (name: string) => `Save the busy lamp fields of ${name}?`,
      },
      lead: 'This is what changes. Entries that are not listed stay as they are.',
      save: 'Save',
      saving: 'Saving…',
      back: 'Go on editing',
    },

    saved: {
      title: 'Saved',
      read: 'What is shown is what the call manager holds now.',
      unread: 'It could not be read again afterwards: what is shown is what was sent.',
      afterUpdate: (code: string) => `The list is set, but the phone could not be made to load it (${code}).`,
      changes: 'See the changes of this device',
    },
    refused: 'Not saved. What you changed is still here.',

    unknown: {
      title: 'Nobody knows whether the list was set',
      detail: 'The answer was lost. What you changed is still here. Read the list again to see what became of it.',
      unread: 'The list could not be read. What you changed is still here.',
      again: 'Read again',
      reading: 'Reading…',
      old: 'The list was not set: the call manager still has the old one. What you changed is still here; save it again.',
    },

    newer: {
      title: 'Somebody else has changed this list since you began',
      detail: 'What is shown here is your own state, which is not saved.',
      compare: 'Compare and choose',
    },

    conflict: {
      title: 'Somebody else has changed this list',
      lead: 'Nothing was overwritten. Compare, and choose what is to become of it.',
      theirs: 'What somebody else changed',
      mine: 'What you changed',
      both: (indexes: string) => `Changed by both of you: ${indexes}.`,
      take: 'Take theirs, drop mine',
      merge: 'Put mine on top of theirs',
      overwrite: 'Save mine as a whole',
      explain: {
        take: 'What you changed is lost.',
        merge: 'Nothing is sent yet. Where both changed an index, yours is kept and marked.',
        overwrite: 'The list becomes exactly yours; what somebody else changed is lost.',
      },
      merged: 'Your changes are now on top of the present list. Nothing is saved yet.',
    },
  },

  problem: {
    again: 'Try again',
    againIn: (seconds: number) => `Try again in ${seconds} s`,
    requestId: 'Request',
    axlCode: 'AXL code',
    network: { title: 'The service cannot be reached', detail: 'There was no connection, or it broke.' },
    timeout: {
      title: 'The service did not answer in time',
      detail: 'Something between this page and the service may hang.',
    },
    foreign: {
      title: 'Something else answered',
      detail: (status: number) =>
        `The answer (HTTP ${status}) is none of this service’s: something in front of it may have sent it.`,
    },
  },

  waiting: {
    now: 'Loading…',
    slow: 'The call manager takes its time. It answers few requests at once, so this can take some seconds.',
  },

  state: {
    title: 'State',
    callManager: 'Call manager',
    release: 'AXL release',
    noRelease: 'not known yet',
    user: 'Signed in as',
    rights: 'May change buttons',
    history: 'History',
    on: 'on',
    off: 'off',
    version: 'Version of the service',
    idle: 'Signed out after',
    minutes: (minutes: number) => (minutes === 1 ? '1 minute without a touch' : `${minutes} minutes without a touch`),
    offline: 'service not reachable',
    offlineMeaning: 'The service did not answer when this page asked last.',
    short: {
      ready: 'ready',
      busy: 'busy',
      'credentials-refused': 'refuses the service',
      unavailable: 'not reachable',
      unknown: 'not asked yet',
    },
    meaning: {
      ready: 'It answers.',
      busy: 'It asks to be left alone for a while, or more requests wait for it than it answers. Look-ups take longer.',
      'credentials-refused':
        'It refuses the name or the password that this service has for it. Whoever runs the service has to mend that.',
      unavailable: 'It does not answer, or not as it should.',
      unknown: 'Nobody has asked it anything yet.',
    },
  },

  nowhere: { title: 'There is nothing at this address', home: 'Look something up' },
  close: 'Close',
  cancel: 'Cancel',
};

export type Texts = typeof english;
