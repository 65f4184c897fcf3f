import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { programOf } from '../../src/buttons-cli/program.js';
import { commands } from '../../src/commands/usage.js';
import { errorCodes } from '../../src/domain/error-catalogue.js';
import { root } from '../support/project.js';

/** Compares lists in the docs that are written by hand with the code that they describe. */

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');

/** Observations only for metrics and traces: the log has no line for them (src/observability/logger.ts). */
const unlogged = ['queue-wait', 'change', 'inventory-page'];

/** @returns the names in the first column of the table with this head */
function firstColumn(page: string, head: string): string[] {
  const lines = read(page).split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${head} `));
  const end = lines.findIndex((line, at) => at > start && line === '');
  const cells = lines.slice(start + 2, end).map((line) => line.split('|')[1] ?? '');
  return cells.flatMap((cell) => cell.replaceAll('`', '').split(',')).map((name) => name.trim());
}

/** @returns the kinds of the observations in the code, by its types */
function kindsOfObservations(): string[] {
  const place = 'src/observability/observations.ts';
  const kinds: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertySignature(node) &&
      node.name.getText() === 'kind' &&
      node.type &&
      ts.isLiteralTypeNode(node.type)
    ) {
      kinds.push(node.type.getText().slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  const source = ts.createSourceFile(place, read(place), ts.ScriptTarget.Latest, true);
  for (const each of source.statements) {
    if (ts.isTypeAliasDeclaration(each) && each.name.text === 'Observation') visit(each);
  }
  return kinds;
}

it('docs/operate.md has a row for each event of the log, and for no other', () => {
  const logged = kindsOfObservations().filter((kind) => !unlogged.includes(kind));
  expect(logged.length).toBeGreaterThan(20);
  expect(firstColumn('docs/operate.md', '`event`').sort()).toEqual(logged.sort());
});

it('docs/contributing/proof.md says how many parts of the code have mutants', () => {
  const page = read('docs/contributing/proof.md');
  const [, table = ''] = page.split('<!-- mutants: written by npm run docs -->');
  const rows = table.split('<!-- end of mutants -->')[0]?.match(/^\| .*\|$/gm) ?? [];
  const parts = rows.length - 2;
  expect(parts).toBeGreaterThan(15);
  expect(page).toContain(`all ${parts} parts`);
});

it('docs/trouble.md has a row for each error code, whose command exists', () => {
  const page = read('docs/trouble.md');
  const rows = Array.from(page.matchAll(/^\| \d{3} `([\w-]+)` +\|.*?\|(.*?)\|/gm));
  expect([...new Set(rows.map(([, code]) => code))].sort()).toEqual([...errorCodes].sort());
  const buttons = programOf({ run: () => Promise.resolve(), runLocally: () => Promise.resolve(), neighbours: [] });
  const isKnown = (words: readonly string[]): boolean => {
    const [first = '', second] = words;
    if (first !== 'buttons') return Object.hasOwn(commands, first);
    return buttons.commands.some((command) => command.name() === second);
  };
  const given = rows.flatMap(([, , cell = '']) => /`axl-phone-proxy (.+?)`/.exec(cell)?.[1] ?? []);
  expect(given.length).toBeGreaterThan(10);
  expect(given.filter((command) => !isKnown(command.split(' ')))).toEqual([]);
});
