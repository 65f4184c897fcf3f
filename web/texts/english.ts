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
    button: 'Button',
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
