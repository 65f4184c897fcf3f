import type { ButtonPlace, PointingButton } from '../domain/button-kinds.js';
import { type DeviceKey, deviceId, type DevicePosition } from '../domain/device.js';
import { isServiceError, RequestRefused } from '../domain/errors.js';
import type { FindingKind, ListedFinding } from '../domain/finding.js';
import type { DeviceName } from '../domain/identifiers.js';
import type { CallContext } from '../use-cases/call-context.js';
import { mostOfPage } from '../use-cases/find-buttons.js';
import {
  type Asked,
  type Found,
  type KeptLookups,
  type LiveLookups,
  lookUp,
  type LookupName,
  type Taken,
} from '../use-cases/lookups.js';
import type { Finder } from './intents/finder.js';
import { mostItems } from './intents/intent.js';
import { eachOf, type Places } from './pace.js';
import { answerOf, type ReadParts } from './read-lists.js';

/** The lookups of the service, as callers ask them without a Cache-Control. */
export interface LookupsOfWork {
  readonly live: LiveLookups;
  readonly kept: KeptLookups | undefined;
  readonly taken: Omit<Taken, 'isKeptOnly'>;
}

/** The findings of the inventory that no one has dismissed. */
export type FindingsOfWork = (
  filter: { readonly ids: readonly string[] } | { readonly kind: FindingKind },
  context: CallContext,
) => Promise<readonly ListedFinding[]>;

/** The error for findings without an inventory. */
export function inventoryOff(): RequestRefused {
  return new RequestRefused('inventory-off', {
    detail: 'This service keeps no inventory, so there are no findings to fix.',
  });
}

export interface FinderParts {
  readonly lookups: LookupsOfWork;
  readonly findings: FindingsOfWork | undefined;
  /** The places of this instance for reading. */
  readonly places: Places;
  /** What earlier turns of the change have found. */
  readonly progress: Progress;
}

/** The results of work that may be longer than a turn, by its name. */
export type Progress = Map<string, unknown[]>;

/** How many lookups of a change are made at the same time, and how many devices a search reads at once. */
const [atOnce, devicesAtOnce] = [2, 500];

/** @returns the lookups that finding the lists of a change makes, in the places for reading */
export function finderOf(
  reading: ReadParts,
  { lookups, findings, places, progress }: FinderParts,
  end: AbortSignal,
): Finder {
  const ask = async <Value>(work: (context: CallContext) => Promise<Value>): Promise<Value> => {
    const answered = await answerOf(() => places.in(() => reading.ask(work)), reading, end);
    if (!answered) throw new Error('the work on the change has ended');
    if ('failure' in answered) throw answered.failure.error;
    return answered.value;
  };
  const look = <Name extends LookupName>(name: Name, asked: Asked<Name>): Promise<Found<Name>> =>
    ask(async (context) => {
      const taken = { ...lookups.taken, isKeptOnly: false };
      return (await lookUp(name, asked, taken, lookups, context)).found;
    });
  const inTurns: Finder['inTurns'] = (name, items, work, count) => {
    const known = progress.get(name) ?? [];
    progress.set(name, known);
    return eachInto(known as Awaited<ReturnType<typeof work>>[], items, work, count);
  };
  return {
    buttons: (number) =>
      look('buttons', number).catch((thrown: unknown) => {
        if (!isServiceError(thrown, 'too-many-buttons')) throw thrown;
        return buttonsByPage((after) => look('buttonsPage', { number, after, most: mostOfPage }));
      }),
    numbers: (number) => look('numbers', number),
    phones: (number) => look('phones', number),
    device: async (device) =>
      (await inTurns(`device ${deviceId(device)}`, [device], async (of) => (await look('device', of))?.name))[0],
    lists: (device) => look('lists', device),
    search: (text) => {
      // Many items of an intent may have the same search. Only the last one is kept: each may have found many devices.
      const last = progress.get('search') as [Search] | undefined;
      const search = last?.[0].text === text ? last[0] : { text, devices: [], next: undefined, isWhole: undefined };
      progress.set('search', [search]);
      search.isWhole ??= goOn(search, (after) => look('devices', { text, after, most: devicesAtOnce }));
      return search.isWhole;
    },
    findings: (fix) => {
      if (!findings) throw inventoryOff();
      return ask((context) => findings('findings' in fix ? { ids: fix.findings.slice(0, mostItems) } : fix, context));
    },
    each: (items, work) => eachInto([], items, work),
    inTurns,
  };
}

/** Does work for each item that has no result yet. @returns the results */
async function eachInto<Item, Result>(
  results: Result[],
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  count: (result: Result, item: Item) => void = () => undefined,
): Promise<Result[]> {
  const done = async ([at, item]: readonly [number, Item]): Promise<void> => {
    const result = at in results ? (results[at] as Result) : await work(item);
    count(result, item);
    results[at] = result;
  };
  await eachOf([...items.entries()], atOnce, done, () => undefined);
  return results;
}

async function buttonsByPage(
  page: (after: ButtonPlace | undefined) => Promise<Found<'buttonsPage'>>,
): Promise<readonly PointingButton[]> {
  const found: PointingButton[] = [];
  for (let after: ButtonPlace | undefined, isMore = true; isMore;) {
    const { buttons, next } = await page(after);
    found.push(...buttons);
    [after, isMore] = [next, next !== undefined];
  }
  return found;
}

/** A search for devices that may have begun in an earlier turn. */
interface Search {
  readonly text: string;
  readonly devices: DeviceKey[];
  next: DevicePosition | undefined;
  /** Undefined between two turns. */
  isWhole: Promise<readonly DeviceKey[]> | undefined;
}

async function goOn(
  search: Search,
  page: (after: DevicePosition | undefined) => Promise<Found<'devices'>>,
): Promise<readonly DeviceKey[]> {
  try {
    do {
      const { devices, next } = await page(search.next);
      search.devices.push(...devices.map(({ deviceKind, name }) => ({ kind: deviceKind, name: name as DeviceName })));
      search.next = next;
    } while (search.next);
    return search.devices;
  } catch (thrown) {
    search.isWhole = undefined;
    throw thrown;
  }
}
