import type { Context, Middleware, Next } from 'koa';
import { RequestRefused } from '../../domain/errors.js';
import type { RequestState } from './request-context.js';

/** What this middleware needs: something that knows whether a name and a password belong together. */
export interface Authenticator {
  /**
   * @param address where the request came from
   * @param requestId for the log
   * @returns no promise where the answer is known already, as for most requests
   * @throws ServiceError too-many-failed-logins while this address or name has guessed too often
   */
  verify(name: string, password: string, address: string, requestId: string): boolean | Promise<boolean>;
}

export interface AuthenticateOptions {
  readonly authenticator: Authenticator;
  readonly realm: string;
}

/** Lets only requests with HTTP Basic credentials through (RFC 7617), before anything else is said of them. */
export function authenticate({ authenticator, realm }: AuthenticateOptions): Middleware<RequestState> {
  return async function withAuthentication(ctx: Context & { state: RequestState }, next: Next) {
    const credentials = credentialsIn(ctx.req.headers.authorization ?? '');
    const { requestId } = ctx.state;
    const verdict = credentials && authenticator.verify(credentials.name, credentials.password, ctx.ip, requestId);
    if (!credentials || !(typeof verdict === 'boolean' ? verdict : await verdict)) {
      ctx.set('WWW-Authenticate', `Basic realm="${realm}", charset="UTF-8"`);
      throw new RequestRefused('unauthenticated', {
        detail: credentials
          ? 'The user name or the password is wrong.'
          : 'Give a user name and a password with HTTP Basic authentication.',
      });
    }
    ctx.state.user = credentials.name;
    await next();
  };
}

function credentialsIn(header: string): { name: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? undefined : { name: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}
