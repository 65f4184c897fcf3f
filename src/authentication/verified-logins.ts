/** How long a login is known after its last use, in milliseconds. */
const knownMs = 24 * 60 * 60 * 1000;
/** A use is recorded only if the last recorded use is older than this, in milliseconds. */
const notedEveryMs = 60_000;
const mostKept = 10_000;

interface Verified {
  /** The last use, on the clock of performance.now. */
  readonly at: number;
  /** The state of the users at the time of its check. */
  readonly generation: number;
}

/** `verified`: it is right. `known`: it was right before the users changed. */
export type Standing = 'verified' | 'known' | 'unknown';

/**
 * The digests of logins that were right. Their number is bounded: a new login replaces one of the name that has the
 * most logins, the one that was unused for longest. So a caller with many addresses displaces no one else.
 */
export class VerifiedLogins {
  /** The logins by name and digest. Within a name, the login that was used last is at the end. */
  readonly #byName = new Map<string, Map<string, Verified>>();
  #size = 0;
  #generation = 0;

  /** Grows with each change of the users. */
  get generation(): number {
    return this.#generation;
  }

  standing(name: string, digest: string): Standing {
    const found = this.#byName.get(name)?.get(digest);
    const now = performance.now();
    if (!found || now >= found.at + knownMs) return 'unknown';
    if (found.generation !== this.#generation) return 'known';
    if (now >= found.at + notedEveryMs) this.keep(name, digest, found.generation);
    return 'verified';
  }

  /** @param generation the state of the users at the time of its check */
  keep(name: string, digest: string, generation: number): void {
    this.drop(name, digest);
    const ofName = this.#byName.get(name) ?? new Map<string, Verified>();
    this.#byName.set(name, ofName.set(digest, { at: performance.now(), generation }));
    this.#size += 1;
    if (this.#size > mostKept) this.#dropOne();
  }

  drop(name: string, digest: string): void {
    const ofName = this.#byName.get(name);
    if (!ofName?.delete(digest)) return;
    this.#size -= 1;
    if (ofName.size === 0) this.#byName.delete(name);
  }

  /** The users have changed: known logins must be checked again. */
  usersChanged(): void {
    this.#generation += 1;
  }

  #dropOne(): void {
    const [[name, ofName] = []] = [...this.#byName].sort(([, one], [, other]) => other.size - one.size);
    const [oldest] = ofName?.keys() ?? [];
    if (name !== undefined && oldest !== undefined) this.drop(name, oldest);
  }
}
