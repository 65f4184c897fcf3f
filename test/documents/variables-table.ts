import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { type Variable, variableGroups } from '../../src/config/variables.js';

/** The document that has the table of variables. */
export const configurationDocument = 'docs/configuration.md';

const path = fileURLToPath(new URL(`../../${configurationDocument}`, import.meta.url));
const beginning = '<!-- variables: written by npm run docs -->';
const end = '<!-- end of variables -->';

/** The document as it is, and with the table made anew. */
export async function configurationDocuments(): Promise<{ current: string; renewed: string }> {
  const current = readFileSync(path, 'utf8');
  const [before, rest] = current.split(beginning);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${configurationDocument} lacks its markers`);
  const renewed = [before, beginning, '\n\n', variablesTable(), '\n', end, after].join('');
  return { current, renewed: await format(renewed, { parser: 'markdown' }) };
}

/** Writes the table into the document. */
export async function writeConfigurationDocument(): Promise<void> {
  writeFileSync(path, (await configurationDocuments()).renewed);
}

/** A table for each group. */
function variablesTable(): string {
  return variableGroups
    .map(({ title, variables }) => {
      const rows = Object.entries(variables).map(([name, variable]) => rowOf(name, variable));
      return [`### ${title}`, '', header, rule, ...rows, ''].join('\n');
    })
    .join('\n');
}

const header = '| Variable | Takes | Default | Example | Meaning |';
const rule = header.replaceAll(/\w+/g, '---');

function rowOf(name: string, { read, default: otherwise, required, example, meaning }: Variable): string {
  const set = required !== undefined ? 'required' : String(otherwise ?? '');
  return `| ${name} | ${read.description ?? ''} | ${set} | \`${example}\` | ${meaning} |`;
}
