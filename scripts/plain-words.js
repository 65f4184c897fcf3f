import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// Compares what people read with the table "Words that go" of docs/contributing/style.md: the docs, the changelog's section
// Unreleased, every sentence in the code, and the examples in deploy/, whose comments are read by administrators. Comments
// in the code are left out. A text without a space is a name for programs.

const styleGuide = 'docs/contributing/style.md';

/** Its texts stay as they are: dismissed findings are compared by them. */
const compared = 'src/inventory/store/finding-rules.ts';

/** @returns {{ word: RegExp, instead: string }[]} the rows of the table */
function rowsOf(guide) {
  const table = guide.split('## Words that go')[1] ?? '';
  return Array.from(table.matchAll(/^\| (?!Do not write|-)(.+?) +\| (.+?) +\|$/gm), ([, words, instead]) => ({
    word: new RegExp(`\\b(?:${words.split(', ').join('|')})\\b(?!-)`, 'gi'),
    instead,
  }));
}

/**
 * @returns {{ line: number, text: string }[]} the lines of a page, without code and without parts that npm run docs
 * writes
 */
function linesOf(page) {
  const others = /^ *```.*?^ *```$|<!-- \w+: written by npm run docs -->.*?<!-- end of \w+ -->/gms;
  const text = page.replaceAll(others, (part) => part.replaceAll(/.+/g, ''));
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

const isPage = (file) => file.endsWith('.md') && file !== styleGuide && file !== 'CHANGELOG.md';
const isSource = (file) => /\.tsx?$/.test(file) && file !== compared;

/**
 * Every place with its lines. Of a source, the strings, templates and words of JSX are read.
 * @param {string} project its folder
 */
function textsOf(project) {
  const read = (file) => readFileSync(path.join(project, file), 'utf8');
  const below = (folder) =>
    readdirSync(path.join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(project, path.join(parentPath, name)));
  const unreleased = read('CHANGELOG.md').split(/^(?=## )/m)[1];
  return [
    ...[...readdirSync(project), ...below('docs'), ...below('deploy')]
      .filter((file) => isPage(file) || file.startsWith('deploy/'))
      .map((file) => ({ file, lines: linesOf(read(file)) })),
    { file: 'CHANGELOG.md, Unreleased', lines: linesOf(unreleased) },
    ...[...below('src'), ...below('web')]
      .filter(isSource)
      .map((file) => ({ file, lines: sentencesOf(file, read(file)) })),
  ];
}

/** @returns {string[]} each word of a project that goes: where it is, and what to write. @throws Error without a table */
export function wordsThatGo(project) {
  const rows = rowsOf(readFileSync(path.join(project, styleGuide), 'utf8'));
  if (rows.length === 0) throw new Error(`${styleGuide} has no table of words`);
  return textsOf(project).flatMap(({ file, lines }) =>
    lines.flatMap(({ line, text }) =>
      rows.flatMap(({ word, instead }) =>
        Array.from(text.matchAll(word), ([found]) => `${file}:${line} "${found}": write ${instead}`),
      ),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = wordsThatGo('.');
  for (const word of words) console.error(word);
  if (words.length > 0) process.exitCode = 1;
}
