import { findingKinds, findingTexts } from '../../src/domain/finding.js';
import type { ListFilters } from '../../src/domain/list-filter.js';
import { changeFilters, runFilters } from '../../src/history/store/change-filter.js';
import { findingFilters } from '../../src/inventory/store/finding-filter.js';

type Filter = ListFilters[string];

/** The names of filters without their own parameter. */
const options: Partial<Record<Filter['is'], string>> = { device: 'of', number: 'dirn' };

const device = 'string | { readonly profile: string }';
const typeOf = (filter: Filter): string => {
  if ('of' in filter && filter.of === findingKinds) return '(typeof findingKinds)[number]';
  if ('of' in filter) return filter.of.map((one) => `'${one}'`).join(' | ');
  const types: Partial<Record<Filter['is'], string>> = { device, time: 'Date | string', flag: 'boolean' };
  return types[filter.is] ?? 'string';
};

function interfaceOf(name: string, what: string, filters: ListFilters, place: 'after' | 'before'): string {
  const members = Object.entries(filters).map(
    ([filter, one]) => `/** ${one.about} */\nreadonly ${options[one.is] ?? filter}?: ${typeOf(one)} | undefined;`,
  );
  return `/** Which ${what} are asked for; all that is given must hold. */
export interface ${name} {
${members.join('\n')}
/** How many at most, 1 to 500; 50 where it is left out. */
readonly limit?: number | undefined;
/** Where the page begins: \`next\` of the page before. */
readonly ${place}?: string | undefined;
}
`;
}

/** @returns the client's file: the options of its lists, and the kinds of findings */
export function clientFiltersFile(): string {
  return [
    '/** Written by `npm run docs`, from src/inventory/store/finding-filter.ts, src/history/store/change-filter.ts and src/domain/finding.ts. */\n',
    `/** What can be wrong with a button. */\nexport const findingKinds = ${JSON.stringify(findingKinds)} as const;\n`,
    `/** The same, in words for people. */\nexport const findingTexts = ${JSON.stringify(findingTexts)} as const;\n`,
    interfaceOf('FindingFilter', 'findings', findingFilters, 'after'),
    interfaceOf('ChangeFilter', 'changes', changeFilters, 'before'),
    interfaceOf('RunFilter', 'runs', runFilters, 'before'),
  ].join('\n');
}
