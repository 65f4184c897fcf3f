import {
  type ButtonKind,
  type ButtonLists,
  type ButtonPageAsked,
  type ButtonsPage,
  type Entry,
  type PointingButton,
  pointingAt,
} from '../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch, KeyedDevice } from '../domain/device.js';
import { catalogued } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
import { compareButtons, compareNumbers } from '../domain/order.js';
import type { NamedDevice, Phone } from '../domain/phone.js';
import { type Suggestion, suggestionsOf } from '../domain/suggestion.js';
import { inSpan } from '../observability/tracing.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import type { Asker } from './fair-turns.js';
import { FindButtons } from './find-buttons.js';
import type { FindPhones } from './find-phones.js';
import { sortedInTurns } from './in-turns.js';
import { whenAborted } from './time-limit.js';

/**
 * Every lookup, with the type of its question and the type of its results. The results are in the order that callers
 * see.
 */
export interface LookupOf {
  readonly phones: (number: DirectoryNumber) => readonly Phone[];
  readonly device: (device: DeviceKey) => NamedDevice | undefined;
  readonly list: (of: { readonly device: DeviceKey; readonly kind: ButtonKind }) => readonly Entry[];
  readonly lists: (device: DeviceKey) => ButtonLists;
  readonly devices: (search: DeviceSearch) => DevicesFound;
  readonly suggestions: (text: string) => readonly Suggestion[];
  readonly numbers: (number: DirectoryNumber) => readonly NumberSummary[];
  readonly buttons: (number: DirectoryNumber) => readonly PointingButton[];
  readonly buttonsPage: (asked: ButtonPageAsked) => ButtonsPage;
}

export type LookupName = keyof LookupOf;
export type Asked<Name extends LookupName> = Parameters<LookupOf[Name]>[0];
export type Found<Name extends LookupName> = ReturnType<LookupOf[Name]>;

/** Asks the call manager. */
export interface LiveLookups extends LiveLookupOf {
  /** @returns the buttons of one device that point at a number; undefined if the device of that name has another key */
  readonly buttonsOn: (
    of: KeyedDevice,
    number: DirectoryNumber,
    context: CallContext,
  ) => Promise<readonly PointingButton[] | undefined>;
}

type LiveLookupOf = {
  readonly [Name in LookupName]: (asked: Asked<Name>, context: CallContext) => Promise<Found<Name>>;
};

/** An answer of the inventory, and its age. */
export interface Aged<Value> {
  readonly value: Value;
  readonly ageMs: number;
  /** Devices that are left out of the answer, because their lists are not known. */
  readonly leftOut?: readonly KeyedDevice[];
}

/**
 * Lookups that the inventory can answer without the call manager. An answer is what the call manager would have
 * answered when the oldest part of the answer was read, plus every later change of this service. Undefined means that
 * the answer is not known. Rejects only with ServiceError `overloaded`: too many requests, or the caller has stopped
 * waiting.
 */
export type KeptLookups = {
  readonly [Name in LookupName]?: (asked: Asked<Name>, asker: Asker) => Promise<Aged<Found<Name>> | undefined>;
};

/** How old an answer of the inventory the caller accepts. */
export interface Taken {
  /** The highest age, in milliseconds, of an answer that may replace a question to the call manager. */
  readonly maxAgeMs: number;
  /** The highest age, in milliseconds, of an answer that may be used if the call manager cannot answer. */
  readonly staleIfErrorMs: number;
  /** Never ask the call manager. */
  readonly isKeptOnly: boolean;
}

/** The result of a lookup; `ageMs` is undefined if it comes from the call manager. */
export interface LookedUp<Value> {
  readonly found: Value;
  readonly ageMs: number | undefined;
  /** Devices that are left out, although they may match. */
  readonly leftOut?: readonly KeyedDevice[];
}

/** @returns the lookups as a call manager answers them */
export function liveLookups(
  callManager: CallManager,
  findPhones: FindPhones,
  findButtons = new FindButtons(callManager),
): LiveLookups {
  return {
    phones: (number, context) => findPhones.find(number, context),
    device: (device, context) => callManager.findDevice(device, context),
    list: async ({ device, kind }, context) => (await callManager.buttons[kind].read(device, context)).entries,
    lists: (device, context) => callManager.readLists(device, context),
    devices: (search, context) => callManager.searchDevices(search, context),
    suggestions: async (text, context) => suggestionsOf(await callManager.suggest(text, context), text),
    numbers: async (number, context) => {
      const found = isNobodysNumber(number) ? [] : await callManager.findNumbers(number, context);
      return [...found].sort(compareNumbers);
    },
    buttonsOn: async ({ device, uuid }, number, context) => {
      const [found, lamps] = await Promise.all([
        callManager.findDevice(device, context),
        callManager.buttons.busylampfield.read(device, context),
      ]);
      if (found?.uuid !== uuid || lamps.uuid !== uuid) return undefined;
      const { name, description } = found;
      const of = { device: name, deviceKind: device.kind, uuid, description };
      return pointingAt(of, { speeddial: found.speeddials, busylampfield: lamps.entries }, number);
    },
    buttons: (number, context) => findButtons.find(number, context),
    buttonsPage: (asked, context) => findButtons.page(asked, context),
  };
}

/**
 * Looks something up: in the inventory if its answer is new enough, otherwise at the call manager. If the call manager
 * cannot answer, it uses an older answer of the inventory.
 * @throws ServiceError `not-kept` if the call manager must not be asked; `overloaded` if the inventory is busy;
 *   otherwise the error of the call manager
 */
export function lookUp<Name extends LookupName>(
  name: Name,
  asked: Asked<Name>,
  taken: Taken,
  lookups: Lookups,
  context: CallContext,
): Promise<LookedUp<Found<Name>>> {
  const mayBeKept = lookups.kept !== undefined || taken.isKeptOnly;
  return inSpan(context, `look up ${name}`, (inner) =>
    mayBeKept ? lookUpWithin(name, asked, taken, lookups, inner) : askedLive(name, asked, lookups.live, inner),
  );
}

async function askedLive<Name extends LookupName>(
  name: Name,
  asked: Asked<Name>,
  live: LiveLookupOf,
  context: CallContext,
): Promise<LookedUp<Found<Name>>> {
  return { found: await live[name](asked, context), ageMs: undefined };
}

/** If an answer lacks more devices than this, one whole lookup is cheaper than asking for each of them. */
const mostAsked = 5;

type Completing = {
  readonly [Name in LookupName]?: (
    asked: Asked<Name>,
    kept: LookedUp<Found<Name>>,
    live: LiveLookups,
    context: CallContext,
  ) => Promise<LookedUp<Found<Name>> | undefined>;
};

/**
 * Asks the call manager for the devices that an answer leaves out. Undefined: the answer cannot be completed this way.
 */
const completing: Completing = {
  buttons: async (number, { found, ageMs, leftOut = [] }, live, context) => {
    if (leftOut.length > mostAsked) return undefined;
    const added = await Promise.all(leftOut.map((device) => live.buttonsOn(device, number, context)));
    if (!added.every((buttons) => buttons !== undefined)) return undefined;
    return { found: await sortedInTurns([...found, ...added.flat()], compareButtons), ageMs };
  },
};

/**
 * How long to wait for the inventory, in milliseconds: before the call manager is asked, and after it has used up the
 * time.
 */
const longestWaitMs = 2_000;

interface Lookups {
  readonly live: LiveLookups;
  readonly kept: KeptLookups | undefined;
}

async function lookUpWithin<Name extends LookupName>(
  name: Name,
  asked: Asked<Name>,
  { maxAgeMs, staleIfErrorMs, isKeptOnly }: Taken,
  { live, kept }: Lookups,
  context: CallContext,
): Promise<LookedUp<Found<Name>>> {
  const timeLeftMs = (): number => context.deadline() - performance.now();
  let busy: ServiceError | undefined;
  const keptWithin = async (ms: number, waitMs: number): Promise<LookedUp<Found<Name>> | undefined> => {
    const ask = kept?.[name];
    const answer = ask && (await inTime((asker) => ask(asked, asker), waitMs, context).catch(whereBusy));
    if (!answer || answer.ageMs > ms) return undefined;
    const { value: found, ageMs, leftOut } = answer;
    return leftOut?.length ? { found, ageMs, leftOut } : { found, ageMs };
  };
  const whereBusy = (thrown: unknown): undefined => {
    if (!isServiceError(thrown, 'overloaded')) throw thrown;
    busy = thrown;
  };
  const young = maxAgeMs > 0 ? await keptWithin(maxAgeMs, isKeptOnly ? timeLeftMs() : longestWaitMs) : undefined;
  if (young && (isKeptOnly || !young.leftOut)) return young;
  if (isKeptOnly && busy) throw busy;
  const completed =
    young &&
    (await completing[name]?.(asked, young, live, context).catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
    }));
  if (completed) return completed;
  try {
    if (isKeptOnly) throw notKept();
    return await askedLive(name, asked, live, context);
  } catch (thrown) {
    // Ask the inventory again, because it may have a newer answer by now.
    const isStaleTaken = staleIfErrorMs > 0 && isTrouble(thrown) && !hasHungUp(context);
    const stale = isStaleTaken ? await keptWithin(staleIfErrorMs, Math.max(timeLeftMs(), longestWaitMs)) : undefined;
    if (stale) return stale;
    throw isKeptOnly ? (busy ?? thrown) : thrown;
  }
}

/**
 * Asks the inventory for a limited time. If the timer has run out but the answer has arrived already, the answer
 * counts.
 * @returns undefined if it takes longer, or if the caller has hung up
 */
function inTime<Value>(
  ask: (asker: Asker) => Promise<Value>,
  ms: number,
  context: CallContext,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const giveUp = (): void => {
      setImmediate(() => {
        over.abort();
        // If a request waited in the queue, it rejects first, and that refusal counts.
        setImmediate(resolve, undefined);
      });
    };
    const timer = setTimeout(giveUp, ms);
    const stopListening = whenAborted(context.signal, () => {
      if (hasHungUp(context)) giveUp();
    });
    ask({ user: context.user, signal: over.signal })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        stopListening();
      });
  });
}

/** Whether the caller has hung up before its deadline. */
function hasHungUp({ signal, deadline }: CallContext): boolean {
  return signal.aborted && performance.now() < deadline();
}

/** Whether the answer would be 502, 503 or 504, which says nothing about the lookup itself. */
function isTrouble(thrown: unknown): boolean {
  return isServiceError(thrown) && [502, 503, 504].includes(catalogued(thrown.code).status);
}

function notKept(): ServiceError {
  return new ServiceError('not-kept', {
    detail:
      'The request says only-if-cached, and no stored answer is new enough. Without only-if-cached, the service ' +
      'asks the call manager.',
    effect: 'none',
  });
}
