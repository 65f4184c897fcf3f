import { deviceKeyOf, differenceOf, type Entry, type ListRef, sameLists } from '../lists.js';
import type { LeftOutNames } from './left-out.js';

/** What a command does to one list. */
export interface ListToSet extends ListRef {
  /** The entity tag of the list that was read: only that list is replaced. */
  readonly etag: string;
  readonly before: readonly Entry[];
  /** The same as `before` if there is nothing to do. */
  readonly after: readonly Entry[];
}

/** The lists that a command has worked out, before it asks the service for the change. */
export interface WorkedOut {
  /** What was asked for, in words for people. */
  readonly command: string;
  /** Numbers that the call manager does not know, in words. Such lists need --allow-unknown-target. */
  readonly unknownTargets?: readonly string[] | undefined;
  /** Names in a file that are left out; undefined if there are none. */
  readonly leftOut?: LeftOutNames | undefined;
  readonly lists: readonly ListToSet[];
}

/** @returns whether a list is to be set */
export function hasChange({ kind, before, after }: Pick<ListToSet, 'kind' | 'before' | 'after'>): boolean {
  return !sameLists(kind, before, after);
}

export interface ListsCounted {
  readonly devices: number;
  readonly lists: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Lists that are already as asked for. */
  readonly already: number;
}

/** @returns how much is changed; devices and lists are those that are changed */
export function countsOf(lists: readonly Omit<ListToSet, 'etag'>[]): ListsCounted {
  const changing = lists.filter(hasChange);
  const differences = changing.map(({ kind, before, after }) => differenceOf(kind, before, after));
  const sum = (part: 'added' | 'removed' | 'changed') =>
    differences.reduce((total, difference) => total + difference[part].length, 0);
  return {
    devices: new Set(changing.map(deviceKeyOf)).size,
    lists: changing.length,
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
    already: lists.length - changing.length,
  };
}
