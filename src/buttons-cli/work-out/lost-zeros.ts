import { differenceOf, type Entry, targetOf } from '../lists.js';
import { counted, deviceName } from '../output/list-text.js';
import { shown } from '../output/shown.js';
import { hasChange, type ListToSet } from './worked-out.js';
import type { Reader } from './reader.js';

/** Only the first new numbers are looked up: a spreadsheet that removes leading zeros removes all of them. */
const mostLookedUp = 1000;

/** The most examples in the message. */
const mostNamed = 5;

/** A number as a spreadsheet leaves it: digits, without leading zeros. */
const mayLackZeros = /^[1-9][0-9]+$/;

/**
 * @returns new numbers that are probably mistakes: they do not exist, but the same number with one or two leading zeros
 * exists at the call manager, or on buttons of the plan's devices
 */
export async function missingZeros(reader: Reader, lists: readonly ListToSet[]): Promise<string | undefined> {
  const known = new Set(lists.flatMap(({ kind, before }) => before.map((entry) => targetOf(kind, entry))));
  const places = newTargets(lists);
  const doubtful = [...places.keys()].filter((number) => mayLackZeros.test(number) && !known.has(number));
  const isThere = async (number: string): Promise<boolean> =>
    known.has(number) || (await reader.findNumbers(number)).length > 0;
  const found = await reader.each(doubtful.slice(0, mostLookedUp), async (number) => {
    const [one, two] = [`0${number}`, `00${number}`];
    const meant = (await isThere(one)) ? one : known.has(two) ? two : undefined;
    return meant !== undefined && !(await isThere(number)) ? [{ number, meant }] : [];
  });
  const lacking = found.flat();
  const [first] = lacking;
  if (!first) return undefined;
  const named = lacking.slice(0, mostNamed).map(({ number, meant }) => `${shown(number)} (${shown(meant)})`);
  const more = lacking.length > mostNamed ? ' and others' : '';
  const is = lacking.length === 1 ? 'is' : 'are';
  return (
    `${counted(lacking.length, 'new number')} ${is} not known, but known with the leading zero that spreadsheets ` +
    `remove: ${named.join(', ')}${more}; the first is on ${places.get(first.number) ?? ''}`
  );
}

/** @returns the new numbers of buttons, each with its first device */
function newTargets(lists: readonly ListToSet[]): Map<string, string> {
  const places = new Map<string, string>();
  for (const list of lists.filter(hasChange)) {
    const { added, changed } = differenceOf(list.kind, list.before, list.after);
    const target = (entry: Entry): string => targetOf(list.kind, entry);
    const others = changed.filter(({ before, after }) => target(before) !== target(after)).map(({ after }) => after);
    for (const number of [...added, ...others].map(target)) {
      if (!places.has(number)) places.set(number, deviceName(list));
    }
  }
  return places;
}
