import { runLimits } from '../../client/index.js';
import type { ButtonKind } from '../../domain/button-kinds.js';
import { deviceKeyOf, differenceOf, groupedBy, refOf, type ListRef } from '../lists.js';
import type { PlannedList } from '../plan/plan.js';
import { Stop } from '../stop.js';
import { changeList, type ChangeParts, type ListChange } from './change-list.js';
import type { Journal } from './journal.js';
import { mostOften } from './most-often.js';
import { type ListOutcome, type RunEnd, type Settled, settledAlready, stateFacts, type Work } from './states.js';

export interface RunOptions {
  /** Goes on, however many lists cannot be changed. */
  readonly keepGoing: boolean;
  /** Hears of each list that had its turn, once. */
  readonly onTurn: () => void;
}

export interface RunResult {
  /** In the order of the plan. */
  readonly outcomes: readonly ListOutcome[];
  /** Why it ended early. */
  readonly ended: RunEnd | undefined;
  /** What is to be said of that. */
  readonly detail: string | undefined;
}

interface Turn extends Work {
  /** Which of the lists of the plan it is. */
  readonly position: number;
}

/** Carries a plan out: two devices at once, the lists of one device one after the other. */
export class Runner {
  readonly #parts: ChangeParts;
  readonly #journal: Journal;
  readonly #options: RunOptions;
  readonly #outcomes: ListOutcome[] = [];
  #settled: Promise<void> = Promise.resolve();
  /** What was said of the failures since the last list that did not fail, the last of them. */
  #failures: string[] = [];
  readonly #refusals = new Map<string, number>();
  /** How long labels are that the call manager has refused, by kind. */
  readonly #refusedLabels = new Map<ButtonKind, number>();
  #ended: RunEnd | undefined;
  #detail: string | undefined;

  constructor(parts: ChangeParts, journal: Journal, options: RunOptions) {
    this.#parts = parts;
    this.#journal = journal;
    this.#options = options;
  }

  /** @returns what became of every list; it never rejects for a list that could not be changed */
  async run(work: readonly Work[]): Promise<RunResult> {
    const turns = work.map((one, position) => ({ ...one, position }));
    const todo = turns.filter((one) => {
      const settled = settledAlready(one);
      if (settled) this.#tell(one.position, one.planned, settled);
      return settled === undefined;
    });
    const devices = groupedBy(todo, ({ planned }) => deviceKeyOf(planned)).values();
    const worker = async (): Promise<void> => {
      for (const device of devices) await this.#device(device);
    };
    await Promise.all(Array.from({ length: runLimits.atOnce }, worker));
    await this.#settled;
    // After the last list there was nothing to end.
    const isThrough = this.#ended === 'failures' && this.#outcomes.every(({ state }) => state !== 'not-reached');
    if (isThrough) [this.#ended, this.#detail] = [undefined, undefined];
    const ended = this.#ended ?? (this.#wasCutShort() ? 'interrupted' : undefined);
    return { outcomes: this.#outcomes, ended, detail: this.#detail };
  }

  #wasCutShort(): boolean {
    const { asked } = this.#parts.interruption;
    return asked.aborted && this.#outcomes.some(({ state }) => stateFacts[state].isOpen && !stateFacts[state].isFinal);
  }

  async #device(lists: readonly Turn[]): Promise<void> {
    let isUnderWay = false;
    for (const list of lists) {
      const outcome: Settled =
        this.#ended === undefined ? await this.#list(list, isUnderWay) : { state: 'not-reached' };
      isUnderWay = outcome.state !== 'not-reached';
      this.#tell(list.position, list.planned, outcome);
      if (isUnderWay) this.#options.onTurn();
    }
  }

  /** A journal that cannot be written ends the run: nothing is sent that it does not know of. */
  async #list({ planned, inDoubt, position }: Turn, isUnderWay: boolean): Promise<Settled> {
    let change: ListChange = { state: 'not-reached' };
    try {
      change =
        this.#knownRefusal(planned, inDoubt) ??
        (await changeList(planned, this.#parts, {
          inDoubt,
          isUnderWay,
          intend: () => this.#journal.intend(position),
        }));
      if (change.state !== 'not-reached') this.#settle(position, change);
    } catch (thrown) {
      this.#endForJournal(thrown);
    }
    this.#count(planned, change);
    const { state, detail } = change;
    return { state, detail };
  }

  /** A label as long as one that the call manager has just refused need not be sent. */
  #knownRefusal(planned: PlannedList, inDoubt: boolean): ListChange | undefined {
    const bound = this.#refusedLabels.get(planned.kind);
    if (bound === undefined || inDoubt || longestNewLabel(planned) < bound) return undefined;
    const detail = `Not sent: the call manager has just refused a label of ${bound} characters, and this is as long.`;
    return { state: 'refused', detail };
  }

  /** It is on the disk before the next intention is, so nobody waits for it alone. */
  #settle(position: number, outcome: Settled): void {
    this.#settled = this.#journal.settle(position, outcome).catch((thrown: unknown) => {
      this.#endForJournal(thrown);
    });
  }

  #endForJournal(thrown: unknown): void {
    if (!(thrown instanceof Stop)) throw thrown;
    this.#end('journal', thrown.message);
  }

  #count(planned: PlannedList, { state, detail, failure, isLoginRefused = false }: ListChange): void {
    if (isLoginRefused) this.#end('refused-login', detail);
    if (failure?.code === 'rejected-by-call-manager' && saysTooLong(failure.detail, planned)) {
      const known = this.#refusedLabels.get(planned.kind) ?? Infinity;
      this.#refusedLabels.set(planned.kind, Math.min(known, longestNewLabel(planned)));
    }
    if (state === 'changed' || state === 'already-ok' || state === 'changed-meanwhile') this.#failures = [];
    if (state !== 'refused' && state !== 'uncertain') return;
    const { mostFailuresInARow: most } = runLimits;
    this.#failures = [...this.#failures, detail ?? ''].slice(-most);
    if (this.#failures.length >= most) {
      this.#endForFailures(`${most} lists in a row could not be changed: ${mostOften(this.#failures)}`);
    }
    const reason = failure ? failure.reason : 'not sent';
    if (state !== 'refused' || reason === undefined) return;
    const ofKind = `${planned.kind} ${reason}`;
    const count = (this.#refusals.get(ofKind) ?? 0) + 1;
    this.#refusals.set(ofKind, count);
    if (count >= most) this.#endForFailures(`${most} lists were refused for the same reason: ${detail ?? ''}`);
  }

  #endForFailures(why: string): void {
    if (!this.#options.keepGoing) this.#end('failures', `${why.replace(/\.$/, '')}; --keep-going goes on all the same`);
  }

  #end(reason: RunEnd, detail: string | undefined): void {
    this.#ended ??= reason;
    this.#detail ??= detail;
  }

  #tell(position: number, list: ListRef, { state, detail }: Settled): void {
    this.#outcomes[position] = { key: refOf(list), state, detail };
  }
}

/** What call managers and their databases say of a text that is too long. */
const tooLong =
  /\btoo (long|large|big|many char)|\b(length|longer|exceed|truncat)|\b(up to|at most|more than|maximum( of)?) \d/i;

/** @returns whether a refusal says of a label that it is too long; what it quotes of the list says nothing */
function saysTooLong(detail: string, planned: PlannedList): boolean {
  const said = newLabels(planned).reduce((text, label) => (label === '' ? text : text.replaceAll(label, '')), detail);
  return /label/i.test(said) && tooLong.test(said);
}

/** @returns how many characters the longest label has that a list is to get new; 0 where it gets none */
function longestNewLabel(planned: PlannedList): number {
  return Math.max(0, ...newLabels(planned).map((label) => Array.from(label).length));
}

function newLabels({ kind, before, after }: PlannedList): string[] {
  const { added, changed } = differenceOf(kind, before, after);
  return [
    ...added.map(({ label }) => label),
    ...changed.flatMap((pair) => (pair.before.label === pair.after.label ? [] : [pair.after.label])),
  ];
}
