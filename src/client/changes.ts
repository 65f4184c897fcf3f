import { type Answer, nextIn, type PageOf, pageIn, type Undone, undoneIn, valueIn } from './answers.js';
import { type Change, type ChangeWithLists, isChange, isChangeWithLists } from './change-shapes.js';
import { type AskOptions, baseOf, type CallOptions, type Exchange, type UndoChangeOptions, urlOf } from './exchange.js';
import type { ChangeFilter } from './filters.js';
import type { BusyLampFieldToSet, SpeedDialToSet } from './shapes.js';
import {
  type ButtonKind,
  changeBounds,
  type DeviceKind,
  type FindingKind,
  type ListState,
  listStates,
} from './words.js';

/** A list by its device and kind. */
export interface NamedList {
  /** The name of a phone, or of a device profile; or an object with the name of a profile. */
  readonly device: string | { readonly profile: string };
  /** What the name is the name of; `phone` if left out. */
  readonly deviceKind?: DeviceKind | undefined;
  readonly kind: ButtonKind;
}

/** A list to set. */
export interface ListToAsk extends NamedList {
  /** The etag of the list that the change is based on. */
  readonly ifMatch?: string | undefined;
  /** The whole list. */
  readonly entries: readonly (SpeedDialToSet | BusyLampFieldToSet)[];
}

/**
 * What a change does: it sets lists, each named once; it undoes another change or lists of it; or it says what is meant,
 * and the service works out the lists.
 */
export type Intent =
  | { readonly lists: readonly ListToAsk[] }
  | { readonly undo: { readonly change: string; readonly lists?: readonly NamedList[] | undefined } }
  | { readonly relabel: OneOrMore<ToRelabel> }
  | { readonly replace: OneOrMore<ToReplace> }
  | { readonly remove: OneOrMore<ToRemove> }
  | { readonly add: OneOrMore<ToAdd> }
  | { readonly copy: OneOrMore<ToCopy> }
  | { readonly fix: { readonly findings: readonly string[] } | { readonly kind: FindingKind } };

/** Up to 5,000 items, which work in order. Each button is edited once, by the first item that means it. */
type OneOrMore<Item> = Item | readonly Item[];

/**
 * A phone by its name or its MAC address in any spelling, or a device profile if no phone has the name; or an object
 * with the name of a device profile.
 */
export type DeviceToFind = string | { readonly profile: string };

/** Which buttons to a number are meant; what is left out restricts nothing. */
export interface ButtonsMeant {
  readonly kinds?: readonly ButtonKind[] | undefined;
  /** With `search`: these devices, and those that it finds. */
  readonly devices?: readonly DeviceToFind[] | undefined;
  /** Words in the name or description of a device. */
  readonly search?: string | undefined;
  readonly oldLabel?: string | undefined;
  /** Only busy lamp fields that watch the number in this partition; empty: in none. */
  readonly partition?: string | undefined;
}

/** All buttons to a number get a label. */
export interface ToRelabel extends ButtonsMeant {
  readonly dirn: string;
  readonly label: string;
}

/** All buttons to a number lead to another one; pauses and codes behind it stay. */
export interface ToReplace extends ButtonsMeant {
  readonly dirn: string;
  readonly to: string;
  /** For busy lamp fields; left out: their partition stays. */
  readonly toPartition?: string | undefined;
  readonly label?: string | undefined;
}

/** All buttons to numbers are removed. */
export interface ToRemove extends ButtonsMeant {
  readonly dirns: readonly string[];
}

/** Devices get one more button. */
export interface ToAdd {
  readonly devices?: readonly DeviceToFind[] | undefined;
  readonly search?: string | undefined;
  readonly kind: ButtonKind;
  /** A busy lamp field without `partition` watches the number in the only one it is in. */
  readonly entry: {
    readonly dirn?: string | undefined;
    readonly partition?: string | undefined;
    readonly destination?: string | undefined;
    readonly label: string;
    readonly pickup?: boolean | undefined;
  };
  /** Left out: the first index of each device that no button has. */
  readonly index?: string | undefined;
}

/** Devices get all buttons of another one, in place of their own. */
export interface ToCopy {
  readonly from: DeviceToFind;
  readonly to?: readonly DeviceToFind[] | undefined;
  readonly search?: string | undefined;
  readonly kinds?: readonly ButtonKind[] | undefined;
}

/** A change to ask for. */
export type ChangeToAsk = Intent & {
  /** At most 200 characters; if it is left out, one is made. */
  readonly title?: string | undefined;
  /** At most 500 characters. */
  readonly reason?: string | undefined;
  /** Begin as soon as every list is read, if none has a problem. */
  readonly apply?: boolean | undefined;
  /** Only read the lists. Only you see a draft, and it is gone after 24 hours. */
  readonly draft?: boolean | undefined;
  /** Do not begin by itself beyond this. */
  readonly atMost?: { readonly devices?: number | undefined; readonly removals?: number | undefined } | undefined;
  readonly notBefore?: Date | string | undefined;
};

/** A page of changes, newest first, each with at most 20 lists that match the filter. */
export type ChangePage = PageOf<'changes', ChangeWithLists>;

/** A change with some of its lists. */
export interface ChangeRead {
  readonly change: ChangeWithLists;
  /** The start of the next page of lists, as `after` of the next call; undefined on the last page. */
  readonly next: string | undefined;
  /** Differs with each count and state. */
  readonly etag: string;
}

export interface ReadChangeOptions extends CallOptions {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
  /** Only lists with a problem. */
  readonly problems?: boolean | undefined;
}

/** From when on lists are set. */
export interface BeginOptions extends CallOptions {
  readonly notBefore?: Date | string | undefined;
}

/** The calls for changes. */
export interface ChangeCalls {
  /**
   * Asks for a change of one or more lists. The service reads them first, and sets nothing then unless `apply` is true
   * and no list has a problem.
   */
  askForChange(change: ChangeToAsk, options?: AskOptions): Promise<Change>;
  /** Lists changes, newest first, page by page. */
  listChanges(filter?: ChangeFilter, options?: CallOptions): Promise<ChangePage>;
  /** Reads one change with its lists, page by page. */
  readChange(id: string, options?: ReadChangeOptions): Promise<ChangeRead>;
  /**
   * Waits until a change has another etag, at most so many seconds (1 to 25).
   * @returns undefined if nothing new came in time
   */
  waitForChange(
    id: string,
    etag: string,
    options: ReadChangeOptions & { readonly seconds: number },
  ): Promise<ChangeRead | undefined>;
  /** Proposes a draft. What is left out stays as it is. */
  proposeChange(
    id: string,
    given?: { readonly title?: string | undefined; readonly reason?: string | undefined },
    options?: CallOptions,
  ): Promise<Change>;
  /** Approves exactly the change that has this digest, and begins it. */
  approveChange(id: string, digest: string, options?: BeginOptions): Promise<Change>;
  /** Rejects a change, or withdraws your own. A draft is deleted. */
  rejectChange(id: string, reason: string, options?: CallOptions): Promise<Change>;
  /** Begins your own change, or goes on with one that was stopped or is partly done. */
  applyChange(id: string, options?: BeginOptions): Promise<Change>;
  /** Stops a change, after the lists that are being sent. */
  stopChange(id: string, options?: CallOptions): Promise<Change>;
  /**
   * Undoes a change. One list is set back at once (`is: 'undone'`), if the device still has what the change left: the
   * list, or only the entries, from before it. Otherwise it rejects with `changed-meanwhile`, and the error's `present`
   * is the current list. Several lists are set back by a new change (`is: 'asked'`), which has just begun: wait for it.
   */
  undoChange(id: string, options?: UndoChangeOptions): Promise<Undone>;
}

/** @returns the calls for changes, for a service at an address */
export function changesAt(base: URL, exchange: Exchange): ChangeCalls {
  const at = (id: string, deed = '', query = {}): URL => urlOf(base, `changes/${encodeURIComponent(id)}${deed}`, query);
  const post = async (url: URL, call: AskOptions, body?: unknown): Promise<Change> =>
    valueIn(await exchange({ method: 'POST', url, body }, call), isChange, 201, 202);
  const readIn = (answer: Answer): ChangeRead => ({
    change: valueIn(answer, isChangeWithLists),
    next: nextIn(answer, 'after'),
    etag: answer.headers.get('etag') ?? '',
  });
  return {
    askForChange: (change, { idempotencyKey = crypto.randomUUID(), ...call } = {}) =>
      post(urlOf(base, 'changes'), { ...call, idempotencyKey }, change),
    listChanges: async (filter = {}, call = {}) =>
      pageIn(
        await exchange({ method: 'GET', url: urlOf(base, 'changes', filter) }, call),
        'changes',
        isChangeWithLists,
        'before',
      ),
    readChange: async (id, { limit, after, problems, ...call } = {}) =>
      readIn(await exchange({ method: 'GET', url: at(id, '', { limit, after, problems }) }, call)),
    waitForChange: async (id, etag, { limit, after, problems, seconds: wait, ...call }) => {
      const url = at(id, '', { limit, after, problems, wait });
      const answer = await exchange({ method: 'GET', url }, { ...call, ifNoneMatch: etag });
      return answer.status === 304 ? undefined : readIn(answer);
    },
    proposeChange: (id, given = {}, call = {}) => post(at(id, '/proposal'), call, given),
    approveChange: (id, digest, { notBefore, ...call } = {}) => post(at(id, '/approval'), call, { digest, notBefore }),
    rejectChange: (id, reason, call = {}) => post(at(id, '/rejection'), call, { reason }),
    applyChange: (id, { notBefore, ...call } = {}) => post(at(id, '/application'), call, { notBefore }),
    stopChange: (id, call = {}) => post(at(id, '/stop'), call),
    undoChange: async (id, { scope, idempotencyKey = crypto.randomUUID(), ...call } = {}) =>
      undoneIn(await exchange({ method: 'POST', url: at(id, '/undo', { scope }) }, { ...call, idempotencyKey })),
  };
}

/**
 * @param baseUrl where the service is
 * @returns where a person looks at a change in the console, if the service has one
 */
export function consolePageOf(baseUrl: string | URL, { id }: Pick<Change, 'id'>): string {
  return new URL(`console/#/changes/${encodeURIComponent(id)}`, baseOf(baseUrl)).href;
}

/** @returns how many lists of a change are in these states; in all states if none are given */
export function countLists(counts: Change['counts'], states: readonly ListState[] = listStates): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** Characters that a title may not contain: control characters and noncharacters. */
const unfit = /[\p{Cc}\p{Cs}\uFFFD\uFFFE\uFFFF]/gu;

/** @returns a title that a change can have: characters that are not allowed are replaced, and a long title is cut off */
export function fitTitle(title: string): string {
  const characters = Array.from(title.replace(unfit, '\u00B7'));
  const isLong = characters.length > changeBounds.title;
  return isLong ? `${characters.slice(0, changeBounds.title - 1).join('')}…` : characters.join('');
}
