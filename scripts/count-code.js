/**
 * Prints, for each folder of src and for web, how much there is to read: files, lines of code, and exported types,
 * interfaces and classes. A line of code has more on it than a comment or (a part of) an import. Files that
 * `npm run docs` writes do not count: they are made from what is read.
 *
 *     node scripts/count-code.js [FOLDER…]
 */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const folders = process.argv.slice(2);
const nothing = { files: 0, code: 0, exported: 0 };

/** @returns {number} the lines on which a token of something else than an import begins or ends */
function linesOfCode(source) {
  const lines = new Set();
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || node.kind === ts.SyntaxKind.EndOfFileToken || ts.isJSDoc(node)) return;
    const parts = node.getChildren(source);
    if (parts.length > 0) return parts.forEach(visit);
    if (node.getWidth(source) === 0) return;
    for (let line = lineOf(node.getStart(source)); line <= lineOf(node.end - 1); line += 1) lines.add(line);
  };
  visit(source);
  return lines.size;
}

function exportedTypes(source) {
  const isType = (node) =>
    ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node);
  const isExported = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return source.statements.filter((node) => isType(node) && isExported(node)).length;
}

function count(file) {
  const text = readFileSync(file, 'utf8');
  if (text.includes('/** Written by `npm run docs`')) return nothing;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return { files: 1, code: linesOfCode(source), exported: exportedTypes(source) };
}

const sum = (counts) =>
  counts.reduce(
    (one, other) => ({
      files: one.files + other.files,
      code: one.code + other.code,
      exported: one.exported + other.exported,
    }),
    nothing,
  );

function countFolder(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  return sum(names.filter((name) => !name.endsWith('.d.ts')).map((name) => count(path.join(folder, name))));
}

const subfolders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
const asked = folders.length > 0 ? folders : subfolders.map(({ name }) => `src/${name}`);
const rows = asked.map((folder) => [folder, countFolder(folder)]);
const totals =
  folders.length > 0
    ? [['together', sum(rows.map(([, counts]) => counts))]]
    : [
        ['src', countFolder('src')],
        ['web', countFolder('web')],
      ];
for (const [name, { files, code, exported }] of [...rows, ...totals]) {
  console.log(`${name}: ${files} files, ${code} lines of code, ${exported} exported types`);
}
