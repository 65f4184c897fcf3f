import { type ButtonKind, type EntryOf, rulesOf } from './button-kinds.js';
import { canonicalIndex, canonicalList, compareIndexes, inIndexOrder } from './buttons.js';
import { type DifferingEntry, differenceOf } from './difference.js';
import { ServiceError } from './errors.js';

/** A list that was set, and what was read afterwards. */
export interface ListsOfWrite<Kind extends ButtonKind = ButtonKind> {
  readonly kind: Kind;
  readonly asked: readonly EntryOf[Kind][];
  readonly present: readonly EntryOf[Kind][];
  /** The list before the write; undefined if it is not known. */
  readonly before: readonly EntryOf[Kind][] | undefined;
}

/** The most entries that an error names. */
const mostDiffering = 100;

/** The call manager has set another list than the one that was asked for, or has changed something else too. */
export class StoredOtherwise extends ServiceError {
  /**
   * @param besides what else the write has changed on the device, in words that follow `it`; undefined if nothing else
   * was changed
   */
  constructor(lists: ListsOfWrite, besides: string | undefined) {
    const { kind, asked, present } = lists;
    const { plural } = rulesOf(kind);
    const did = [reasonOf(lists), besides].filter((words) => words !== undefined).join(', and ');
    const isKept = isAsAsked(kind, asked, present);
    const kept = isKept
      ? `The ${plural} were set, but the write has changed more`
      : `The call manager has set other ${plural} than the ones that were sent`;
    super('stored-otherwise', {
      detail: `${kept}${did === '' ? '' : `: it ${did}`}. \`present\` is the list now.`,
      effect: 'changed',
      present,
      ...(did !== '' && { reason: `the call manager ${did}` }),
      difference: differingEntries(lists).slice(0, mostDiffering),
    });
  }
}

/**
 * @param device `the phone SEP00A1B2C30011`
 * @param words what a write to it has changed besides its list, in words that follow `the call manager`
 * @returns the error for writes that are not sent any more
 */
export function writingStopped(device: string, words: string): ServiceError {
  return new ServiceError('writing-stopped', {
    detail:
      `This service writes nothing: after a write to ${device}, the call manager ${words}. Nothing was sent. ` +
      'A user who may change buttons resumes with POST /writing/resume.',
    retryAfterSeconds: 60,
    effect: 'none',
  });
}

/**
 * @returns whether a list that was read is the one that was asked for. White space at the ends of a label, and a
 * backslash before a plus, make no difference
 */
export function isAsAsked<Kind extends ButtonKind>(
  kind: Kind,
  asked: readonly EntryOf[Kind][],
  present: readonly EntryOf[Kind][],
): boolean {
  const rules = lenientRules(kind);
  return asked.length === present.length && canonicalList(rules, asked) === canonicalList(rules, present);
}

/** @returns the entries that differ, in order of index */
export function differingEntries<Kind extends ButtonKind>({
  kind,
  asked,
  present,
}: Pick<ListsOfWrite<Kind>, 'kind' | 'asked' | 'present'>): DifferingEntry[] {
  const { added, removed, changed } = differenceOf(lenientRules(kind), asked, present);
  const all = [
    ...added.map((entry) => ({ index: canonicalIndex(entry.index), asked: null, present: entry })),
    ...removed.map((entry) => ({ index: canonicalIndex(entry.index), asked: entry, present: null })),
    ...changed.map(({ before, after }) => ({ index: canonicalIndex(after.index), asked: before, present: after })),
  ];
  return all.sort((a, b) => compareIndexes(a.index, b.index));
}

/**
 * @returns what a call manager did to a list, in words that follow `the call manager`, such as `cut the label at index
 * 3 to 30 characters`; undefined if the list is as it was asked for, or if the difference has no known form
 */
export function reasonOf<Kind extends ButtonKind>(lists: ListsOfWrite<Kind>): string | undefined {
  const { kind, asked, present, before } = lists;
  if (isAsAsked(kind, asked, present)) return undefined;
  const shape = { asked: shown(kind, asked), present: shown(kind, present), before: before && shown(kind, before) };
  for (const reason of listReasons) {
    const words = reason(shape);
    if (words !== undefined) return words;
  }
  const differing = differingEntries(lists);
  const words = differing.map(entryReason);
  const first = words.find((one) => one !== undefined);
  const others = differing.length - 1;
  if (first === undefined || others === 0) return first;
  return `${first}, and changed ${others} more ${others === 1 ? 'entry' : 'entries'}`;
}

function lenientRules<Kind extends ButtonKind>(
  kind: Kind,
): { readonly canonical: (entry: EntryOf[Kind]) => EntryOf[Kind] } {
  const { canonical } = rulesOf(kind);
  return {
    canonical: (entry) => {
      const plain = canonical(entry);
      return { ...plain, label: plain.label.trim() };
    },
  };
}

/** An entry as its index and a text of everything else. */
interface ShownEntry {
  readonly index: string;
  readonly rest: string;
}

interface Shape {
  readonly asked: readonly ShownEntry[];
  readonly present: readonly ShownEntry[];
  readonly before: readonly ShownEntry[] | undefined;
}

function shown<Kind extends ButtonKind>(kind: Kind, entries: readonly EntryOf[Kind][]): ShownEntry[] {
  const { canonical } = lenientRules(kind);
  return inIndexOrder(entries).map((entry) => {
    const { index, ...rest } = canonical(entry);
    return { index, rest: JSON.stringify(rest) };
  });
}

const isSame = (a: ShownEntry | undefined, b: ShownEntry | undefined): boolean =>
  a?.index === b?.index && a?.rest === b?.rest;
const has = (entries: readonly ShownEntry[], entry: ShownEntry): boolean => entries.some((one) => isSame(one, entry));

/** What can happen to a list as a whole. The first that fits is the reason. */
const listReasons: readonly ((lists: Shape) => string | undefined)[] = [
  ({ present, before }) =>
    before?.length === present.length && before.every((entry, at) => isSame(entry, present[at]))
      ? 'kept the list as it was'
      : undefined,
  ({ present }) => (present.length === 0 ? 'kept no entry of the list' : undefined),
  ({ asked, present }) => {
    if (present.length <= asked.length || !asked.every((entry) => has(present, entry))) return undefined;
    const others = present.filter((entry) => !has(asked, entry));
    return `added the entries to the list instead of replacing it: ${atIndexes(others)} was not asked for`;
  },
  ({ asked, present }) =>
    present.length < asked.length && present.every((entry, at) => isSame(entry, asked[at]))
      ? `kept only the first ${present.length} of ${asked.length} entries`
      : undefined,
  ({ asked, present }) => {
    if (present.length !== asked.length || !present.every(({ rest }, at) => rest === asked[at]?.rest)) return undefined;
    const at = present.findIndex(({ index }, place) => index !== asked[place]?.index);
    const [from = '', to = ''] = [asked[at]?.index, present[at]?.index];
    return compareIndexes(to, from) < 0 ? `closed the gap at ${to}` : `moved the entry at index ${from} to ${to}`;
  },
  ({ asked, present }) => {
    const [texts, others] = [asked, present].map((list) => list.map(({ rest }) => rest).sort());
    return JSON.stringify(texts) === JSON.stringify(others) ? 'changed the order of the entries' : undefined;
  },
];

function atIndexes([first, ...others]: readonly ShownEntry[]): string {
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `what is at index ${first?.index ?? ''}${more}`;
}

/** What the properties of an entry are called. */
const propertyNames = { label: 'label', dirn: 'number', destination: 'destination', partition: 'route partition' };

/** @returns what happened to one entry; undefined if it has no known form */
function entryReason({ index, asked, present }: DifferingEntry): string | undefined {
  if (asked === null || present === null) return undefined;
  const [was, is]: Readonly<Record<string, unknown>>[] = [{ ...asked }, { ...present }];
  if ('dirn' in asked && 'destination' in present) return `stored the number at index ${index} as a free destination`;
  if (was?.['pickup'] === true && is?.['pickup'] === false) return `lost the pickup at index ${index}`;
  for (const [property, name] of Object.entries(propertyNames)) {
    const [text, kept] = [was?.[property], is?.[property]];
    if (typeof text !== 'string' || typeof kept !== 'string' || text.trim() === kept.trim()) continue;
    const words = textReason(text, kept);
    if (words) return `${words.did} the ${words.of ?? ''}${name} at index ${index}${words.how ?? ''}`;
  }
  return undefined;
}

interface TextReason {
  readonly did: string;
  readonly of?: string;
  readonly how?: string;
}

/** @returns what happened to a text */
function textReason(text: string, kept: string): TextReason | undefined {
  if (text.trim() === '') return { did: 'filled', of: 'empty ' };
  if (kept.trim() === '') return { did: 'lost' };
  if (text === `+${kept}` || text === String.raw`\+${kept}`) return { did: 'lost', of: 'plus of the ' };
  if (text.split('@', 1)[0] === kept) return { did: 'lost', of: 'domain of the ' };
  if (text.startsWith(kept)) return { did: 'cut', how: ` to ${Array.from(kept).length} characters` };
  if (text.toUpperCase() === kept) return { did: 'wrote', how: ' in upper case' };
  if (text.toLowerCase() === kept) return { did: 'wrote', how: ' in lower case' };
  return differsOutsideAscii(text, kept) ? { did: 'lost', of: 'letters outside ASCII of the ' } : undefined;
}

/** Whether everything in ASCII was kept, in its order, and something else was not. */
function differsOutsideAscii(text: string, kept: string): boolean {
  const parts = text.split(/[^\p{ASCII}]+/u);
  if (parts.length < 2) return false;
  let at = 0;
  const areAllThere = parts.every((part) => {
    const found = kept.indexOf(part, at);
    at = found + part.length;
    return found !== -1;
  });
  return areAllThere && kept.startsWith(parts[0] ?? '') && kept.endsWith(parts.at(-1) ?? '');
}
