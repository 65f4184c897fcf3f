import { setMaxListeners } from 'node:events';
import type { BlockList } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import type { Observe } from '../observability/observations.js';
import type { LiveLookups } from '../use-cases/lookups.js';
import type { ConsoleFiles } from './console/console-files.js';
import { serveConsole } from './console/serve-console.js';
import { authenticate, type Authenticator } from './middleware/authenticate.js';
import { clientAddress } from './middleware/client-address.js';
import { HeldBodies } from './middleware/held-bodies.js';
import { crossOrigin } from './middleware/cross-origin.js';
import { refuseCrossSite } from './middleware/refuse-cross-site.js';
import { refuseUnmatched, wellFormed } from './middleware/refuse-unroutable.js';
import { requestContext, type RequestState } from './middleware/request-context.js';
import { securityHeaders, type ToldToBrowsers } from './middleware/security-headers.js';
import { bothLists } from './routes/buttons/both-lists.js';
import { buttons } from './routes/buttons/list-routes.js';
import { pointingButtons } from './routes/buttons/pointing-buttons.js';
import { changes } from './routes/changes/changes.js';
import { asking } from './routes/changes/asking.js';
import { devices } from './routes/devices.js';
import { documentation } from './routes/documentation.js';
import { exporting } from './routes/export.js';
import { inventory } from './routes/inventory/inventory.js';
import { numbers } from './routes/numbers.js';
import { phones } from './routes/phones.js';
import { profiles } from './routes/profiles.js';
import type { Route, RouteDependencies } from './routes/route.js';
import { uploading } from './routes/changes/upload.js';
import { status } from './routes/status.js';
import { suggestions } from './routes/suggestions.js';
import { writing } from './routes/writing.js';

/** Every resource of the interface. For a new one, add a file in routes/ and a line here. */
export const routes: readonly Route[] = [
  ...phones,
  ...profiles,
  ...devices,
  ...numbers,
  ...suggestions,
  ...buttons,
  ...bothLists,
  ...pointingButtons,
  ...exporting,
  ...changes,
  ...uploading,
  ...asking,
  ...inventory,
  ...status,
  ...writing,
  ...documentation(() => routes),
];

export interface AppOptions extends Omit<RouteDependencies, 'time' | 'bodies' | 'lookups'>, ToldToBrowsers {
  readonly live: LiveLookups;
  /** Which answers of the inventory are used by default; if left out, none. */
  readonly taken?: RouteDependencies['lookups']['taken'];
  readonly authenticator: Authenticator;
  readonly observe: Observe;
  /** How long a whole request of a caller may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Ends the requests that still run after the grace period of a stop. */
  readonly graceOver?: AbortSignal;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies?: BlockList | undefined;
  /** The files that are served without a login; undefined if there are none. */
  readonly console?: ConsoleFiles | undefined;
}

/** Orders the middleware: the first one sees a request first and its response last. */
export function createApp(options: AppOptions): Koa<RequestState> {
  const { authenticator, observe, trustedProxies, allowedOrigins = new Set() } = options;
  const time = { deadlineMs: options.deadlineMs, graceOver: options.graceOver ?? new AbortController().signal };
  // Every running request listens to this signal. The many listeners are no leak.
  setMaxListeners(0, time.graceOver);
  const app = new Koa<RequestState>();
  // Koa itself reports only connections that failed during a response. The log line of the request shows such a failure
  // already.
  app.silent = true;
  app.use(securityHeaders(options));
  if (trustedProxies) app.use(clientAddress(trustedProxies));
  app.use(requestContext(observe));
  if (allowedOrigins.size > 0) app.use(crossOrigin(allowedOrigins));
  if (options.console) app.use(serveConsole(options.console));
  app.use(authenticate({ authenticator, realm: 'axl-phone-proxy', time }));
  app.use(wellFormed());
  app.use(refuseCrossSite(allowedOrigins));
  const { live, inventory: kept, taken = { maxAgeMs: 0, staleIfErrorMs: 0 } } = options;
  const lookups = { live, kept: kept?.lookups, taken };
  const router = routerOf({ ...options, time, bodies: new HeldBodies(), lookups });
  app.use(router.routes());
  const calls = routes.flatMap(({ call }) => call ?? []);
  const lists = routes.flatMap(({ path }) => (path.endsWith(belowList) ? path.slice(0, -belowList.length) : []));
  app.use(refuseUnmatched(router, calls, lists));
  return app;
}

/** The end of the path of a single entry. */
const belowList = '/:index';

function routerOf(dependencies: RouteDependencies): Router<RequestState> {
  const router = new Router<RequestState>();
  for (const { method, path, handlers } of routes) router[method](path, patternOf(path), ...handlers(dependencies));
  return router;
}

/** An index is a string of digits. The router's patterns cannot express that, so other paths are refused here. */
function patternOf(path: string): string | RegExp {
  return path.endsWith(belowList) ? new RegExp(`^${path.replace(':index', '([0-9]+)')}/?$`, 'i') : path;
}
