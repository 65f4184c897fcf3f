import { nameOf } from './asks.js';
import type { Goal } from './goals.js';
import type { Measured } from './measure.js';
import type { Results } from './results.js';
import type { Summary } from './statistics.js';

/** The results as text for a terminal. */

/** @returns aligned rows; the first column to the left, the others to the right */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @returns a number with three significant digits */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  const decimals = size >= 100 || Number.isInteger(Math.round(value * 1e6) / 1e6) ? 0 : size >= 10 ? 1 : 2;
  return value.toFixed(decimals);
}

function spread({ median, least, most }: Summary): string {
  return least === most ? figure(median) : `${figure(median)} (${figure(least)}–${figure(most)})`;
}

/** The system counts CPU in hundredths of a second: figures with fewer than fifty of them are not shown. */
const leastCpuMs = 500;

const heads = ['CPU µs', '× floor', 'p50 ms', 'p99 ms', 'per second', 'AXL calls', 'MB'];

/** @returns a row for each cell, compared with the floor of the same work and load, if that was measured */
export function groupTable(measured: readonly Measured[]): string {
  const rows = measured.map((one) => {
    const { cell, samples, cpuUs, p50Ms, p99Ms, perSecond, axlCalls, residentMb } = one;
    const floor = measured.find(({ cell: other }) => isFloorOf(other, cell));
    const calls = Object.values(axlCalls).reduce((sum, count) => sum + count, 0);
    const hasCpu = samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) >= leastCpuMs;
    return [
      `${cell.subject.padEnd(13)} ${nameOf(cell.work)}${loadOf(cell)}`,
      hasCpu ? spread(cpuUs) : '-',
      floor && hasCpu ? figure(cpuUs.median / floor.cpuUs.median) : '',
      spread(p50Ms),
      figure(p99Ms.median),
      figure(perSecond.median),
      figure(calls),
      figure(residentMb),
    ];
  });
  return table([['', ...heads], ...rows]);
}

function isFloorOf(other: Measured['cell'], cell: Measured['cell']): boolean {
  const lookup = cell.subject.endsWith('sql') ? 'sql' : 'lines';
  const sameLoad = other.callers === cell.callers && other.latencyMs === cell.latencyMs;
  return other.subject === `floor, ${lookup}` && nameOf(other.work) === nameOf(cell.work) && sameLoad;
}

function loadOf({ callers, concurrency, latencyMs, tls }: Measured['cell']): string {
  const load = [
    tls ? 'https' : '',
    latencyMs > 0 ? `${latencyMs} ms` : '',
    callers === 10 && concurrency === 4 ? '' : `${callers} callers, ${concurrency} at once`,
  ].filter((part) => part !== '');
  return load.length > 0 ? `, ${load.join(', ')}` : '';
}

/** @returns the results besides the rows */
export function otherFigures({ trips = [], startUp, memories = [], loops = [] }: Results): string {
  const lines = [
    ...trips.map(
      ({ subject, work, deepest, calls }) =>
        `trips  ${subject.padEnd(13)} ${work.padEnd(31)} ${deepest} deep: ${Object.entries(calls)
          .map(([operation, count]) => `${count} ${operation}`)
          .join(', ')}`,
    ),
    ...(startUp
      ? [
          `start  first answer after ${spread(startUp.proxyMs)} ms; a Node that does nothing takes ` +
            `${spread(startUp.bareNodeMs)} ms: ${spread(startUp.times)} times, in CPU ${spread(startUp.cpuTimes)} times; ` +
            `the floor ${spread(startUp.floorCpuTimes)} times, the service from kept code ${spread(startUp.keptCodeCpuTimes)} times`,
        ]
      : []),
    ...memories.map(
      ({ subject, callers, requests, afterWarmUpMb, mostMb, growthMb }) =>
        `memory ${subject.padEnd(13)} at ${callers} callers: ${figure(afterWarmUpMb)} MB after warm-up, ` +
        `${figure(mostMb)} MB at most; over ${requests} lookups the last third lies ` +
        `${figure(growthMb)} MB above the one before`,
    ),
    ...loops.map(
      ({ subject, perSecond, highestPerSecond, p50Ms, p99Ms, mostMs }) =>
        `loop   ${subject.padEnd(13)} at ${figure(perSecond)} of ${figure(highestPerSecond)} lookups a second: ` +
        `p50 ${figure(p50Ms)}, p99 ${figure(p99Ms)}, at most ${figure(mostMs)} ms`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join('') + (lines.length > 0 ? '\n' : '');
}

export function goalTable(goals: readonly Goal[]): string {
  return table([
    ['goal', 'at most', 'is', ''],
    ...goals.map(({ figure: name, most, unit, value, met }) => [
      name,
      `${figure(most)} ${unit}`,
      spread(value),
      met ? 'met' : 'MISSED',
    ]),
  ]);
}
