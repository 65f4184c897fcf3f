import { setTimeout as delay } from 'node:timers/promises';
import {
  type ButtonKind,
  buttonKinds,
  type ButtonLists,
  type Entry,
  type EntryOf,
  rulesOf,
} from '../domain/button-kinds.js';
import { sameButtons } from '../domain/buttons.js';
import { type DeviceKey, type DeviceKind, deviceNoun, named } from '../domain/device.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import { changeOfRest, type RestChange, type RestOfDevice } from '../domain/rest-of-device.js';
import { isAsAsked, reasonOf, StoredOtherwise } from '../domain/stored-otherwise.js';
import { type Observe, ofRequest } from '../observability/observations.js';
import type { CallContext } from './call-context.js';
import type { HeldButtons } from './call-manager.js';
import { type ButtonsToWrite, goneSince, OutcomeUnknown, type Settled, writeButtons } from './write-buttons.js';
import type { JournalTurn } from './write-journal.js';
import type { WritingStop } from './writing-stop.js';

/** A write that the call manager has confirmed. */
export interface WatchedWrite<Kind extends ButtonKind> extends ButtonsToWrite<Kind> {
  /** What was read before; undefined if nothing was read. */
  readonly before: HeldButtons<EntryOf[Kind]> | undefined;
}

/** What was found after a write. */
export interface Found<Kind extends ButtonKind> {
  /** The list of the device now, if it is not exactly the one that was asked for. */
  readonly present: readonly EntryOf[Kind][] | undefined;
  /** The error for the caller, if something else was set. */
  readonly otherwise: StoredOtherwise | undefined;
}

/**
 * The pauses between two reads of a list that is not yet the one that was asked for, in milliseconds. A publisher may
 * show the list from before for some 3 seconds.
 */
const pausesMs = [100, 200, 400, 800, 1_600];

/**
 * How many writes in a row must find a changed rest of their device before that counts as the fault of writing. One
 * such change is put down to someone else, unless all of something is gone.
 */
const strikesThatStop = 2;

/**
 * Reads each device after a write, in the same turn, and decides what the write did. If it has changed more than its
 * list, it stops all writing.
 */
export class WriteWatch {
  readonly #writingStop: WritingStop;
  readonly #observe: Observe;
  #strikes = 0;
  /** What writes have left unchanged since the start. */
  readonly #proved = new Set<string>();

  constructor(writingStop: WritingStop, observe: Observe) {
    this.#writingStop = writingStop;
    this.#observe = observe;
  }

  /**
   * Whether a device must be read before a write, even if nothing else needs that: until a write of the same kind has
   * left lines and another list unchanged. Only a read before can show what a write has destroyed.
   */
  needsBefore(kind: ButtonKind, deviceKind: DeviceKind): boolean {
    return !['lines', 'list'].every((part) => this.#proved.has(`${deviceKind} ${kind} ${part}`));
  }

  /**
   * Reads the device until it shows what the write did.
   * @throws OutcomeUnknown if it does not show that in time; ServiceError if the device is gone
   */
  async look<Kind extends ButtonKind>(
    write: WatchedWrite<Kind>,
    { uuid, seen }: Settled<Kind>,
    turn: JournalTurn | undefined,
    context: CallContext,
  ): Promise<Found<Kind>> {
    let last: Look<Kind> | undefined;
    for (const pauseMs of [0, ...pausesMs]) {
      if (pauseMs > 0 && !(await paused(pauseMs, context))) break;
      const known = last === undefined && seen ? { held: seen, isReplica: false } : undefined;
      const look = judged(write, known ?? (await readAfter(write, context)), uuid);
      // What is wrong must be seen twice. So a change that is under way is not taken for the result of the write.
      if (look.is === 'as-asked' || (look.is === 'otherwise' && last?.is === 'otherwise' && isSame(look, last))) {
        return this.#decide(write, look, turn, context);
      }
      last = look;
    }
    if (last && mayBeDecided(write, last)) return this.#decide(write, last, turn, context);
    throw notShown();
  }

  /**
   * Reads the device after a refusal, because a call manager may answer with a fault though it has set the list.
   * @returns what was read, if the list is not the one from before any more, or if the rest of the device was lost
   * @throws the refusal in any other case
   */
  async lookAfterRefusal<Kind extends ButtonKind>(
    write: WatchedWrite<Kind>,
    refusal: ServiceError,
    context: CallContext,
  ): Promise<Settled<Kind>> {
    const { kind, entries: asked, before } = write;
    const after = await readAfter(write, context).catch(() => undefined);
    if (!after || after.isReplica || (before && before.uuid !== after.held.uuid)) throw refusal;
    const { held: seen } = after;
    const lost = before?.rest && seen.rest && changeOfRest(before.rest, seen.rest)?.isLoss;
    const isSet = before
      ? !sameButtons(rulesOf(kind), before.entries, seen.entries)
      : isAsAsked(kind, asked, seen.entries);
    if (!isSet && !lost) throw refusal;
    return { uuid: seen.uuid, outcome: 'confirmed-by-reading', before: before?.entries, seen };
  }

  async #decide<Kind extends ButtonKind>(
    write: WatchedWrite<Kind>,
    look: Look<Kind>,
    turn: JournalTurn | undefined,
    context: CallContext,
  ): Promise<Found<Kind>> {
    const { kind, device, entries: asked, before } = write;
    const { entries: present } = look.held;
    const isKept = isAsAsked(kind, asked, present);
    // A write of this service whose answer was lost may have been carried out late.
    if (!isKept && (await turn?.mayHaveSet(kind, present, look.held.uuid))) throw notShown();
    const besides = await this.#besides(write, look, turn, context);
    if (besides === undefined && isKept) {
      return { present: sameButtons(rulesOf(kind), asked, present) ? undefined : present, otherwise: undefined };
    }
    // From now on, each write reads before, so that the next one knows sooner what became of its list.
    this.#proved.clear();
    const lists = { kind, asked, present, before: before?.entries };
    if (besides !== undefined) {
      this.#strikes = 0;
      await this.#writingStop.stop({ device: named(device), words: besides }, context);
    }
    return { present, otherwise: new StoredOtherwise(lists, besides) };
  }

  /** @returns what the write has changed besides its list; undefined if it was someone else, or nothing was changed */
  async #besides<Kind extends ButtonKind>(
    { kind, device, before }: WatchedWrite<Kind>,
    { held, change }: Look<Kind>,
    turn: JournalTurn | undefined,
    context: CallContext,
  ): Promise<string | undefined> {
    const left = change && before?.rest && held.rest && (await notExplained(before.rest, held, turn));
    if (left === undefined) {
      this.#prove(kind, device.kind, before, held);
      return undefined;
    }
    this.#strikes += 1;
    const isHarm = left.isLoss || this.#strikes >= strikesThatStop || this.#writingStop.known !== undefined;
    if (isHarm) return left.words;
    this.#observe({ kind: 'changed-beside', ...ofRequest(context), device: named(device), words: left.words });
    return undefined;
  }

  #prove(
    kind: ButtonKind,
    deviceKind: DeviceKind,
    before: HeldButtons<Entry> | undefined,
    held: HeldButtons<Entry>,
  ): void {
    if (!before?.rest || !held.rest) return;
    const { lines, lists } = before.rest;
    if (lines.length > 0) this.#proved.add(`${deviceKind} ${kind} lines`);
    if (Object.values(lists).some((list) => list.length > 0)) this.#proved.add(`${deviceKind} ${kind} list`);
    this.#strikes = 0;
  }
}

/** What a write is subject to; each is left out if there is none. */
export interface WriteGuards {
  readonly writingStop: WritingStop | undefined;
  readonly watch: WriteWatch | undefined;
  readonly turn: JournalTurn | undefined;
}

/**
 * Writes a list, finds out the outcome, and looks at the device afterwards.
 * @throws ServiceError; only OutcomeUnknown means that the list may be set
 */
export async function writeWatched<Kind extends ButtonKind>(
  write: WatchedWrite<Kind>,
  { writingStop, watch, turn }: WriteGuards,
  context: CallContext,
): Promise<{ readonly settled: Settled<Kind>; readonly found: Found<Kind> | undefined }> {
  const mayWrite = async (): Promise<void> => {
    await writingStop?.refuseIfStopped();
    await turn?.verify();
  };
  const settled = await writeButtons(write, { ...context, mayWrite }).catch((thrown: unknown) => {
    if (!watch || !isServiceError(thrown, 'rejected-by-call-manager')) throw thrown;
    return watch.lookAfterRefusal(write, thrown, context);
  });
  return { settled, found: await watch?.look(write, settled, turn, context) };
}

/** What one read shows about a write. */
interface Look<Kind extends ButtonKind> {
  /**
   * `not-yet`: it shows the list from before, or a list that could be it; `otherwise`: another list, or a changed rest
   * of the device
   */
  readonly is: 'as-asked' | 'not-yet' | 'otherwise';
  readonly held: HeldButtons<EntryOf[Kind]>;
  /** What has changed besides the list. */
  readonly change: RestChange | undefined;
}

/**
 * @param uuid the key that the call manager gave for the write
 * @throws OutcomeUnknown if another device has the name now
 */
function judged<Kind extends ButtonKind>(
  { kind, entries: asked, before, device }: WatchedWrite<Kind>,
  { held, isReplica }: ReadAfter<Kind>,
  uuid: Uuid,
): Look<Kind> {
  const isOfBefore = before?.uuid === held.uuid;
  if (before && !isOfBefore && uuid !== held.uuid) throw nameMoved(device);
  const isComparable = isOfBefore && !isReplica;
  const change = isComparable && before.rest && held.rest ? changeOfRest(before.rest, held.rest) : undefined;
  const look = { held, change };
  if (isAsAsked(kind, asked, held.entries)) return { ...look, is: change ? 'otherwise' : 'as-asked' };
  if (change) return { ...look, is: 'otherwise' };
  const mayBeOld = !isComparable || sameButtons(rulesOf(kind), before.entries, held.entries);
  return { ...look, is: mayBeOld ? 'not-yet' : 'otherwise' };
}

function isSame<Kind extends ButtonKind>(one: Look<Kind>, other: Look<Kind>): boolean {
  return JSON.stringify([one.held.entries, one.held.rest]) === JSON.stringify([other.held.entries, other.held.rest]);
}

/** Whether a list that does not change any more shows that something else was set, after all pauses. */
function mayBeDecided<Kind extends ButtonKind>(
  { kind, entries, before }: WatchedWrite<Kind>,
  look: Look<Kind>,
): boolean {
  if (look.is === 'otherwise') return true;
  return !before && reasonOf({ kind, asked: entries, present: look.held.entries, before: undefined }) !== undefined;
}

/**
 * @returns what has changed, without the lists that an earlier write of this service may have set late, because its
 * answer was lost
 */
async function notExplained(
  before: RestOfDevice,
  { rest: after = before, uuid }: HeldButtons<Entry>,
  turn: JournalTurn | undefined,
): Promise<RestChange | undefined> {
  const lists: Partial<ButtonLists> = { ...before.lists };
  for (const kind of buttonKinds) {
    const list = after.lists[kind];
    if (list && (await turn?.mayHaveSet(kind, list, uuid))) Object.assign(lists, { [kind]: list });
  }
  return changeOfRest({ lines: before.lines, lists }, after);
}

/** The codes of reads that have surely not reached the publisher. */
const notReached = ['call-manager-unreachable', 'call-manager-unavailable', 'axl-service-unavailable'] as const;

/** A device that was read after a write. */
interface ReadAfter<Kind extends ButtonKind> {
  readonly held: HeldButtons<EntryOf[Kind]>;
  /** True if the publisher may not have answered. A list from before, or another one, then proves nothing. */
  readonly isReplica: boolean;
}

/**
 * Reads a device at the publisher. If the publisher cannot be reached, another node may show that the list is set.
 * @throws OutcomeUnknown if the device cannot be read; ServiceError if it is gone
 */
async function readAfter<Kind extends ButtonKind>(
  { buttons, device }: WatchedWrite<Kind>,
  context: CallContext,
): Promise<ReadAfter<Kind>> {
  try {
    return { held: await buttons.readForChange(device, context), isReplica: false };
  } catch (thrown) {
    if (isServiceError(thrown, ...notReached)) {
      const held = await buttons.read(device, context).catch(() => undefined);
      if (held) return { held, isReplica: true };
    }
    throw isServiceError(thrown, 'phone-not-found', 'profile-not-found')
      ? goneSince(device, thrown)
      : unknown('could not be read afterwards');
  }
}

/** @returns false if the time of the caller is over before the end of the pause */
async function paused(ms: number, { signal, deadline }: CallContext): Promise<boolean> {
  if (performance.now() + ms >= deadline()) return false;
  await delay(ms, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}

function notShown(): OutcomeUnknown {
  return unknown('does not show the list so far');
}

function nameMoved({ kind, name }: DeviceKey): OutcomeUnknown {
  return unknown(`has given the name ${name} to another ${deviceNoun[kind]} since`);
}

/** @param why in words that follow `but` */
function unknown(why: string): OutcomeUnknown {
  return new OutcomeUnknown(
    new ServiceError('outcome-unknown', {
      detail:
        `The call manager said that it set the list, but ${why}. ` +
        'The list may or may not be set; sending it again is safe.',
      effect: 'unknown',
      cause: why,
    }),
  );
}
