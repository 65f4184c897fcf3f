import { type ButtonKind, type EntryOf, rulesOf } from '../domain/button-kinds.js';
import { type ButtonRules, sameButtons, withUnshown } from '../domain/buttons.js';
import { differenceOf, withoutChange } from '../domain/difference.js';
import { deviceNoun } from '../domain/device.js';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { ServiceError } from '../domain/errors.js';
import { longestText, type Uuid, unfitText } from '../domain/identifiers.js';
import type { CallContext } from '../use-cases/call-context.js';
import { AnotherDevice, ChangedMeanwhile, type ReplaceButtons } from '../use-cases/replace-buttons.js';
import type { SentList } from './change.js';

/** The result of an undo. `id` is the id of the change that it made; null if the old list was there already. */
export interface Undone {
  readonly id: string | null;
  readonly changed: boolean;
  /** How the phone loaded the change, if the service makes phones load changes. */
  readonly loaded: 'ok' | ErrorCode | undefined;
}

/** What an undo restores: the whole list, or only the entries that the change touched. */
export const undoScopes = ['list', 'entries'] as const;
export type UndoScope = (typeof undoScopes)[number];

/**
 * Restores the list from before a change. The device of that name must still have the change's key, and the list that
 * the change left. So a change of unknown outcome can be undone too: the device's list shows how it ended.
 * @throws ServiceError; ChangedMeanwhile with the present list if the device has neither of the two lists, or if
 * another device has the name; `not-representable` if the list before is not known, or cannot be set; `outcome-unknown`
 * if another device took the name while the list was sent, and got the list
 */
export async function undoChange<Kind extends ButtonKind>(
  list: SentList<Kind>,
  scope: UndoScope,
  replaceButtons: ReplaceButtons,
  context: CallContext,
): Promise<Undone> {
  const { kind, device, uuid: key, before, after } = list;
  const { seenAfter } = list.sent;
  if (before === null && after === null && !seenAfter)
    throw cannotBeUndone('The record of this change in the history is damaged');
  if (before === null) throw cannotBeUndone('The list from before this change is not known');
  const rules: ButtonRules<EntryOf[Kind]> = rulesOf(kind);
  const { added, changed } = differenceOf(rules, after ?? [], before);
  refuseUnfit(kind, scope === 'list' ? before : [...added, ...changed.map((pair) => pair.after)]);
  const revise = (present: readonly EntryOf[Kind][]): readonly EntryOf[Kind][] | undefined => {
    // For a change made elsewhere, some properties are known only after the device itself is read.
    const [was, left] = [before, after].map((list) => (seenAfter && list ? withUnshown(rules, list, present) : list));
    if (!was || sameButtons(rules, present, was)) return present;
    if (!left) return undefined;
    if (scope === 'entries') return withoutChange(rules, { before: was, after: left }, present);
    return sameButtons(rules, present, left) ? was : undefined;
  };
  // Because of the condition, nothing is sent if nothing must change.
  const edit = { revise, condition: { tags: '*' }, uuid: key ?? undefined } as const;
  try {
    const { uuid, changeId, loaded } = await replaceButtons.set(kind, device, edit, context);
    if (uuid !== (key ?? uuid)) throw tookAnother(list, uuid, changeId);
    return { id: changeId ?? null, changed: changeId !== undefined, loaded };
  } catch (thrown) {
    if (!(thrown instanceof ChangedMeanwhile) || thrown instanceof AnotherDevice) throw thrown;
    const what = { list: `The ${rules.plural}`, entries: `The ${rules.plural} that it touched` }[scope];
    const detail = `${what} have been changed since; \`present\` shows them. Nothing was undone.`;
    throw new ChangedMeanwhile(detail, thrown.found, thrown.tag, { present: thrown.found });
  }
}

/** A list that was read may contain texts that callers may not send, such as U+FFFD for unreadable characters. */
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

/** When the list was read, the device with the name had the change's key. But another device has got the new list. */
export function tookAnother(
  { device }: Pick<SentList, 'device'>,
  uuid: Uuid,
  changeId: string | undefined,
): ServiceError {
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
