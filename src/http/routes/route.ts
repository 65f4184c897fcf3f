import { Readable } from 'node:stream';
import { setImmediate as immediately } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import { RequestRefused } from '../../domain/errors.js';
import type { Roles } from '../../domain/rights.js';
import type { History } from '../../changes/journal.js';
import type { AskedInventory } from '../../inventory/asked-inventory.js';
import type { Changes } from '../../changes/changes.js';
import type { ReplaceButtons } from '../../use-cases/replace-buttons.js';
import type { WritingStop } from '../../use-cases/writing-stop.js';
import type { KeptLookups, LiveLookups, Taken } from '../../use-cases/lookups.js';
import type { HeldBodies } from '../middleware/held-bodies.js';
import type { RequestState } from '../middleware/request-context.js';
import type { DescribedCall } from '../openapi/operation.js';
import type { TimeForRequests } from '../time-for-requests.js';

/** The states of the call manager. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;

export interface CallManagerStatus {
  readonly state: (typeof callManagerStates)[number];
  /** The AXL release in use; null if it is not known yet. */
  readonly release: string | null;
}

/** A request, with what the middleware has read from it. */
export type RouteContext = Context & { state: RequestState };

/** @returns the id in the path */
export function idIn({ params }: RouteContext & { params?: Readonly<Record<string, string>> }): string {
  return params?.['id'] ?? '';
}

/**
 * @param kept the history, or what works only with it
 * @throws ServiceError `history-off`
 */
export function withHistory<Kept>(kept: Kept | undefined): Kept {
  if (kept !== undefined) return kept;
  throw new RequestRefused('history-off', { detail: 'This service keeps no history: DATABASE_URL is off.' });
}

/** One method of one path. */
export interface Route extends Pick<DescribedCall, 'method' | 'path'> {
  /**
   * An example of the call (`GET /phone/?dirn=NUMBER`), shown to callers of an unknown path; undefined if it is not
   * shown.
   */
  readonly call: string | undefined;
  /** What the document says about it; undefined if it is not in the document. */
  readonly described: DescribedCall | undefined;
  /** @returns the handlers of a request, in order; the last one answers */
  readonly handlers: (dependencies: RouteDependencies) => readonly Middleware<RequestState>[];
}

/** The parts of the service that the routes use. */
export interface RouteDependencies {
  /** Live lookups, lookups in the inventory, and which answers from the inventory a caller accepts by default. */
  readonly lookups: {
    readonly live: LiveLookups;
    readonly kept: KeptLookups | undefined;
    readonly taken: Omit<Taken, 'isKeptOnly'>;
  };
  readonly replaceButtons: ReplaceButtons;
  /** Whether this service writes. */
  readonly writingStop: WritingStop;
  /** Undefined if the service keeps no history. */
  readonly history: History | undefined;
  /** Undefined if the service keeps no history. */
  readonly changes: Changes | undefined;
  /** Undefined if the service keeps no inventory. */
  readonly inventory: AskedInventory | undefined;
  readonly time: TimeForRequests;
  /** Counts the memory of bodies, and bodies that have not arrived yet. */
  readonly bodies: HeldBodies;
  /**
   * The state of the call manager. It asks the call manager no more often than `/ready` does.
   * @param signal aborts when the caller hangs up
   */
  readonly callManagerStatus: (signal: AbortSignal) => Promise<CallManagerStatus>;
  readonly roles: Roles;
}

/** Sets exactly this type, without a charset, because JSON is always UTF-8. */
export function setJson(ctx: Context, content: unknown): void {
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify(content);
}

/** The number of items in a piece. */
const itemsOfPiece = 200;
/** Longer lists are sent in pieces. */
const longestInOne = 1_000;

/** Answers with a list. A long list goes out in pieces, and each piece is made after the previous one was sent. */
export function setJsonList(ctx: Context, items: readonly unknown[]): void {
  if (items.length <= longestInOne) {
    setJson(ctx, items);
    return;
  }
  ctx.set('Content-Type', 'application/json');
  // A stream adds several listeners to the response. With the default limit, Node would warn of a leak.
  ctx.res.setMaxListeners(20);
  ctx.body = Readable.from(piecesOf(items), { objectMode: false, highWaterMark: 65_536 });
}

/** Other requests get a turn between two pieces, even if the connection accepts each piece immediately. */
async function* piecesOf(items: readonly unknown[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < items.length; at += itemsOfPiece) {
    await immediately();
    const text = JSON.stringify(items.slice(at, at + itemsOfPiece)).slice(1, -1);
    const isLast = at + itemsOfPiece >= items.length;
    yield Buffer.from(`${at === 0 ? '[' : ','}${text}${isLast ? ']' : ''}`);
  }
}
