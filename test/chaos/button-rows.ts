import { setTimeout as pause } from 'node:timers/promises';
import { type ButtonCall, buttonCalls, changedIndex, type Entry, paths, theirs } from './button-calls.js';
import { asShown, type Buttons, buttonsOf, textOf } from './button-device.js';
import { type ButtonFault, buttonFaults, type Step } from './button-faults.js';
import { freshNodes, lagMs, statsOf, updateDevice } from './cluster-arrangement.js';
import type { Answer } from './faults.js';
import { authorization, codeOf, type Reply } from '../support/caller.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { startServiceWithShortTimes } from '../support/test-service.js';

export interface ButtonCase {
  readonly fault: ButtonFault;
  readonly call: ButtonCall;
  readonly may: readonly Answer[];
}

export interface ButtonRow {
  readonly name: string;
  readonly nodes: 'one' | 'two';
  readonly call: string;
  readonly answer: Answer;
  readonly ms: number;
  /** The device's buttons on the publisher after everything late has arrived. */
  readonly state: State;
  /** False statements and wrong answers; empty in a good row. */
  readonly wrong: readonly string[];
}

/** As the call would set them, as they were, as someone else set them, or none of these. */
type State = 'new' | 'old' | 'theirs' | 'other';

export const buttonCases: readonly ButtonCase[] = buttonFaults.flatMap((fault) =>
  buttonCalls.flatMap((call): ButtonCase[] => {
    const may = call.footing ? fault.write?.[call.footing] : fault.get;
    return may ? [{ fault, call, may }] : [];
  }),
);

/** The cases that the tests try: one call for each footing, unless it behaves like another one. */
export const testedButtonCases: readonly ButtonCase[] = buttonCases.filter(
  ({ fault: { tested }, call: { footing, isOneMore } }) =>
    isOneMore !== true && (!tested || !footing || tested.includes(footing)),
);

/** @returns the name of a call, with its footing */
export function callNameOf({ method, list, device, footing }: ButtonCall): string {
  const condition = footing === 'conditional' ? ', If-Match' : '';
  return `${method} ${paths[list]} of a ${device.kind}${condition}`;
}

/** Requests that are held back until someone else's change is made must not time out, however long that takes. */
const patient = { AXL_TIMEOUT_MS: '30000', REQUEST_DEADLINE_MS: '60000', SHUTDOWN_GRACE_MS: '60000' };

/** Runs one case against a new service, and returns what is wrong. */
export async function runButtonCase(
  simulator: SimulatorProcess,
  { fault, call, may }: ButtonCase,
  env: Readonly<Record<string, string>> = {},
): Promise<ButtonRow> {
  await freshNodes(simulator);
  await simulator.control('POST', 'nodes', { node: 1, lagMs });
  const service = await startServiceWithShortTimes(fault.nodes === 'one' ? simulator.url : simulator.urls.join(','), {
    ...(fault.changedAt && patient),
    ...env,
  });
  const url = urlOf(service.url, call);
  const old = await buttonsOf(simulator, call.device);
  if (fault.changedBefore && fault.knowsChange) await changeAsOther(simulator, call);
  const seen = await look(url.list);
  if (fault.changedBefore && !fault.knowsChange) await changeAsOther(simulator, call);
  const present = fault.changedBefore ? await buttonsOf(simulator, call.device) : old;

  await bringAbout(simulator, fault, call);
  const sending = sendCall(url.call, call, seen);
  const changed = fault.changedAt && (await changeAt(simulator, fault.changedAt, call, sending));
  const reply = await sending;
  await simulator.control('DELETE', 'misbehaviour');
  const answer = answerOf(reply);

  const told = { fault, call, answer, reply, old, present: changed ?? present };
  const wanted = wantedOf(call, fault.knowsChange ? present : old, present);
  const stateNow = async (): Promise<State> => stateOf(await buttonsOf(simulator, call.device), told, wanted);
  const atOnce = await stateNow();
  const wrong = [
    ...(may.includes(answer) ? [] : [`should be ${may.join(' or ')}`]),
    ...(fault.changedAt && !changed ? ['nobody else changed it'] : []),
    ...untrue(told, atOnce),
    ...(call.method !== 'GET' && reply.etag !== '' && reply.etag !== (await look(url.list)).etag
      ? ['the ETag is not that of the list that is there']
      : []),
  ];
  await service.stop('the end of the row');
  if (fault.settleMs !== undefined) await pause(fault.settleMs);
  const state = fault.settleMs === undefined ? atOnce : await stateNow();
  if (answer !== 'outcome-unknown' && state !== atOnce) wrong.push('did not stay so');
  if (state === 'other') wrong.push('the buttons are none that anybody set');
  return {
    name: fault.name,
    nodes: fault.nodes,
    call: callNameOf(call),
    answer,
    ms: Math.round(reply.ms),
    state,
    wrong,
  };
}

function urlOf(service: string, { method, device, list }: ButtonCall): { list: string; call: string } {
  const index = method === 'PUT' || method === 'DELETE' ? `/${changedIndex}` : '';
  const query = `?${device.kind}=${device.name}`;
  return { list: `${service}${paths[list]}${query}`, call: `${service}${paths[list]}${index}${query}` };
}

interface TaggedReply extends Reply {
  /** Empty if there is none. */
  readonly etag: string;
}

function look(url: string): Promise<TaggedReply> {
  return send(url, { headers: { authorization: authorization() } });
}

/** @param seen the list as the caller knows it */
function sendCall(url: string, { method, footing, body }: ButtonCall, seen: TaggedReply): Promise<TaggedReply> {
  const headers = {
    authorization: authorization(),
    ...(footing === 'conditional' && { 'if-match': seen.etag }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const list = JSON.parse(seen.body) as readonly Entry[];
  return send(url, { method, headers, ...(body && { body: JSON.stringify(body(list)) }) });
}

async function send(url: string, init: RequestInit): Promise<TaggedReply> {
  const started = performance.now();
  const answer = await fetch(url, init);
  const body = await answer.text();
  const etag = answer.headers.get('etag') ?? '';
  return { status: answer.status, body, etag, ms: performance.now() - started };
}

/** 200 stands for every success. */
function answerOf(reply: TaggedReply): Answer {
  return reply.status < 300 ? 200 : codeOf(reply);
}

function operationOf(step: Step, { device }: ButtonCall): string {
  return `${step === 'read' ? 'get' : 'update'}${device.kind === 'phone' ? 'Phone' : 'DeviceProfile'}`;
}

async function bringAbout(simulator: SimulatorProcess, { rules, publisherOff }: ButtonFault, call: ButtonCall) {
  await simulator.control(
    'POST',
    'misbehaviour',
    rules.map(({ step, ...rule }) => ({ node: 0, operation: operationOf(step, call), ...rule })),
  );
  if (publisherOff) await simulator.control('POST', 'nodes', { node: 0, listening: false });
}

function changeAsOther(simulator: SimulatorProcess, { device, list }: ButtonCall): Promise<void> {
  const operation = device.kind === 'phone' ? 'updatePhone' : 'updateDeviceProfile';
  return updateDevice(simulator, operation, device.name, theirs[list]);
}

/**
 * Changes the list as soon as this many requests have come since the call was sent, and releases slow requests.
 * @returns the device's buttons then; undefined if the call was over before
 */
async function changeAt(
  simulator: SimulatorProcess,
  { step, count }: { readonly step: Step; readonly count: number },
  call: ButtonCall,
  sending: Promise<unknown>,
): Promise<Buttons | undefined> {
  // The caller's own first request was also a read.
  const due = step === 'read' ? count + 1 : count;
  const over = sending.then(() => 'over' as const);
  while (((await statsOf(simulator)).requests[operationOf(step, call)] ?? 0) < due) {
    if ((await Promise.race([over, pause(5)])) === 'over') return undefined;
  }
  await changeAsOther(simulator, call);
  const buttons = await buttonsOf(simulator, call.device);
  // Releases slow requests.
  await simulator.control('DELETE', 'misbehaviour');
  return buttons;
}

/** @returns the buttons after the call: a list is based on what the caller read, an entry is set in the present list */
function wantedOf({ method, list, after }: ButtonCall, seen: Buttons, present: Buttons): Buttons | undefined {
  if (!after) return undefined;
  return { ...present, [list]: after(method === 'POST' ? seen[list] : present[list]) };
}

interface Told {
  readonly fault: ButtonFault;
  readonly call: ButtonCall;
  readonly answer: Answer;
  readonly reply: TaggedReply;
  readonly old: Buttons;
  /** The buttons when the call came, or the ones that someone else has set since. */
  readonly present: Buttons;
}

function stateOf(buttons: Buttons, { old, present }: Told, wanted: Buttons | undefined): State {
  const text = textOf(buttons);
  if (wanted && text === textOf(wanted)) return 'new';
  if (text === textOf(old)) return 'old';
  return text === textOf(present) ? 'theirs' : 'other';
}

/** A statement that is false. */
function untrue({ fault, call, answer, reply, old, present }: Told, state: State): string[] {
  const unchanged = present === old || !(fault.changedBefore ?? fault.changedAt) ? 'old' : 'theirs';
  if (call.method === 'GET') {
    const lists = [old, present].map((buttons) => asShown(call.list, buttons));
    return [
      ...(answer !== 200 || lists.includes(reply.body) ? [] : ['the answer is not what any node holds']),
      ...(state === unchanged ? [] : ['a look changed the device']),
    ];
  }
  if (answer === 200) return state === 'new' ? [] : ['called set, but is not'];
  if (answer !== 'outcome-unknown') return state === unchanged ? [] : ['called failed, but is set'];
  // A change that was seen in the read after the write must not be undone.
  if (fault.changedAt?.step === 'read') return state === 'theirs' ? [] : ["somebody else's change is gone"];
  return state === 'other' ? ['the buttons are none that anybody set'] : [];
}
