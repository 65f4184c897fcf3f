import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Fault, faults } from './faults.js';
import { ask, codeOf, type Reply, type SpeedDial } from '../support/caller.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

const phone = 'SEP00A1B2C30003';
const number = '2003';
const sent: SpeedDial[] = [
  { index: '1', dirn: '0100', label: 'Reception' },
  { index: '2', dirn: '+14085554019', label: 'Büro' },
];

/** How long an answer may take: the caller's deadline and a little more. */
const longestMs = 4_500;
/** How long one request may block the event loop. */
const longestLoopMs = 50;
/** How many AXL calls one request may cost: three tries of a read, two writes and two reads after a write. */
const mostCalls = 12;

export interface Row {
  readonly fault: string;
  readonly call: 'GET' | 'POST';
  readonly times: Times;
  readonly answer: Answer;
  readonly ms: number;
  readonly axlCalls: number;
  /** The phone's list in the simulator afterwards. */
  readonly state: 'old' | 'new' | 'other';
  readonly loopMs: number;
  /** False statements; empty in a good row. */
  readonly untrue: readonly string[];
  /** Answers that should be others; empty in a good row on a machine that is fast enough for its times. */
  readonly wrong: readonly string[];
  /** What took too long; empty in a good row on an idle machine. */
  readonly slow: readonly string[];
}

type Facts = Omit<Row, 'untrue' | 'wrong' | 'slow'>;

/**
 * When a fault occurs. `once`: at the first request. `always`: at each request. In a POST, both apply only to
 * updatePhone. `blind`: at each request, including the read back.
 */
type Times = 'once' | 'always' | 'blind';

interface Case {
  readonly fault: Fault;
  readonly call: 'GET' | 'POST';
  readonly times: Times;
}

export const cases: readonly Case[] = faults.flatMap((fault): Case[] => [
  { fault, call: 'GET', times: 'once' },
  { fault, call: 'GET', times: 'always' },
  { fault, call: 'POST', times: 'once' },
  { fault, call: 'POST', times: 'always' },
  { fault, call: 'POST', times: 'blind' },
]);

export function nameOf({ kind, point, rule }: Fault): string {
  return [kind, point, rule && JSON.stringify(rule)].filter((part) => part !== undefined).join(' ');
}

interface State {
  readonly name: string;
  readonly speedDials: readonly { index: number | string; dirn: string; label: string }[];
}

async function listOf(simulator: SimulatorProcess): Promise<string> {
  const state = (await simulator.control('GET', 'state')) as readonly State[];
  const dials = state.find(({ name }) => name === phone)?.speedDials ?? [];
  return JSON.stringify(dials.map(({ index, dirn, label }) => ({ index: String(index), dirn, label })));
}

/** Runs one case against a new service, and returns what is wrong. */
export async function runCase(
  simulator: SimulatorProcess,
  { fault, call, times }: Case,
  env: Readonly<Record<string, string>> = {},
): Promise<Row> {
  await simulator.control('DELETE', 'misbehaviour');
  await simulator.control('POST', 'reset');
  await simulator.control('POST', 'unlock');
  const before = await listOf(simulator);
  const { kind, point, rule } = fault;
  await simulator.control('POST', 'misbehaviour', {
    kind,
    ...(point !== undefined && { point }),
    ...(call === 'POST' && times !== 'blind' && { operation: 'updatePhone' }),
    ...(times === 'once' && { times: 1 }),
    ...rule,
  });
  // Each fault is for the first request of a session. The table of the cluster has the reads before and after a write.
  const service = await startServiceWithShortTimes(simulator.url, { AXL_VERIFY_WRITES: 'off', ...env });
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const reply =
    call === 'GET'
      ? await ask(`${service.url}/phone/?dirn=${number}`)
      : await ask(`${service.url}/speeddials?phone=${phone}`, sent);
  loop.disable();
  const stats = (await simulator.control('GET', 'stats')) as { requests: Record<string, number> };
  // Releases hanging requests, so that a write that is applied late becomes visible.
  await simulator.control('DELETE', 'misbehaviour');
  await service.stop('the end of the row');
  await pause(20);
  const list = await listOf(simulator);
  const row = {
    fault: nameOf(fault),
    call,
    times,
    answer: codeOf(reply),
    ms: Math.round(reply.ms),
    axlCalls: Object.values(stats.requests).reduce((sum, count) => sum + count, 0),
    state: list === before ? ('old' as const) : list === JSON.stringify(sent) ? ('new' as const) : ('other' as const),
    loopMs: Math.round(loop.max / 1e6),
  };
  return {
    ...row,
    untrue: untrue(row, reply, before),
    wrong: unlike(row, wanted(fault, call, times)),
    slow: slow(row),
  };
}

function wanted(fault: Fault, call: Case['call'], times: Times): Answer {
  if (times === 'blind') return fault.blind;
  return fault[call === 'GET' ? 'get' : 'post'][times];
}

/** A statement that is false. */
function untrue({ call, answer, state }: Facts, { body }: Reply, before: string): string[] {
  if (call === 'GET') {
    const shown =
      answer === 200 ? JSON.stringify((JSON.parse(body) as { speeddials: unknown }[])[0]?.speeddials) : before;
    return [
      ...(shown === before ? [] : ['the answer is not what the call manager holds']),
      ...(state === 'old' ? [] : ['a lookup changed the phone']),
    ];
  }
  if (answer === 200) return state === 'new' ? [] : ['called set, but is not'];
  if (answer === 'outcome-unknown') return state === 'other' ? ['the list is neither'] : [];
  return state === 'old' ? [] : ['called failed, but is set'];
}

function unlike({ answer, axlCalls }: Facts, wanted: Answer): string[] {
  return [
    ...(answer === wanted ? [] : [`should be ${wanted}`]),
    ...(axlCalls <= mostCalls ? [] : [`cost more than ${mostCalls} AXL calls`]),
  ];
}

function slow({ ms, loopMs }: Facts): string[] {
  return [
    ...(ms <= longestMs ? [] : [`took longer than ${longestMs} ms`]),
    ...(loopMs <= longestLoopMs ? [] : [`held the event loop longer than ${longestLoopMs} ms`]),
  ];
}
