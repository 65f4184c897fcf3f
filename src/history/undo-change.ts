import { type BusyLampField, busyLampFieldRules } from '../domain/busy-lamp-field.js';
import { type ButtonRules, sameButtons } from '../domain/buttons.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type SpeedDial, speedDialRules } from '../domain/phone.js';
import type { ButtonWriters } from '../use-cases/button-writers.js';
import type { CallContext } from '../use-cases/call-context.js';
import type { ReplaceButtons } from '../use-cases/replace-buttons.js';
import type { Change } from './change.js';

/** What became of an undo: `id` is that of the change that it made; null where the list from before was there already. */
export interface Undone {
  readonly id: string | null;
  readonly changed: boolean;
  /** How making the phone load the change went, where the service is set to do so. */
  readonly loaded: 'ok' | ErrorCode | undefined;
}

/**
 * Sets the list that was there before a change, but only where the device still holds what the change left. So a
 * change of unknown outcome can be undone as well: what the device holds says how it ended.
 * @throws ServiceError; `changed-meanwhile` with the present list where the device holds neither of both
 */
export async function undoChange(change: Change, writers: ButtonWriters, context: CallContext): Promise<Undone> {
  if (change.before === null) throw nothingKnown();
  // The lists are those that this service has written into its own history.
  const [before, after] = [change.before, change.after] as unknown[];
  return change.kind === 'speeddial'
    ? undo(change, writers.speedDials, speedDialRules, before as SpeedDial[], after as SpeedDial[], context)
    : undo(
        change,
        writers.busyLampFields,
        busyLampFieldRules,
        before as BusyLampField[],
        after as BusyLampField[],
        context,
      );
}

async function undo<Entry extends SpeedDial | BusyLampField>(
  { device }: Change,
  writer: ReplaceButtons<Entry>,
  rules: ButtonRules<Entry>,
  before: readonly Entry[],
  after: readonly Entry[],
  context: CallContext,
): Promise<Undone> {
  let present: readonly Entry[] = [];
  const precondition = (list: readonly Entry[]): boolean => {
    present = list;
    return sameButtons(rules, list, after) && !sameButtons(rules, list, before);
  };
  try {
    const { changeId, loaded } = await writer.set(device, { entries: before, precondition }, context);
    return { id: changeId ?? null, changed: changeId !== undefined, loaded };
  } catch (thrown) {
    throw isServiceError(thrown, 'changed-meanwhile') ? changedSince(rules.plural, present) : thrown;
  }
}

function nothingKnown(): ServiceError {
  return new ServiceError('not-representable', {
    detail: 'It is not known what was there before this change, so it cannot be undone. Nothing was changed.',
    effect: 'none',
  });
}

function changedSince(plural: string, present: readonly (SpeedDial | BusyLampField)[]): ServiceError {
  return new ServiceError('changed-meanwhile', {
    detail: `The ${plural} have been changed since, as \`present\` shows; nothing was undone.`,
    present,
    effect: 'none',
  });
}
