import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { root } from './tools.js';

export type LogLine = Readonly<Record<string, unknown>>;

/** The service as an operator runs it: a process of its own, from dist/. */
export interface ServiceProcess {
  readonly url: string;
  readonly adminUrl: string | undefined;
  readonly pid: number;
  /** Its log so far. */
  readonly lines: readonly LogLine[];
  signal(name: NodeJS.Signals): void;
  /** @returns its exit code */
  ended(): Promise<number | null>;
}

/**
 * Starts the built service and waits until it listens.
 * @param environment all of it, save PATH
 */
export async function startServiceProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [`${root}bin/axl-phone-proxy.js`, 'serve'], {
    // A folder without a .env file.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const lines: LogLine[] = [];
  const started = await firstLine(child, exit, lines);
  return {
    url: String(started['url']),
    adminUrl: started['adminUrl'] as string | undefined,
    pid: child.pid ?? 0,
    lines,
    signal: (name) => child.kill(name),
    ended: async () => (await exit)[0],
  };
}

/** @returns the line that says where it listens */
function firstLine(child: ChildProcess, exit: Promise<unknown>, lines: LogLine[]): Promise<LogLine> {
  return new Promise((resolve, reject) => {
    let complaints = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    exit.then(() => {
      reject(new Error(complaints));
    }, reject);
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (text) => {
      const line = JSON.parse(text) as LogLine;
      lines.push(line);
      if (line['event'] === 'started') resolve(line);
    });
  });
}
