import type { Context, Middleware, Next } from 'koa';
import { RequestRefused } from '../../domain/errors.js';
import { ofRequest, type OfRequest } from '../../observability/observations.js';
import { type TimeLimit, timeLimit, whenAborted } from '../../use-cases/time-limit.js';
import { type TimeForRequests, timeLeft } from '../time-for-requests.js';
import type { RequestState } from './request-context.js';

/** The login of a request. */
export interface CallersLogin extends OfRequest {
  readonly name: string;
  readonly password: string;
  /** Where the request came from. */
  readonly address: string;
}

/** Checks whether a name and a password belong together. */
export interface Authenticator {
  /** @returns whether the login is known already. For most requests, it is */
  isVerified(login: CallersLogin): boolean;
  /**
   * @param wait how long the request may wait for the check
   * @throws ServiceError `too-many-failed-logins` or `overloaded`
   */
  verify(login: CallersLogin, wait: TimeLimit): Promise<boolean>;
}

export interface AuthenticateOptions {
  readonly authenticator: Authenticator;
  readonly realm: string;
  readonly time: TimeForRequests;
}

/**
 * The longest wait for the check of a login, in milliseconds. After that, no time would be left for the request itself.
 */
const longestWaitMs = 10_000;

/** Accepts only requests with HTTP Basic credentials (RFC 7617), before the service says anything else about them. */
export function authenticate({ authenticator, realm, time }: AuthenticateOptions): Middleware<RequestState> {
  return async function withAuthentication(ctx: Context & { state: RequestState }, next: Next) {
    const credentials = credentialsIn(ctx.req.headers.authorization ?? '');
    const login = credentials && { ...credentials, address: ctx.ip, ...ofRequest(ctx.state) };
    if (!login || !(authenticator.isVerified(login) || (await verifiedInTime(ctx, authenticator, login, time)))) {
      ctx.set('WWW-Authenticate', `Basic realm="${realm}", charset="UTF-8"`);
      throw new RequestRefused('unauthenticated', {
        detail: login
          ? 'The user name or the password is wrong.'
          : 'Give a user name and a password with HTTP Basic authentication.',
      });
    }
    ctx.state.user = login.name;
    await next();
  };
}

/** Waits for the check of the login, at most until the caller's deadline. */
async function verifiedInTime(
  ctx: Context & { state: RequestState },
  authenticator: Authenticator,
  login: CallersLogin,
  { deadlineMs, graceOver }: TimeForRequests,
): Promise<boolean> {
  const wait = timeLimit(Math.min(longestWaitMs, timeLeft(ctx.state, deadlineMs)));
  const forget = whenAborted(graceOver, wait.end);
  ctx.res.once('close', wait.end);
  try {
    return await authenticator.verify(login, wait);
  } finally {
    ctx.res.off('close', wait.end);
    forget();
    wait.release();
  }
}

function credentialsIn(header: string): { name: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? undefined : { name: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
