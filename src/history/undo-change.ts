import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, sameButtons, withUnshown } from '../domain/buttons.js';
import { differenceOf, takenBack } from '../domain/difference.js';
import { deviceNoun } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { ServiceError } from '../domain/errors.js';
import { longestText, type Uuid, unfitText } from '../domain/identifiers.js';
import type { CallContext } from '../use-cases/call-context.js';
import { AnotherDevice, ChangedMeanwhile, type ReplaceButtons } from '../use-cases/replace-buttons.js';
import type { Change } from './change.js';

/** What became of an undo: `id` is that of the change that it made; null if the list from before was there already. */
export interface Undone {
  readonly id: string | null;
  readonly changed: boolean;
  /** How making the phone load the change went, where the service is set to do so. */
  readonly loaded: 'ok' | ErrorCode | undefined;
}

/** What an undo sets back: the whole list, or only the entries that the change touched. */
export const undoScopes = ['list', 'entries'] as const;
export type UndoScope = (typeof undoScopes)[number];

/** @returns whether the history knows enough of a change to undo it: both lists, and a device that is not gone */
export function isUndoable({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return before !== null && after !== null;
}

/**
 * Sets back what was there before a change, but only where the device of that name still has the key of the change, and
 * holds what the change left. So a change of unknown outcome can be undone as well: what the device holds says how it
 * ended.
 * @throws ServiceError; ChangedMeanwhile with the present list where the device holds neither of both, or is another;
 * `not-representable` where the list before is not known, or cannot be set; `outcome-unknown` where the name went to
 * another device while the list was sent, and that one took it
 */
export async function undoChange<Kind extends ButtonKind>(
  change: Change<Kind>,
  scope: UndoScope,
  replaceButtons: ReplaceButtons,
  context: CallContext,
): Promise<Undone> {
  const { kind, device, before, after, seenAfter } = change;
  if (before === null && after === null && !seenAfter)
    throw cannotBeUndone('The record of this change in the history is damaged');
  if (before === null) throw cannotBeUndone('The list from before this change is not known');
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  const { added, changed } = differenceOf(rules, after ?? [], before);
  refuseUnfit(kind, scope === 'list' ? before : [...added, ...changed.map((pair) => pair.after)]);
  const revise = (present: readonly EntryOf[Kind][]): readonly EntryOf[Kind][] | undefined => {
    // Of a change made elsewhere, some is only seen when the device itself is read.
    const [was, left] = [before, after].map((list) => (seenAfter && list ? withUnshown(rules, list, present) : list));
    if (!was || sameButtons(rules, present, was)) return present;
    if (!left) return undefined;
    if (scope === 'entries') return takenBack(rules, { before: was, after: left }, present);
    return sameButtons(rules, present, left) ? was : undefined;
  };
  // The condition only says that nothing is sent where nothing is to be done.
  const edit = { revise, condition: { tags: '*' }, uuid: change.uuid ?? undefined } as const;
  try {
    const { uuid, changeId, loaded } = await replaceButtons.set(kind, device, edit, context);
    if (uuid !== (change.uuid ?? uuid)) throw tookAnother(change, uuid, changeId);
    return { id: changeId ?? null, changed: changeId !== undefined, loaded };
  } catch (thrown) {
    if (!(thrown instanceof ChangedMeanwhile) || thrown instanceof AnotherDevice) throw thrown;
    const what = { list: `The ${rules.plural}`, entries: `The ${rules.plural} that it touched` }[scope];
    const detail = `${what} have been changed since; \`present\` shows them. Nothing was undone.`;
    throw new ChangedMeanwhile(detail, thrown.found, thrown.tag, { present: thrown.found });
  }
}

/** A list that was read may hold what no caller may send, such as U+FFFD for what could not be read. */
function refuseUnfit<Kind extends ButtonKind>(kind: Kind, list: readonly EntryOf[Kind][]): void {
  for (const entry of list) {
    for (const [property, value] of Object.entries(entry)) {
      const reason = typeof value === 'string' ? unfitText(value, longestText) : undefined;
      if (reason === undefined) continue;
      const where = `the ${property} of the ${rulesOf(kind).singular} at index ${entry.index}`;
      throw cannotBeUndone(`The list from before this change cannot be set: ${where} ${reason}`);
    }
  }
}

/** The device of the name had the key of the change when it was read, and another one has taken the list. */
function tookAnother({ device }: Change, uuid: Uuid, changeId: string | undefined): ServiceError {
  return new ServiceError('outcome-unknown', {
    detail:
      `While the list was sent, the name ${device.name} went to another ${deviceNoun[device.kind]}, with the key ` +
      `${uuid}. That one has the list now${changeId === undefined ? '' : ` (change ${changeId})`}. ` +
      'The device of this change is unchanged.',
    effect: 'unknown',
  });
}

function cannotBeUndone(why: string): ServiceError {
  return new ServiceError('not-representable', {
    detail: `${why}, so it cannot be undone. Nothing was changed.`,
    effect: 'none',
  });
}
