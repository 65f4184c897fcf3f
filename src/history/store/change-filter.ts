import { deviceId } from '../../domain/device.js';
import { longestText } from '../../domain/identifiers.js';
import type { AskedFor, ListFilters } from '../../domain/list-filter.js';
import { folded } from '../../domain/sought.js';
import type { Condition } from '../../store/conditions.js';
import type { Dialect } from '../../store/sql.js';
import { changeSources } from '../change.js';

/** What a condition depends on besides its value. */
export interface Parts extends Pick<Dialect, 'textsIn'> {
  /** The devices that a search means, by their ids. */
  readonly called?: readonly string[] | undefined;
}

/** The filters that callers can use for changes. An index may answer a filter instead of its condition. */
export const changeFilters = {
  device: {
    is: 'device',
    about: 'Only changes of this phone or device profile.',
    condition: (device) => ['device_key = ?', deviceId(device)],
  },
  user: {
    is: 'text',
    longest: longestText,
    wanted: 'a user name such as user=demo',
    about: 'Only changes of this user.',
    examples: { 'a user': 'demo' },
    condition: (user) => ['user_name = ?', user],
  },
  since: {
    is: 'time',
    longest: 40,
    wanted: 'a time such as since=2026-03-04T05:06:07Z',
    about: 'Only changes from this time on (RFC 3339, with its offset).',
    examples: { 'a time': '2026-03-04T05:06:07Z' },
    condition: (since) => ['time >= ?', since.getTime()],
  },
  until: {
    is: 'time',
    longest: 40,
    wanted: 'a time such as until=2026-03-05T05:06:07Z',
    about: 'Only changes before this time (RFC 3339, with its offset).',
    examples: { 'a later time': '2026-03-05T05:06:07Z' },
    condition: (until) => ['time < ?', until.getTime()],
  },
  search: {
    is: 'text',
    longest: 100,
    wanted: 'a part of a name such as search=ingrid',
    about:
      'Only changes with this in the name of the device or of the user, in any letter case. If there is an inventory, also ' +
      'changes of devices with this in their description, with or without accents.',
    examples: { 'a part of a name': 'ingrid' },
    condition: (text, parts) => isSearched(holdsEither(['device_name', 'user_name'], folded(text)), parts),
  },
  // Only the table of an index contains the numbers of a change.
  number: { is: 'number', about: 'Only changes that added, removed or changed a button with this number.' },
  run: {
    is: 'run',
    longest: 20,
    wanted: 'the id of a run, or none',
    about: 'Only changes of this run; `none`: only those of no run.',
    condition: (run) => (run === null ? ['run IS NULL'] : ['run = ?', run]),
  },
  source: {
    is: 'choice',
    of: changeSources,
    longest: 10,
    wanted: 'a source such as source=elsewhere',
    about: `Only changes made there: ${changeSources.join(' or ')}.`,
    examples: { 'not by this service': 'elsewhere' },
    condition: (source) => [`seen_after IS ${source === 'elsewhere' ? 'NOT ' : ''}NULL`],
  },
} as const satisfies ListFilters<Parts, Condition>;

const { user, since, until } = changeFilters;

/** The filters that callers can use for runs. */
export const runFilters = {
  user: { ...user, about: 'Only runs of this user.' },
  since: { ...since, about: 'Only runs that began at this time or later (RFC 3339, with its offset).' },
  until: { ...until, about: 'Only runs that began before this time (RFC 3339, with its offset).' },
} as const;

/** Which changes a caller wants. A change must match every given condition. */
export interface ChangeFilter extends AskedFor<typeof changeFilters> {
  /** The devices that `search` also means, by their ids: the history does not know how they are called. */
  readonly called?: readonly string[] | undefined;
  /** Only changes before the one with this id: `next` of the previous page. */
  readonly before?: string | undefined;
}

/** Which runs a caller wants. A run must match every given condition. */
export interface RunFilter extends AskedFor<typeof runFilters> {
  /** Only runs that began before the one with this id. */
  readonly before?: string | undefined;
}

/** @returns the condition that one matches, or that the change is of a device that the search means */
function isSearched([text, ...values]: Condition, { called = [], textsIn }: Parts): Condition {
  if (called.length === 0) return [text, ...values];
  return [`(${text} OR device_key IN (SELECT value FROM ${textsIn('?')}))`, ...values, JSON.stringify(called)];
}

/**
 * @param text in lower case
 * @returns the condition that one of two columns contains a text, in any letter case. Databases differ in how they fold
 * letters outside ASCII, so the letters of the text are folded here, one by one
 */
function holdsEither(columns: readonly [string, string], text: string): Condition {
  const capitals = [...new Set(text)].map((letter) => [letter.toUpperCase(), letter] as const);
  const foreign = capitals.filter(([capital, letter]) => letter > '\u007F' && capital !== letter);
  const holds = (column: string): string => {
    const lower = foreign.reduce((name) => `replace(${name}, ?, ?)`, `lower(${column})`);
    return `${lower} LIKE ? ESCAPE '!'`;
  };
  const values = [...foreign.flat(), `%${text.replace(/[!%_]/g, '!$&')}%`];
  return [`(${columns.map(holds).join(' OR ')})`, ...values, ...values];
}
