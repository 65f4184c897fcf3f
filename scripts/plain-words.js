import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';

// Holds what people read to the table "Words that go" of docs/style.md: the docs, and every sentence that the code shows.
// Comments are left out, and so is what a program reads: a text without a space is a name.

const styleGuide = 'docs/style.md';

/** @returns {{ word: RegExp, instead: string }[]} the rows of the table */
function rowsOf(guide) {
  const table = guide.split('## Words that go')[1] ?? '';
  return Array.from(table.matchAll(/^\| (?!Do not write|-)(.+?) +\| (.+?) +\|$/gm), ([, words, instead]) => ({
    word: new RegExp(`\\b(?:${words.split(', ').join('|')})\\b`, 'gi'),
    instead,
  }));
}

/** @returns {{ line: number, text: string }[]} */
function linesOf(text) {
  return text.split('\n').map((line, at) => ({ line: at + 1, text: line.replaceAll(/`[^`]*`/g, '``') }));
}

/** @returns {{ line: number, text: string }[]} the strings and templates of a source file, and the words of its JSX */
function sentencesOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found = [];
  const visit = (node) => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      [ts.SyntaxKind.TemplateHead, ts.SyntaxKind.TemplateMiddle, ts.SyntaxKind.TemplateTail].includes(node.kind);
    if (isText && node.text.includes(' ')) {
      const { line } = source.getLineAndCharacterOfPosition(node.end);
      found.push({ line: line + 1, text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const rows = rowsOf(readFileSync(styleGuide, 'utf8'));
if (rows.length === 0) throw new Error(`${styleGuide} has no table of words`);

/** @returns {string[]} the files in a folder and below it */
const below = (folder) => readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file));

const documents = [...readdirSync('.'), ...below('docs')].filter((file) => file.endsWith('.md') && file !== styleGuide);
const sources = [...below('src'), ...below('web')].filter((file) => /\.tsx?$/.test(file));
const read = (file) => readFileSync(file, 'utf8');
const texts = [
  ...documents.map((file) => ({ file, lines: linesOf(read(file)) })),
  ...sources.map((file) => ({ file, lines: sentencesOf(file, read(file)) })),
];

const faults = texts.flatMap(({ file, lines }) =>
  lines.flatMap(({ line, text }) =>
    rows.flatMap(({ word, instead }) =>
      Array.from(text.matchAll(word), ([found]) => `${file}:${line} "${found}": write ${instead}`),
    ),
  ),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
