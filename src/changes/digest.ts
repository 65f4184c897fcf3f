import { createHash, type Hash } from 'node:crypto';
import { type Entry, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, inIndexOrder } from '../domain/buttons.js';
import { deviceId } from '../domain/device.js';
import type { Change, ChangeList } from './change.js';

/** The version of the digest's form. Increase it if the form changes. */
const form = 2;

/**
 * The digest of a change, worked out list by list. Two changes have the same digest only if their title and reason are
 * the same, and in the same order each list's key, name, kind, before, after and problem.
 */
export class Digest {
  readonly #hash: Hash = createHash('sha256');

  constructor({ title, reason }: Pick<Change, 'title' | 'reason'>) {
    this.#add([form, title, reason]);
  }

  add({ device, uuid, kind, before, after, problem }: ChangeList): void {
    const rules = rulesOf(kind) as unknown as ButtonRules<Entry>;
    const shown = (list: readonly Entry[] | null): unknown => list && inIndexOrder(list).map(rules.canonical);
    this.#add([deviceId(device), uuid, kind, shown(before), shown(after), problem?.code, problem?.detail]);
  }

  /** @returns the digest. Nothing can be added after that */
  end(): string {
    return this.#hash.digest('base64url');
  }

  #add(part: readonly unknown[]): void {
    this.#hash.update(`${JSON.stringify(part)}\n`);
  }
}
