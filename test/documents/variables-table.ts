import { type Variable, variableGroups } from '../../src/config/variables.js';

/** @returns a table for each group of variables */
export function variablesTable(): string {
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
