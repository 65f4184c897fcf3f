import { computed, signal } from '@preact/signals';
import type { PointingButton } from '../../src/client/index.js';
import { idOf, type Narrowing, rechosen } from '../runs/choice.js';
import { clearWithUser } from './session.js';

/** What was typed and chosen for a new label of the buttons to one number; in memory alone. */
export interface RelabelDraft {
  readonly label: string;
  readonly narrowing: Narrowing;
  /** The buttons that are chosen, by their ids; undefined as long as nobody has chosen any. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** Whether it was carried out as it stands: then nothing is lost with it. */
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

/** The numbers with something that was typed or chosen, and not carried out. */
export const unsavedRelabels = computed(() =>
  [...drafts.value].flatMap(([dirn, draft]) => (isLostWith(draft) ? [dirn] : [])),
);

/** Whether something is lost with a draft: filters alone are soon set again. */
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

/** @param first what is chosen as long as nobody has chosen otherwise */
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
