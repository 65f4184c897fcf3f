import { EventEmitter } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buttons } from '../../src/buttons-cli/buttons.js';
import type { Here } from '../../src/buttons-cli/here.js';
import { commandSummaries } from '../../src/commands/usage.js';
import { emptyFolder, type Ended } from './processes.js';

export interface CommandOptions {
  /** All of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on standard input. */
  readonly input?: string;
  /** Where it runs; an empty folder by default. */
  readonly cwd?: string;
  /** Is given what takes the signals of the command: `SIGINT` is Ctrl-C. */
  readonly onStart?: (signals: EventEmitter) => void;
}

/** The working directory and standard input are the whole process's: one command at a time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `axl-phone-proxy buttons …` to its end within the process of the test, from the source: no build, and no start of
 * a process. Signals, closed pipes, terminals and kills are for `test/support/processes.ts`.
 */
export function runButtons(given: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const ended = turn.then(() => runAlone(given, options));
  turn = ended.catch(() => undefined);
  return ended;
}

async function runAlone(given: readonly string[], options: CommandOptions): Promise<Ended> {
  const { env = {}, input = '', cwd = emptyFolder(), onStart } = options;
  const written = { stdout: '', stderr: '', output: '' };
  const stream = (name: 'stdout' | 'stderr') => {
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      written[name] += chunk.toString();
      written.output += chunk.toString();
      done();
    };
    return Object.assign(new Writable({ write }), { isTTY: false }) as unknown as NodeJS.WriteStream;
  };
  const signals = new EventEmitter();
  const here: Here = {
    stdin: { isTTY: false },
    ...{ stdout: stream('stdout'), stderr: stream('stderr'), env },
    on: (signal, listener) => signals.on(signal, listener),
  };
  onStart?.(signals);
  const back = process.cwd();
  const giveBack = withStandardInput(input);
  process.chdir(cwd);
  try {
    const code = await buttons(given, here, commandSummaries);
    return { ...written, stdout: written.stdout.replace(/\n$/, ''), code, signal: null };
  } finally {
    process.chdir(back);
    giveBack();
  }
}

/** @returns what gives the process its own standard input back */
function withStandardInput(text: string): () => void {
  const file = join(emptyFolder(), 'stdin');
  writeFileSync(file, text);
  const fd = openSync(file, 'r');
  const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  Object.defineProperty(process, 'stdin', { value: { fd }, configurable: true });
  return () => {
    Object.defineProperty(process, 'stdin', own);
    closeSync(fd);
  };
}
