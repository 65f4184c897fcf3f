import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from '../support/project.js';

/** The interfaces that make up the typed client, and their files. */
const places = {
  PhoneProxyClient: 'src/client/index.ts',
  ChangeCalls: 'src/client/changes.ts',
  FileCalls: 'src/client/files.ts',
};

/** @returns the table of the typed client's methods for the docs: how each is called, and the first sentence of its docstring */
export function methodsTable(): string {
  const rows = Object.entries(places).flatMap(([name, place]) =>
    methodsOf(name, place).map((method) => `| \`${callOf(method)}\` | ${meaningOf(method)} |`),
  );
  return ['| Method | What it does |', '| --- | --- |', ...rows, ''].join('\n');
}

function methodsOf(name: string, place: string): ts.MethodSignature[] {
  const source = ts.createSourceFile(place, readFileSync(`${root}${place}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${place} has no ${name}`);
  return found.members.filter(ts.isMethodSignature);
}

/** @returns `findPhones(dirn)`; the options that every call takes are left out */
function callOf(method: ts.MethodSignature): string {
  const parameters = method.parameters.filter(({ type }) => type?.getText() !== 'CallOptions');
  return `${method.name.getText()}(${parameters.map(({ name }) => name.getText()).join(', ')})`;
}

function meaningOf(method: ts.MethodSignature): string {
  const [comment] = ts.getJSDocCommentsAndTags(method);
  const text = typeof comment?.comment === 'string' ? comment.comment.replaceAll(/\s+/g, ' ') : undefined;
  if (text === undefined) throw new Error(`${method.name.getText()} has no docstring`);
  return text.split(/(?<=\.) /)[0] ?? '';
}
