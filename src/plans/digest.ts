import { createHash } from 'node:crypto';
import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, inIndexOrder } from '../domain/buttons.js';
import { deviceId } from '../domain/device.js';
import type { ProposedList } from './plan.js';

/**
 * What a digest covers: everything that a plan does, and why. Its `ifMatch` identifies the list that was there before.
 */
export interface Digested {
  readonly title: string;
  readonly reason: string;
  readonly lists: readonly ProposedList[];
}

/** The version of the digest's form. Increase it if the form changes. */
const form = 1;

/**
 * @returns the digest of a plan. Two plans have the same digest only if their contents are the same, in the same order
 */
export function digestOf({ title, reason, lists }: Digested): string {
  const canonical = JSON.stringify([form, title, reason, lists.map(canonicalForm)]);
  return createHash('sha256').update(canonical).digest('base64url');
}

function canonicalForm<Kind extends ButtonKind>({ device, kind, ifMatch, after }: ProposedList<Kind>): unknown[] {
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  return [deviceId(device), kind, ifMatch, inIndexOrder(after).map(rules.canonical)];
}
