import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterFault, clusterFaults } from './cluster-faults.js';
import { arrange, listOf, number, sent, textOf } from './cluster-arrangement.js';
import type { Answer } from './faults.js';
import { ask, codeOf, type Reply } from '../support/caller.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

export interface ClusterRow {
  readonly name: string;
  readonly nodes: 'one' | 'two';
  readonly call: 'GET' | 'POST';
  readonly answer: Answer;
  readonly ms: number;
  /** The phone's list on the publisher after everything late has arrived. */
  readonly state: 'old' | 'new' | 'other';
  /** False statements and wrong answers; empty in a good row. */
  readonly wrong: readonly string[];
}

export interface ClusterCase {
  readonly fault: ClusterFault;
  readonly nodes: 'one' | 'two';
  readonly call: 'GET' | 'POST';
  readonly may: readonly Answer[];
}

export const clusterCases: readonly ClusterCase[] = clusterFaults.flatMap((fault) =>
  (['one', 'two'] as const).flatMap((nodes): ClusterCase[] => {
    const [get, post] = [fault.get?.[nodes], fault.post[nodes]];
    return [
      ...(get ? [{ fault, nodes, call: 'GET' as const, may: get }] : []),
      ...(post ? [{ fault, nodes, call: 'POST' as const, may: post }] : []),
    ];
  }),
);

/** Runs one case against a new service, and returns what is wrong. */
export async function runClusterCase(
  simulator: SimulatorProcess,
  { fault, nodes, call, may }: ClusterCase,
  env: Readonly<Record<string, string>> = {},
): Promise<ClusterRow> {
  const name = await arrange(simulator, fault.history ?? 'same');
  const before = await listOf(simulator, name);
  await bringAbout(simulator, fault);
  const service = await startServiceWithShortTimes(nodes === 'one' ? simulator.url : simulator.urls.join(','), env);
  const target = fault.lowerCase ? name.toLowerCase() : name;
  const look = (): Promise<Reply> => ask(`${service.url}/phone/?dirn=${number}`);
  const reply = call === 'GET' ? await look() : await ask(`${service.url}/speeddials?phone=${target}`, sent);
  const answer = codeOf(reply);
  const wrong: string[] = may.includes(answer) ? [] : [`should be ${may.join(' or ')}`];
  await simulator.control('DELETE', 'misbehaviour');
  if (call === 'GET' && answer === 200 && !(await isHeld(simulator, name, shown(reply)))) {
    wrong.push('the answer is not what any node holds');
  }
  if (call === 'POST' && answer === 200) {
    if ((await listOf(simulator, name)) !== textOf(sent)) wrong.push('called set, but is not');
    // If the node of the write is gone, another one may be out of date.
    if (!fault.publisherOff && shown(await look()) !== textOf(sent)) wrong.push('a lookup after it does not show it');
  }
  await service.stop('the end of the row');
  await pause(fault.settleMs ?? 20);
  const list = await listOf(simulator, name);
  const state = list === textOf(sent) ? 'new' : list === before ? 'old' : 'other';
  wrong.push(...untrue(call, answer, state));
  return { name: fault.name, nodes, call, answer, ms: Math.round(reply.ms), state, wrong };
}

async function bringAbout(simulator: SimulatorProcess, fault: ClusterFault): Promise<void> {
  const { rules, traits, sessionCookies, publisherOff } = fault;
  const node = publisherOff ? 1 : 0;
  await simulator.control(
    'POST',
    'misbehaviour',
    rules.map((rule) => ({ node, ...rule })),
  );
  if (traits) await simulator.control('POST', 'traits', traits);
  if (sessionCookies !== undefined) {
    for (const each of [0, 1]) await simulator.control('POST', 'nodes', { node: each, sessionCookies });
  }
  if (publisherOff) await simulator.control('POST', 'nodes', { node: 0, listening: false });
}

/** Any node may answer a lookup without a write before it. */
async function isHeld(simulator: SimulatorProcess, name: string, list: string): Promise<boolean> {
  return list === (await listOf(simulator, name)) || list === (await listOf(simulator, name, 1));
}

/** The list of the only found phone, as text. */
export function shown({ status, body }: Reply): string {
  if (status !== 200) return body;
  return JSON.stringify((JSON.parse(body) as { speeddials: unknown }[])[0]?.speeddials);
}

/** A statement that is false, or that became false. */
function untrue(call: 'GET' | 'POST', answer: Answer, state: ClusterRow['state']): string[] {
  if (call === 'GET') return state === 'old' ? [] : ['a lookup changed the phone'];
  if (answer === 200) return state === 'new' ? [] : ['did not stay set'];
  if (answer === 'outcome-unknown') return state === 'other' ? ['the list is neither'] : [];
  return state === 'old' ? [] : ['called failed, but is set'];
}
