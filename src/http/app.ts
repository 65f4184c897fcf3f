import type { BlockList } from 'node:net';
import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import { RequestRefused } from '../domain/errors.js';
import { authenticate, type Authenticator } from './middleware/authenticate.js';
import { clientAddress } from './middleware/client-address.js';
import { docsRoutes } from './openapi/docs-routes.js';
import { getPhones } from './routes/phones.js';
import { requestContext, type RequestState } from './middleware/request-context.js';
import { securityHeaders } from './middleware/security-headers.js';
import { postSpeedDials } from './routes/speed-dials.js';
import { wellFormed } from './middleware/well-formed.js';
import type { Observe } from '../observability/observations.js';
import type { FindPhones } from '../use-cases/find-phones.js';
import type { ReplaceSpeedDials } from '../use-cases/replace-speed-dials.js';

export interface AppOptions {
  readonly findPhones: FindPhones;
  readonly replaceSpeedDials: ReplaceSpeedDials;
  readonly authenticator: Authenticator;
  readonly observe: Observe;
  /** How long a caller's request may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Ends what still runs when the service stops and its grace period is over. */
  readonly graceOver?: AbortSignal;
  readonly readOnlyUsers: ReadonlySet<string>;
  /** The proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: BlockList | undefined;
}

/** Orders the middleware: what is on top sees a request first and its answer last. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const { findPhones, replaceSpeedDials, authenticator, observe, readOnlyUsers, trustedProxies } = options;
  const time = { deadlineMs: options.deadlineMs, graceOver: options.graceOver ?? new AbortController().signal };
  const app = new Koa<RequestState>();
  // What Koa itself reports is a connection that failed under an answer; the request's own line tells of it.
  app.silent = true;
  app.use(securityHeaders());
  if (trustedProxies) app.use(clientAddress(trustedProxies));
  app.use(requestContext(observe));
  app.use(authenticate({ authenticator, realm: 'axl-phone-proxy' }));
  app.use(wellFormed());

  const router = new Router<RequestState>();
  router.get('/phone', getPhones(findPhones, time));
  router.post('/speeddials', ...postSpeedDials(replaceSpeedDials, { time, readOnlyUsers }));
  // Apart, because a router looks through all of its routes for each request.
  const docs = new Router<RequestState>();
  for (const { path, answer } of docsRoutes()) docs.get(path, answer);
  app.use(router.routes());
  app.use(docs.routes());
  app.use(refuse([router, docs]));
  return app;
}

/** Answers what no route has taken: a known path with a wrong method, or an unknown path. */
function refuse(routers: readonly Router<RequestState>[]) {
  return (ctx: Context): never => {
    const matching = routers.flatMap((router) => router.match(ctx.path, ctx.method).path);
    const allowed = new Set(matching.flatMap(({ methods }) => methods));
    if (allowed.size > 0) {
      ctx.set('Allow', [...allowed].join(', '));
      throw new RequestRefused('method-not-allowed', { detail: `Use ${[...allowed].join(' or ')} here.` });
    }
    throw new RequestRefused('not-found', {
      detail: 'This service answers GET /phone/?dirn=NUMBER and POST /speeddials?phone=NAME; /docs describes them.',
    });
  };
}
