import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from '../support/project.js';

const place = 'src/client/index.ts';

/** @returns the table of the typed client's methods for the docs: how each is called, and the first sentence of its docstring */
export function methodsTable(): string {
  const source = ts.createSourceFile(place, readFileSync(`${root}${place}`, 'utf8'), ts.ScriptTarget.Latest, true);
  const client = source.statements.find(
    (each) => ts.isInterfaceDeclaration(each) && each.name.text === 'PhoneProxyClient',
  );
  if (!client || !ts.isInterfaceDeclaration(client)) throw new Error(`${place} has no PhoneProxyClient`);
  const rows = client.members
    .filter(ts.isMethodSignature)
    .map((method) => `| \`${callOf(method)}\` | ${meaningOf(method)} |`);
  return ['| Method | What it does |', '| --- | --- |', ...rows, ''].join('\n');
}

/** @returns `findPhones(dirn)`; the options that every call takes are left out */
function callOf(method: ts.MethodSignature): string {
  const parameters = method.parameters.filter(({ type }) => type?.getText() !== 'CallOptions');
  return `${method.name.getText()}(${parameters.map(({ name }) => name.getText()).join(', ')})`;
}

function meaningOf(method: ts.MethodSignature): string {
  const [comment] = ts.getJSDocCommentsAndTags(method);
  const text = typeof comment?.comment === 'string' ? comment.comment.replaceAll(/\s+/g, ' ') : undefined;
  if (text === undefined) throw new Error(`${method.name.getText()} of ${place} has no docstring`);
  return text.split(/(?<=\.) /)[0] ?? '';
}
