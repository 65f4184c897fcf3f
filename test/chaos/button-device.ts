import type { ButtonDevice, ListName, ShownEntry } from './button-calls.js';
import type { SimulatorProcess } from '../support/simulator-process.js';

/** The buttons of a device, as the control path shows them. */
export type Buttons = Readonly<Record<ListName, readonly ShownEntry[]>>;

/** @returns what a device has on the publisher now */
export async function buttonsOf(simulator: SimulatorProcess, { kind, name }: ButtonDevice): Promise<Buttons> {
  const devices = (await simulator.control('GET', kind === 'phone' ? 'state' : 'profiles')) as readonly (Buttons & {
    readonly name: string;
  })[];
  const found = devices.find((device) => device.name === name);
  if (!found) throw new Error(`the simulator has no ${name}`);
  return found;
}

/** @returns both lists as text in a fixed order, so that equal lists have equal texts */
export function textOf({ speedDials, busyLampFields }: Buttons): string {
  return JSON.stringify([inOrder(speedDials), inOrder(busyLampFields)]);
}

function inOrder(entries: readonly ShownEntry[]): unknown[] {
  const places = entries.toSorted((a, b) => a.index - b.index);
  return places.map((entry) => Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @returns a list as callers see it */
export function asShown(list: ListName, buttons: Buttons): string {
  const entries = buttons[list].toSorted((a, b) => a.index - b.index);
  return JSON.stringify(
    entries.map(({ index, dirn, label, destination = '', routePartition, pickup }) => ({
      index: String(index),
      ...(destination === '' ? { dirn: dialled(dirn) } : { destination: dialled(destination) }),
      ...(list === 'busyLampFields' && destination === '' && { partition: routePartition }),
      label,
      ...(list === 'busyLampFields' && { pickup }),
    })),
  );
}

function dialled(stored: string): string {
  return stored.replace(/^\\\+/, '+');
}
