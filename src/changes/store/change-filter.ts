import { deviceId } from '../../domain/device.js';
import { longestText } from '../../domain/identifiers.js';
import type { AskedFor, ListFilters } from '../../domain/list-filter.js';
import { plainFolded } from '../../domain/sought.js';
import type { Condition } from '../../store/conditions.js';
import type { Dialect } from '../../store/sql.js';
import { changeSources, changeStates } from '../change.js';

/** What a condition depends on besides its value. */
export interface Parts extends Pick<Dialect, 'textsIn'> {
  /** The devices that a search means, by their ids. */
  readonly called?: readonly string[] | undefined;
  /** The present state of a change, as SQL. */
  readonly stateNow: string;
}

/**
 * The filters that callers can use for changes. Each condition is for a row of `history_change AS change` with a row of
 * `history_list AS list`.
 */
export const changeFilters = {
  device: {
    is: 'device',
    about: 'Only changes of this phone or device profile.',
    condition: (device) => ['list.device_key = ?', deviceId(device)],
  },
  user: {
    is: 'text',
    longest: longestText,
    wanted: 'a user name such as user=demo',
    about: 'Only changes of this user.',
    examples: { 'a user': 'demo' },
    condition: (user) => ['change.user_name = ?', user],
  },
  state: {
    is: 'choice',
    of: changeStates,
    longest: 20,
    wanted: 'a state such as state=proposed',
    about: `Only changes in this state: ${changeStates.join(', ')}.`,
    examples: { 'what waits': 'proposed' },
    condition: (state, { stateNow }) => [`${stateNow} = ?`, state],
  },
  since: {
    is: 'time',
    longest: 40,
    wanted: 'a time such as since=2026-03-04T05:06:07Z',
    about:
      'Only changes with a list that was set at this time or later (RFC 3339, with its offset); of a list that was ' +
      'never sent, the time of its change counts.',
    examples: { 'a time': '2026-03-04T05:06:07Z' },
    condition: (since) => ['coalesce(list.time, change.time) >= ?', since.getTime()],
  },
  until: {
    is: 'time',
    longest: 40,
    wanted: 'a time such as until=2026-03-05T05:06:07Z',
    about: 'Only changes with a list that was set before this time (RFC 3339, with its offset).',
    examples: { 'a later time': '2026-03-05T05:06:07Z' },
    condition: (until) => ['coalesce(list.time, change.time) < ?', until.getTime()],
  },
  search: {
    is: 'text',
    longest: 100,
    wanted: 'a part of a name such as search=ingrid',
    about:
      'Only changes with this in their title, in their reason, or in the name of the user or of a device, in any letter ' +
      'case, with or without accents. If there is an inventory, also changes of devices with this in their description.',
    examples: { 'a part of a name': 'ingrid' },
    condition: (text, parts) => isSearched(text, parts),
  },
  // Only the table of an index contains the numbers of a list.
  number: { is: 'number', about: 'Only changes that add, remove or change a button with this number.' },
  source: {
    is: 'choice',
    of: changeSources,
    longest: 10,
    wanted: 'a source such as source=elsewhere',
    about: `Only changes made there: ${changeSources.join(' or ')}.`,
    examples: { 'not by this service': 'elsewhere' },
    condition: (source) => [`change.user_name IS ${source === 'elsewhere' ? '' : 'NOT '}NULL`],
  },
} as const satisfies ListFilters<Parts, Condition>;

/** The filters whose conditions are for lists. */
export const filtersOfLists = [
  'device',
  'since',
  'until',
  'search',
  'number',
] as const satisfies readonly (keyof ChangeFilter)[];

/** Which changes a caller wants. A list of the change must match every given condition. */
export interface ChangeFilter extends AskedFor<typeof changeFilters> {
  /** The devices that `search` also means, by their ids: the store does not know how they are called. */
  readonly called?: readonly string[] | undefined;
  /** The caller, who also sees own drafts; others see them never. */
  readonly viewer?: string | undefined;
  /** Only changes before the one with this id: `next` of the previous page. */
  readonly before?: string | undefined;
}

/** @returns the condition that the change or the device has a text in it, or that the search means the device */
function isSearched(text: string, { called = [], textsIn }: Parts): Condition {
  const pattern = `%${plainFolded(text).replace(/[!%_]/g, '!$&')}%`;
  const holds = (column: string): string => `${column} LIKE ? ESCAPE '!'`;
  const condition = `${holds('change.sought')} OR ${holds('list.sought')}`;
  if (called.length === 0) return [`(${condition})`, pattern, pattern];
  const isCalled = `list.device_key IN (SELECT value FROM ${textsIn('?')})`;
  return [`(${condition} OR ${isCalled})`, pattern, pattern, JSON.stringify(called)];
}
