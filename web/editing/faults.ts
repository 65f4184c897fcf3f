import { canonicalIndex } from '../../src/domain/buttons.js';
import { longestText, unfitText } from '../../src/domain/identifiers.js';
import { type Draft, type Refusal, type Row, rowsWanted } from './draft.js';
import { type Entry, type Field, isDigits, targetField, targetOf } from './entry.js';

/** What is surely wrong with a value, whatever the call manager says. */
type FaultCode = 'noIndex' | 'noDigits' | 'zero' | 'taken' | 'noTarget' | 'tooLong' | 'unfit';

/** What is wrong with a value: found here, or in the service's own words. */
export type Fault = { readonly code: FaultCode } | { readonly said: string };

export type RowFaults = Readonly<Partial<Record<Field, Fault>>>;

/** @returns what is wrong, by the key of the row; nothing of a row that is removed, or has just been added */
export function faultsOf(draft: Draft): ReadonlyMap<number, RowFaults> {
  const found = new Map<number, RowFaults>();
  const taken = new Set<string>();
  // Of two with one index, the one that came there is wrong.
  const stayFirst = [...rowsWanted(draft)].sort((a, b) => Number(hasMoved(a)) - Number(hasMoved(b)));
  for (const row of stayFirst) {
    const said = draft.refusals.filter((refusal) => refusal.key === row.key && valueOf(row, refusal) === refusal.value);
    const faults = {
      ...Object.fromEntries(said.map((refusal) => [refusal.field, { said: refusal.said }])),
      ...textFaults(row.entry),
      ...targetFault(row),
      ...indexFault(row, taken),
    };
    if (Object.keys(faults).length > 0) found.set(row.key, faults);
    taken.add(canonicalIndex(row.entry.index));
  }
  return found;
}

/** @returns how many fields are wrong */
export function countFaults(faults: ReadonlyMap<number, RowFaults>): number {
  return [...faults.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);
}

/**
 * Finds the fields that the service's own errors are about: `body[2].label` is the third entry that was sent.
 * What names no field of an entry is left out.
 */
export function refusalsIn(
  draft: Draft,
  errors: readonly { readonly field: string; readonly detail: string }[],
): readonly Refusal[] {
  const sent = rowsWanted(draft);
  return errors.flatMap(({ field: path, detail }) => {
    const [, place, name] = /^body\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
    const row = place === undefined ? undefined : sent[Number(place)];
    if (row === undefined) return [];
    const field = isField(row.entry, name) ? name : 'index';
    return [{ key: row.key, field, value: valueOf(row, { field }), said: detail }];
  });
}

function hasMoved({ base, entry }: Row): boolean {
  return base === undefined || canonicalIndex(base.index) !== canonicalIndex(entry.index);
}

function isField(entry: Entry, name: string | undefined): name is Field {
  return name !== undefined && name in entry;
}

function valueOf({ entry }: Row, { field }: { readonly field: Field }): string {
  return String((entry as Readonly<Partial<Record<Field, string | boolean>>>)[field]);
}

/** The call manager counts from 1 and refuses 0, which the service leaves to it. What it holds itself may stay. */
function indexFault({ entry, base }: Row, taken: ReadonlySet<string>): RowFaults {
  const index = entry.index.trim();
  if (index === '') return { index: { code: 'noIndex' } };
  if (!isDigits(index)) return { index: { code: 'noDigits' } };
  if (index.length > longestText) return { index: { code: 'tooLong' } };
  if (isZero(index) && !(base && isZero(base.index))) return { index: { code: 'zero' } };
  return taken.has(canonicalIndex(index)) ? { index: { code: 'taken' } } : {};
}

function isZero(index: string): boolean {
  return canonicalIndex(index) === '0';
}

/** A number that was empty when it was read may stay so. */
function targetFault({ entry, base, isFresh }: Row): RowFaults {
  const isMissing = targetOf(entry).trim() === '' && !isFresh && !(base && targetOf(base) === '');
  return isMissing ? { [targetField(entry)]: { code: 'noTarget' } } : {};
}

function textFaults(entry: Entry): RowFaults {
  const fields = [targetField(entry), 'label'] as const;
  const texts = { [targetField(entry)]: targetOf(entry), label: entry.label };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const code = textFault(texts[field] ?? '');
      return code === undefined ? [] : [[field, { code }]];
    }),
  );
}

function textFault(text: string): FaultCode | undefined {
  if (unfitText(text, Number.POSITIVE_INFINITY) !== undefined) return 'unfit';
  return unfitText(text, longestText) === undefined ? undefined : 'tooLong';
}
