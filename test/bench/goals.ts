import { axlCallsOf, nameOf } from './asks.js';
import { buttonCalls, buttonWorks, growingCalls, tripsOfButtons } from './button-work.js';
import { cpuByRound, type Measured, p50ByRound } from './measure.js';
import { measuredAt, type Results } from './results.js';
import { lookups, replacement, sameCalls } from './round-trips.js';
import { ratio, type Summary, summary } from './statistics.js';
import { subjects } from './subjects.js';
import type { Work } from './work.js';

/** One figure and its limit. */
export interface Goal {
  readonly figure: string;
  /** The highest allowed value. */
  readonly most: number;
  readonly unit: '' | '×' | 's' | 'ms' | 'MB' | 'trips' | 'rows';
  readonly value: Summary;
  /** Whether the median is within the limit. */
  readonly met: boolean;
}

type Unit = Goal['unit'];

/** @returns every goal that the run can check */
export function goalsOf(results: Results): Goal[] {
  return [
    ...tripGoals(results),
    ...waitingGoals(results),
    ...cpuGoals(results),
    ...growthGoals(results),
    ...buttonGrowthGoals(results),
    ...processGoals(results),
    ...sameCallsGoal(results),
  ];
}

function goal(figure: string, most: number, unit: Unit, value: Summary | number | undefined): Goal[] {
  if (value === undefined) return [];
  const all = typeof value === 'number' ? summary([value]) : value;
  return [{ figure, most, unit, value: all, met: all.median <= most }];
}

function tripGoals({ trips = [] }: Results): Goal[] {
  const deepest = (subject: string, works: readonly Work[]): number | undefined => {
    const names = works.map(nameOf);
    const found = trips.filter((trip) => trip.subject === subject && names.includes(trip.work));
    return found.length === 0 ? undefined : Math.max(...found.map((trip) => trip.deepest));
  };
  return [
    ...goal('AXL round trips one after another, lines, up to 20 phones', 3, 'trips', deepest('proxy, lines', lookups)),
    ...goal('AXL round trips one after another, sql, up to 20 phones', 1, 'trips', deepest('proxy, sql', lookups)),
    ...goal('AXL round trips one after another, POST', 2, 'trips', deepest('proxy, lines', [replacement])),
    ...buttonCalls.flatMap((call) => {
      const works = buttonWorks.filter((work) => work.call === call);
      const most = Math.max(...works.map(tripsOfButtons));
      return goal(`AXL round trips one after another, ${call}`, most, 'trips', deepest('proxy, lines', works));
    }),
  ];
}

/** With 100 callers more calls are wanted than may be in flight, so the waiting time is not only the backend's. */
function waitingGoals(results: Results): Goal[] {
  return [1, 10].flatMap((callers) => {
    const timesLatency = (subject: string, kind: 'GET' | 'POST'): Summary | undefined => {
      const at = ({ work, callers: count, latencyMs }: Measured['cell']): boolean =>
        work.kind === kind && count === callers && latencyMs === 100;
      const found = measuredAt(results, 'waiting', subject, at);
      return found && summary(p50ByRound(found).map((ms) => ms / 100));
    };
    const of = `p50 against a backend of 100 ms, ${callers} ${callers === 1 ? 'caller' : 'callers'},`;
    return [
      ...goal(`${of} lines`, 3.1, '×', timesLatency('proxy, lines', 'GET')),
      ...goal(`${of} sql`, 1.1, '×', timesLatency('proxy, sql', 'GET')),
      ...goal(`${of} POST`, 2.1, '×', timesLatency('proxy, lines', 'POST')),
    ];
  });
}

function cpuGoals(results: Results): Goal[] {
  const against = (subject: string, other: string): Summary | undefined =>
    ratioOf(cpuByRound, measuredAt(results, 'one-phone', subject), measuredAt(results, 'one-phone', other));
  return [
    ...goal('CPU of a lookup against the floor, lines', 2.2, '×', against('proxy, lines', 'floor, lines')),
    ...goal('CPU of a lookup against the floor, sql', 2.5, '×', against('proxy, sql', 'floor, sql')),
    ...goal("CPU of a lookup against soap's own client behind Koa", 1 / 3, '×', against('proxy, lines', 'soap client')),
  ];
}

function growthGoals(results: Results): Goal[] {
  return ['proxy, lines', 'proxy, sql'].flatMap((subject) => {
    const lookup = subject.replace('proxy, ', '');
    const phones = (count: number): Measured | undefined =>
      measuredAt(results, 'phones', subject, ({ work }) => work.kind === 'GET' && work.phones === count);
    const dials = (count: number): Measured | undefined =>
      measuredAt(results, 'dials', subject, ({ work }) => work.kind === 'GET' && work.dials === count);
    return [
      ...goal(`CPU, 20 phones against one, ${lookup}`, 22, '×', ratioOf(cpuByRound, phones(20), phones(1))),
      ...goal(`time, 20 phones against one, ${lookup}`, 22, '×', ratioOf(p50ByRound, phones(20), phones(1))),
      ...goal(`CPU, 100 speed dials against 5, ${lookup}`, 3, '×', ratioOf(cpuByRound, dials(100), dials(5))),
      ...goal(`time, 100 speed dials against 5, ${lookup}`, 3, '×', ratioOf(p50ByRound, dials(100), dials(5))),
    ];
  });
}

/** If only the buttons mattered, linear growth would be 20 ×. */
function buttonGrowthGoals(results: Results): Goal[] {
  return growingCalls.flatMap((call) => {
    const of = (count: number): Measured | undefined =>
      measuredAt(results, 'buttons', 'proxy, lines', ({ work }) => {
        return work.kind === 'buttons' && work.call === call && work.buttons === count;
      });
    return [
      ...goal(`CPU, 100 busy lamp fields against 5, ${call}`, 8, '×', ratioOf(cpuByRound, of(100), of(5))),
      ...goal(`time, 100 busy lamp fields against 5, ${call}`, 8, '×', ratioOf(p50ByRound, of(100), of(5))),
    ];
  });
}

/** How far the last third of the memory series may be above the one before it and still count as flat, in MB. */
const flatMb = 5;

function processGoals({ startUp, memories = [], loops = [] }: Results): Goal[] {
  const seconds = startUp && scaled(startUp.proxyMs, 1 / 1000);
  const memory = memories.find(({ subject }) => subject === 'proxy, lines');
  const floor = memories.find(({ subject }) => subject === 'floor, lines');
  const ofProxy = loops.find(({ subject }) => subject === 'proxy, lines');
  return [
    ...goal('time from start to first answer', 0.5, 's', seconds),
    ...goal('start to first answer against a bare Node', 4.5, '×', startUp?.times),
    ...goal(
      'resident memory at 100 callers against the floor',
      1.2,
      '×',
      memory && floor && memory.mostMb / floor.mostMb,
    ),
    ...goal('resident memory at 100 callers', 120, 'MB', memory?.mostMb),
    ...goal(`growth of memory over ${memory?.requests ?? 0} lookups`, flatMb, 'MB', memory?.growthMb),
    ...goal('event loop delay p99 at half the highest load', 10, 'ms', ofProxy?.p99Ms),
  ];
}

/** A comparison is not valid if one side sends fewer AXL calls. */
function sameCallsGoal({ groups, trips = [] }: Results): Goal[] {
  const others = Object.values(groups)
    .flat()
    .filter(({ cell, axlCalls }) => !sameCalls(axlCalls, axlCallsOf(cell.work, subjects[cell.subject].lookup)));
  const odd = others.length + trips.filter(({ asNeeded }) => !asNeeded).length;
  return goal('rows with other AXL calls than the work needs', 0, 'rows', odd);
}

/** How a figure grows from one cell to another in the same group. */
function ratioOf(
  figure: (measured: Measured) => number[],
  of: Measured | undefined,
  against: Measured | undefined,
): Summary | undefined {
  return of && against && ratio(figure(of), figure(against));
}

function scaled({ median, least, most }: Summary, by: number): Summary {
  return { median: median * by, least: least * by, most: most * by };
}
