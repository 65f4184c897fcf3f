import {
  type ButtonPage,
  buttonsIn,
  type ButtonsRead,
  type DevicePage,
  entryIn,
  type EntryRemoved,
  type EntrySet,
  type FindingPage,
  listIn,
  pageIn,
  removedIn,
  type Replaced,
  replacedIn,
  valueIn,
} from './answers.js';
import { type ChangeCalls, changesAt } from './changes.js';
import type { Check } from './checks.js';
import {
  baseOf,
  basic,
  type ButtonsOf,
  type CallOptions,
  type ChangeOptions,
  type Exchange,
  exchangeWith,
  type Request,
  usualTimeoutMs,
  urlOf,
} from './exchange.js';
import { type FileCalls, filesAt } from './files.js';
import type { FindingFilter } from './filters.js';
import {
  type Dismissed,
  type Inventory,
  isDismissed,
  isFinding,
  isInventory,
  isStatus,
  isWritingResumed,
  type Status,
  type WritingResumed,
} from './inventory-shapes.js';
import {
  type BusyLampField,
  type BusyLampFieldToSet,
  isBusyLampField,
  isDevice,
  isLists,
  isNamedDevice,
  isNumberInPartition,
  isPhone,
  isPointingButton,
  isSpeedDial,
  isSuggestion,
  type Lists,
  type NamedDevice,
  type NumberInPartition,
  type Phone,
  type PointingButton,
  type SpeedDial,
  type SpeedDialToSet,
  type Suggestion,
} from './shapes.js';

export type * from './answers.js';
export type * from './change-shapes.js';
export type * from './filters.js';
export type * from './inventory-shapes.js';
export type * from './shapes.js';
export type * from './words.js';
export { ConnectionError, PhoneProxyError, ProblemError, UnexpectedAnswerError } from './errors.js';
export type { AskOptions, ButtonsOf, CallOptions, ChangeOptions, FileToSend, UndoChangeOptions } from './exchange.js';
export { callLimits, type FailureMeaning, secondsBeforeNext, withRetries } from './retries.js';
export { type Failure, failureOf } from './failures.js';
export { type ProblemCode, problemCodes, problemMeanings } from './problems.js';
export { buttonKinds, changeSources, findingKinds, findingTexts } from './words.js';
export type * from './changes.js';
export type * from './files.js';
export { consolePageOf, countLists, fitTitle } from './changes.js';
export { changeBounds, changeStates, listsToSet, listStates } from './words.js';
export { allPages, mostInPage, type Page } from './pages.js';
/** An entry without its index. */
export type WithoutIndex<Entry> = Entry extends unknown ? Omit<Entry, 'index'> : never;

export interface ClientOptions {
  /** The address of the service: `https://phones.example.com`, with its path if it has one. */
  readonly baseUrl: string | URL;
  readonly username: string;
  readonly password: string;
  /** Used instead of the platform's own fetch. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * How long a call may take in total, in milliseconds. The default, 40,000, is more than the service takes by default.
   */
  readonly timeoutMs?: number | undefined;
  /** The Cache-Control of each read, unless a call has its own. */
  readonly cacheControl?: string | undefined;
}

/**
 * Calls the service. Each call rejects with a PhoneProxyError: ProblemError, ConnectionError, UnexpectedAnswerError.
 */
export interface PhoneProxyClient extends ChangeCalls, FileCalls {
  /** Finds the phones that carry a directory number (`0100`, `+14085554019`): an empty array if there are none. */
  findPhones(dirn: string, options?: CallOptions): Promise<Phone[]>;
  /** Finds a phone by its name: undefined if there is none. */
  findPhone(name: string, options?: CallOptions): Promise<NamedDevice | undefined>;
  /** Finds a device profile by its name, with the properties of a phone: undefined if there is none. */
  findProfile(name: string, options?: CallOptions): Promise<NamedDevice | undefined>;
  /**
   * Finds phones and device profiles whose name or description contains a text, in any letter case, page by page.
   * @param after where the page begins: `next` of the previous page
   */
  searchDevices(search: string, options?: CallOptions & { readonly after?: string | undefined }): Promise<DevicePage>;
  /** Finds a directory number in each of its route partitions: an empty array if there are none. */
  findNumbers(dirn: string, options?: CallOptions): Promise<NumberInPartition[]>;
  /** Suggests numbers, phones and device profiles for a typed text: at most 20, from 2 characters on. */
  suggest(text: string, options?: CallOptions): Promise<Suggestion[]>;
  /** Finds the speed dials and busy lamp fields that dial or watch a number, on phones and device profiles. */
  findButtons(dirn: string, options?: CallOptions): Promise<PointingButton[]>;
  /**
   * Finds these buttons page by page, for numbers with more buttons than the service holds at once
   * (`too-many-buttons`).
   * @param limit 1 to 5,000; a page may be shorter, or empty, and still have a next one
   * @param after where the page begins: `next` of the previous page
   */
  findButtonPage(
    dirn: string,
    options: CallOptions & { readonly limit: number; readonly after?: string | undefined },
  ): Promise<ButtonPage>;
  /** Tells who calls, what that user may do, and the state of the call manager. */
  readStatus(options?: CallOptions): Promise<Status>;

  /** Reads every list of buttons of a device, all at the same moment. */
  readLists(of: ButtonsOf, options?: CallOptions): Promise<Lists>;
  /** Reads the speed dials of a device, with the ETag of the list. */
  readSpeedDials(of: ButtonsOf, options?: CallOptions): Promise<ButtonsRead<SpeedDial>>;
  /** Replaces the whole list of speed dials; an empty list clears it. You can safely send the same list again. */
  replaceSpeedDials(of: ButtonsOf, dials: readonly SpeedDialToSet[], options?: ChangeOptions): Promise<Replaced>;
  /** Sets the speed dial at one index, and keeps the others. */
  setSpeedDial(
    of: ButtonsOf,
    index: string,
    dial: WithoutIndex<SpeedDialToSet>,
    options?: ChangeOptions,
  ): Promise<EntrySet<SpeedDial>>;
  /** Removes the speed dial at one index, and keeps the others. */
  removeSpeedDial(of: ButtonsOf, index: string, options?: ChangeOptions): Promise<EntryRemoved>;

  /** Reads the busy lamp fields of a device, with the ETag of the list. */
  readBusyLampFields(of: ButtonsOf, options?: CallOptions): Promise<ButtonsRead<BusyLampField>>;
  /** Replaces the whole list of busy lamp fields; an empty list clears it. You can safely send the same list again. */
  replaceBusyLampFields(
    of: ButtonsOf,
    fields: readonly BusyLampFieldToSet[],
    options?: ChangeOptions,
  ): Promise<Replaced>;
  /** Sets the busy lamp field at one index, and keeps the others. */
  setBusyLampField(
    of: ButtonsOf,
    index: string,
    field: WithoutIndex<BusyLampFieldToSet>,
    options?: ChangeOptions,
  ): Promise<EntrySet<BusyLampField>>;
  /** Removes the busy lamp field at one index, and keeps the others. */
  removeBusyLampField(of: ButtonsOf, index: string, options?: ChangeOptions): Promise<EntryRemoved>;

  /** Tells how much of the cluster the inventory contains, and how old that is. */
  readInventory(options?: CallOptions): Promise<Inventory>;
  /** Lets the service write again after `writing-stopped`. `resumed` is false if it was writing already. */
  resumeWriting(options?: CallOptions): Promise<WritingResumed>;
  /** Starts a sweep of the cluster now, unless one is running. */
  sweepInventory(options?: CallOptions): Promise<Inventory>;
  /**
   * Lists buttons that are probably wrong, page by page. It rejects with `inventory-incomplete` before the first sweep
   * is over.
   */
  listFindings(filter?: FindingFilter, options?: CallOptions): Promise<FindingPage>;
  /** Dismisses a finding: it is not listed again while its evidence stays the same. */
  dismissFinding(id: string, reason: string, options?: CallOptions): Promise<Dismissed>;
  /** Restores a dismissed finding to the list. */
  takeDismissalBack(id: string, options?: CallOptions): Promise<Dismissed>;
}

function exchangeOf({
  username,
  password,
  fetch: own = fetch,
  timeoutMs = usualTimeoutMs,
  cacheControl,
}: ClientOptions) {
  return exchangeWith(own, timeoutMs, basic(username, password), cacheControl);
}

/** @throws TypeError if an option cannot be used; its message does not quote the input */
export function createClient(options: ClientOptions): PhoneProxyClient {
  const base = baseOf(options.baseUrl);
  const exchange = exchangeOf(options);
  const get = (path: string, query: object, call: CallOptions = {}) =>
    exchange({ method: 'GET', url: urlOf(base, path, query) }, call);
  const send = (method: Request['method'], path: string, call: CallOptions = {}, query = {}, body?: unknown) =>
    exchange({ method, url: urlOf(base, path, query), body }, call);
  const dials = listAt<SpeedDial, SpeedDialToSet>(base, exchange, 'speeddials', isSpeedDial);
  const fields = listAt<BusyLampField, BusyLampFieldToSet>(base, exchange, 'busylampfields', isBusyLampField);
  return {
    findPhones: async (dirn, call) => listIn(await get('phone', { dirn }, call), isPhone),
    findPhone: async (name, call) => listIn(await get('phone', { name }, call), isNamedDevice)[0],
    findProfile: async (name, call) => listIn(await get('profile', { name }, call), isNamedDevice)[0],
    searchDevices: async (search, { after, ...call } = {}) =>
      pageIn(await get('devices', { search, after }, call), 'devices', isDevice, 'after'),
    findNumbers: async (dirn, call) => listIn(await get('numbers', { dirn }, call), isNumberInPartition),
    suggest: async (text, call) => listIn(await get('suggest', { text }, call), isSuggestion),
    findButtons: async (dirn, call) => listIn(await get('buttons', { dirn }, call), isPointingButton),
    findButtonPage: async (dirn, { limit, after, ...call }) =>
      pageIn(await get('buttons', { dirn, limit, after }, call), 'buttons', isPointingButton, 'after'),
    ...changesAt(base, exchange),
    ...filesAt(base, exchange),
    readStatus: async (call) => valueIn(await get('status', {}, call), isStatus),
    readLists: async (of, call) => valueIn(await get('lists', { of }, call), isLists),
    readSpeedDials: dials.read,
    replaceSpeedDials: dials.replace,
    setSpeedDial: dials.set,
    removeSpeedDial: dials.remove,
    readBusyLampFields: fields.read,
    replaceBusyLampFields: fields.replace,
    setBusyLampField: fields.set,
    removeBusyLampField: fields.remove,
    resumeWriting: async (call) => valueIn(await send('POST', 'writing/resume', call), isWritingResumed),
    readInventory: async (call) => valueIn(await get('inventory', {}, call), isInventory),
    sweepInventory: async (call) => valueIn(await send('POST', 'inventory/sweep', call), isInventory, 202),
    listFindings: async (filter = {}, call) =>
      pageIn(await get('findings', filter, call), 'findings', isFinding, 'after'),
    dismissFinding: async (id, reason, call) =>
      valueIn(await send('PUT', dismissalOf(id), call, {}, { reason }), isDismissed),
    takeDismissalBack: async (id, call) => valueIn(await send('DELETE', dismissalOf(id), call), isDismissed),
  };
}

/** The calls for a list of buttons. */
function listAt<Entry, ToSet>(base: URL, exchange: Exchange, path: string, isEntry: Check<Entry>) {
  const list = (of: ButtonsOf): URL => urlOf(base, path, { of });
  const entryAt = (of: ButtonsOf, index: string): URL => urlOf(base, `${path}/${encodeURIComponent(index)}`, { of });
  return {
    read: async (of: ButtonsOf, call: CallOptions = {}) =>
      buttonsIn(await exchange({ method: 'GET', url: list(of) }, call), isEntry),
    replace: async (of: ButtonsOf, entries: readonly ToSet[], call: ChangeOptions = {}) =>
      replacedIn(await exchange({ method: 'POST', url: list(of), body: entries }, call)),
    set: async (of: ButtonsOf, index: string, entry: WithoutIndex<ToSet>, call: ChangeOptions = {}) =>
      entryIn(await exchange({ method: 'PUT', url: entryAt(of, index), body: entry }, call), isEntry),
    remove: async (of: ButtonsOf, index: string, call: ChangeOptions = {}) =>
      removedIn(await exchange({ method: 'DELETE', url: entryAt(of, index) }, call)),
  };
}

function dismissalOf(id: string): string {
  return `findings/${encodeURIComponent(id)}/dismissal`;
}
