import { type ButtonKind, type Entry, rulesOf } from '../../domain/button-kinds.js';
import { type ButtonRules, canonicalIndex, inIndexOrder, sameButtons } from '../../domain/buttons.js';
import type { Finding } from '../../domain/finding.js';
import { grouped } from '../../domain/grouped.js';
import { dialledFirst, dialledForm, renumbered } from '../../domain/identifiers.js';
import type { EntryToAdd, NoteCode } from './intent.js';

/** What an intent does to one list. It is applied to the list as it is read. Stored as JSON. */
export type ListEdits =
  | { readonly buttons: readonly ButtonEdit[] }
  | { readonly add: readonly AddEdit[] }
  | { readonly fix: readonly FindingToFix[] };

/** The edit of the buttons to a number. A property that is left out stays as it is. */
export interface ButtonEdit {
  /** The number as callers dial it. */
  readonly dirn: string;
  readonly oldLabel?: string | undefined;
  readonly partition?: string | undefined;
  readonly label?: string | undefined;
  readonly to?: string | undefined;
  readonly toPartition?: string | undefined;
  readonly remove?: true;
}

/** A button to add. */
export interface AddEdit {
  readonly entry: EntryToAdd;
  readonly index: string | undefined;
}

/** What is needed of a finding to fix it. */
export type FindingToFix = Pick<Finding, 'kind' | 'index' | 'dirn' | 'partition' | 'label' | 'proposal'>;

/** A place that a note is about. */
export interface Remark {
  readonly code: NoteCode;
  /** A sentence without its end; the places follow it. */
  readonly why: string;
  /** Undefined: the whole list. */
  readonly index: string | undefined;
}

/** The list after the edits; or why it cannot be worked out. */
export type Edited =
  | { readonly after: readonly Entry[]; readonly remarks: readonly Remark[] }
  | { readonly problem: string };

/** @returns the list that the edits make of the one that was read */
export function edited(kind: ButtonKind, before: readonly Entry[], edits: ListEdits): Edited {
  if ('buttons' in edits) return withButtons(kind, before, edits.buttons);
  return 'add' in edits ? withAdded(kind, before, edits.add) : withFixes(kind, before, edits.fix);
}

/** The rules of a kind that is not known before. */
export const rulesFor = rulesOf as (kind: ButtonKind) => ButtonRules<Entry>;

/** @returns what a button points at, as callers dial it; an empty number if it points at nothing */
export function targetOf(
  kind: ButtonKind,
  entry: Entry,
): { readonly number: string; readonly partition: string | undefined } {
  const { number = '', partition } = rulesFor(kind).targetOf(entry) ?? {};
  return { number, partition };
}

const withCodes =
  'Buttons with pauses or codes behind the number stay as they are; name all that such a button dials, or its label ' +
  'with oldLabel';

function withButtons(kind: ButtonKind, before: readonly Entry[], edits: readonly ButtonEdit[]): Edited {
  const byNumber = grouped(edits, ({ dirn }) => dirn);
  const remarks: Remark[] = [];
  const after = before.flatMap((entry): Entry | [] => {
    const { number, partition } = targetOf(kind, entry);
    const isMeant = (edit: ButtonEdit): boolean =>
      (edit.oldLabel === undefined || edit.oldLabel === entry.label) &&
      (edit.partition === undefined || edit.partition === partition);
    // A button that is named with its pauses and codes is meant before all buttons to its number.
    const [dialled, first] = [dialledForm(number), dialledFirst(number)];
    const edit = byNumber.get(dialled)?.find(isMeant) ?? byNumber.get(first)?.find(isMeant);
    if (!edit) return entry;
    if (edit.remove) return [];
    const isWhole = edit.dirn === dialled || edit.oldLabel !== undefined;
    if (edit.label !== undefined && edit.to === undefined && !isWhole) {
      remarks.push({ code: 'not-edited', why: withCodes, index: entry.index });
      return entry;
    }
    // The label of a button that dials a code behind the number names what the code leads to.
    const labelled = edit.label === undefined || !isWhole ? entry : { ...entry, label: edit.label };
    return edit.to === undefined
      ? labelled
      : pointed(labelled, renumbered(number, dialledForm(edit.dirn), edit.to), edit);
  });
  return { after, remarks };
}

/** @returns a button that leads elsewhere; only busy lamp fields that watch a number name its partition */
function pointed(entry: Entry, to: string, { toPartition }: ButtonEdit): Entry {
  if ('destination' in entry) return { ...entry, destination: to };
  return 'partition' in entry
    ? { ...entry, dirn: to, partition: toPartition ?? entry.partition }
    : { ...entry, dirn: to };
}

function withAdded(kind: ButtonKind, before: readonly Entry[], added: readonly AddEdit[]): Edited {
  const rules = rulesFor(kind);
  const remarks: Remark[] = [];
  let after: readonly Entry[] = before;
  for (const { entry, index } of added) {
    const at = (place: string) => ({ ...entry, index: place }) as Entry;
    const isHere = (other: Entry): boolean =>
      index === undefined || canonicalIndex(other.index) === canonicalIndex(index);
    if (after.some((other) => isHere(other) && sameButtons(rules, [other], [at(other.index)]))) continue;
    if (index !== undefined && after.some(isHere)) {
      return { problem: `Another button has the index ${index}. Leave index out to take the first free one.` };
    }
    const one = at(index ?? firstFree(after));
    const { number, partition } = targetOf(kind, one);
    const isAlike = (other: Entry): boolean =>
      targetOf(kind, other).number === number && targetOf(kind, other).partition === partition;
    if (after.some(isAlike)) {
      const why = `Devices that have ${rules.plural} to ${number} already get one more`;
      remarks.push({ code: 'one-more', why, index: undefined });
    }
    after = inIndexOrder([...after, one]);
  }
  return { after, remarks };
}

/** @returns the lowest index that no button has */
function firstFree(entries: readonly Entry[]): string {
  const indexes = new Set(entries.map(({ index }) => canonicalIndex(index)));
  let free = 1;
  while (indexes.has(String(free))) free += 1;
  return String(free);
}

function withFixes(kind: ButtonKind, before: readonly Entry[], findings: readonly FindingToFix[]): Edited {
  const remarks: Remark[] = [];
  let after = before;
  for (const finding of findings) {
    const fixed = fix(kind, finding, before, after);
    if (typeof fixed === 'string') remarks.push({ code: 'not-edited', why: fixed, index: finding.index });
    else after = fixed;
  }
  return { after, remarks };
}

/** @returns the list after the proposal of a finding, or why the proposal is not followed */
function fix(
  list: ButtonKind,
  { kind, index, dirn, partition, label, proposal }: FindingToFix,
  before: readonly Entry[],
  after: readonly Entry[],
): readonly Entry[] | string {
  const isMeant = (entry: Entry): boolean => canonicalIndex(entry.index) === canonicalIndex(index);
  const pointsThere = (entry: Entry): boolean => {
    const target = targetOf(list, entry);
    return target.number === dirn && (target.partition ?? '') === partition;
  };
  const entry = before.find(isMeant);
  if (!entry || !pointsThere(entry) || entry.label !== label) return 'The button has changed since it was found';
  const isLower = (other: Entry): boolean => Number(other.index) < Number(index) && pointsThere(other);
  if (kind === 'twice' && !after.some(isLower)) return 'It is the only button to its number now';
  if (proposal === null) return 'Nothing is proposed for the button';
  if ('remove' in proposal) return after.filter((other) => !isMeant(other));
  // The inventory does not show all properties; those that the proposal lacks stay.
  const set = { ...('pickup' in entry && { pickup: entry.pickup }), ...proposal.set };
  if (!rulesFor(list).isEntry(set)) return 'The proposal is not a button of this kind';
  return after.map((other) => (isMeant(other) ? set : other));
}
