import { createHash } from 'node:crypto';
import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, inIndexOrder } from '../domain/buttons.js';
import { deviceId } from '../domain/device.js';
import type { ProposedList } from './plan.js';

/** What a digest names: all that a plan is to do, and why. Its `ifMatch` names the list that was there before. */
export interface Digested {
  readonly title: string;
  readonly reason: string;
  readonly lists: readonly ProposedList[];
}

/** The form of what is digested: another one has another number. */
const form = 1;

/** @returns the digest of a plan: two have the same exactly when they say the same, in the same order */
export function digestOf({ title, reason, lists }: Digested): string {
  const canonical = JSON.stringify([form, title, reason, lists.map(canonicalForm)]);
  return createHash('sha256').update(canonical).digest('base64url');
}

function canonicalForm<Kind extends ButtonKind>({ device, kind, ifMatch, after }: ProposedList<Kind>): unknown[] {
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  return [deviceId(device), kind, ifMatch, inIndexOrder(after).map(rules.canonical)];
}
