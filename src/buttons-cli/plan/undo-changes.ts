import { groupsOf } from '../../domain/grouped.js';
import type { Change } from '../../client/index.js';
import { deviceNoun } from '../../domain/device.js';
import {
  deviceKeyOf,
  entriesIn,
  type Entry,
  listKeyOf,
  type ListRef,
  refOf,
  sameLists,
  withoutChangeIn,
} from '../lists.js';
import { shown } from '../output/shown.js';
import { keysOf } from './devices-by-name.js';
import { hasChange, type PlannedList } from './plan.js';
import type { Found, Reader } from './reader.js';

/** What an undo restores: the whole list, or only the buttons that the change touched. */
export type UndoScope = 'list' | 'entries';

/**
 * The expected result of undoing one change:
 * - `planned`: it would be undone
 * - `already`: what was there before is there now
 * - `changed-meanwhile`: what the change left is not there any more
 * - `not-undoable`: it is not known what was there before
 * - `not-reached`: a later change of the same list cannot be undone
 */
export interface PlannedUndo {
  readonly change: Change;
  readonly state: 'planned' | 'already' | 'changed-meanwhile' | 'not-undoable' | 'not-reached';
  /** Why it is not undone. */
  readonly detail?: string | undefined;
}

export interface PlannedUndos {
  /** In the order of the changes. */
  readonly undos: readonly PlannedUndo[];
  /** The new state of each list that the changes have touched. */
  readonly lists: readonly PlannedList[];
}

/**
 * Plans to undo changes, based on what the devices have now.
 * @param changes newest first
 */
export async function undoChangesNow(
  reader: Reader,
  changes: readonly Change[],
  scope: UndoScope,
): Promise<PlannedUndos> {
  const groups = groupsOf(changes, listKeyOf);
  const keys = groups.map((ofList) => ({ ...refOf(ofList[0]), ofList }));
  const found = await reader.listsOrMissing<ListRef & { readonly ofList: readonly Change[] }>(keys);
  const tried = found.map((one) => undosOf(one, one.key.ofList, scope));
  const devices = await keysOf(
    reader,
    tried.flatMap(({ list }) => (hasChange(list) ? [list] : [])),
  );
  const checked = tried.map(({ list, undos }) => ofOneDevice(list, undos, devices.get(deviceKeyOf(list))));
  const byChange = new Map(checked.flatMap(({ undos }) => undos).map((undo) => [undo.change, undo] as const));
  return {
    undos: changes.flatMap((change) => byChange.get(change) ?? []),
    lists: checked.map(({ list }) => list),
  };
}

interface UndosOfList {
  readonly list: PlannedList;
  readonly undos: readonly PlannedUndo[];
}

const notLeft = 'It has changed since the run.';
const notKnown = 'The list before this change is not known.';
const notReadable = 'It has a button that this command does not know.';

/** @param changes the changes of the list, newest first */
function undosOf(found: Found<ListRef>, changes: readonly Change[], scope: UndoScope): UndosOfList {
  const key = refOf(found.key);
  if ('missing' in found) {
    const { detail } = found.missing;
    return {
      list: { ...key, etag: '', before: [], after: [], leave: detail },
      undos: changes.map((change) => ({ change, state: 'changed-meanwhile', detail })),
    };
  }
  const { entries, etag } = found.list;
  let present = entries;
  let isBlocked = false;
  const undos = changes.map((change): PlannedUndo => {
    if (isBlocked) return { change, state: 'not-reached' };
    const [was, left] = [change.before, change.after].map((list) => list && entriesIn(key.kind, list));
    if (!change.undoable || !was || !left) {
      isBlocked = true;
      return {
        change,
        state: 'not-undoable',
        detail: was === undefined || left === undefined ? notReadable : notKnown,
      };
    }
    const back = undoneList(key, { before: was, after: left }, present, scope);
    if (back === undefined) return { change, state: 'changed-meanwhile', detail: notLeft };
    if (sameLists(key.kind, back, present)) return { change, state: 'already' };
    present = back;
    return { change, state: 'planned' };
  });
  if (sameLists(key.kind, present, entries)) {
    // If the changes cancel each other, there is nothing to undo.
    const list = { ...key, etag, before: entries, after: entries };
    const settled = undos.map((undo) => (undo.state === 'planned' ? { ...undo, state: 'already' as const } : undo));
    const leave = settled.find(({ state }) => state !== 'already')?.detail;
    return { list: { ...list, ...(leave !== undefined && { leave }) }, undos: settled };
  }
  return { list: { ...key, etag, before: entries, after: present }, undos };
}

/**
 * Undoes a change as the service does.
 * @returns undefined if the list is neither as the change left it nor as before
 */
function undoneList(
  { kind }: ListRef,
  change: { readonly before: readonly Entry[]; readonly after: readonly Entry[] },
  present: readonly Entry[],
  scope: UndoScope,
): readonly Entry[] | undefined {
  const { before, after } = change;
  if (sameLists(kind, present, before)) return present;
  if (scope === 'entries') return withoutChangeIn(kind, change, present);
  return sameLists(kind, present, after) ? before : undefined;
}

/**
 * Skips the list if its name belongs to another device now, which the run has not changed.
 * @param uuid the key of that device; undefined if it is not known
 */
function ofOneDevice(list: PlannedList, undos: readonly PlannedUndo[], uuid: string | undefined): UndosOfList {
  const isOther = ({ change, state }: PlannedUndo): boolean =>
    state === 'planned' && uuid !== undefined && change.uuid !== null && change.uuid !== uuid;
  if (!undos.some(isOther)) return { list, undos };
  const detail = `Another ${deviceNoun[list.deviceKind]} has the name ${shown(list.device)} now.`;
  return {
    list: { ...list, after: list.before, leave: detail },
    undos: undos.map((undo) => (undo.state === 'planned' ? { ...undo, state: 'changed-meanwhile', detail } : undo)),
  };
}
