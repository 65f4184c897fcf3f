import { computed, signal } from '@preact/signals';
import type { PointingButton } from '../../src/client/index.js';
import { idOf, type Narrowing, rechosen } from '../changes/choice.js';
import { clearWithUser } from './session.js';

/** The typed label and the selection for relabelling the buttons to one number; only in memory. */
export interface RelabelDraft {
  readonly label: string;
  readonly narrowing: Narrowing;
  /** The ids of the selected buttons; undefined until the user has selected any. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** Whether exactly this label and selection were carried out. The draft then has nothing unsaved. */
  readonly isCarriedOut: boolean;
}

const untouched: RelabelDraft = {
  label: '',
  narrowing: { kind: undefined, label: undefined, partition: undefined },
  chosen: undefined,
  isCarriedOut: false,
};

/** By number. */
const drafts = signal<ReadonlyMap<string, RelabelDraft>>(new Map());

/** The numbers whose label or selection was not carried out. */
export const unsavedRelabels = computed(() =>
  [...drafts.value].flatMap(([dirn, draft]) => (isLostWith(draft) ? [dirn] : [])),
);

/** Whether a draft has unsaved work. Filters alone do not count, because they are easily set again. */
function isLostWith({ label, chosen, isCarriedOut }: RelabelDraft): boolean {
  return !isCarriedOut && (label !== '' || chosen !== undefined);
}

export function relabelDraft(dirn: string): RelabelDraft {
  return drafts.value.get(dirn) ?? untouched;
}

export function editRelabel(dirn: string, change: Partial<RelabelDraft>): void {
  const draft = { ...relabelDraft(dirn), isCarriedOut: false, ...change };
  drafts.value = new Map([...[...drafts.peek()].filter(([other]) => other !== dirn), [dirn, draft]]);
}

/** @param first the selection before the user has changed it */
export function chooseButtons(
  dirn: string,
  first: readonly PointingButton[],
  some: readonly PointingButton[],
  isChosen: boolean,
): void {
  const before = relabelDraft(dirn).chosen ?? first.map(idOf);
  editRelabel(dirn, { chosen: rechosen(before, some.map(idOf), isChosen) });
}

export function discardRelabel(dirn: string): void {
  drafts.value = new Map([...drafts.peek()].filter(([other]) => other !== dirn));
}

clearWithUser(() => {
  drafts.value = new Map();
});
