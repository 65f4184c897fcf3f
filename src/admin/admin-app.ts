import Koa, { type Context } from 'koa';
import type { ErrorCode } from '../domain/error-catalogue.js';
import { RequestRefused } from '../domain/errors.js';
import { requestContext, type RequestState } from '../http/middleware/request-context.js';
import { securityHeaders } from '../http/middleware/security-headers.js';
import type { Observe } from '../observability/observations.js';
import { lookEveryMs, type Readiness } from './readiness.js';
import { HttpServer } from '../http/server.js';

interface AdminAppOptions {
  readonly readiness: Readiness;
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
  /** Why nothing is written, as JSON; undefined if this service writes. */
  readonly writingStopped: () => Promise<object | undefined>;
  /** The state of the inventory, as JSON; undefined without an inventory. */
  readonly inventory: () => Promise<unknown>;
  readonly observe: Observe;
}

const notReady = 'urn:axl-phone-proxy:problem:not-ready';

type Responder = (ctx: Context & { state: RequestState }) => Promise<void> | void;

/**
 * For administrators of the service: `/live` (the process), `/ready` (also the call manager) and `/metrics`. It has no
 * login, so it listens on loopback unless configured otherwise.
 */
function createAdminApp({ readiness, metrics, observe, ...shown }: AdminAppOptions): Koa<RequestState> {
  const responders: ReadonlyMap<string, Responder> = new Map<string, Responder>([
    ['/live', respondLive],
    ['/ready', (ctx) => respondReady(ctx, readiness, shown)],
    ['/metrics', (ctx) => respondWithMetrics(ctx, metrics)],
  ]);
  const app = new Koa<RequestState>();
  app.silent = true;
  app.use(securityHeaders());
  // Scrapes and health checks are not logged: they would bury the callers' lines.
  app.use(
    requestContext((observation) => {
      if (observation.kind !== 'request') observe(observation);
    }),
  );
  app.use(async (ctx: Context & { state: RequestState }) => {
    const respond = responders.get(ctx.path);
    if (!respond) {
      throw new RequestRefused('not-found', { detail: `This listener answers ${[...responders.keys()].join(', ')}.` });
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD');
      throw new RequestRefused('method-not-allowed', { detail: 'Use GET or HEAD here.' });
    }
    await respond(ctx);
  });
  return app;
}

function respondLive(ctx: Context): void {
  ctx.body = { status: 'live' };
}

/**
 * The service can be ready even if the inventory pauses, or if the inventory's store is unreachable. It is also ready if
 * writing is stopped: it still answers lookups, and a user has to reach it to resume writing.
 */
async function respondReady(
  ctx: Context & { state: RequestState },
  readiness: Readiness,
  { writingStopped, inventory }: Pick<AdminAppOptions, 'writingStopped' | 'inventory'>,
): Promise<void> {
  const failure = await readiness.failure();
  if (!failure) {
    const stopped = await writingStopped();
    const writing = stopped && { code: 'writing-stopped' satisfies ErrorCode, ...stopped };
    ctx.body = { status: 'ready', writing, inventory: await inventory() };
    return;
  }
  const { reason, detail, cause } = failure;
  const { requestId } = ctx.state;
  const title = 'This service is not ready';
  ctx.status = 503;
  ctx.set('Retry-After', String(lookEveryMs / 1000));
  ctx.set('Content-Type', 'application/problem+json');
  ctx.body = JSON.stringify({ type: notReady, title, status: 503, detail, code: reason, cause, requestId });
}

async function respondWithMetrics(ctx: Context, metrics: AdminAppOptions['metrics']): Promise<void> {
  const { contentType, text } = await metrics();
  ctx.set('Content-Type', contentType);
  ctx.body = text;
}

/** How long open requests may still take when the listener closes, in milliseconds. */
const graceMs = 500;

/** The admin listener's port is in use or not permitted; the cause is the system's error. */
export class AdminCannotListen extends Error {
  override readonly name = 'AdminCannotListen';
}

/** The listener for health and metrics. */
interface AdminListener {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws AdminCannotListen */
export async function startAdminListener(
  address: { readonly host: string; readonly port: number },
  options: AdminAppOptions,
): Promise<AdminListener> {
  const app = createAdminApp(options);
  const server = await HttpServer.listen(app, { ...address, tls: undefined }).catch((thrown: unknown) => {
    throw new AdminCannotListen('the admin listener cannot listen', { cause: thrown });
  });
  return {
    url: server.url,
    close: async () => {
      await server.stop(graceMs);
    },
  };
}
