import { type ButtonKind, type Entry, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { canonicalIndex, inIndexOrder, sameButtons } from '../domain/buttons.js';
import { listTag } from '../domain/list-tag.js';
import { type DeviceKey, deviceNoun } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { type Ended, endOf } from '../domain/list-states.js';
import { type ErrorFacts, isServiceError, ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import { type Observe, ofRequest } from '../observability/observations.js';
import { inSpan } from '../observability/tracing.js';
import type { CallContext } from './call-context.js';
import type { ButtonsOfDevices, CallManager, HeldButtons } from './call-manager.js';
import { StoredOtherwise } from '../domain/stored-otherwise.js';
import { untilAborted } from './time-limit.js';
import { type LateAnswer, OutcomeUnknown, type Settled } from './write-buttons.js';
import type { JournalTurn, RecordedWrite, WriteJournal } from './write-journal.js';
import { WriteTurns } from './write-turns.js';
import { type WriteWatch, writeWatched } from './write-watch.js';
import type { WritingStop } from './writing-stop.js';

/** How to change a device's buttons of one kind, and which list the caller expects. */
export type ButtonChange<AnEntry extends Entry = Entry> = Edit<AnEntry> & {
  /** If left out, the caller accepts any list. */
  readonly condition?: Condition | undefined;
  /** The key of the device; if left out, the device that has the name. */
  readonly uuid?: Uuid | undefined;
};

/** The whole list, one entry to set, the index of one to remove, or a function of the current list. */
type Edit<AnEntry extends Entry> =
  | { readonly list: readonly AnEntry[] }
  | { readonly put: AnEntry }
  | { readonly remove: string }
  /** Undefined if the current list may not be changed. */
  | { readonly revise: (present: readonly AnEntry[]) => readonly AnEntry[] | undefined };

/** A condition: the current list has one of these entity tags, or any. */
export interface Condition {
  readonly tags: '*' | readonly string[];
}

/** What a caller learns about a list that was set. */
export interface ButtonsSet<AnEntry extends Entry = Entry> {
  /** The key of the device. */
  readonly uuid: Uuid;
  /** The list before, as far as it was read. */
  readonly before: readonly AnEntry[] | undefined;
  readonly entries: readonly AnEntry[];
  /** The entity tag of `entries`. */
  readonly tag: string;
  /** How the phone loaded the change, if the service makes phones load changes. */
  readonly loaded: 'ok' | ErrorCode | undefined;
  /** The id of the change in the history; undefined if nothing was sent or there is no history. */
  readonly changeId: string | undefined;
}

/** The list or the device is not the one that the caller expected. */
export class ChangedMeanwhile extends ServiceError {
  constructor(
    detail: string,
    /** The list that is there. */
    readonly found: readonly Entry[],
    /** Its entity tag. */
    readonly tag: string,
    facts: Pick<ErrorFacts, 'present'> = {},
  ) {
    super('changed-meanwhile', { ...facts, detail, effect: 'none' });
  }
}

/** Another device has the name now. `found` is the list of that device. */
export class AnotherDevice extends ChangedMeanwhile {}

export interface ReplaceButtonsOptions {
  readonly callManager: Pick<CallManager, 'buttons' | 'loadChange'>;
  /** Whether a phone is made to load the change after each write. */
  readonly loadsChange: boolean;
  /** The history of writes, if there is one. */
  readonly journal?: WriteJournal | undefined;
  /** Whether anything may be written; undefined if nothing ever stops writing. */
  readonly writingStop?: WritingStop | undefined;
  /** Looks at each device after a write; undefined if no one looks. */
  readonly watch?: WriteWatch | undefined;
  readonly observe: Observe;
  /** Called when a write is over, before its caller gets the answer. */
  readonly changed?: () => void;
}

/** A change that a caller asks for. */
interface Asked<Kind extends ButtonKind> {
  readonly kind: Kind;
  readonly device: DeviceKey;
  readonly change: ButtonChange<EntryOf[Kind]>;
  readonly context: CallContext;
}

/** A change that was made. */
interface Done<Kind extends ButtonKind> extends Settled<Kind> {
  /** The list that the device has now. */
  readonly entries: readonly EntryOf[Kind][];
  /** Undefined if the device had the list already and nothing was sent. */
  readonly written: { readonly changeId: string | undefined } | undefined;
}

/**
 * Replaces the buttons of one kind on a device. Every answer to a caller is proved: if the answer to a write is lost,
 * the device is read from the node that got the write.
 */
export class ReplaceButtons {
  readonly #options: ReplaceButtonsOptions;
  /** The order of the writes to one device, over all kinds of buttons. */
  readonly #turns = new WriteTurns();

  constructor(options: ReplaceButtonsOptions) {
    this.#options = options;
  }

  /** Resolves when no write is running or waiting, even if its caller no longer listens. */
  idle(): Promise<void> {
    return this.#turns.idle();
  }

  /**
   * Changes the list after all earlier writes to the device. It reads the device first if the change depends on the
   * current list, or if lists of this kind must be read before they are replaced. If there is a condition and the
   * device has the wanted list already, the list counts as set. A request that is still open at the caller's deadline
   * keeps its turn until it ends. So the call manager never carries it out after a later write.
   * @throws ServiceError; OutcomeUnknown if the list may be set; ChangedMeanwhile if the condition does not hold;
   * AnotherDevice if another device has the name
   */
  set<Kind extends ButtonKind>(
    kind: Kind,
    device: DeviceKey,
    change: ButtonChange<EntryOf[Kind]>,
    context: CallContext,
  ): Promise<ButtonsSet<EntryOf[Kind]>> {
    return inSpan(context, `set ${kind}`, (inner) => this.#set({ kind, device, change, context: inner }));
  }

  async #set<Kind extends ButtonKind>(asked: Asked<Kind>): Promise<ButtonsSet<EntryOf[Kind]>> {
    const { kind, device, change, context } = asked;
    const { journal, writingStop, changed = () => undefined } = this.#options;
    const given = 'list' in change ? change.list : undefined;
    // At the end, these contain what is known about the lists, and the request that is still open.
    let lists: Lists = { before: undefined, after: given };
    let open: Promise<unknown> | undefined;
    const toLeave: (() => void)[] = [];
    try {
      toLeave.push(await this.#turns.take(device, given ?? [], context.signal));
      await writingStop?.refuseIfStopped();
      const turn = await journal?.enter(device, context);
      if (turn) toLeave.unshift(turn.leave);
      const held = await this.#read(asked, turn);
      lists = { before: held?.entries, after: given };
      if (held) refuseOthers(asked, held);
      const wanted = edited(asked, held?.entries ?? []);
      lists = { before: held?.entries, after: wanted };
      const { uuid, outcome, before, entries, written } = await this.#carryOut(asked, held, wanted, turn);
      lists = { before, after: entries };
      this.#audit(asked, lists, outcome);
      const loaded = written && (await this.#load(asked));
      const tag = listTag(kind, entries);
      return { uuid, before, entries, tag, loaded, changeId: written?.changeId };
    } catch (thrown) {
      if (thrown instanceof StoredOtherwise) lists = { before: lists.before, after: thrown.facts.present };
      if (thrown instanceof OutcomeUnknown) {
        lists = { before: lists.before ?? thrown.before, after: lists.after };
        open = thrown.open;
      }
      this.#audit(asked, lists, codeOf(thrown));
      throw thrown;
    } finally {
      changed();
      const leave = (): void => {
        for (const leaveOne of toLeave) leaveOne();
      };
      if (open) void open.then(changed).then(leave);
      else leave();
    }
  }

  /** Reads the device if the change, the history or the watch needs the list before. */
  async #read<Kind extends ButtonKind>(
    { kind, device, change, context }: Asked<Kind>,
    turn: JournalTurn | undefined,
  ): Promise<HeldButtons<EntryOf[Kind]> | undefined> {
    const buttons: ButtonsOfDevices<EntryOf[Kind]> = this.#options.callManager.buttons[kind];
    if (!turn && !dependsOnPresent(change) && !buttons.replacesWhatWasRead) {
      if (!this.#options.watch?.needsBefore(kind, device.kind)) return undefined;
      // The write does not need this read, so its failure does not keep the write back.
      return buttons.readForChange(device, context).catch((thrown: unknown) => {
        if (!isServiceError(thrown) || thrown.code === 'call-manager-refused-credentials') throw thrown;
        return undefined;
      });
    }
    const held = await buttons.readForChange(device, context);
    turn?.hasRead(kind, held.entries, held.uuid);
    return held;
  }

  /** Writes the list if the device does not have it yet, with the intention stored before and the outcome after. */
  async #carryOut<Kind extends ButtonKind>(
    { kind, device, change, context }: Asked<Kind>,
    held: HeldButtons<EntryOf[Kind]> | undefined,
    wanted: readonly EntryOf[Kind][],
    turn: JournalTurn | undefined,
  ): Promise<Done<Kind>> {
    const rules = rulesOf(kind);
    if (held && change.condition) {
      const { uuid, entries: before } = held;
      if (sameButtons(rules, before, wanted)) {
        return { uuid, outcome: 'confirmed-by-reading', before, entries: wanted, written: undefined };
      }
      const [tag, { tags }] = [listTag(kind, before), change.condition];
      if (tags !== '*' && !tags.includes(tag)) {
        throw new ChangedMeanwhile(namedByIfMatch(rules.plural), before, tag);
      }
    }
    const buttons: ButtonsOfDevices<EntryOf[Kind]> = this.#options.callManager.buttons[kind];
    const dependsOnHeld = dependsOnPresent(change);
    const keeps = dependsOnHeld || buttons.replacesWhatWasRead;
    const known = { wasRead: held !== undefined, named: 'put' in change ? change.put.index : undefined };
    const write = { kind, buttons, device, entries: wanted, held: keeps ? held : undefined, ...known, dependsOnHeld };
    // What is about to be sent is stored first.
    const record =
      turn && held && (await turn.begin({ device, uuid: held.uuid, kind, before: held.entries, after: wanted }));
    const { writingStop, watch } = this.#options;
    const guards = { writingStop, watch, turn };
    const { settled, found } = await writeWatched({ ...write, before: held }, guards, context).catch(
      async (thrown: unknown) => {
        await record?.settle(endOf(thrown));
        if (!(thrown instanceof OutcomeUnknown)) throw thrown;
        throw thrown.whenEnded(async (late) => {
          this.#options.observe({ kind: 'late-answer', ...whose({ kind, device, context }), list: late.list });
          if (record) await endedLate(record, endOf(thrown), held.uuid, late);
        });
      },
    );
    const { present, otherwise } = found ?? {};
    await record?.settle(otherwise ? endOf(otherwise) : hasBeenSet, settled.uuid, present);
    if (otherwise) throw otherwise;
    const before = held?.entries ?? settled.before;
    return { ...settled, before, entries: present ?? wanted, written: { changeId: record?.id } };
  }

  #audit<Kind extends ButtonKind>(asked: Asked<Kind>, lists: Lists, outcome: Outcome): void {
    const { of } = asked.context;
    this.#options.observe({ kind: 'write', ...whose(asked), ...(of && { change: of.change }), ...lists, outcome });
  }

  /** Makes the phone load the change. If that fails, the list stays set. */
  async #load<Kind extends ButtonKind>({ device, context }: Asked<Kind>): Promise<ButtonsSet['loaded']> {
    const { callManager, loadsChange, observe } = this.#options;
    if (!loadsChange || device.kind !== 'phone') return undefined;
    let outcome: 'ok' | ErrorCode = 'ok';
    try {
      await untilAborted(callManager.loadChange(device.name, context), context.signal, (reject) => {
        reject(notLoadedInTime());
      });
    } catch (thrown) {
      outcome = codeOf(thrown);
    }
    observe({ kind: 'load-change', ...ofRequest(context), phone: device.name, outcome });
    return outcome;
  }
}

/** The lists before and after, as far as they are known. */
interface Lists {
  readonly before: readonly Entry[] | undefined;
  readonly after: readonly Entry[] | undefined;
}

/**
 * Stores the result of an answer that came too late for its caller.
 * @param ended how it ended for its caller
 * @param read the key of the device from which the list before was read
 */
async function endedLate(
  record: RecordedWrite,
  ended: Ended,
  read: Uuid,
  { list, uuid = read }: LateAnswer,
): Promise<void> {
  // If another device than the one whose list was read got this list, that is stored. If the answer shows no list, the
  // list may have been set at any moment until now. So what was read in between may be wrong.
  if (uuid !== read || !list) await record.settle(ended, uuid === read ? undefined : uuid);
  if (list) await record.found(list);
}

/** @throws AnotherDevice if another device has the name now */
function refuseOthers<Kind extends ButtonKind>(
  { kind, device, change }: Asked<Kind>,
  { uuid, entries }: HeldButtons<EntryOf[Kind]>,
): void {
  if (change.uuid === undefined || change.uuid === uuid) return;
  const detail =
    `The name ${device.name} now belongs to another ${deviceNoun[device.kind]}, with the key ${uuid}. ` +
    `The request is for the one with the key ${change.uuid}. Nothing was changed.`;
  throw new AnotherDevice(detail, entries, listTag(kind, entries), { present: entries });
}

/** Whether a change depends on the current list. */
function dependsOnPresent<Kind extends ButtonKind>(change: ButtonChange<EntryOf[Kind]>): boolean {
  return !('list' in change) || change.condition !== undefined || change.uuid !== undefined;
}

/**
 * @throws ServiceError `entry-not-found` if there is nothing to remove; ChangedMeanwhile if the current list may not be
 * changed
 */
function edited<Kind extends ButtonKind>(
  { kind, device, change }: Asked<Kind>,
  present: readonly EntryOf[Kind][],
): readonly EntryOf[Kind][] {
  if ('list' in change) return change.list;
  if ('revise' in change) {
    const list = change.revise(present);
    if (list) return list;
    throw new ChangedMeanwhile(`The ${rulesOf(kind).plural} have been changed.`, present, listTag(kind, present));
  }
  const index = canonicalIndex('put' in change ? change.put.index : change.remove);
  const others = present.filter((entry) => canonicalIndex(entry.index) !== index);
  if ('put' in change) return inIndexOrder([...others, change.put]);
  if (others.length < present.length) return others;
  throw new ServiceError('entry-not-found', {
    detail: `The ${deviceNoun[device.kind]} ${device.name} has no ${rulesOf(kind).singular} at index ${index}.`,
    effect: 'none',
  });
}

function namedByIfMatch(plural: string): string {
  return `The ${plural} do not match If-Match any more. Nothing was changed. Read them again, then decide.`;
}

function notLoadedInTime(): ServiceError {
  return new ServiceError('call-manager-timeout', {
    detail: 'The call manager did not answer in time.',
    effect: 'unknown',
    cause: 'time-out',
  });
}

const hasBeenSet: Ended = { state: 'changed', problem: undefined };

/** How the write of a list ended for the audit: as the caller learns it. */
type Outcome = 'replaced' | 'confirmed-by-reading' | ErrorCode;

function codeOf(thrown: unknown): ErrorCode {
  return isServiceError(thrown) ? thrown.code : 'internal-error';
}

/** The facts that name a change in the log and the audit file: its request, user, device and kind. */
function whose({ kind, device, context }: Pick<Asked<ButtonKind>, 'kind' | 'device' | 'context'>) {
  const named = device.kind === 'phone' ? { phone: device.name } : { profile: device.name };
  return { ...ofRequest(context), user: context.user, ...named, buttons: kind };
}
