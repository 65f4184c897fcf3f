import { deviceKeyOf, type DeviceRef, groupedBy } from '../lists.js';
import { shown } from '../output/shown.js';
import { Stop } from '../stop.js';
import { type DeviceChoice, namesOf, searchedDevices, severalKinds } from './devices.js';
import { type LeftOut, stopWhereAllIsLeftOut } from './left-out.js';
import type { Plan } from './plan.js';
import type { Reader } from './reader.js';

/**
 * Chooses the part of a plan that is on some devices. A name is looked for in the plan alone: the device may be gone.
 * @returns that part, and what a file names that is not in the plan
 * @throws Stop where a device that was named is not in the plan, nothing of a file is, or nothing that a search finds
 */
export async function partOfPlan(
  reader: Reader,
  plan: Plan,
  { names, listed = [], searched = [] }: DeviceChoice,
): Promise<{ readonly plan: Plan; readonly leftOut: readonly LeftOut[] }> {
  const ofPlan = new Set(plan.lists.map(deviceKeyOf));
  const devices = devicesByName(plan);
  const meant = new Set<string>();
  for (const name of names) {
    const found = deviceIn(devices, name);
    if (!found) throw new Stop(`the plan has no list of ${shown(name)}; nothing was changed`);
    meant.add(deviceKeyOf(found));
  }
  const lines = [...new Set(listed)];
  const leftOut: LeftOut[] = [];
  for (const name of lines) {
    const found = deviceIn(devices, name);
    if (found) meant.add(deviceKeyOf(found));
    else leftOut.push({ name, why: 'not in the plan' });
  }
  stopWhereAllIsLeftOut(leftOut, lines.length);
  for (const text of searched) {
    const found = (await searchedDevices(reader, text)).map(deviceKeyOf).filter((key) => ofPlan.has(key));
    if (found.length === 0) throw new Stop(`the plan has no device with ${shown(text)}; nothing was changed`);
    for (const key of found) meant.add(key);
  }
  return { plan: { ...plan, lists: plan.lists.filter((list) => meant.has(deviceKeyOf(list))) }, leftOut };
}

/** The devices of a plan by their names, whatever the case of its letters. */
type ByName = ReadonlyMap<string, readonly DeviceRef[]>;

function devicesByName({ lists }: Plan): ByName {
  const devices = groupedBy(lists, deviceKeyOf).map(([device]) => device);
  return new Map(groupedBy(devices, nameOf).map((ofName) => [nameOf(ofName[0]), ofName]));
}

function nameOf({ device }: Pick<DeviceRef, 'device'>): string {
  return device.toLowerCase();
}

/** @throws Stop where the plan has a phone and a device profile of the name */
function deviceIn(devices: ByName, argument: string): DeviceRef | undefined {
  const { kinds, name } = namesOf(argument);
  const named = devices.get(nameOf({ device: name })) ?? [];
  const [one, other] = named.filter(({ deviceKind }) => kinds.includes(deviceKind));
  if (other) throw severalKinds(name);
  return one;
}
