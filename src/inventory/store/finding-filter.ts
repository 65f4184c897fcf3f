import type { DeviceKey } from '../../domain/device.js';
import type { FindingKind } from '../../domain/finding.js';
import type { SqlValue } from './sql.js';

/** Which findings are asked for; all that is given must hold. */
export interface FindingFilter {
  readonly id?: string | undefined;
  /** One of these; there is one at least. */
  readonly ids?: readonly string[] | undefined;
  readonly kind?: FindingKind | undefined;
  readonly dirn?: string | undefined;
  readonly device?: DeviceKey | undefined;
  /** The last finding of the page before. */
  readonly after?: { readonly kind: string; readonly device: string; readonly id: string } | undefined;
}

/** What conditions are made with. */
interface Parts {
  /** @returns what stands for a value in the statement */
  readonly next: (value: SqlValue) => string;
  readonly table: (name: string) => string;
}

type Filters = { readonly [Name in keyof FindingFilter]-?: NonNullable<FindingFilter[Name]> };

/** The condition that each filter is, for a finding of the alias f. */
const conditions: {
  readonly [Name in keyof Filters]: (value: Filters[Name], parts: Parts) => string;
} = {
  id: (id, { next }) => `f.id = ${next(id)}`,
  ids: (ids, { next }) => `f.id IN (${ids.map(next).join(', ')})`,
  kind: (kind, { next }) => `f.kind = ${next(kind)}`,
  dirn: (dirn, { next }) => `f.dirn = ${next(dirn)}`,
  device: ({ kind, name }, { next, table }) =>
    `f.owner IN (SELECT d.owner FROM ${table('device')} d
         WHERE d.kind = ${next(kind)} AND lower(d.name) = lower(${next(name)}))`,
  after: ({ kind, device, id }, { next }) => `(f.kind, f.device, f.id) > (${[kind, device, id].map(next).join(', ')})`,
};

/** @returns the conditions of all that is given */
export function conditionsOf(filter: FindingFilter, parts: Parts): string[] {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined) as Given[];
  return given.map(([name, value]) => conditionFor(name, value, parts));
}

type Given = { [Name in keyof Filters]: [Name, Filters[Name]] }[keyof Filters];

function conditionFor<Name extends keyof Filters>(name: Name, value: Filters[Name], parts: Parts): string {
  return conditions[name](value, parts);
}
