import { deviceId, groupedBy, keyOf, type ListKey } from '../lists.js';
import type { PlannedList } from '../plan/plan.js';
import { atOnce } from '../plan/reader.js';
import { Stop } from '../stop.js';
import { changeList, type ChangeOutcome, type ChangeParts } from './change-list.js';
import type { Journal } from './journal.js';
import type { ListOutcome, Outcome, RunEnd } from './states.js';
import { withoutCall } from './without-call.js';

/** So many lists in a row that could not be changed end a run. */
const mostFailuresInARow = 5;

/** A list whose turn is to come. */
export interface Work {
  readonly planned: PlannedList;
  /** What became of it in an earlier part of the run; nothing more is done then. */
  readonly outcome?: Outcome | undefined;
  /** Whether an earlier part of the run may have changed it. */
  readonly inDoubt: boolean;
}

export interface RunOptions {
  /** Goes on, however many lists in a row cannot be changed. */
  readonly keepGoing: boolean;
  /** Hears of each list, once. */
  readonly onOutcome: (outcome: ListOutcome) => void;
}

export interface RunResult {
  /** In the order of the plan. */
  readonly outcomes: readonly ListOutcome[];
  /** Why it ended early. */
  readonly ended: RunEnd | undefined;
  /** What is to be said of that. */
  readonly detail: string | undefined;
}

interface Place extends Work {
  readonly place: number;
}

/** Carries a plan out: two devices at once, the lists of one device one after the other. */
export class Runner {
  readonly #parts: ChangeParts;
  readonly #journal: Journal;
  readonly #options: RunOptions;
  readonly #outcomes: ListOutcome[] = [];
  #settled: Promise<void> = Promise.resolve();
  #failuresInARow = 0;
  #ended: RunEnd | undefined;
  #detail: string | undefined;

  constructor(parts: ChangeParts, journal: Journal, options: RunOptions) {
    this.#parts = parts;
    this.#journal = journal;
    this.#options = options;
  }

  /** @returns what became of every list; it never rejects for a list that could not be changed */
  async run(work: readonly Work[]): Promise<RunResult> {
    const places = work.map((one, place) => ({ ...one, place }));
    const todo = places.filter((one) => !this.#isSettled(one));
    const devices = groupedBy(todo, ({ planned }) => deviceId(planned));
    const worker = async (): Promise<void> => {
      for (let device = devices.shift(); device !== undefined; device = devices.shift()) await this.#device(device);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await this.#settled;
    const ended = this.#ended ?? (this.#wasCutShort() ? 'interrupted' : undefined);
    return { outcomes: this.#outcomes, ended, detail: this.#detail };
  }

  #wasCutShort(): boolean {
    const { asked } = this.#parts.interruption;
    return asked.aborted && this.#outcomes.some(({ state }) => /^(not-reached|uncertain|refused)$/.test(state));
  }

  /** What needs no call is settled at once. */
  #isSettled({ planned, outcome, place }: Place): boolean {
    const settled = outcome ?? withoutCall(planned);
    if (settled) this.#tell(place, planned, settled);
    return settled !== undefined;
  }

  async #device(lists: readonly Place[]): Promise<void> {
    let isUnderWay = false;
    for (const list of lists) {
      const outcome: Outcome =
        this.#ended === undefined ? await this.#list(list, isUnderWay) : { state: 'not-reached' };
      isUnderWay = outcome.state !== 'not-reached';
      this.#tell(list.place, list.planned, outcome);
    }
  }

  /** A journal that cannot be written ends the run: nothing is sent that it does not know of. */
  async #list({ planned, inDoubt, place }: Place, isUnderWay: boolean): Promise<Outcome> {
    let outcome: ChangeOutcome = { state: 'not-reached' };
    try {
      outcome = await changeList(planned, this.#parts, {
        inDoubt,
        isUnderWay,
        intend: () => this.#journal.intend(place),
      });
      if (outcome.state !== 'not-reached') this.#settle(place, outcome);
    } catch (thrown) {
      this.#endForJournal(thrown);
    }
    this.#count(outcome);
    const { state, detail } = outcome;
    return { state, detail };
  }

  /** It is on the disk before the next intention is, so nobody waits for it alone. */
  #settle(place: number, outcome: Outcome): void {
    this.#settled = this.#journal.settle(place, outcome).catch((thrown: unknown) => {
      this.#endForJournal(thrown);
    });
  }

  #endForJournal(thrown: unknown): void {
    if (!(thrown instanceof Stop)) throw thrown;
    this.#end('journal', thrown.message);
  }

  #count({ state, detail, isLoginRefused = false }: ChangeOutcome): void {
    if (isLoginRefused) this.#end('refused-login', detail);
    if (state === 'changed' || state === 'changed-meanwhile') this.#failuresInARow = 0;
    if (state !== 'refused' && state !== 'uncertain') return;
    this.#failuresInARow += 1;
    if (this.#options.keepGoing || this.#failuresInARow < mostFailuresInARow) return;
    this.#end(
      'failures',
      `${mostFailuresInARow} lists in a row could not be changed; --keep-going goes on all the same`,
    );
  }

  #end(reason: RunEnd, detail: string | undefined): void {
    this.#ended ??= reason;
    this.#detail ??= detail;
  }

  #tell(place: number, list: ListKey, { state, detail }: Outcome): void {
    const outcome = { key: keyOf(list), state, detail };
    this.#outcomes[place] = outcome;
    this.#options.onOutcome(outcome);
  }
}
