import type { Comparison } from './kept-changes.js';
import type { Vitals } from './watched-service.js';

export interface Sample extends Vitals {
  /** Since the start of the run, in milliseconds. */
  readonly ms: number;
}

/** The first rounds fill caches and compile code. */
const warmUpRounds = 2;
/** More than the uncertainty of the measurement, and less than a hundred stored bytes for each request would make. */
const flatMegabytesPerMinute = 0.8;
const megabyte = 2 ** 20;

/** @returns how the heap grows after collections, from the line that fits the samples best */
export function heapSlope(samples: readonly Sample[]): { readonly megabytesPerMinute: number; readonly flat: boolean } {
  const points = samples.slice(warmUpRounds).map(({ ms, heapBytes }) => ({ x: ms / 60_000, y: heapBytes / megabyte }));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const joint = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0);
  const megabytesPerMinute = spread > 0 ? joint / spread : 0;
  return { megabytesPerMinute, flat: megabytesPerMinute < flatMegabytesPerMinute };
}

/** @returns the resources that the idle process has and did not have before its first request */
export function leaks(before: Vitals, after: Vitals): string[] {
  const more = Object.entries(after.resources)
    .map(([kind, count]) => [kind, count, before.resources[kind] ?? 0] as const)
    .filter(([, count, was]) => count > was)
    .map(([kind, count, was]) => `${kind}: ${was} before, ${count} after`);
  return [
    ...more,
    ...(after.listeners > before.listeners
      ? [`${after.listeners - before.listeners} listeners on the process more`]
      : []),
    ...after.warnings,
  ];
}

export interface Findings {
  readonly answers: ReadonlyMap<string, number>;
  readonly troubles: ReadonlyMap<string, number>;
  readonly restarts: number;
  readonly connections: number;
  readonly late: number;
  readonly kept: Comparison;
  readonly slowestMs: number;
  readonly longestLoopMs: number;
  readonly recoveryMs: number;
  readonly before: Vitals;
  readonly samples: readonly Sample[];
  readonly faults: readonly string[];
}

/** @returns the lines of the summary */
export function summary(found: Findings): string[] {
  const { before, samples, faults } = found;
  const heap = samples.map(({ heapBytes }) => (heapBytes / megabyte).toFixed(2)).join(' ');
  const last = samples.at(-1) ?? before;
  const rows: [string, string][] = [
    ['answered', table(found.answers)],
    ['trouble', table(found.troubles)],
    ['restarts of the call manager', String(found.restarts)],
    ['connections to it', `${found.connections} opened, none left`],
    ['carried out after it was given up', `${found.late} lists seen`],
    ['history', `${found.kept.changes} changes, ${found.kept.late} of them after something that was carried out late`],
    ['slowest answer', `${Math.round(found.slowestMs)} ms`],
    ['event loop held', `${found.longestLoopMs} ms at most, 99 in 100 under ${last.loop.p99Ms} ms in the last round`],
    ['well again after', `${found.recoveryMs} ms`],
    ['heap after collection, MB', `${(before.heapBytes / megabyte).toFixed(2)} before; ${heap}`],
    ['heap grows by', `${heapSlope(samples).megabytesPerMinute.toFixed(3)} MB a minute`],
    ['resident', `${Math.round(last.rssBytes / megabyte)} MB at the end`],
    ['resources', `${JSON.stringify(before.resources)} before, ${JSON.stringify(last.resources)} after`],
  ];
  return [
    '',
    ...rows.map(([what, value]) => `${what.padEnd(34)} ${value}`),
    '',
    ...faults.slice(0, 40).map((fault) => `NOT SO: ${fault}`),
    faults.length === 0
      ? 'Everything answered was so, and nothing was left behind.'
      : `${faults.length} things are not so.`,
  ];
}

function table(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what} × ${count}`)
    .join(', ');
}
