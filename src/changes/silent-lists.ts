import { deviceId } from '../domain/device.js';
import type { ChangeList } from './change.js';
import type { Failure } from './failures.js';
import type { Ended } from './store/change-store.js';

/** After how many tries in a row a list is left for later, and after how many that failed for it alone it ends. */
const mostTries = 6;
/** How long the lists of the only device that is left are tried, in milliseconds. */
const mostAloneMs = 15 * 60_000;

/** What a failed try means for a list: `again` at once, `left` for later, or `over`. */
export interface Silence {
  readonly is: 'again' | 'left' | 'over';
  /** How often it has failed so far. */
  readonly tries: number;
}

/** A list that was not set so far, although nothing is known against it. */
interface Tried {
  readonly device: string;
  /** When its first try failed, on the clock of performance.now(). */
  readonly since: number;
  readonly tries: number;
  /** How many of the tries began after a list of another device was set. */
  readonly alone: number;
}

/**
 * The lists of an application that the call manager does not set now. Whether that is because of the call manager, or
 * of the device, shows by the lists of other devices:
 * - If one of these is set, and six later tries of the list fail all the same, the list ends.
 * - If its device is the only one that is left, the list ends fifteen minutes after its first try.
 * - Otherwise it is tried until the call manager sets it, or until someone stops the change.
 *
 * A failure that is not one of the call manager, but of the service's own database, ends no list.
 */
export class SilentLists {
  readonly #lists = new Map<number, Tried>();
  /** When a list was last set, by its device: the last two devices are enough to know of another one. */
  #set: readonly { readonly device: string; readonly at: number }[] = [];

  get size(): number {
    return this.#lists.size;
  }

  has(position: number): boolean {
    return this.#lists.has(position);
  }

  /** @param began when the try began, on the clock of performance.now() */
  failed({ position, device: of }: ChangeList, { isOfCallManager }: Failure, began: number): Silence {
    const device = deviceId(of);
    const before = this.#lists.get(position) ?? { since: performance.now(), tries: 0, alone: 0 };
    const isAlone = this.#set.some((other) => other.device !== device && other.at > before.since && other.at < began);
    const tries = before.tries + 1;
    const alone = before.alone + (isAlone && isOfCallManager ? 1 : 0);
    this.#lists.set(position, { device, since: before.since, tries, alone });
    if (isOfCallManager && (alone >= mostTries || this.#isLast(device, before.since, tries))) {
      return { is: 'over', tries };
    }
    return { is: tries < mostTries ? 'again' : 'left', tries };
  }

  /** A list has ended, well or not. */
  ended({ position, device: of, state }: ChangeList, ended: Ended): void {
    this.#lists.delete(position);
    // What an earlier try has set says nothing about now.
    if (ended.state !== 'changed' || state === 'sending' || state === 'uncertain') return;
    const device = deviceId(of);
    this.#set = [{ device, at: performance.now() }, ...this.#set.filter((other) => other.device !== device)].slice(
      0,
      2,
    );
  }

  /** Whether no other device is left, and the lists of this one were tried for long enough. */
  #isLast(device: string, since: number, tries: number): boolean {
    const isOnly = [...this.#lists.values()].every((other) => other.device === device);
    return isOnly && tries > mostTries && performance.now() - since >= mostAloneMs;
  }
}
