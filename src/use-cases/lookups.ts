import type { ButtonKind, Entry, PointingButton, ButtonLists } from '../domain/button-kinds.js';
import type { DeviceKey, DevicesFound, NumberSummary, DeviceSearch } from '../domain/device.js';
import { catalogued } from '../domain/error-catalogue.js';
import { isServiceError, ServiceError } from '../domain/errors.js';
import { type DirectoryNumber, isNobodysNumber } from '../domain/identifiers.js';
import { compareButtons, compareNumbers } from '../domain/order.js';
import type { Phone } from '../domain/phone.js';
import { type Suggestion, suggestionsOf } from '../domain/suggestion.js';
import { inSpan } from '../observability/tracing.js';
import type { CallContext } from './call-context.js';
import type { CallManager } from './call-manager.js';
import type { FindPhones } from './find-phones.js';

/** Everything that can be looked up: by what, and what is found, in the order in which callers see it. */
export interface LookupOf {
  readonly phones: (number: DirectoryNumber) => readonly Phone[];
  readonly device: (device: DeviceKey) => Phone | undefined;
  readonly list: (of: { readonly device: DeviceKey; readonly kind: ButtonKind }) => readonly Entry[];
  readonly lists: (device: DeviceKey) => ButtonLists;
  readonly devices: (search: DeviceSearch) => DevicesFound;
  readonly suggestions: (text: string) => readonly Suggestion[];
  readonly numbers: (number: DirectoryNumber) => readonly NumberSummary[];
  readonly buttons: (number: DirectoryNumber) => readonly PointingButton[];
}

export type LookupName = keyof LookupOf;
export type Asked<Name extends LookupName> = Parameters<LookupOf[Name]>[0];
export type Found<Name extends LookupName> = ReturnType<LookupOf[Name]>;

/** Asks the call manager. */
export type LiveLookups = {
  readonly [Name in LookupName]: (asked: Asked<Name>, context: CallContext) => Promise<Found<Name>>;
};

/** What is kept, and how old it may be at most. */
export interface Aged<Value> {
  readonly value: Value;
  readonly ageMs: number;
}

/**
 * Asks nobody. Each answers as the call manager would have when the oldest part of the answer was read, with every change
 * of this service since; undefined is that this cannot be known. None rejects.
 */
export type KeptLookups = {
  readonly [Name in LookupName]: (asked: Asked<Name>) => Promise<Aged<Found<Name>> | undefined>;
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
}

/** @returns the lookups as a call manager answers them */
export function liveLookups(callManager: CallManager, findPhones: FindPhones): LiveLookups {
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
    buttons: async (number, context) => [...(await callManager.findButtons(number, context))].sort(compareButtons),
  };
}

/**
 * Looks something up: in what is kept where that is young enough, else live, and again in what is kept where the call
 * manager cannot answer.
 * @throws ServiceError `not-kept` where the call manager was not to be asked, else that of the call manager
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

/** How long a kept answer is waited for where the call manager can be asked, or has used up the time; in milliseconds. */
const patienceMs = 2_000;

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
  const keptWithin = async (ms: number, waitMs: number): Promise<LookedUp<Found<Name>> | undefined> => {
    const answer = kept && (await inTime(kept[name](asked), waitMs));
    return answer && answer.ageMs <= ms ? { found: answer.value, ageMs: answer.ageMs } : undefined;
  };
  const young = maxAgeMs > 0 ? await keptWithin(maxAgeMs, isKeptOnly ? timeLeftMs() : patienceMs) : undefined;
  if (young) return young;
  try {
    if (isKeptOnly) throw notKept();
    return { found: await live[name](asked, context), ageMs: undefined };
  } catch (thrown) {
    // Read anew: what was too old or not there may have changed while the call manager was asked.
    const isStaleTaken = staleIfErrorMs > 0 && isTrouble(thrown);
    const stale = isStaleTaken ? await keptWithin(staleIfErrorMs, Math.max(timeLeftMs(), patienceMs)) : undefined;
    if (stale) return stale;
    throw thrown;
  }
}

/** @returns undefined where it takes longer; an answer that is there already counts, however late the timer is noticed */
function inTime<Value>(answer: Promise<Value>, ms: number): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** Whether the answer would be 502, 503 or 504: it says nothing of what was asked for. */
function isTrouble(thrown: unknown): boolean {
  return isServiceError(thrown) && [502, 503, 504].includes(catalogued(thrown.code).status);
}

function notKept(): ServiceError {
  return new ServiceError('not-kept', {
    detail:
      'No answer to this is kept that is young enough, and the request says only-if-cached; without it the call ' +
      'manager is asked.',
    effect: 'none',
  });
}
