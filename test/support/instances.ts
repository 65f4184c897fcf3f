import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { type RunningProcess, start } from './processes.js';
import { serviceSettings } from './test-service.js';

/** How long the service waits for one answer of the call manager, and how long a request may take, in milliseconds. */
export const attemptMs = 1_500;
export const deadlineMs = 6_000;

/** The service as a process that can be killed, paused and started again, at the same address. */
export class Instance {
  readonly number: number;
  readonly auditFile: string;
  /** Log lines that must not be there: mistakes in the service. */
  readonly alarms: string[] = [];
  isUp = false;
  isPaused = false;
  readonly #env: Readonly<Record<string, string>>;
  readonly #port: number;
  #process: RunningProcess | undefined;
  #adminUrl = '';

  private constructor(number: number, port: number, folder: string, env: Readonly<Record<string, string>>) {
    this.number = number;
    this.auditFile = path.join(folder, `audit-${number}.jsonl`);
    this.#port = port;
    this.#env = env;
  }

  /**
   * @param folder for its files
   * @param settings what else is set
   */
  static async make(
    number: number,
    axlUrl: string,
    historyUrl: string,
    folder: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Instance> {
    return new Instance(number, await freePort(), folder, {
      ...serviceSettings(axlUrl),
      AXL_TIMEOUT_MS: String(attemptMs),
      AXL_LOGIN_PAUSE_MS: '300',
      REQUEST_DEADLINE_MS: String(deadlineMs),
      DATABASE_URL: historyUrl,
      CONSOLE: 'off',
      ...settings,
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when it listens. @throws Error if it ends before that */
  async start(): Promise<void> {
    const lines: string[] = [];
    let started: (isStarted: boolean) => void = () => undefined;
    const listening = new Promise<boolean>((resolve) => (started = resolve));
    const running = start(['serve'], {
      env: { ...this.#env, PORT: String(this.#port), AUDIT_LOG_FILE: this.auditFile },
      onLine: (line) => {
        if (!this.isUp) lines.push(line);
        const entry = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : undefined;
        if (entry?.['event'] === 'unexpected' || entry?.['event'] === 'audit-lines-lost') this.alarms.push(line);
        if (entry?.['event'] !== 'started') return;
        this.#adminUrl = String(entry['adminUrl']);
        started(true);
      },
    });
    this.#process = running;
    void running.ended.then(() => {
      started(false);
    });
    if (!(await listening)) throw new Error(`an instance did not start:\n${lines.join('\n')}`);
    this.isUp = true;
  }

  /** Like a power cut: it can log nothing any more. */
  async kill(): Promise<void> {
    this.isUp = false;
    this.#process?.kill('SIGKILL');
    await this.#process?.ended;
  }

  /** Stops the process for this time. */
  async pause(ms: number): Promise<void> {
    this.isPaused = true;
    this.#process?.kill('SIGSTOP');
    await sleep(ms);
    this.#process?.kill('SIGCONT');
    this.isPaused = false;
  }

  /** @returns the exit code */
  async stop(): Promise<number | null | undefined> {
    this.isUp = false;
    this.#process?.kill('SIGTERM');
    return (await this.#process?.ended)?.code;
  }

  /** How many changes have an outcome that it could not store yet. */
  async unsettled(): Promise<number> {
    const metrics = await (await fetch(`${this.#adminUrl}/metrics`)).text();
    return Number(/^axl_phone_proxy_history_unsettled_changes(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? Number.NaN);
  }
}
