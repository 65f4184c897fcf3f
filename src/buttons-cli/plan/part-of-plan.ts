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
  const devices = groupedBy(plan.lists, deviceKeyOf).map(([device]) => device);
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
  const ofPlan = new Set(devices.map(deviceKeyOf));
  for (const text of searched) {
    const found = (await searchedDevices(reader, text)).map(deviceKeyOf).filter((key) => ofPlan.has(key));
    if (found.length === 0) throw new Stop(`the plan has no device with ${shown(text)}; nothing was changed`);
    for (const key of found) meant.add(key);
  }
  return { plan: { ...plan, lists: plan.lists.filter((list) => meant.has(deviceKeyOf(list))) }, leftOut };
}

/** @throws Stop where the plan has a phone and a device profile of the name */
function deviceIn(devices: readonly DeviceRef[], argument: string): DeviceRef | undefined {
  const { kinds, name } = namesOf(argument);
  const isNamed = ({ device, deviceKind }: DeviceRef): boolean =>
    device.toLowerCase() === name.toLowerCase() && kinds.includes(deviceKind);
  const [one, other] = devices.filter(isNamed);
  if (other) throw severalKinds(name);
  return one;
}
