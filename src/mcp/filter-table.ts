/** Written by `npm run docs`, from the tables of filters in the stores. */

/** The filters of each list: what a filter is given, and what it leaves. */
export const filterTable = {
  findings: {
    kind: {
      is: 'choice',
      about: 'Only findings of this kind: nobody-there, old-name, twice, ambiguous, unlike-others.',
      of: ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'],
    },
    dirn: {
      is: 'number',
      about: 'Only findings of buttons that dial or watch this number, also with pauses and codes behind it.',
    },
    device: { is: 'device', about: 'Only findings of this phone or device profile.' },
    dismissed: { is: 'flag', about: '`true`: dismissed findings. `false`, or left out: the others.' },
  },
  changes: {
    device: { is: 'device', about: 'Only changes of this phone or device profile.' },
    user: { is: 'text', about: 'Only changes of this user.', longest: 255 },
    state: {
      is: 'choice',
      about: 'Only changes in this state: draft, reading, proposed, running, stopped, done, partly-done, closed.',
      of: ['draft', 'reading', 'proposed', 'running', 'stopped', 'done', 'partly-done', 'closed'],
    },
    since: {
      is: 'time',
      about:
        'Only changes with a list that was set at this time or later (RFC 3339, with its offset); of a list that was never sent, the time of its change counts.',
    },
    until: { is: 'time', about: 'Only changes with a list that was set before this time (RFC 3339, with its offset).' },
    search: {
      is: 'text',
      about:
        'Only changes with this in their title, in their reason, or in the name of the user or of a device, in any letter case, with or without accents. If there is an inventory, also changes of devices with this in their description.',
      longest: 100,
    },
    number: { is: 'number', about: 'Only changes that add, remove or change a button with this number.' },
    source: { is: 'choice', about: 'Only changes made there: service or elsewhere.', of: ['service', 'elsewhere'] },
  },
} as const;
