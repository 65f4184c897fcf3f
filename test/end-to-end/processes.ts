import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { caller } from '../chaos/stage.js';

/** The project's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
export const bin = join(root, 'bin/axl-phone-proxy.js');

export interface Ended {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LogEntry {
  readonly event: string;
  readonly level: number;
  readonly [fact: string]: unknown;
}

export interface StartOptions {
  /** All of its environment, but for PATH and HOME: what the tests run in must not decide. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on standard input. */
  readonly input?: string;
  /** Where it runs; an empty folder by default, so that no `.env` is found. */
  readonly cwd?: string;
  readonly nodeArguments?: readonly string[];
}

const started = new Set<RunningProcess>();
const folders: string[] = [];

/** A process of this project, its output line by line. */
export class RunningProcess {
  readonly lines: string[] = [];
  stderr = '';
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #output = new EventEmitter();

  constructor(command: string, commandArguments: readonly string[], { env = {}, input, cwd }: StartOptions = {}) {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, commandArguments, {
      cwd: cwd ?? emptyFolder(),
      env: { PATH, HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    started.add(this);
    this.#child = child;
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.#output.emit('changed');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        started.delete(this);
        this.#output.emit('changed');
        resolve({ code, signal, stdout: this.lines.join('\n'), stderr: this.stderr });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The entries of its log about an event, in order. */
  logged(event: string): LogEntry[] {
    return this.lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as LogEntry)
      .filter((entry) => entry.event === event);
  }

  /** Waits until its output holds what is looked for. @throws Error when it ends without */
  async until<Found>(look: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (!started.has(this)) throw new Error(`it has ended:\n${this.lines.join('\n')}\n${this.stderr}`);
      await once(this.#output, 'changed');
    }
  }

  /** Waits for the first entry about an event. */
  untilLogged(event: string): Promise<LogEntry> {
    return this.until(() => this.logged(event)[0]);
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

/** What the service needs to run in front of a call manager. */
export function serviceSettings(axlUrl: string): Record<string, string> {
  return {
    PORT: '0',
    ADMIN_PORT: '0',
    AXL_URL: axlUrl,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl-demo',
    AXL_VERSION: '14.0',
    AUTH_USERNAME: caller.name,
    AUTH_PASSWORD: caller.password,
  };
}

export interface ServiceProcess {
  readonly url: string;
  readonly process: RunningProcess;
}

/** Starts the service as a process of its own, and waits until it listens. */
export async function startService(
  env: Readonly<Record<string, string>>,
  options: Omit<StartOptions, 'env'> = {},
): Promise<ServiceProcess> {
  const service = start(['serve'], { ...options, env });
  return listening(service);
}

/** Waits until a process says where the service listens. */
export async function listening(service: RunningProcess): Promise<ServiceProcess> {
  const { url } = await service.untilLogged('started');
  return { url: String(url), process: service };
}

/** A folder that `tidy` removes. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'axl-phone-proxy-'));
  folders.push(folder);
  return folder;
}

/** Ends every process that still runs and removes every folder. */
export async function tidy(): Promise<void> {
  const left = [...started];
  for (const one of left) one.kill('SIGKILL');
  await Promise.all(left.map(({ ended }) => ended));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
