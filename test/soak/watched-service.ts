import { setTimeout as pause } from 'node:timers/promises';
import { caller } from '../support/caller.js';
import { type RunningProcess, start, tidy } from '../support/processes.js';
import { environmentFor } from '../support/test-service.js';
import { longestLateMs } from './faults.js';
import type { Trace } from './history.js';

const vitals = new URL('vitals.mjs', import.meta.url).href;

/** The resources of the service's process, and the delays of its event loop since the last time. */
export interface Vitals {
  readonly heapBytes: number;
  readonly externalBytes: number;
  readonly rssBytes: number;
  readonly resources: Readonly<Record<string, number>>;
  readonly listeners: number;
  readonly loop: { readonly longestMs: number; readonly p99Ms: number };
  readonly warnings: readonly string[];
}

/** How long the service may take for one request, in milliseconds. */
export const deadlineMs = 4_000;
const axlPassword = 'axl-demo';

interface LogEntry {
  readonly event: string;
  readonly time: string;
  readonly requestId?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly url?: string;
  readonly [fact: string]: unknown;
}

/** The service in its own process, with the contents of its log. */
export class ServiceProcess {
  readonly traces = new Map<string, Trace>();
  /** Lines of the log that should not be there. */
  readonly alarms: string[] = [];
  readonly events = new Map<string, number>();
  url = '';
  readonly #process: RunningProcess;

  constructor(axlUrl: string, auditFile: string, historyFile: string) {
    this.#process = start(['serve'], {
      nodeArguments: ['--expose-gc', '--import', vitals],
      env: { ...settings(axlUrl), AUDIT_LOG_FILE: auditFile, DATABASE_URL: `sqlite:${historyFile}` },
      channel: true,
      onLine: (line) => {
        this.#read(line);
      },
    });
  }

  async listening(): Promise<void> {
    const ended = this.#process.ended.then(() => true);
    while (this.url === '') {
      const isOver = await Promise.race([ended, pause(20, false)]);
      if (isOver) throw new Error(`the service has ended:\n${this.alarms.join('\n')}`);
    }
  }

  async vitals(collectGarbage = true): Promise<Vitals> {
    return (await this.#process.ask({ collectGarbage })) as Vitals;
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    this.#process.kill('SIGTERM');
    const { code } = await this.#process.ended;
    await tidy();
    return code;
  }

  #read(line: string): void {
    if ([axlPassword, caller.password, 'JSESSIONID', 'Basic '].some((secret) => line.includes(secret))) {
      this.alarms.push('a secret is in the log');
    }
    if (!line.startsWith('{')) {
      this.alarms.push(line);
      return;
    }
    const entry = JSON.parse(line) as LogEntry;
    this.events.set(entry.event, (this.events.get(entry.event) ?? 0) + 1);
    if (entry.event === 'started') this.url = entry.url ?? '';
    if (entry.event === 'unexpected') this.alarms.push(line);
    if (entry.event === 'stopped' && entry['unfinished'] !== 0) this.alarms.push(line);
    if (entry.event === 'write' || entry.event === 'axl-call') this.#trace(entry);
  }

  #trace({ event, time, requestId = '', operation, outcome = '' }: LogEntry): void {
    const trace = this.traces.get(requestId) ?? {};
    const at = Date.parse(time);
    if (event === 'write') trace.settled = at;
    const givenUp = outcome === 'call-manager-timeout' || outcome === 'call-manager-unreachable';
    if (operation === 'updatePhone' && givenUp) trace.lateUntil = at + longestLateMs;
    if (event === 'write' || trace.lateUntil !== undefined) this.traces.set(requestId, trace);
  }
}

function settings(axlUrl: string): Record<string, string> {
  return {
    ...environmentFor({ url: axlUrl }),
    LOG_LEVEL: 'info',
    AXL_PASSWORD: axlPassword,
    AXL_AFTER_UPDATE: 'apply',
    AXL_TIMEOUT_MS: '1000',
    AXL_LOGIN_PAUSE_MS: '300',
    AXL_MAX_CONCURRENCY: '6',
    REQUEST_DEADLINE_MS: String(deadlineMs),
  };
}
