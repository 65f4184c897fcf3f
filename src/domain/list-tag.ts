import { createHash } from 'node:crypto';
import { type ButtonKind, type Entry, rulesOf } from './button-kinds.js';
import { canonicalList } from './buttons.js';

/**
 * It is not in buttons.ts, because the console uses that file, and browsers have no node:crypto.
 * @returns the strong entity tag of a list: two lists have the same exactly when they set the same buttons
 */
export function listTag(kind: ButtonKind, entries: readonly Entry[]): string {
  const hash = createHash('sha256').update(canonicalList(rulesOf(kind), entries));
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}
