import { type Button, type ButtonRules, sameButtons } from '../domain/buttons.js';
import { type DeviceKey, deviceNoun } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import type { DeviceName, Uuid } from '../domain/identifiers.js';
import type { Observe } from '../observability/observations.js';
import type { CallContext } from './call-context.js';
import type { ButtonsOfDevices, CallManager } from './call-manager.js';
import { noSuchDevice } from './no-such-device.js';
import { type Settled, writeButtons } from './write-buttons.js';
import type { IntendedWrite, WriteJournal, WriteRecorder } from './write-journal.js';
import type { WriteTurns } from './write-turns.js';

/** How a device's buttons of one kind are to change. */
export interface ButtonChange<Entry extends Button> {
  /** The list to be set; or what makes it of the present one, throwing a ServiceError where that cannot be. */
  readonly entries: readonly Entry[] | ((present: readonly Entry[]) => readonly Entry[]);
  /** Whether the present list is one that the caller meant to change; left out, every one is. */
  readonly precondition?: ((present: readonly Entry[]) => boolean) | undefined;
}

/** What a caller is told of a list that was set. */
export interface ButtonsSet<Entry extends Button> {
  /** The device's. */
  readonly uuid: Uuid;
  readonly entries: readonly Entry[];
  /** How making the phone load the change went, where the service is set to do so. */
  readonly loaded: 'ok' | ErrorCode | undefined;
  /** By which the history knows the change; undefined where nothing was sent, or nothing is kept. */
  readonly changeId: string | undefined;
}

interface Recorded {
  readonly settled: Settled;
  /** False where the list was there already, and nothing was sent. */
  readonly isWritten: boolean;
  readonly changeId: string | undefined;
}

/** What is known of the lists before and after a write, for the audit. */
interface Lists<Entry extends Button> {
  before: readonly Entry[] | undefined;
  after: readonly Entry[] | undefined;
}

export interface ReplaceButtonsOptions<Entry extends Button> {
  readonly rules: ButtonRules<Entry>;
  readonly buttons: ButtonsOfDevices<Entry>;
  /** The order of the writes to one device, over all kinds of buttons. */
  readonly turns: WriteTurns;
  readonly callManager: Pick<CallManager, 'loadChange'>;
  /** Whether a phone is made to load the change after each write. */
  readonly loadsChange: boolean;
  /** Where each write is kept, if anywhere. */
  readonly journal: WriteJournal | undefined;
  readonly observe: Observe;
  /** Told when a write is over, before its caller is. */
  readonly changed: () => void;
}

/**
 * Replaces the buttons of one kind on a device. What a caller is told is true: a write whose answer was lost is neither
 * repeated blindly nor called failed, but looked up, at the node that it was sent to.
 */
export class ReplaceButtons<Entry extends Button> {
  readonly #options: ReplaceButtonsOptions<Entry>;

  constructor(options: ReplaceButtonsOptions<Entry>) {
    this.#options = options;
  }

  /**
   * Changes the list when all earlier writes of the device are over. A change that depends on the present list, or one
   * of a kind that cannot be replaced unseen, reads the device first. A list that is there already counts as set.
   * @throws ServiceError; `outcome-unknown` alone says that the list may be set; `changed-meanwhile` where the
   * precondition does not hold
   */
  async set(device: DeviceKey, change: ButtonChange<Entry>, context: CallContext): Promise<ButtonsSet<Entry>> {
    const { rules, turns, observe, loadsChange } = this.#options;
    const given = typeof change.entries === 'function' ? undefined : change.entries;
    const lists: Lists<Entry> = { before: undefined, after: given };
    const audit = (outcome: Settled['outcome'] | ErrorCode): void => {
      const { requestId, user } = context;
      observe({ kind: 'write', requestId, user, ...nameOf(device), buttons: rules.kind, ...lists, outcome });
    };
    try {
      return await turns.take(device, given ?? [], async () => {
        refuseIfLate(device, context);
        const { settled, isWritten, changeId } = await this.#inTurn(device, change, lists, context);
        audit(settled.outcome);
        const loads = loadsChange && isWritten && device.kind === 'phone';
        const loaded = loads ? await this.#load(device.name, context) : undefined;
        return { uuid: settled.uuid, entries: lists.after ?? [], loaded, changeId };
      });
    } catch (thrown) {
      audit(codeOf(thrown));
      throw thrown;
    }
  }

  async #inTurn(
    device: DeviceKey,
    change: ButtonChange<Entry>,
    lists: Lists<Entry>,
    context: CallContext,
  ): Promise<Recorded> {
    const { journal, changed } = this.#options;
    const run = (recorder?: WriteRecorder) => this.#change(device, change, lists, recorder, context);
    return (journal ? journal.inTurn(device, context, run) : run()).finally(changed);
  }

  async #change(
    device: DeviceKey,
    { entries, precondition }: ButtonChange<Entry>,
    lists: Lists<Entry>,
    recorder: WriteRecorder | undefined,
    context: CallContext,
  ): Promise<Recorded> {
    const { rules, buttons } = this.#options;
    const isEdit = typeof entries === 'function';
    const dependsOnHeld = isEdit || precondition !== undefined;
    const keeps = dependsOnHeld || buttons.replacesWhatWasRead;
    const reads = keeps || recorder !== undefined;
    const held = reads ? await buttons.readForChange(device, context) : undefined;
    if (reads && !held) throw noSuchDevice(device);
    lists.before = held?.entries;
    const wanted = isEdit ? entries(held?.entries ?? []) : entries;
    lists.after = wanted;
    if (held && precondition?.(held.entries) === false) {
      if (!sameButtons(rules, held.entries, wanted)) throw changedMeanwhile(rules.plural);
      const settled = { uuid: held.uuid, outcome: 'confirmed-by-reading' } as const;
      return { settled, isWritten: false, changeId: undefined };
    }
    const write = { rules, buttons, device, entries: wanted, held: keeps ? held : undefined, dependsOnHeld };
    const intended = { device, kind: rules.kind, before: held?.entries ?? [], after: wanted };
    return recorded(recorder, intended, context, () => writeButtons(write, lists, context));
  }

  /** A phone that does not load its change does not undo the list that was set. */
  async #load(phone: DeviceName, context: CallContext): Promise<'ok' | ErrorCode> {
    const { callManager, observe } = this.#options;
    let outcome: 'ok' | ErrorCode = 'ok';
    try {
      await callManager.loadChange(phone, context);
    } catch (thrown) {
      outcome = codeOf(thrown);
    }
    observe({ kind: 'load-change', requestId: context.requestId, phone, outcome });
    return outcome;
  }
}

/** Runs a write between the keeping of what is intended and of how it ended. */
async function recorded(
  recorder: WriteRecorder | undefined,
  intended: IntendedWrite,
  context: CallContext,
  write: () => Promise<Settled>,
): Promise<Recorded> {
  const record = await recorder?.begin(intended, context);
  try {
    const settled = await write();
    await record?.settle(settled.outcome);
    return { settled, isWritten: true, changeId: record?.id };
  } catch (thrown) {
    await record?.settle(codeOf(thrown));
    throw thrown;
  }
}

function codeOf(thrown: unknown): ErrorCode {
  return isServiceError(thrown) ? thrown.code : 'internal-error';
}

/** How the log and the audit file name a device. */
function nameOf({ kind, name }: DeviceKey): { readonly phone: string } | { readonly profile: string } {
  return kind === 'phone' ? { phone: name } : { profile: name };
}

/** A write that waited for earlier ones of its device until its time was over has not been sent at all. */
function refuseIfLate({ kind }: DeviceKey, { signal }: CallContext): void {
  if (!signal.aborted) return;
  throw new ServiceError('overloaded', {
    detail: `Earlier writes to this ${deviceNoun[kind]} took all the time that this request had; it was not sent.`,
    retryAfterSeconds: 1,
    effect: 'none',
  });
}

function changedMeanwhile(plural: string): ServiceError {
  return new ServiceError('changed-meanwhile', {
    detail:
      `The ${plural} are not those that If-Match names any more; read them again, and decide anew. ` +
      'Nothing was changed.',
    effect: 'none',
  });
}
