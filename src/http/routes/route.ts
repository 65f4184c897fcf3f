import { Readable } from 'node:stream';
import { setImmediate as immediately } from 'node:timers/promises';
import type { Context, Middleware } from 'koa';
import type { Roles } from '../../domain/rights.js';
import type { History } from '../../history/history.js';
import type { AskedInventory } from '../../inventory/asked-inventory.js';
import type { Plans } from '../../plans/plans.js';
import type { ReplaceButtons } from '../../use-cases/replace-buttons.js';
import type { KeptLookups, LiveLookups, Taken } from '../../use-cases/lookups.js';
import type { HeldBodies } from '../middleware/held-bodies.js';
import type { RequestState } from '../middleware/request-context.js';
import type { DescribedRoute } from '../openapi/document.js';
import type { TimeForRequests } from '../time-for-requests.js';

/** How the call manager is doing, in a word. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;

export interface CallManagerStatus {
  readonly state: (typeof callManagerStates)[number];
  /** The AXL release that is spoken with it, where that is known already. */
  readonly release: string | null;
}

/** A request with what middleware has found out of it. */
export type RouteContext = Context & { state: RequestState };

/** One method of one path. */
export interface Route extends DescribedRoute {
  /** How a call looks: `GET /phone/?dirn=NUMBER`. Who asks at an unknown path is told; not of the documentation. */
  readonly call: string | undefined;
  /** @returns what a request goes through, in order; the last responds */
  readonly handlers: (dependencies: RouteDependencies) => readonly Middleware<RequestState>[];
}

/** What routes work with. */
export interface RouteDependencies {
  /** What is looked up live, and in what is kept; and which kept answers are taken where a caller says nothing. */
  readonly lookups: {
    readonly live: LiveLookups;
    readonly kept: KeptLookups | undefined;
    readonly taken: Omit<Taken, 'isKeptOnly'>;
  };
  readonly replaceButtons: ReplaceButtons;
  /** Undefined where none is kept. */
  readonly history: History | undefined;
  /** Undefined where no history is kept. */
  readonly plans: Plans | undefined;
  /** Undefined where none is kept. */
  readonly inventory: AskedInventory | undefined;
  readonly time: TimeForRequests;
  /** Counts what bodies take in memory, and those that have not arrived. */
  readonly bodies: HeldBodies;
  /**
   * How the call manager is doing, without asking it more than readiness does.
   * @param signal is aborted when the caller waits no longer
   */
  readonly callManagerStatus: (signal: AbortSignal) => Promise<CallManagerStatus>;
  readonly roles: Roles;
}

/** Exactly this type, without a charset: JSON has but one. */
export function setJson(ctx: Context, content: unknown): void {
  ctx.set('Content-Type', 'application/json');
  ctx.body = JSON.stringify(content);
}

/** How many items one piece of a long list has. */
const itemsOfPiece = 200;
/** A list of more is sent in pieces. */
const longestInOne = 1_000;

/** The same of a list that may be long: in pieces then, each of which is made when the one before has been sent. */
export function setJsonList(ctx: Context, items: readonly unknown[]): void {
  if (items.length <= longestInOne) {
    setJson(ctx, items);
    return;
  }
  ctx.set('Content-Type', 'application/json');
  // A stream that is sent listens by itself for the end of the response, some times; the usual most would be told as a leak.
  ctx.res.setMaxListeners(20);
  ctx.body = Readable.from(piecesOf(items), { objectMode: false, highWaterMark: 65_536 });
}

/** Others are let in between two pieces, also where the connection takes each at once. */
async function* piecesOf(items: readonly unknown[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < items.length; at += itemsOfPiece) {
    await immediately();
    const text = JSON.stringify(items.slice(at, at + itemsOfPiece)).slice(1, -1);
    const isLast = at + itemsOfPiece >= items.length;
    yield Buffer.from(`${at === 0 ? '[' : ','}${text}${isLast ? ']' : ''}`);
  }
}
