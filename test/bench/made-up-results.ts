import { axlCallsOf } from './asks.js';
import type { Cell, Measured } from './measure.js';
import type { Results } from './results.js';
import { summary } from './statistics.js';
import { smallPhone } from './work.js';

/** Results like those of a real run, for the tests of the output. */

const cell: Cell = {
  subject: 'proxy, lines',
  work: smallPhone,
  latencyMs: 0,
  callers: 10,
  concurrency: 4,
  tls: false,
};

/** A row in which every lookup took this much CPU and time. */
export function row(subject: Cell['subject'], cpuMs: number, p50Ms: number, at: Partial<Cell> = {}): Measured {
  const samples = [1, 2, 3].map(() => ({ requests: 1, seconds: 1, cpuMs, p50Ms, p99Ms: p50Ms }));
  const whole = { ...cell, ...at, subject };
  return {
    cell: whole,
    samples,
    cpuUs: summary([cpuMs * 1000]),
    p50Ms: summary([p50Ms]),
    p99Ms: summary([p50Ms]),
    perSecond: summary([1]),
    axlCalls: axlCallsOf(whole.work, subject.endsWith('sql') ? 'sql' : 'lines'),
    connections: 0,
    residentMb: 80,
  };
}

const machine = { cpu: 'A & B <cpu>', cores: 2, memoryGb: 4, node: 'v20.20.0', load: 0 };

export function results(parts: Partial<Results>): Results {
  return { date: '2026-01-02T03:04:05.000Z', seconds: 1, machine, groups: {}, ...parts };
}
