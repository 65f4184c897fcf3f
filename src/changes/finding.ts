import type { ButtonPlace, PointingButton } from '../domain/button-kinds.js';
import type { DeviceKey, DevicePosition } from '../domain/device.js';
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
}

/** How many lookups of a change are made at the same time, and how many devices a search reads at once. */
const [atOnce, devicesAtOnce] = [2, 500];

/** @returns the lookups that finding the lists of a change makes, in the places for reading */
export function finderOf(reading: ReadParts, { lookups, findings, places }: FinderParts, end: AbortSignal): Finder {
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
  let searched: { readonly text: string; readonly devices: Promise<readonly DeviceKey[]> } | undefined;
  return {
    buttons: (number) =>
      look('buttons', number).catch((thrown: unknown) => {
        if (!isServiceError(thrown, 'too-many-buttons')) throw thrown;
        return buttonsByPage((after) => look('buttonsPage', { number, after, most: mostOfPage }));
      }),
    numbers: (number) => look('numbers', number),
    phones: (number) => look('phones', number),
    device: async (device) => (await look('device', device))?.name,
    lists: (device) => look('lists', device),
    search: (text) => {
      // Many items of an intent may have the same search.
      if (searched?.text !== text) {
        searched = { text, devices: devicesWith((after) => look('devices', { text, after, most: devicesAtOnce })) };
      }
      return searched.devices;
    },
    findings: (fix) => {
      if (!findings) throw inventoryOff();
      return ask((context) => findings('findings' in fix ? { ids: fix.findings.slice(0, mostItems) } : fix, context));
    },
    each: async (items, work) => {
      const results: Awaited<ReturnType<typeof work>>[] = [];
      await eachOf(
        [...items.entries()],
        atOnce,
        async ([at, item]) => void (results[at] = await work(item)),
        () => undefined,
      );
      return results;
    },
  };
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

async function devicesWith(
  page: (after: DevicePosition | undefined) => Promise<Found<'devices'>>,
): Promise<readonly DeviceKey[]> {
  const found: DeviceKey[] = [];
  for (let after: DevicePosition | undefined, isMore = true; isMore;) {
    const { devices, next } = await page(after);
    found.push(...devices.map(({ deviceKind, name }) => ({ kind: deviceKind, name: name as DeviceName })));
    [after, isMore] = [next, next !== undefined];
  }
  return found;
}
