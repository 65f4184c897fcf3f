import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './tools.js';

/** A program that runs beside the test. */
export interface RunningProgram {
  /** Waits until the pattern has been shown. @returns its first group */
  shown(pattern: RegExp): Promise<string>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Outcome>;
}

/**
 * Starts a program.
 * @param environment all of it, save PATH and HOME
 */
export function start(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { input = '', cwd }: { readonly input?: string; readonly cwd: string },
): RunningProgram {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      resolve({ code: code ?? -1, output });
    });
  });
  return {
    ended,
    signal: (name) => child.kill(name),
    shown: async (pattern) => {
      for (;;) {
        const found = pattern.exec(output);
        if (found) return found[1] ?? '';
        const over = await Promise.race([ended, sleep(50, undefined)]);
        if (over) throw new Error(`${command} ended with ${over.code}: ${over.output}`);
      }
    },
  };
}
