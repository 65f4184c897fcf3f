import { execFile, spawnSync } from 'node:child_process';
import { root } from './project.js';

/** Whether all repetitions run (REQUIRE_TOOLS=1, as in CI). Otherwise long tests run a part of them. */
export const provesEverything = process.env['REQUIRE_TOOLS'] === '1';

/** @returns all cases if everything is proved; otherwise every nth one, spread over the whole table */
export function representative<Case>(cases: readonly Case[], oneOf: number): readonly Case[] {
  return provesEverything ? cases : cases.filter((_, index) => index % oneOf === 0);
}

/**
 * Whether tests that need these programs are skipped here. If REQUIRE_TOOLS is 1 they run, and fail without them.
 * @param names as on the command line
 */
export function lacks(...names: string[]): boolean {
  if (provesEverything) return false;
  return names.some((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
}

export interface EndedProgram {
  readonly code: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs a program to its end. */
export function run(
  command: string,
  args: readonly string[],
  input = '',
  cwd = root,
): Promise<EndedProgram & { readonly stdout: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, output: stdout + stderr, stdout });
      else reject(new Error(`${command} could not be run: ${String(code)}`));
    });
    // A program may end without reading its input.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
