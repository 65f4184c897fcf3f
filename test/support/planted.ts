import path from 'node:path';
import ts from 'typescript';
import { expect } from 'vitest';
import { root } from './project.js';

/** What somebody has begun to add, planted in a copy of the sources: the compiler names the rest. */

/** By file: what becomes of its text. */
export type Planted = Readonly<Record<string, (text: string) => string>>;

export interface Named {
  readonly file: string;
  readonly text: string;
}

/** Some compilations, on a machine that does much else: far longer than they take. */
export const compilesWithinMs = 900_000;

/** @returns what puts one text behind another one, which has to be there */
export function after(before: string, added: string): (text: string) => string {
  return (text) => {
    expect(text).toContain(before);
    return text.replace(before, () => before + added);
  };
}

export function filesOf(some: readonly Named[]): string[] {
  return [...new Set(some.map(({ file }) => file))].sort();
}

/**
 * Compiles what a project has in some folders, with the changed files in memory.
 * @param begun what is planted
 * @returns the errors in these folders and files
 */
export function errorsOf(
  begun: Planted,
  project: string,
  folders: readonly string[],
  files: readonly string[],
): Named[] {
  const file = path.join(root, project);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(file, (name) => ts.sys.readFile(name)).config,
    ts.sys,
    path.dirname(file),
  );
  const isMeant = (name: string): boolean =>
    files.includes(name) || folders.some((folder) => name.startsWith(`${folder}/`));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (name) => {
    const text = readFile(name);
    const change = begun[nameOf(name)];
    return text === undefined || !change ? text : change(text);
  };
  const program = ts.createProgram(
    fileNames.filter((name) => isMeant(nameOf(name))),
    { ...options, incremental: false },
    host,
  );
  return program.getSourceFiles().flatMap((source) => {
    const name = nameOf(source.fileName);
    if (!isMeant(name)) return [];
    return program.getSemanticDiagnostics(source).map(({ messageText }) => ({
      file: name,
      text: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));
  });
}

function nameOf(file: string): string {
  return path.relative(root, file);
}
