import type { ButtonKind, Entry } from './button-kinds.js';
import type { DeviceKind } from './device.js';

/**
 * What can be wrong with a button, in words for people, and the rule by which it is found, in Markdown, for
 * docs/interface.md. A button has one finding: the first kind that matches.
 */
export const findingTexts = {
  'nobody-there': {
    title: 'Unused number',
    meaning: 'no device has the number',
    rule:
      'a busy lamp field watches a directory number that no device has and that does not forward all its calls ' +
      '(where the call manager lets the service read that); or a speed dial dials digits that ' +
      'were a directory number of this cluster in an earlier sweep, and are not one now. Buttons that may ' +
      'lead outside are left out: free-form busy lamp fields, and digits that a pattern of the call ' +
      'manager may match (a translation, a hunt pilot, a directory number with wildcards). A row that no one ' +
      'can dial matches nothing: a line of a phone template, a transformation, a text.',
  },
  'old-name': {
    title: 'Old name',
    meaning: 'the label is an old name of the number, or the name of another number',
    rule:
      'the button leads to a directory number that has a name, but its label is an old one:\n' +
      '  - The label is the alerting name, description or display of **another** directory number, and only ' +
      'of that one.\n' +
      '  - Or the label is an earlier one: no number has this name, buttons to this number had it, a change ' +
      'in the history (of this service or [made elsewhere](#changes-made-elsewhere)) replaced it, and no ' +
      'button got it since.\n' +
      "  - There is no finding if the label or one of the number's names contains the other. Within one " +
      'change, buttons with a partition and buttons with only digits are compared separately.\n' +
      '  - The proposal is the alerting name, otherwise the description, otherwise the display. It is ' +
      '`null` if displays differ, or if the name has more than 30 characters.',
  },
  twice: {
    title: 'Twice',
    meaning: 'the device has a button to the same number at a lower index',
    rule: 'the device has a button of the same kind to the same number, or to the same digits, at a lower index.',
  },
  ambiguous: {
    title: 'Ambiguous',
    meaning: 'the device watches the same digits in two partitions',
    rule:
      'a busy lamp field is the only one of its device to watch a number in one partition, and another one ' +
      'of the device watches the same digits in another partition.',
  },
  'unlike-others': {
    title: 'Unlike others',
    meaning: 'most buttons to the number have another label',
    rule:
      'of all buttons to the number, of either kind, at least 5 and at least 80 % have one label, and this ' +
      'button has another. An empty label does not count. Digits without a directory number count as a ' +
      'number; digits with several do not. If the other label is a name of the number, the proposal is ' +
      '`null`.',
  },
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

/**
 * A dismissal counts only if the finding still has the evidence with which it was dismissed.
 * @returns the dismissal of a finding; null if it has none
 */
export function dismissalOf({ id, evidence }: Finding, dismissals: readonly KeptDismissal[]): Dismissal | null {
  const kept = dismissals.find((dismissal) => dismissal.id === id && dismissal.evidence === evidence);
  return kept ? { reason: kept.reason, user: kept.user, time: kept.time } : null;
}
