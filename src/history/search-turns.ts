import { whenAborted } from '../use-cases/time-limit.js';
import { HistoryUnavailable } from './store/history-problems.js';

/** So many searches are at the store at once, over all users. */
const mostAtOnce = 4;
/** So many may wait for that, over all users. */
const mostWaiting = 200;

interface Waiting {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * The turns of searches in the history. Users take turns, whoever of them has asked for most; and where too many wait,
 * the user with most of them gives way. So nobody can keep others from searching.
 */
export class SearchTurns {
  /** Those of each user in order of arrival; the user who was served last is the last. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingInAll = 0;
  #atWork = 0;

  /**
   * @param signal is aborted when the user waits no longer; a search that has not begun then never begins
   * @returns what the search returns
   * @throws HistoryUnavailable where too many wait, and when the signal is aborted
   */
  async take<Result>(user: string, signal: AbortSignal, search: () => Promise<Result>): Promise<Result> {
    if (this.#atWork >= mostAtOnce) await this.#turn(user, signal);
    else this.#atWork += 1;
    try {
      return await search();
    } finally {
      this.#passOn();
    }
  }

  /** Waits until a search may begin; it counts as at work then. */
  #turn(user: string, signal: AbortSignal): Promise<void> {
    this.#makeRoom(user);
    const own = this.#waiting.get(user) ?? [];
    this.#waiting.set(user, own);
    this.#waitingInAll += 1;
    let stopListening = (): void => undefined;
    const turn = new Promise<void>((begin, reject) => {
      const refuse = (): void => {
        reject(tooMany());
      };
      const waiting = { begin, refuse };
      own.push(waiting);
      // Whose turn has come has it, also where it is given up in that moment.
      stopListening = whenAborted(signal, () => {
        if (this.#leave(user, waiting)) reject(new HistoryUnavailable('deadline'));
      });
    });
    return turn.finally(() => {
      stopListening();
    });
  }

  /** The next user's turn, if anybody waits. */
  #passOn(): void {
    const [next] = this.#waiting;
    const [user, [first]] = next ?? ['', []];
    if (!first) {
      this.#atWork -= 1;
      return;
    }
    this.#leave(user, first);
    const rest = this.#waiting.get(user);
    if (rest) {
      this.#waiting.delete(user);
      this.#waiting.set(user, rest);
    }
    first.begin();
  }

  /** @throws HistoryUnavailable where nobody has more that wait than the user */
  #makeRoom(user: string): void {
    if (this.#waitingInAll < mostWaiting) return;
    const [most, theirs] = [...this.#waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = theirs.at(-1);
    if (!last || (this.#waiting.get(user)?.length ?? 0) >= theirs.length) throw tooMany();
    this.#leave(most, last);
    last.refuse();
  }

  /** @returns whether it was still waiting */
  #leave(user: string, waiting: Waiting): boolean {
    const own = this.#waiting.get(user);
    const position = own?.indexOf(waiting) ?? -1;
    if (!own || position < 0) return false;
    own.splice(position, 1);
    this.#waitingInAll -= 1;
    if (own.length === 0) this.#waiting.delete(user);
    return true;
  }
}

function tooMany(): HistoryUnavailable {
  return new HistoryUnavailable('too many readers');
}
