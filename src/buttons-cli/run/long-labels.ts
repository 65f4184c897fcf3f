import type { ButtonKind } from '../../domain/button-kinds.js';
import { givenUp } from '../connection/retries.js';
import { differenceOf } from '../lists.js';
import type { PlannedList } from '../plan/plan.js';
import type { ListResult } from './list-calls.js';
import type { Work } from './states.js';

/**
 * What a run learns about the longest label. If a label was refused, other labels of at least its length are not sent.
 */
export class LongLabels {
  /** The lengths of labels that the call manager has refused, by kind. */
  readonly #refused = new Map<ButtonKind, number>();

  /** @returns the refusal for a list that would be refused too; undefined if it may be accepted */
  foresee({ planned, inDoubt }: Work): ListResult | undefined {
    const bound = this.#refused.get(planned.kind);
    if (bound === undefined || inDoubt || longestNewLabel(planned) < bound) return undefined;
    const detail = `Not sent: the call manager refused a label of ${bound} characters, and this label is as long.`;
    return { state: 'refused', failure: { ...givenUp, means: 'not-done', detail, brief: detail, reason: 'not sent' } };
  }

  learn({ planned }: Work, result: ListResult): void {
    if (result.state !== 'refused' || result.failure.code !== 'rejected-by-call-manager') return;
    if (!saysTooLong(result.failure.detail, planned)) return;
    const known = this.#refused.get(planned.kind) ?? Infinity;
    this.#refused.set(planned.kind, Math.min(known, longestNewLabel(planned)));
  }
}

/** The words of call managers and their databases for a text that is too long. */
const tooLong =
  /\btoo (long|large|big|many char)|\b(length|longer|exceed|truncat)|\b(up to|at most|more than|maximum( of)?) \d/i;

/**
 * @returns whether a refusal says that a label is too long. Words that the refusal quotes from the list do not count
 */
function saysTooLong(detail: string, planned: PlannedList): boolean {
  const said = newLabels(planned).reduce((text, label) => (label === '' ? text : text.replaceAll(label, '')), detail);
  return /label/i.test(said) && tooLong.test(said);
}

/** @returns the length of the longest new label in a list; 0 if it has none */
function longestNewLabel(planned: PlannedList): number {
  return Math.max(0, ...newLabels(planned).map((label) => Array.from(label).length));
}

function newLabels({ kind, before, after }: PlannedList): string[] {
  const { added, changed } = differenceOf(kind, before, after);
  return [
    ...added.map(({ label }) => label),
    ...changed.flatMap((pair) => (pair.before.label === pair.after.label ? [] : [pair.after.label])),
  ];
}
