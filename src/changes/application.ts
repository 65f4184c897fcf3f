import { deviceId } from '../domain/device.js';
import { groupsOf } from '../domain/grouped.js';
import type { Observation } from '../observability/observations.js';
import { setList } from './carry-out.js';
import { type Change, type ChangeList, countIn, type ListState } from './change.js';
import type { Failure } from './failures.js';
import { SilentLists } from './silent-lists.js';
import { eachOf, type Pace, pause, type Places } from './pace.js';
import { secondsBeforeNext, whileAway } from './read-lists.js';
import { mayCarry } from './transitions.js';
import { type ChangeWorkOptions, endWork, type HeldChange, type PartOfWork, type WorkEnd } from './held-change.js';
import type { ApplicationEnded, Ended } from './store/change-store.js';

/** What an application needs. */
export interface ApplicationParts extends Omit<ChangeWorkOptions, 'store' | 'listMs'> {
  readonly work: PartOfWork;
  /** The places of this instance for setting lists. */
  readonly places: Places;
  /** The pace of this instance. */
  readonly pace: Pace;
}

/** How many devices of a change are set at the same time. The lists of one device are set one after another. */
const devicesAtOnce = 2;
/** So many lists in a row that the call manager stores otherwise end an application. */
const mostStoredOtherwise = 5;
/** How often a change looks whether writing was resumed, in milliseconds. */
const looksForWritingMs = 2_000;
/** The states of lists that were not tried to the end. */
const toDo = ['open', 'sending'] as const;
/** The states of lists from an earlier application that are tried again after all others. */
const last = ['refused', 'uncertain'] as const;
/** After these, someone else goes on, or this instance at its next turn. */
const unfinished: readonly WorkEnd[] = ['lost', 'closing', 'turn'];
/** How often a list is tried whose write may have been carried out each time. */
const mostTries = 4;
/**
 * The application of a change: sets its lists, each if it is still as it was when it was read. While the call manager
 * sets nothing, the whole change waits: each list is tried in its turn, and set aside for the next one. A list that the
 * call manager alone does not set ends; SilentLists says when.
 */
export class Application {
  readonly #held: HeldChange;
  readonly #parts: ApplicationParts;
  #otherwiseInARow = 0;
  /** Why it ends before its last list, as a sentence. */
  #why: string | undefined;
  /** The lists that were tried, and could not be set yet. */
  readonly #silent = new SilentLists();

  constructor(held: HeldChange, parts: ApplicationParts) {
    this.#held = held;
    this.#parts = parts;
  }

  /** @returns true if it has ended; false if another instance must go on */
  async run(): Promise<boolean> {
    const { change, holder } = this.#held;
    const { work, observe } = this.#parts;
    observe(this.#seen('running', change));
    if (change.application?.isStopping === true) endWork(this.#held, 'stopped');
    // What was refused or is uncertain from before comes last, so that it keeps nothing else from its turn.
    await this.#setAll(toDo, () => true);
    if (countIn(change.counts, last) > 0) await this.#setAll(last, ({ before }) => before !== null);
    const isSilent = ({ position }: ChangeList): boolean => this.#silent.has(position);
    while (!this.#isOver && (await this.#setAll([...toDo, ...last], isSilent)) > 0);
    const { because } = this.#held;
    if (because !== undefined && unfinished.includes(because)) return false;
    const present = await work.ask((store) => store.get(change.id));
    if (!present) return true;
    const ended = this.#endOf(present);
    const isEnded = await work.ask((store) => store.endApplication(change.id, holder, ended));
    if (isEnded) observe(this.#seen(ended.state, present));
    return isEnded;
  }

  /** @returns how it ended. What was stopped after its last list was not stopped */
  #endOf({ counts }: Change): ApplicationEnded {
    const { change, because } = this.#held;
    if (countIn(counts, ['changed', 'already']) === countIn(counts)) return { state: 'done', why: undefined };
    if (this.#why !== undefined) return { state: 'stopped', why: this.#why };
    const isAllTried = countIn(counts, toDo) === 0 && this.#silent.size === 0;
    if (because === undefined || isAllTried) return { state: 'partly-done', why: undefined };
    const why = because === 'right' ? `${carrierOf(change)} may not change buttons any more.` : 'It was stopped.';
    return { state: 'stopped', why };
  }

  #seen(state: Change['state'], { id, user, approval, counts }: Change): Observation {
    const carrier = carrierOf(this.#held.change);
    return { kind: 'change-carried', id, state, user: user ?? '', approver: approval?.user, carrier, lists: counts };
  }

  /** Sets the lists of some states, page by page. @returns how many there were */
  async #setAll(states: readonly ListState[], isMeant: (list: ChangeList) => boolean): Promise<number> {
    const { work } = this.#parts;
    let count = 0;
    for await (const page of work.pages(this.#held.change.id, states)) {
      if (this.#isOver) break;
      const meant = page.filter(isMeant);
      count += meant.length;
      const devices = groupsOf(meant, ({ device }) => deviceId(device));
      const setDevice = async (lists: readonly ChangeList[]): Promise<void> => {
        for (const list of lists) if (!this.#isOver) await this.#set(list);
      };
      await eachOf(devices, devicesAtOnce, setDevice, () => {
        endWork(this.#held, 'lost');
      });
    }
    return count;
  }

  get #isOver(): boolean {
    return this.#held.end.signal.aborted || this.#why !== undefined;
  }

  /** Sets one list. While the call manager is away, it waits; after some tries, the list is left for later. */
  async #set(list: ChangeList): Promise<void> {
    const { end } = this.#held;
    let present: ChangeList = list;
    // A try that has sent nothing does not count for the pace.
    for (let [tries, hasTurn] = [1, this.#silent.has(list.position)]; ;) {
      if (!hasTurn && !(await this.#turn())) return;
      hasTurn = true;
      await this.#untilWriting();
      const began = performance.now();
      const tried = await this.#parts.places.in(async () =>
        this.#mayGoOn ? setList(present, this.#setParts) : undefined,
      );
      if (!tried) return;
      const { failure, ended } = tried;
      if (failure?.means === 'login') {
        this.#why ??= `The call manager refuses the login of this service: ${failure.error.facts.detail}`;
        return;
      }
      if (failure?.means === 'away') {
        const now = this.#silent.failed(present, failure, began);
        if (now.is !== 'over') {
          await this.#rest(failure, now.tries);
          if (now.is === 'left') return;
          continue;
        }
      }
      this.#held.waitsFor = undefined;
      this.#silent.ended(present, ended);
      await this.#keep(present, ended);
      // A write whose answer was lost is looked at again, and sent again only if nothing has changed.
      if (ended.state !== 'uncertain' || failure?.again !== true || failure.means === 'away' || tries === mostTries)
        return;
      if (!(await pause(secondsBeforeNext(failure, tries) * 1_000, end.signal))) return;
      [tries, hasTurn] = [tries + 1, false];
      present = { ...present, state: 'uncertain', problem: ended.problem };
    }
  }

  async #keep({ position }: ChangeList, ended: Ended): Promise<void> {
    const { change, holder } = this.#held;
    const isHeld = await this.#parts.work.ask((store) => store.keepEnd(change.id, holder, position, ended));
    if (!isHeld) await this.#parts.work.hold(this.#held);
    this.#otherwiseInARow = ended.state === 'stored-otherwise' ? this.#otherwiseInARow + 1 : 0;
    if (this.#otherwiseInARow < mostStoredOtherwise) return;
    this.#why ??= `The call manager has kept another list than the one that was sent ${mostStoredOtherwise} times in a row.`;
  }

  /** Waits until the call manager, or what else is away, may be asked again. */
  async #rest(failure: Failure, tries: number): Promise<void> {
    this.#held.waitsFor = whileAway(failure);
    // The store may have refused the list because the change is to stop, or because another instance has it.
    await this.#parts.work.hold(this.#held);
    await pause(secondsBeforeNext(failure, Math.min(tries, 6)) * 1_000, this.#held.end.signal);
  }

  /** Waits for the pace. @returns whether to continue */
  #turn(): Promise<boolean> {
    return this.#parts.pace.turn(this.#held.end.signal, (isWaiting) => {
      if (isWaiting) this.#held.waitsFor = forPace;
      else if (this.#held.waitsFor === forPace) this.#held.waitsFor = undefined;
    });
  }

  /** Waits while all writing is stopped. */
  async #untilWriting(): Promise<void> {
    const { end } = this.#held;
    while ((await this.#parts.writingStop.shown()) && (await pause(looksForWritingMs, end.signal)));
  }

  /** Whether the next list may be sent: the change is held, is not to stop, and its carrier may still change buttons. */
  get #mayGoOn(): boolean {
    const { change } = this.#held;
    if (!mayCarry(change, this.#parts.rightOf(carrierOf(change)))) endWork(this.#held, 'right');
    return !this.#isOver;
  }

  get #setParts(): Parameters<typeof setList>[1] {
    const { change, holder } = this.#held;
    const { work, history, graceOver: endedBy } = this.#parts;
    return {
      ...this.#parts,
      ask: ({ position, undoes: number }, asked) => {
        const undoes = number === undefined ? undefined : { change: change.undoes ?? '', number };
        const of = { change: change.id, position, holder };
        return work.as({ user: carrierOf(change), of, undoes, endedBy }, asked);
      },
      found: ({ sent }, list) => (sent ? history.keepFound(sent.number, list) : Promise.resolve()),
    };
  }
}

const forPace = 'It waits for its pace: CHANGES_PER_HOUR lists an hour.';

function carrierOf({ application, user }: Change): string {
  return application?.user ?? user ?? '';
}
