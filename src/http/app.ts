import type { BlockList } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import type { Observe } from '../observability/observations.js';
import { authenticate, type Authenticator } from './middleware/authenticate.js';
import { clientAddress } from './middleware/client-address.js';
import { refuseUnmatched } from './middleware/refuse-unmatched.js';
import { requestContext, type RequestState } from './middleware/request-context.js';
import { securityHeaders } from './middleware/security-headers.js';
import { wellFormed } from './middleware/well-formed.js';
import { documentation } from './routes/documentation.js';
import { phones } from './routes/phones.js';
import type { Route, RouteDependencies } from './routes/route.js';
import { speedDials } from './routes/speed-dials.js';

/** Every resource of the interface. Another one is a file in routes/ and a line here. */
export const routes: readonly Route[] = [...phones, ...speedDials, ...documentation(() => routes)];

export interface AppOptions extends Omit<RouteDependencies, 'time'> {
  readonly authenticator: Authenticator;
  readonly observe: Observe;
  /** How long a caller's request may take in all, in milliseconds. */
  readonly deadlineMs: number;
  /** Ends what still runs when the service stops and its grace period is over. */
  readonly graceOver?: AbortSignal;
  /** The proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: BlockList | undefined;
}

/** Orders the middleware: what is on top sees a request first and its response last. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const { authenticator, observe, trustedProxies } = options;
  const time = { deadlineMs: options.deadlineMs, graceOver: options.graceOver ?? new AbortController().signal };
  const app = new Koa<RequestState>();
  // What Koa itself reports is a connection that failed under a response; the request's own line tells of it.
  app.silent = true;
  app.use(securityHeaders());
  if (trustedProxies) app.use(clientAddress(trustedProxies));
  app.use(requestContext(observe));
  app.use(authenticate({ authenticator, realm: 'axl-phone-proxy' }));
  app.use(wellFormed());
  const router = routerOf({ ...options, time });
  app.use(router.routes());
  const calls = routes.flatMap(({ call }) => call ?? []);
  app.use(refuseUnmatched(router, calls));
  return app;
}

function routerOf(dependencies: RouteDependencies): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const { method, path, handlers } of routes) router[method](path, ...handlers(dependencies));
  return router;
}
