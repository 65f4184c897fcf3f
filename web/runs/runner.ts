import { failureOf, runLimits } from '../../src/client/index.js';
import { changeList } from './change-list.js';
import { type ChosenList, deviceIdOf, grouped } from './chosen.js';
import type { Lists } from './lists.js';
import { type Clock, Pace } from './pace.js';
import type { Result, RunEnd } from './results.js';

export interface RunParts {
  readonly lists: Lists;
  readonly clock: Clock;
  /** Lets what is under way be finished, and begins nothing new. */
  readonly stop: AbortSignal;
  /** Hears what becomes of each list. */
  readonly onResult: (list: ChosenList, result: Result) => void;
  /** Hears until when the run waits because the service asks for it, and undefined when it goes on. */
  readonly onPause: (until: number | undefined) => void;
}

/** Changes buttons: two devices at a time, the lists of one device one after the other. */
export class Runner {
  readonly #parts: RunParts;
  readonly #pace: Pace;
  #failuresInARow = 0;
  #ended: RunEnd | undefined;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#pace = new Pace(parts.clock, parts.stop, parts.onPause);
  }

  /** @returns why it ended before every list had its turn; it does not reject for a list that cannot be changed */
  async run(lists: readonly ChosenList[]): Promise<RunEnd | undefined> {
    const devices = grouped(lists, deviceIdOf);
    const worker = async (): Promise<void> => {
      for (let device = devices.shift(); device; device = devices.shift()) {
        for (const list of device) await this.#list(list);
      }
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    return this.#ended;
  }

  async #list(list: ChosenList): Promise<void> {
    // While this one rests, another list may end the run.
    if (!this.#hasEnded() && !(await this.#pace.rest())) this.#ended ??= 'stopped';
    if (this.#hasEnded()) {
      this.#parts.onResult(list, { state: 'not-reached' });
      return;
    }
    this.#parts.onResult(list, { state: 'under-way' });
    const result = await changeList(list, this.#parts.lists, this.#pace);
    this.#count(result);
    this.#parts.onResult(list, result);
  }

  #hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  #count(result: Result): void {
    if (result.state === 'not-reached') this.#ended ??= 'stopped';
    if (result.state !== 'refused' && result.state !== 'unknown') {
      this.#failuresInARow = 0;
      return;
    }
    this.#failuresInARow += 1;
    if (result.error && failureOf(result.error).means === 'login') this.#ended ??= 'login';
    else if (this.#failuresInARow >= runLimits.mostFailuresInARow) this.#ended ??= 'failures';
  }
}
