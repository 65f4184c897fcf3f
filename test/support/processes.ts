import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bin } from './project.js';

export interface Ended {
  /** The exit code; null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Without its last line feed. */
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output and standard error, in the order in which they came. */
  readonly output: string;
}

export interface LogEntry {
  readonly event: string;
  readonly level: number;
  readonly [fact: string]: unknown;
}

export interface StartOptions {
  /** Its whole environment except PATH and HOME, so that the environment of the tests has no influence. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: string;
  /** Its working directory; by default an empty folder, so that no `.env` is found. */
  readonly cwd?: string;
  readonly nodeArguments?: readonly string[];
  /** Gets each line of both outputs. They are then not stored, for a process that writes for hours. */
  readonly onLine?: (line: string) => void;
  /** Whether `ask` will be used. */
  readonly channel?: boolean;
}

const started = new Set<RunningProcess>();
const folders: string[] = [];

/** A process of this project, its output line by line. */
export class RunningProcess {
  readonly lines: string[] = [];
  /** The log entries in its standard output so far. */
  readonly entries: LogEntry[] = [];
  stderr = '';
  /** Standard output and standard error so far. */
  output = '';
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #changes = new EventEmitter();

  constructor(command: string, commandArguments: readonly string[], options: StartOptions = {}) {
    const { env = {}, input, cwd, channel = false } = options;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, commandArguments, {
      cwd: cwd ?? emptyFolder(),
      env: { PATH, HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])],
    });
    started.add(this);
    this.#child = child;
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
    if (options.onLine) this.#pass(options.onLine);
    else this.#keep();
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        started.delete(this);
        this.#changes.emit('changed');
        resolve({ code, signal, stdout: this.lines.join('\n'), stderr: this.stderr, output: this.output });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends it a message. @returns its next message */
  async ask(message: object): Promise<unknown> {
    this.#child.send(message);
    const [answer] = (await once(this.#child, 'message')) as [unknown];
    return answer;
  }

  /** The entries of its log about an event, in order. */
  logged(event: string): LogEntry[] {
    return this.entries.filter((entry) => entry.event === event);
  }

  /** Waits until its output matches the pattern. @returns the first group */
  shown(pattern: RegExp): Promise<string> {
    return this.until(() => pattern.exec(this.output)?.[1]);
  }

  /** Waits until its output contains something. @throws Error with its output if it ends without that */
  async until<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (!started.has(this)) throw new Error(this.output);
      await once(this.#changes, 'changed');
    }
  }

  /** Waits for the first entry about an event. */
  untilLogged(event: string): Promise<LogEntry> {
    return this.until(() => this.logged(event)[0]);
  }

  #keep(): void {
    const { stdout, stderr } = this.#child;
    if (!stdout || !stderr) return;
    for (const stream of [stdout, stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        if (stream === stderr) this.stderr += text;
        this.#changes.emit('changed');
      });
    }
    createInterface({ input: stdout }).on('line', (line) => {
      this.lines.push(line);
      if (line.startsWith('{')) this.entries.push(JSON.parse(line) as LogEntry);
      this.#changes.emit('changed');
    });
  }

  #pass(onLine: (line: string) => void): void {
    for (const input of [this.#child.stdout, this.#child.stderr]) {
      if (input) createInterface({ input }).on('line', onLine);
    }
  }
}

/** Starts a command of the project from its build. */
export function start(commandArguments: readonly string[], options: StartOptions = {}): RunningProcess {
  return new RunningProcess(process.execPath, [...(options.nodeArguments ?? []), bin, ...commandArguments], options);
}

/** Runs a command of the project to its end. */
export function run(commandArguments: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return start(commandArguments, options).ended;
}

/** A new folder, which `tidy` removes. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'axl-phone-proxy-'));
  folders.push(folder);
  return folder;
}

/** Ends every process that still runs, and removes every folder. */
export async function tidy(): Promise<void> {
  const left = [...started];
  for (const one of left) one.kill('SIGKILL');
  await Promise.all(left.map(({ ended }) => ended));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
