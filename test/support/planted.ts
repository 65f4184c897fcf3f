import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { run } from './programs.js';
import { root } from './project.js';

/** Makes unfinished additions in a copy of the sources. The compiler then names everything that is missing. */

/** By file: the function that changes its text. */
export type Planted = Readonly<Record<string, (text: string) => string>>;

export interface Named {
  readonly file: string;
  readonly text: string;
}

const tsc = path.join(root, 'node_modules/typescript-native/bin/tsc');

/** The timeout for some compilations on a busy machine: far longer than they take. */
export const compilesWithinMs = 900_000;

/** @returns a function that inserts one text after another, which must be there */
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
 * Compiles some folders of the project, in a copy of the sources with additions; each time only what has changed.
 * @param steps the additions, each with those of the step before
 * @returns the errors in these folders and files after each step
 */
export async function errorsOf(
  steps: readonly Planted[],
  project: string,
  folders: readonly string[],
  files: readonly string[],
): Promise<readonly (readonly Named[])[]> {
  const copy = mkdtempSync(path.join(tmpdir(), 'planted-'));
  try {
    for (const name of ['src', 'test', 'web', 'package.json', 'tsconfig.json'])
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    const whole = path.join(copy, project);
    const part = path.join(path.dirname(whole), 'tsconfig.part.json');
    const include = [...folders.map((folder) => `${folder}/**/*`), ...files].map((name) => path.join(copy, name));
    writeFileSync(part, JSON.stringify({ extends: whole, include }));
    const options = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', path.join(copy, 'known')];
    const isMeant = ({ file }: Named): boolean =>
      files.includes(file) || folders.some((folder) => file.startsWith(`${folder}/`));
    const errors: Named[][] = [];
    for (const planted of steps) {
      for (const [name, change] of Object.entries(planted))
        writeFileSync(path.join(copy, name), change(readFileSync(path.join(root, name), 'utf8')));
      const { stdout } = await run(process.execPath, [tsc, '-p', part, ...options], '', copy);
      if (/^error /m.test(stdout)) throw new Error(stdout);
      errors.push(errorsIn(stdout).filter(isMeant));
    }
    return errors;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** The compiler's lines: `src/a.ts(1,2): error TS3: text`, with more text on indented lines. */
function errorsIn(output: string): Named[] {
  return output.split(/\n(?! )/).flatMap((error) => {
    const [, file = '', text = ''] = /^([^(]+)\(\d+,\d+\): error (.*)$/s.exec(error) ?? [];
    return file === '' ? [] : [{ file, text: text.replaceAll(/\s+/g, ' ') }];
  });
}
