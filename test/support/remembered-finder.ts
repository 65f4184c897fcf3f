import type { Finder } from '../../src/changes/intents/finder.js';
import { type ButtonKind, type ButtonLists, type Entry, pointingAt } from '../../src/domain/button-kinds.js';
import { type DeviceKey, deviceId, type NumberSummary } from '../../src/domain/device.js';
import type { ListedFinding } from '../../src/domain/finding.js';
import { aPhone } from './made.js';

/** A list of a device, as the finder remembers it. */
export type Remembered = readonly [device: string, kind: ButtonKind, entries: readonly Entry[]];

interface Scene {
  readonly lists?: readonly Remembered[];
  /** Numbers, each with its partition: `6130 PT-1`. */
  readonly numbers?: readonly string[];
  /** Numbers that phones carry. */
  readonly carried?: readonly string[];
  readonly findings?: readonly ListedFinding[];
}

/** @returns the key of `phone/NAME` or `profile/NAME`; a name alone is a phone's */
export function keyOf(device: string): DeviceKey {
  const [kind, name] = device.includes('/') ? device.split('/') : ['phone', device];
  return { kind, name } as DeviceKey;
}

/** Finds lists in memory, as a call manager with these would answer. */
export function rememberedFinder({ lists = [], numbers = [], carried = [], findings = [] }: Scene): Finder {
  const listOf = (device: DeviceKey, kind: ButtonKind): readonly Entry[] =>
    lists.find(([name, of]) => deviceId(keyOf(name)) === deviceId(device) && of === kind)?.[2] ?? [];
  return {
    buttons: (number) =>
      Promise.resolve(
        lists.flatMap(([name, kind, entries]) => {
          const { kind: deviceKind, name: device } = keyOf(name);
          return pointingAt({ device, deviceKind, uuid: name, description: '' }, { [kind]: entries }, number);
        }),
      ),
    numbers: (number) =>
      Promise.resolve(
        numbers.flatMap((text): NumberSummary[] => {
          const [dirn, partition = ''] = text.split(' ');
          return dirn === number ? [{ dirn, partition, description: '' }] : [];
        }),
      ),
    phones: (number) => Promise.resolve(carried.includes(number) ? [aPhone({ name: 'P' })] : []),
    device: (device) =>
      Promise.resolve(lists.map(([name]) => keyOf(name)).find((key) => deviceId(key) === deviceId(device))?.name),
    lists: (device) =>
      Promise.resolve({
        speeddial: listOf(device, 'speeddial'),
        busylampfield: listOf(device, 'busylampfield'),
      } as ButtonLists),
    search: (text) => Promise.resolve(lists.map(([name]) => keyOf(name)).filter(({ name }) => name.includes(text))),
    findings: (fix) =>
      Promise.resolve(
        findings.filter(({ id, kind }) => ('findings' in fix ? fix.findings.includes(id) : fix.kind === kind)),
      ),
    each: (items, work) => Promise.all(items.map(work)),
    inTurns: async (_, items, work, count) => {
      const results = await Promise.all(items.map(work));
      for (const [at, item] of items.entries()) count?.(results[at] as never, item);
      return results;
    },
  };
}
