import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, type FormatConfig } from 'oxfmt';
import { root } from '../support/project.js';
import { assumptionsTable, questionsTable } from './assumptions-table.js';
import { commandsTable, doctorOptionsTable, exitCodesTable, settingsTable } from './command-tables.js';
import { clientShapesFile, clientWordsFile } from './client-data.js';
import { clientFiltersFile, toolFiltersFile } from './client-filters.js';
import { findingRules } from './finding-rules.js';
import { metricsTable } from './metrics-table.js';
import { simulatorTable } from './simulator-table.js';
import { callSections, callsTable, headersTables, objectSections } from './interface-reference.js';
import { limitsTable } from './limits-table.js';
import { methodsTable } from './methods-table.js';
import { problemsTable, problemTableFile } from './problems-table.js';
import { judgeTable, mutantsTable, proofsTable } from './proofs-table.js';
import { toolAnswersFile, toolIntentsFile } from './tool-answers.js';
import { toolsTable } from './tools-table.js';
import { troubleTable } from './trouble-table.js';
import { variablesTable } from './variables-table.js';

/**
 * Parts of the docs that are made from the tables in the code, so that each fact is written once. `npm run docs` writes
 * all of them.
 */
export interface Generated {
  readonly file: string;
  /** Its name between two markers in the file; without it, the whole file is made. */
  readonly part?: string;
  readonly text: () => string;
}

export const generated: readonly Generated[] = [
  { file: 'docs/configuration.md', part: 'variables', text: variablesTable },
  { file: 'docs/command-line.md', part: 'settings', text: settingsTable },
  { file: 'docs/command-line.md', part: 'commands', text: commandsTable },
  { file: 'docs/command-line.md', part: 'exits', text: exitCodesTable },
  { file: 'docs/trouble.md', part: 'codes', text: troubleTable },
  { file: 'docs/operate.md', part: 'metrics', text: metricsTable },
  { file: 'docs/contributing/simulator.md', part: 'simulator', text: simulatorTable },
  { file: 'docs/calling.md', part: 'methods', text: methodsTable },
  { file: 'docs/contributing/proof.md', part: 'proofs', text: proofsTable },
  { file: 'docs/interface.md', part: 'calls', text: callsTable },
  { file: 'docs/contributing/proof.md', part: 'runs', text: judgeTable },
  { file: 'docs/contributing/proof.md', part: 'mutants', text: mutantsTable },
  { file: 'docs/interface.md', part: 'findings', text: findingRules },
  { file: 'docs/interface.md', part: 'limits', text: limitsTable },
  { file: 'docs/interface.md', part: 'sections', text: callSections },
  { file: 'docs/interface.md', part: 'objects', text: objectSections },
  { file: 'docs/interface.md', part: 'headers', text: headersTables },
  { file: 'docs/interface.md', part: 'problems', text: problemsTable },
  { file: 'docs/assumptions.md', part: 'doctor', text: doctorOptionsTable },
  { file: 'docs/assumptions.md', part: 'questions', text: questionsTable },
  { file: 'docs/assumptions.md', part: 'assumptions', text: assumptionsTable },
  { file: 'docs/agents.md', part: 'tools', text: toolsTable },
  { file: 'src/client/filters.ts', text: clientFiltersFile },
  { file: 'src/client/words.ts', text: clientWordsFile },
  ...['shapes', 'change-shapes', 'inventory-shapes'].map((name) => ({
    file: `src/client/${name}.ts`,
    text: () => clientShapesFile(name),
  })),
  { file: 'src/mcp/filter-table.ts', text: toolFiltersFile },
  { file: 'src/mcp/answer-table.ts', text: toolAnswersFile },
  { file: 'src/mcp/intent-table.ts', text: toolIntentsFile },
  { file: 'src/client/problem-table.ts', text: problemTableFile },
];

const style = JSON.parse(readFileSync(path.join(root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/** @returns a file as it is, and as it should be */
export async function renewed({ file, part, text }: Generated): Promise<{ current: string; renewed: string }> {
  const place = path.join(root, file);
  const current = readFileSync(place, 'utf8');
  const whole = part === undefined ? text() : withPart(current, file, part, text());
  const { code, errors } = await format(place, whole, style);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`);
  return { current, renewed: code };
}

function withPart(current: string, file: string, part: string, text: string): string {
  const [beginning, end] = [`<!-- ${part}: written by npm run docs -->`, `<!-- end of ${part} -->`];
  const [before, rest] = current.split(beginning);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} lacks the markers of ${part}`);
  return [before, beginning, '\n\n', text, '\n', end, after].join('');
}

/** Writes again what is not as it should be. */
export async function writeGenerated(): Promise<void> {
  for (const each of generated) {
    const { current, renewed: wanted } = await renewed(each);
    if (current !== wanted) writeFileSync(path.join(root, each.file), wanted);
  }
}
