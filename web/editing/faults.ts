import { canonicalIndex } from '../../src/domain/buttons.js';
import { longestText, unfitText } from '../../src/domain/identifiers.js';
import { unseenProblem } from '../../src/domain/unseen.js';
import { type Draft, type Refusal, type Row, rowsWanted } from './draft.js';
import { type Entry, type Field, isDigits, targetField, targetOf } from './entry.js';

/** What is surely wrong with a value, regardless of the call manager. */
type FaultCode =
  | 'noIndex'
  | 'noDigits'
  | 'zero'
  | 'taken'
  | 'noTarget'
  | 'noPartition'
  | 'tooLong'
  | 'unfit'
  | 'unseen';

/** What is wrong with a value: found here, or in the service's own words. */
export type Fault = { readonly code: FaultCode } | { readonly said: string };

export type RowFaults = Readonly<Partial<Record<Field, Fault>>>;

/** The partitions of numbers, as far as they are known. */
export type KnownPartitions = ReadonlyMap<string, readonly string[]>;

/** From this length on, a label may be too long for a call manager or a phone. That is a warning, not a refusal. */
export const longLabel = 30;

/** @returns what is wrong, by the key of the row; nothing for removed rows and for rows that were just added */
export function faultsOf(draft: Draft, known: KnownPartitions = new Map()): ReadonlyMap<number, RowFaults> {
  const found = new Map<number, RowFaults>();
  const taken = new Set<string>();
  // If two rows have the same index, the row that moved there is wrong.
  const stayFirst = [...rowsWanted(draft)].sort((a, b) => Number(hasMoved(a)) - Number(hasMoved(b)));
  for (const row of stayFirst) {
    const said = draft.refusals.filter((refusal) => refusal.key === row.key && valueOf(row, refusal) === refusal.value);
    const faults = {
      ...Object.fromEntries(said.map((refusal) => [refusal.field, { said: refusal.said }])),
      ...textFaults(row.entry),
      ...unseenFault(row),
      ...targetFault(row),
      ...partitionFault(row, known),
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
 * Finds the fields in the service's own errors: `body[2].label` is the third entry that was sent. An error that names
 * no field of an entry is left out.
 */
export function refusalsIn(
  draft: Draft,
  errors: readonly { readonly field: string; readonly detail: string }[],
): readonly Refusal[] {
  const sent = rowsWanted(draft);
  return errors.flatMap(({ field: path, detail }) => {
    const [, position, name] = /^body\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
    const row = position === undefined ? undefined : sent[Number(position)];
    if (row === undefined) return [];
    const field = isField(row.entry, name) ? name : 'index';
    return [{ key: row.key, field, value: valueOf(row, { field }), said: detail }];
  });
}

/** The words with which a call manager names a field. */
const fieldWords: readonly (readonly [RegExp, (entry: Entry) => Field])[] = [
  [/label/i, () => 'label'],
  [/partition/i, () => 'partition'],
  [/index|position/i, () => 'index'],
  [/number|dirn|pattern|destination/i, targetField],
];

/**
 * Finds the fields that a call manager's words refer to: the only changed field, a field whose value the words quote,
 * or long labels.
 * @returns nothing if that is not clear
 */
export function refusalIn(draft: Draft, said: string): readonly Refusal[] {
  const fieldOf = fieldWords.find(([words]) => words.test(said))?.[1];
  if (fieldOf === undefined) return [];
  const changed = rowsWanted(draft).flatMap((row) => {
    const field = fieldOf(row.entry);
    const value = valueOf(row, { field });
    const isSame = row.base !== undefined && valueOf({ ...row, entry: row.base }, { field }) === value;
    return field in row.entry && !isSame ? [{ key: row.key, field, value, said }] : [];
  });
  if (changed.length === 1) return changed;
  const quoted = changed.filter(({ value }) => value !== '' && said.includes(value));
  return quoted.length > 0 ? quoted : changed.filter(({ field, value }) => field === 'label' && isLong(value));
}

/** Whether a label may be too long. */
export function isLong(label: string): boolean {
  return lengthOf(label) > longLabel;
}

/** In characters, not in JavaScript's units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
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

/** The call manager counts from 1 and refuses 0. The service does not check that. A stored 0 may stay. */
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

/** A stored number with characters that no one sees may stay. */
function unseenFault({ entry, base }: Row): RowFaults {
  const isStored = base !== undefined && targetOf(base) === targetOf(entry);
  const isUnseen = !isStored && unseenProblem(targetOf(entry)) !== undefined;
  return isUnseen ? { [targetField(entry)]: { code: 'unseen' } } : {};
}

/** A number that was empty when it was read may stay empty. */
function targetFault({ entry, base, isFresh }: Row): RowFaults {
  const isMissing = targetOf(entry).trim() === '' && !isFresh && !(base && targetOf(base) === '');
  return isMissing ? { [targetField(entry)]: { code: 'noTarget' } } : {};
}

/**
 * If a number is in several partitions, a busy lamp field without a partition would watch none of them. A busy lamp
 * field that was read without a partition may stay.
 */
function partitionFault({ entry, base }: Row, known: KnownPartitions): RowFaults {
  if (!asksForPartition({ entry, base })) return {};
  const partitions = known.get(targetOf(entry).trim()) ?? [];
  return partitions.length > 1 && !partitions.includes('') ? { partition: { code: 'noPartition' } } : {};
}

/** Whether a row names no partition because it was added or changed. */
function asksForPartition({ entry, base }: Pick<Row, 'entry' | 'base'>): boolean {
  if (!('partition' in entry) || entry.partition !== '' || entry.dirn.trim() === '') return false;
  return !(base && 'partition' in base && base.partition === '' && base.dirn === entry.dirn);
}

/** @returns the numbers whose partitions must be known before a draft can be reviewed */
export function numbersToKnow(draft: Draft): readonly string[] {
  return [
    ...new Set(
      rowsWanted(draft)
        .filter(asksForPartition)
        .map(({ entry }) => targetOf(entry).trim()),
    ),
  ];
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
