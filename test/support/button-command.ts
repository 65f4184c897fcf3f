import { EventEmitter } from 'node:events';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { buttons } from '../../src/buttons-cli/buttons.js';
import type { Here } from '../../src/buttons-cli/here.js';
import { commandSummaries } from '../../src/commands/usage.js';
import { emptyFolder, type Ended } from './processes.js';

export interface CommandOptions {
  /** Its whole environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: string;
  /** Its working directory; by default an empty folder. */
  readonly cwd?: string;
  /** Gets an emitter for the command's signals: `SIGINT` is Ctrl-C. */
  readonly onStart?: (signals: EventEmitter) => void;
}

/** The working directory and standard input belong to the whole process. So only one command runs at a time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs `axl-phone-proxy buttons …` to its end within the process of the test, from the source, without a build or
 * another process. Use `test/support/processes.ts` for signals, closed pipes, terminals and kills.
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

/** @returns a function that restores the process's own standard input */
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
