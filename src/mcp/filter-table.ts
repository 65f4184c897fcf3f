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
    since: { is: 'time', about: 'Only changes from this time on (RFC 3339, with its offset).' },
    until: { is: 'time', about: 'Only changes before this time (RFC 3339, with its offset).' },
    search: {
      is: 'text',
      about:
        'Only changes with this in the name of the device or of the user, in any letter case. If there is an inventory, also changes of devices with this in their description, with or without accents.',
      longest: 100,
    },
    number: { is: 'number', about: 'Only changes that added, removed or changed a button with this number.' },
    run: { is: 'run', about: 'Only changes of this run; `none`: only those of no run.', longest: 20 },
    source: { is: 'choice', about: 'Only changes made there: service or elsewhere.', of: ['service', 'elsewhere'] },
  },
  runs: {
    user: { is: 'text', about: 'Only runs of this user.', longest: 255 },
    since: { is: 'time', about: 'Only runs that began at this time or later (RFC 3339, with its offset).' },
    until: { is: 'time', about: 'Only runs that began before this time (RFC 3339, with its offset).' },
  },
  plans: {
    state: {
      is: 'choice',
      about:
        'Only plans in this state: checking, proposed, approved, applying, applied, partly-applied, rejected, withdrawn, expired, outdated.',
      of: [
        'checking',
        'proposed',
        'approved',
        'applying',
        'applied',
        'partly-applied',
        'rejected',
        'withdrawn',
        'expired',
        'outdated',
      ],
    },
    user: { is: 'text', about: 'Only plans that this user proposed.', longest: 255 },
  },
} as const;
