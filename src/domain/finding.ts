import type { ButtonKind, Entry } from './button-kinds.js';
import type { DeviceKind } from './device.js';

/** What can be wrong with a button, in the order in which it speaks: a button has one finding, its first. */
export const findingKinds = ['nobody-there', 'old-name', 'twice', 'ambiguous', 'unlike-others'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** What would fix it: the entry with another label, no entry, or null if that is not known. */
export type Proposal = { readonly set: Entry } | { readonly remove: true } | null;

/** A button that is probably wrong. */
export interface Finding {
  /** The same as long as the same button is wrong in the same way. */
  readonly id: string;
  readonly kind: FindingKind;
  readonly device: string;
  readonly deviceKind: DeviceKind;
  /** The device's. */
  readonly description: string;
  readonly list: ButtonKind;
  readonly index: string;
  /** What the button points at: a number, or a free-form destination. */
  readonly dirn: string;
  /** That of the number that a busy lamp field watches; empty where there is none. */
  readonly partition: string;
  readonly label: string;
  /** When the first sweep that found it began, in milliseconds since 1970. */
  readonly since: number;
  /** What speaks against the button, in a sentence. */
  readonly evidence: string;
  readonly proposal: Proposal;
}

/** Why someone has dismissed a finding. */
export interface Dismissal {
  readonly reason: string;
  readonly user: string;
  readonly time: Date;
}

/** A dismissal, and what it is of. */
export interface KeptDismissal extends Dismissal {
  /** The finding's. */
  readonly id: string;
  /** What spoke against the button then: with other evidence, the finding is none that was dismissed. */
  readonly evidence: string;
}

/** A finding as callers are shown it. */
export interface ListedFinding extends Finding {
  /** Null if no one has dismissed it. */
  readonly dismissal: Dismissal | null;
}
