import type { ButtonKind, Entry } from '../../domain/button-kinds.js';
import { inIndexOrder } from '../../domain/buttons.js';
import { differenceOf } from '../../domain/difference.js';
import type { DirectoryNumber } from '../../domain/identifiers.js';
import { isServiceError } from '../../domain/errors.js';
import type { ChangeList, ListState } from '../change.js';
import { partitionName } from './choose-buttons.js';
import type { Finder } from './finder.js';
import { counted } from '../../domain/counted.js';
import { type Note, type NoteCode, someOf } from './intent.js';
import { edited, rulesFor, targetOf } from './list-edits.js';

/** Only the first new numbers are looked up: a spreadsheet that removes zeros removes all of them. */
const mostLookedUp = 1_000;
/** Places of a note that are counted, at most. */
const mostPlaces = 1_000;
/** A higher index is more often a mistake than intended. */
const highIndex = 500;
/** A number as a spreadsheet leaves it: digits, without leading zeros. */
const mayLackZeros = /^[1-9][0-9]+$/;
/**
 * The characters that the published rules allow in numbers, and the comma, which newer releases allow. A stored plus
 * may have a backslash. An address (`name@example.com`) is seen on live systems.
 */
const knownTarget = /^(?:\\?[0-9*#+,]*|[^\s@]+@[^\s@]+)$/;

/** Goes through the lists of a change, page by page. */
interface Pages {
  pages(id: string, states?: readonly ListState[]): AsyncGenerator<readonly ChangeList[]>;
}

/** A button that a change sets, where there was none or another one. */
interface SetButton {
  readonly kind: ButtonKind;
  readonly entry: Entry;
  /** The button before, if there was one at its index. */
  readonly was: Entry | undefined;
  readonly place: string;
}

/** A new target: where it is first, and the partitions in which busy lamp fields watch it. */
interface NewTarget {
  readonly place: string;
  readonly partitions: Set<string>;
}

/** @returns what the caller should know about the lists of a change that are read, beside their problems */
export async function remarksOf(id: string, work: Pages, finder: Finder): Promise<Note[]> {
  const told = new Map<string, { readonly code: NoteCode; readonly places: string[]; count: number }>();
  const tell = (code: NoteCode, why: string, place: string): void => {
    const one = told.get(why) ?? { code, places: [], count: 0 };
    told.set(why, one);
    one.count += 1;
    if (one.places.length < mostPlaces) one.places.push(place);
  };
  const targets = new Map<string, NewTarget>();
  for await (const page of work.pages(id, ['open', 'already'])) {
    for (const list of page) {
      const { kind, before, edits, device } = list;
      const worked = edits && before ? edited(kind, before, edits) : undefined;
      for (const { code, why, index } of worked && 'remarks' in worked ? worked.remarks : []) {
        tell(code, why, index === undefined ? device.name : placeOf(list, index));
      }
      for (const button of setButtons(list)) {
        for (const [isSo, code, why] of doubts) if (isSo(button)) tell(code, why, button.place);
        noteTarget(button, targets);
      }
    }
  }
  const notes = [...told].map(([why, { code, places, count }]): Note => ({
    code,
    text: `${why}: ${namesOf(places, count)}.`,
  }));
  return [...notes, ...(await checked(id, targets, work, finder))];
}

function namesOf(places: readonly string[], count: number): string {
  return count === places.length ? someOf(places) : `${places.slice(0, 10).join(', ')}, and ${count - 10} more`;
}

function placeOf({ device }: ChangeList, index: string): string {
  return `${device.name}, index ${index}`;
}

function setButtons(list: ChangeList): SetButton[] {
  const { kind, before, after, state } = list;
  if (state !== 'open' || !before || !after) return [];
  const { added, changed } = differenceOf(rulesFor(kind), inIndexOrder<Entry>(before), inIndexOrder<Entry>(after));
  return [
    ...added.map((entry) => ({ kind, entry, was: undefined, place: placeOf(list, entry.index) })),
    ...changed.map(({ before: was, after: entry }) => ({ kind, entry, was, place: placeOf(list, entry.index) })),
  ];
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=\d)/, '');
}

/** Values that may be mistakes, each with what is said about it. */
const doubts: readonly (readonly [(button: SetButton) => boolean, NoteCode, string])[] = [
  [({ entry }) => Number(entry.index) > highIndex, 'unusual', `Buttons with an index above ${highIndex}`],
  [
    ({ kind, entry }) => !('destination' in entry) && !knownTarget.test(targetOf(kind, entry).number),
    'unusual',
    'Buttons to a number with characters that no published rule allows',
  ],
  [
    ({ kind, entry, was }) => {
      const [old, now] = [was && targetOf(kind, was).number, targetOf(kind, entry).number];
      return old !== undefined && old !== now && withoutZeros(old) === withoutZeros(now);
    },
    'lost-zeros',
    'Numbers that would lose or gain only leading zeros, as spreadsheets do',
  ],
];

/** Keeps the target of a button, if it is new there. */
function noteTarget({ kind, entry, was, place }: SetButton, targets: Map<string, NewTarget>): void {
  const { number, partition } = targetOf(kind, entry);
  const old = was && targetOf(kind, was);
  if (old?.number === number && old.partition === partition) return;
  const known = targets.get(number);
  if (!known && targets.size >= mostLookedUp) return;
  const target = known ?? { place, partitions: new Set<string>() };
  if (partition !== undefined) target.partitions.add(partition);
  targets.set(number, target);
}

/** Looks new targets up. @returns notes about those that the call manager does not know */
async function checked(
  id: string,
  targets: ReadonlyMap<string, NewTarget>,
  work: Pages,
  finder: Finder,
): Promise<Note[]> {
  const asked = [...targets].filter(([number, { partitions }]) => partitions.size > 0 || mayLackZeros.test(number));
  if (asked.length === 0) return [];
  try {
    const found = await finder.inTurns('new numbers', asked, async ([number, target]) => ({
      ...{ number, target },
      inside: (await finder.numbers(number as DirectoryNumber)).map(({ partition }) => partition),
    }));
    const unknown = found.filter(({ target, inside }) => [...target.partitions].some((one) => !inside.includes(one)));
    const lacking = await withZeros(
      id,
      found
        .filter(({ number, inside }) => inside.length === 0 && mayLackZeros.test(number))
        .map(({ number }) => number),
      work,
      finder,
    );
    return [
      ...unknown.map(({ number, target, inside }): Note => {
        const missing = [...target.partitions].filter((one) => !inside.includes(one)).map(partitionName);
        const is =
          inside.length === 0
            ? 'the call manager has no such number'
            : `it is in ${inside.map(partitionName).join(', ')}`;
        return {
          code: 'unknown-target',
          text: `${number} is not known in the partition ${missing.join(', ')}: ${is}.`,
        };
      }),
      ...(lacking.length === 0 ? [] : [zerosNote(lacking, targets)]),
    ];
  } catch (thrown) {
    if (!isServiceError(thrown) || thrown.code === 'history-unavailable') throw thrown;
    return [
      { code: 'not-checked', text: `Whether the new numbers exist could not be checked: ${thrown.facts.detail}` },
    ];
  }
}

type LackingZeros = readonly [number: string, meant: string];

function zerosNote(lacking: readonly LackingZeros[], targets: ReadonlyMap<string, NewTarget>): Note {
  const names = lacking.map(([number, meant]) => `${number} (${meant}) on ${targets.get(number)?.place ?? ''}`);
  const is = lacking.length === 1 ? 'is' : 'are';
  const text = `${counted(lacking.length, 'new number')} ${is} not known, but known with the leading zeros that spreadsheets remove: ${someOf(names)}.`;
  return { code: 'lost-zeros', text };
}

/**
 * @returns those of some numbers that exist with one or two leading zeros, at the call manager or on buttons of the
 * change's devices
 */
async function withZeros(
  id: string,
  numbers: readonly string[],
  work: Pages,
  finder: Finder,
): Promise<readonly LackingZeros[]> {
  if (numbers.length === 0) return [];
  const wanted = new Set(numbers.flatMap((number) => [number, `0${number}`, `00${number}`]));
  const known = new Set<string>();
  for await (const page of work.pages(id)) {
    const entries = page.flatMap(({ kind, before }) => (before ?? []).map((entry) => targetOf(kind, entry).number));
    for (const number of entries) if (wanted.has(number)) known.add(number);
  }
  const found = await finder.inTurns('zeros', numbers, async (number): Promise<LackingZeros[]> => {
    if (known.has(number)) return [];
    const [one, two] = [`0${number}`, `00${number}`];
    const isThere = known.has(one) || (await finder.numbers(one as DirectoryNumber)).length > 0;
    const meant = isThere ? one : known.has(two) ? two : undefined;
    return meant === undefined ? [] : [[number, meant]];
  });
  return found.flat();
}
