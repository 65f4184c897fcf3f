import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../cluster/accounts.js';
import type { SimulatedCluster } from '../cluster/simulated-cluster.js';
import { pages, type SimulatedResponse } from '../soap/responses.js';
import type { Sessions } from './sessions.js';

/** Who asks, and the cookie to set when a session was opened; or the page that refuses. */
export type CheckedCredentials =
  { readonly account: Account; readonly setCookie: string | undefined } | { readonly refusal: SimulatedResponse };

/**
 * Checks Authorization or, without it, the session cookie. A live session is used on when both are sent;
 * the password is checked all the same, and that counts as a login.
 */
export function checkCredentials(
  headers: IncomingHttpHeaders,
  cluster: SimulatedCluster,
  sessions: Sessions,
): CheckedCredentials {
  const { accounts, settings, statistics } = cluster;
  const sessionUser = headers.cookie === undefined ? undefined : sessions.use(headers.cookie);
  if (headers.authorization !== undefined) {
    const account = accounts.login(headers.authorization);
    statistics.login(account !== undefined);
    if (account === undefined) return { refusal: pages.unauthorized() };
    if (account.role === 'none') return { refusal: pages.forbidden() };
    const isKnown = sessionUser === account.username;
    const setCookie = isKnown ? undefined : sessions.open(account.username, settings.certificateNames !== undefined);
    return { account, setCookie };
  }
  const account = sessionUser === undefined ? undefined : accounts.named(sessionUser);
  if (account !== undefined) {
    statistics.sessionUsed();
    return { account, setCookie: undefined };
  }
  const isExpired = headers.cookie?.includes('JSESSIONIDSSO=') === true;
  return { refusal: isExpired && settings.expiredSessionStatus === 404 ? pages.notFound() : pages.unauthorized() };
}
