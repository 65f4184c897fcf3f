import type { ButtonKind } from '../domain/button-kinds.js';
import { type DeviceKey, deviceId } from '../domain/device.js';
import { listTag } from '../domain/list-tag.js';
import type { IntentToFind, Note } from './intents/intent.js';
import { titleOfIntent } from './intents/titles.js';
import { type AskedList, type AtMost, type Change, changeBounds, isUndoable, type SentList } from './change.js';

/** A change as a caller asks for it. */
export interface ToAsk {
  /** Empty: a title is made. */
  readonly title: string;
  readonly reason: string;
  readonly isDraft: boolean;
  /** Whether its lists are set as soon as they are read. */
  readonly begins: boolean;
  readonly atMost: AtMost | undefined;
  readonly notBefore: Date | undefined;
  /** The caller's key for this request, and a hash of the request; undefined if the caller gave none. */
  readonly key: { readonly text: string; readonly hash: string } | undefined;
  readonly intent: Intent;
}

/** What a caller wants: lists to set, the undo of a change, or what the lists are found by. */
export type Intent = { readonly lists: readonly AskedList[] } | { readonly undo: ToUndo } | IntentToFind;

/** A change to undo. */
export interface ToUndo {
  readonly change: string;
  /** Only these of its lists; undefined: all. */
  readonly lists: readonly NamedList[] | undefined;
}

/** A list by its device and kind. */
export interface NamedList {
  readonly device: DeviceKey;
  readonly kind: ButtonKind;
}

/** @returns the name of a list for comparisons */
export function nameOf({ device, kind }: NamedList): string {
  return `${deviceId(device)} ${kind}`;
}

/** @returns the title of a change whose caller gave none */
export function madeTitle(intent: Intent, undone: Change | undefined): string {
  if ('lists' in intent)
    return intent.lists.length === 1 ? 'Change of a list' : `Change of ${intent.lists.length} lists`;
  const title =
    'undo' in intent ? `Undo of change ${intent.undo.change}: ${undone?.title ?? ''}` : titleOfIntent(intent);
  return Array.from(title).slice(0, changeBounds.title).join('');
}

/** What an undo sets, and what the caller should know about it. */
export interface Undoing {
  readonly lists: readonly AskedList[];
  readonly notes: readonly Note[];
}

/**
 * @param sent the lists of a change that can be undone
 * @returns the lists that its undo sets. Each is only set if it is still as the change left it
 */
export function undoing(sent: readonly SentList[]): Undoing {
  const undoable = sent.filter(isUndoable);
  const left = sent.length - undoable.length;
  const known = left === 1 ? 'list was' : 'lists were';
  const text = `${left} ${known} left out, because the list from before is not known.`;
  return { notes: left === 0 ? [] : [{ code: 'left-out', text }], lists: undoable.map(listToRestore) };
}

function listToRestore<Kind extends ButtonKind>({
  device,
  kind,
  before,
  after,
  sent,
}: SentList<Kind>): AskedList<Kind> {
  return { device, kind, ifMatch: after ? listTag(kind, after) : undefined, after: before ?? [], undoes: sent.number };
}
