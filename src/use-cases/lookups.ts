import type {
  ButtonKind,
  ButtonLists,
  ButtonPageAsked,
  ButtonsPage,
  Entry,
  PointingButton,
} from '../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch, KeyedDevice } from '../domain/device.js';
import { catalogued } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { dialledForm, type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
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

/** Everything that can be looked up: by what, and what is found, in the order in which callers see it. */
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
  /** @returns the buttons of one device that point at a number; undefined where the device of that name has another key */
  readonly buttonsOn: (
    of: KeyedDevice,
    number: DirectoryNumber,
    context: CallContext,
  ) => Promise<readonly PointingButton[] | undefined>;
}

type LiveLookupOf = {
  readonly [Name in LookupName]: (asked: Asked<Name>, context: CallContext) => Promise<Found<Name>>;
};

/** What is kept, and how old it may be at most. */
export interface Aged<Value> {
  readonly value: Value;
  readonly ageMs: number;
  /** Devices of which nothing is in it, because what they hold is not known. */
  readonly leftOut?: readonly KeyedDevice[];
}

/**
 * Asks nobody. Each answers as the call manager would have when the oldest part of the answer was read, with every change
 * of this service since; undefined is that this cannot be known. Each rejects only with ServiceError `overloaded`: too
 * many ask, or the asker waits no longer.
 */
export type KeptLookups = {
  readonly [Name in LookupName]: (asked: Asked<Name>, asker: Asker) => Promise<Aged<Found<Name>> | undefined>;
};

/** Which kept answers are taken. */
export interface Taken {
  /** One of this age, in place of asking the call manager; in milliseconds. */
  readonly maxAgeMs: number;
  /** One of this age, where the call manager cannot answer; in milliseconds. */
  readonly staleIfErrorMs: number;
  /** The call manager is not asked at all. */
  readonly isKeptOnly: boolean;
}

/** What a lookup found; `ageMs` is undefined of what the call manager has just said. */
export interface LookedUp<Value> {
  readonly found: Value;
  readonly ageMs: number | undefined;
  /** Devices of which nothing is in it, though they may have something. */
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
    suggestions: async (text, context) => suggestionsOf(await callManager.suggest(text, context)),
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
      const of = { device: name, deviceKind: device.kind, uuid, description, dirn: number };
      const dials = found.speeddials
        .filter(({ dirn }) => dialledForm(dirn) === number)
        .map(({ index, label }) => ({ ...of, kind: 'speeddial' as const, index, partition: '', label }));
      const watching = lamps.entries
        .filter((lamp) => dialledForm('destination' in lamp ? lamp.destination : lamp.dirn) === number)
        .map((lamp) => {
          const partition = 'destination' in lamp ? '' : lamp.partition;
          return { ...of, kind: 'busylampfield' as const, index: lamp.index, partition, label: lamp.label };
        });
      return [...dials, ...watching];
    },
    buttons: (number, context) => findButtons.find(number, context),
    buttonsPage: (asked, context) => findButtons.page(asked, context),
  };
}

/**
 * Looks something up: in what is kept where that is young enough, else live, and again in what is kept where the call
 * manager cannot answer.
 * @throws ServiceError `not-kept` where the call manager was not to be asked, or `overloaded` where too many ask for
 *   what is kept; else that of the call manager
 */
export function lookUp<Name extends LookupName>(
  name: Name,
  asked: Asked<Name>,
  taken: Taken,
  lookups: Lookups,
  context: CallContext,
): Promise<LookedUp<Found<Name>>> {
  return inSpan(context, `look up ${name}`, (inner) => lookUpWithin(name, asked, taken, lookups, inner));
}

/** Of so many devices at most it is asked what a kept answer lacks: one question for all is less than many. */
const mostAsked = 5;

type Completing = {
  readonly [Name in LookupName]?: (
    asked: Asked<Name>,
    kept: LookedUp<Found<Name>>,
    live: LiveLookups,
    context: CallContext,
  ) => Promise<LookedUp<Found<Name>> | undefined>;
};

/** Asks the call manager for what a kept answer leaves out; undefined where that would not be the whole of it. */
const completing: Completing = {
  buttons: async (number, { found, ageMs, leftOut = [] }, live, context) => {
    if (leftOut.length > mostAsked) return undefined;
    const added = await Promise.all(leftOut.map((device) => live.buttonsOn(device, number, context)));
    if (!added.every((buttons) => buttons !== undefined)) return undefined;
    return { found: await sortedInTurns([...found, ...added.flat()], compareButtons), ageMs };
  },
};

/** How long a kept answer is waited for where the call manager can be asked, or has used up the time; in milliseconds. */
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
    const answer = kept && (await inTime((asker) => kept[name](asked, asker), waitMs, context).catch(whereBusy));
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
      // Then it is asked for as a whole.
      if (!isServiceError(thrown)) throw thrown;
    }));
  if (completed) return completed;
  try {
    if (isKeptOnly) throw notKept();
    const lookups: LiveLookupOf = live;
    return { found: await lookups[name](asked, context), ageMs: undefined };
  } catch (thrown) {
    // Read anew: what was too old or not there may have changed while the call manager was asked.
    const isStaleTaken = staleIfErrorMs > 0 && isTrouble(thrown) && !hasHungUp(context);
    const stale = isStaleTaken ? await keptWithin(staleIfErrorMs, Math.max(timeLeftMs(), longestWaitMs)) : undefined;
    if (stale) return stale;
    throw isKeptOnly ? (busy ?? thrown) : thrown;
  }
}

/**
 * Asks for what is kept, for so long; an answer that is there already counts, however late the timer is noticed.
 * @returns undefined where it takes longer, or the caller has hung up
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
        // Whoever has waited for a turn says so first.
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

/** Whether nobody waits any more, though there would be time. */
function hasHungUp({ signal, deadline }: CallContext): boolean {
  return signal.aborted && performance.now() < deadline();
}

/** Whether the answer would be 502, 503 or 504: it says nothing of what was asked for. */
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
