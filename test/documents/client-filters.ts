import { findingKinds } from '../../src/domain/finding.js';
import type { ListFilters } from '../../src/domain/list-filter.js';
import { changeStates } from '../../src/changes/change.js';
import { changeFilters } from '../../src/changes/store/change-filter.js';
import { findingFilters } from '../../src/inventory/store/finding-filter.js';

type Filter = ListFilters[string];

/** The names of filters without their own parameter. */
const options: Partial<Record<Filter['is'], string>> = { device: 'of', number: 'dirn' };

const device = 'string | { readonly profile: string }';
const typeOf = (filter: Filter): string => {
  if ('of' in filter && filter.of === findingKinds) return 'FindingKind';
  if ('of' in filter && filter.of === changeStates) return 'ChangeState';
  if ('of' in filter) return filter.of.map((one) => `'${one}'`).join(' | ');
  const types: Partial<Record<Filter['is'], string>> = { device, time: 'Date | string', flag: 'boolean' };
  return types[filter.is] ?? 'string';
};

function interfaceOf(name: string, what: string, filters: ListFilters, place: 'after' | 'before'): string {
  const members = Object.entries(filters).map(
    ([filter, one]) => `/** ${one.about} */\nreadonly ${options[one.is] ?? filter}?: ${typeOf(one)} | undefined;`,
  );
  return `/** The filter of the ${what}: all given conditions must be met. */
export interface ${name} {
${members.join('\n')}
/** The highest number of results, 1 to 500; 50 by default. */
readonly limit?: number | undefined;
/** The start of the page: \`next\` of the previous page. */
readonly ${place}?: string | undefined;
}
`;
}

/** @returns the client's file with the filters of its lists */
export function clientFiltersFile(): string {
  return [
    "import type { ChangeState, FindingKind } from './words.js';\n",
    '/** Written by `npm run docs`, from the tables of filters in the stores. */\n',
    interfaceOf('FindingFilter', 'findings', findingFilters, 'after'),
    interfaceOf('ChangeFilter', 'changes', changeFilters, 'before'),
  ].join('\n');
}

/** @returns the file of the agent's tools: the filters of each list, as the tools ask for them */
export function toolFiltersFile(): string {
  const lists = { findings: findingFilters, changes: changeFilters };
  const table = Object.entries<ListFilters>(lists).map(([list, filters]) => {
    const rows = Object.entries(filters).map(([name, filter]) => {
      const { is, about } = filter;
      const longest = 'longest' in filter && is === 'text' ? { longest: filter.longest } : {};
      return [name, { is, about, ...longest, ...('of' in filter && { of: filter.of }) }];
    });
    return [list, Object.fromEntries(rows) as object];
  });
  const of = '/** The filters of each list: what a filter is given, and what it leaves. */';
  return `/** Written by \`npm run docs\`, from the tables of filters in the stores. */\n\n${of}\nexport const filterTable = ${JSON.stringify(Object.fromEntries(table))} as const;\n`;
}
