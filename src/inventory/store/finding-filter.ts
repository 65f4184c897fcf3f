import { findingKinds } from '../../domain/finding.js';
import { type AskedFor, conditionsOf as conditionsIn, type ListFilters } from '../../domain/list-filter.js';
import type { SqlValue } from '../../store/sql.js';

/** What a condition needs. In statements, f is the alias of the finding. */
export interface Parts {
  /** @returns the placeholder of a value in the statement */
  readonly next: (value: SqlValue) => string;
  /** @returns an expression for what precedes the first comma in a column */
  readonly dialledFirst: (column: string) => string;
}

/** The filters that callers can use for findings. */
export const findingFilters = {
  kind: {
    is: 'choice',
    of: findingKinds,
    longest: 30,
    wanted: 'a kind such as kind=old-name',
    about: `Only findings of this kind: ${findingKinds.join(', ')}.`,
    examples: { 'a kind': 'old-name' },
    condition: (kind, { next }) => `f.kind = ${next(kind)}`,
  },
  dirn: {
    is: 'number',
    about: 'Only findings of buttons that dial or watch this number, also with pauses and codes behind it.',
    condition: (dirn, { next, dialledFirst }) => `${next(dirn)} IN (f.dirn, ${dialledFirst('f.dirn')})`,
  },
  device: {
    is: 'device',
    about: 'Only findings of this phone or device profile.',
    condition: ({ kind, name }, { next }) =>
      `f.owner IN (SELECT d.owner FROM cluster_device d
         WHERE d.kind = ${next(kind)} AND lower(d.name) = lower(${next(name)}))`,
  },
  // Dismissals are in the history, not in this store.
  dismissed: {
    is: 'flag',
    longest: 5,
    wanted: 'dismissed=true',
    about: '`true`: dismissed findings. `false`, or left out: the others.',
    examples: { 'dismissed ones': 'true' },
  },
} as const satisfies ListFilters<Parts, string>;

/** Which findings a caller wants. A finding must match every given condition. */
export interface FindingFilter extends Omit<AskedFor<typeof findingFilters>, 'dismissed'> {
  readonly id?: string | undefined;
  /** Matches any of these ids; there is at least one. */
  readonly ids?: readonly string[] | undefined;
  /** The last finding of the previous page. */
  readonly after?: { readonly kind: string; readonly device: string; readonly id: string } | undefined;
}

/** @returns the conditions for the filter */
export function conditionsOf({ id, ids, after, ...asked }: FindingFilter, parts: Parts): string[] {
  const { next } = parts;
  return [
    ...(id === undefined ? [] : [`f.id = ${next(id)}`]),
    ...(ids === undefined ? [] : [`f.id IN (${ids.map(next).join(', ')})`]),
    ...conditionsIn<Parts, string>(findingFilters, asked, parts),
    ...(after ? [`(f.kind, f.device, f.id) > (${[after.kind, after.device, after.id].map(next).join(', ')})`] : []),
  ];
}
