import { setTimeout as pause } from 'node:timers/promises';
import type { History } from './cluster-faults.js';
import type { SpeedDial } from '../support/caller.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';

export const phone = 'SEP00A1B2C30003';
/** The phone's name where a subscriber does not know it. */
const newName = 'SEP00A1B2C3FFFF';
export const number = '2003';

export const sent: readonly SpeedDial[] = [
  { index: '1', dirn: '0100', label: 'Reception' },
  { index: '2', dirn: '+14085554019', label: 'Büro' },
];
export const replaced: readonly SpeedDial[] = [{ index: '3', dirn: '0199', label: 'In between' }];

/** Longer than any row takes. */
export const lagMs = 600_000;

/** A publisher and a lagging subscriber; a row may use only the publisher. */
export function spawnCluster(): Promise<SimulatorProcess> {
  return spawnSimulator({ SIMULATOR_SUBSCRIBERS: '1' });
}

/** Sets up the nodes for a row. @returns the phone's name */
export async function arrange(simulator: SimulatorProcess, history: History): Promise<string> {
  await freshNodes(simulator);
  if (history === 'stale') await update(simulator, speedDials(sent));
  await simulator.control('POST', 'nodes', { node: 1, lagMs });
  if (history === 'stale') await update(simulator, speedDials(replaced));
  if (history === 'unknown') await update(simulator, `<newName>${newName}</newName>`);
  return history === 'unknown' ? newName : phone;
}

/** Every node as after its start, with the company of the seed. */
export async function freshNodes(simulator: SimulatorProcess): Promise<void> {
  await simulator.control('DELETE', 'misbehaviour');
  await simulator.control('POST', 'traits', { anyCaseNames: false, countsAbandoned: false });
  await simulator.control('POST', 'nodes', { node: 0, listening: true, sessionCookies: true });
  await simulator.control('POST', 'nodes', { node: 1, listening: true, sessionCookies: true, lagMs: 0 });
  // Requests in progress from an earlier row would be counted in this one.
  while ((await statsOf(simulator)).inFlight > 0) await pause(20);
  await simulator.control('POST', 'reset');
  await simulator.control('POST', 'unlock');
}

interface PhoneState {
  readonly name: string;
  readonly speedDials: readonly { readonly index: number; readonly dirn: string; readonly label: string }[];
}

/** A phone's list on a node, as text. */
export async function listOf(simulator: SimulatorProcess, name = phone, node = 0): Promise<string> {
  const state = (await simulator.control('GET', `state?node=${node}`)) as readonly PhoneState[];
  const dials = state.find((one) => one.name === name)?.speedDials ?? [];
  return textOf(dials.map((dial) => ({ ...dial, index: String(dial.index) })));
}

export function textOf(dials: readonly SpeedDial[]): string {
  return JSON.stringify(dials.map(({ index, dirn, label }) => ({ index, dirn, label })));
}

interface Stats {
  readonly inFlight: number;
  readonly highestInFlight: number;
  /** By operation. */
  readonly requests: Readonly<Record<string, number>>;
}

export async function statsOf(simulator: SimulatorProcess): Promise<Stats> {
  return (await simulator.control('GET', 'stats')) as Stats;
}

/** Someone else changes the phone on the publisher. */
function update(simulator: SimulatorProcess, content: string): Promise<void> {
  return updateDevice(simulator, 'updatePhone', phone, content);
}

/** Someone else changes a device on the publisher. */
export async function updateDevice(
  simulator: SimulatorProcess,
  operation: 'updatePhone' | 'updateDeviceProfile',
  name: string,
  content: string,
): Promise<void> {
  const answer = await fetch(simulator.url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('axl:axl-demo')}`,
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"CUCM:DB ver=14.0 ${operation}"`,
    },
    body:
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
      `<ns:${operation} xmlns:ns="http://www.cisco.com/AXL/API/14.0">` +
      `<name>${name}</name>${content}</ns:${operation}></soapenv:Body></soapenv:Envelope>`,
  });
  if (answer.status !== 200) throw new Error(`the history cannot be made: ${await answer.text()}`);
}

function speedDials(dials: readonly SpeedDial[]): string {
  const entries = dials.map(
    ({ index, dirn, label }) =>
      `<speeddial><dirn>${dirn}</dirn><label>${label}</label><index>${index}</index></speeddial>`,
  );
  return `<speeddials>${entries.join('')}</speeddials>`;
}
