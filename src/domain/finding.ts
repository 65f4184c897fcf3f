import type { ButtonKind, Entry } from './button-kinds.js';
import type { DeviceKind } from './device.js';

/** What can be wrong with a button, in words for people. A button has one finding: the first kind that matches. */
export const findingTexts = {
  'nobody-there': { title: 'Unused number', meaning: 'no device has the number' },
  'old-name': {
    title: 'Old name',
    meaning: 'the label is an old name of the number, or the name of another number',
  },
  twice: { title: 'Twice', meaning: 'the device has a button to the same number at a lower index' },
  ambiguous: { title: 'Ambiguous', meaning: 'the device watches the same digits in two partitions' },
  'unlike-others': { title: 'Unlike others', meaning: 'most buttons to the number have another label' },
} as const;

export type FindingKind = keyof typeof findingTexts;
export const findingKinds = Object.keys(findingTexts) as FindingKind[];

/** How many findings there are of each kind. */
export type FindingCounts = Readonly<Record<FindingKind, number>>;

export const noFindings = Object.fromEntries(findingKinds.map((kind) => [kind, 0])) as FindingCounts;

/** What would fix it: the entry with another label, no entry, or null if that is not known. */
export type Proposal = { readonly set: Entry } | { readonly remove: true } | null;

/** A button that is probably wrong. */
export interface Finding {
  /** It stays the same while the same button is wrong in the same way. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's description. */
  readonly description: string;
  readonly list: ButtonKind;
  readonly index: string;
  /** What the button points at: a number, or a free-form destination. */
  readonly dirn: string;
  /** The partition of the number that a busy lamp field watches; otherwise empty. */
  readonly partition: string;
  readonly label: string;
  /** When the first sweep that found it began, in milliseconds since 1970. */
  readonly since: number;
  /** Why the button is probably wrong, in a sentence. */
  readonly evidence: string;
  readonly proposal: Proposal;
}

/** Why someone has dismissed a finding. */
export interface Dismissal {
  readonly reason: string;
  readonly user: string;
  readonly time: Date;
}

/** A stored dismissal, and its finding. */
export interface KeptDismissal extends Dismissal {
  /** The finding's id. */
  readonly id: string;
  /** The evidence at that time. If it changes, the dismissal does not count any more. */
  readonly evidence: string;
}

/** A finding in an answer. */
export interface ListedFinding extends Finding {
  /** Null if no one has dismissed it. */
  readonly dismissal: Dismissal | null;
}
