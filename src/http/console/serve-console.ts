import type { Context, Middleware, Next } from 'koa';
import type { RequestState } from '../middleware/request-context.js';
import { wellFormed } from '../middleware/refuse-unroutable.js';
import { codings, type ConsoleFile, type ConsoleFiles, pageName } from './console-files.js';

/** The page runs only its own files, and reaches only this service. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  // The page's script reads the login form; the form is never sent.
  "form-action 'none'",
  "frame-ancestors 'none'",
  // With this, text cannot become markup or script, even if the page's code has a mistake.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The page needs none of these features. They are switched off, so injected code cannot use them either. */
const noFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ');

/** The path of the page. Its files are below it. */
export const consolePath = '/console/';

/** The names of these files contain a hash of their contents. So a file with a given name never changes. */
const hashedFolder = 'assets/';

/**
 * Answers GET and HEAD for exactly the files of the console, without a login, because they contain no data. All other
 * requests are passed on, also for other paths below `/console/`. Paths are compared as they were sent, so another
 * spelling of a path does not match.
 */
export function serveConsole(files: ConsoleFiles): Middleware<RequestState> {
  const responses = responsesByPath(files);
  const checkForm = wellFormed();
  return function withConsole(ctx: Context & { state: RequestState }, next: Next) {
    const [path = ''] = ctx.url.split('?', 1);
    const respond = ctx.method === 'GET' || ctx.method === 'HEAD' ? responses.get(path) : undefined;
    if (!respond) return next();
    return checkForm(ctx, () => {
      respond(ctx);
      return Promise.resolve();
    });
  };
}

type Respond = (ctx: Context & { state: RequestState }) => void;

function responsesByPath(files: ConsoleFiles): ReadonlyMap<string, Respond> {
  const responses = new Map<string, Respond>([[consolePath.slice(0, -1), redirect]]);
  for (const [name, file] of files) {
    const respond: Respond = (ctx) => {
      respondWith(ctx, name, file);
    };
    responses.set(consolePath + name, respond);
    if (name === pageName) responses.set(consolePath, respond);
  }
  return responses;
}

/**
 * Redirects to the page's folder, so that the page's relative addresses work. The redirect is relative, in case a proxy
 * adds a path.
 */
const redirect: Respond = (ctx) => {
  ctx.state.route = '/console';
  ctx.status = 308;
  ctx.set('Location', 'console/');
  ctx.body = '';
};

function respondWith(ctx: Context & { state: RequestState }, name: string, { plain, compressed }: ConsoleFile): void {
  ctx.state.route = '/console/:file';
  ctx.set(headersOf(name));
  const coding = codings.find((each) => compressed.has(each) && ctx.acceptsEncodings(each));
  const content = (coding && compressed.get(coding)) ?? plain;
  if (compressed.size > 0) ctx.vary('Accept-Encoding');
  ctx.set('ETag', content.etag);
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (coding) ctx.set('Content-Encoding', coding);
  ctx.type = name.slice(name.lastIndexOf('.'));
  ctx.body = content.bytes;
}

/** The headers of a file. They replace or complete the headers of every answer, which forbid scripts and caching. */
function headersOf(name: string): Record<string, string> {
  const own = { 'Cross-Origin-Resource-Policy': 'same-origin' };
  if (name === pageName) {
    return {
      ...own,
      'Content-Security-Policy': pagePolicy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': noFeatures,
    };
  }
  return name.startsWith(hashedFolder) ? { ...own, 'Cache-Control': 'public, max-age=31536000, immutable' } : own;
}
