import { HistoryUnavailable, HistoryUnusable } from '../history-problems.js';

/**
 * What the server, or a pooler in front of it, says of a configuration that is wrong. By itself it stays so, and is
 * told at the start. Everything else may pass.
 */
const lasting: Readonly<Record<string, string>> = {
  '28P01': 'is refused by the server: the password is wrong',
  '28000': 'is refused by the server: this user may not log in from here',
  '3D000': 'names a database that the server does not have',
  '42501': 'names a user who may not make the tables of the history: grant it CREATE on the database',
  ERR_TLS_CERT_ALTNAME_INVALID: 'names a server whose certificate is for another name',
  CERT_HAS_EXPIRED: 'names a server whose certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'names a server whose certificate is not trusted; name its authority in sslrootcert',
  SELF_SIGNED_CERT_IN_CHAIN: 'names a server whose certificate is not trusted; name its authority in sslrootcert',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'names a server whose certificate is not trusted; name its authority in sslrootcert',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'names a server whose certificate is not trusted; name its authority in sslrootcert',
};

/** @returns our own error for what the driver has thrown, of which the code alone is kept */
export function asHistoryProblem(thrown: unknown): HistoryUnavailable | HistoryUnusable {
  if (thrown instanceof HistoryUnavailable || thrown instanceof HistoryUnusable) return thrown;
  const { code, message = '' } = thrown as { readonly code?: string; readonly message?: string };
  if (message === 'The server does not support SSL connections') {
    return new HistoryUnusable('names a server that does not speak TLS');
  }
  if (message.includes('statement pooling mode')) {
    return new HistoryUnusable(
      'leads to a pooler that shares connections between statements; the history needs transactions, and the locks of ' +
        'devices a session each: give the address of the server itself, or set the pooler to sessions ' +
        '(pool_mode = session)',
    );
  }
  if (message.includes('client password must be'))
    return new HistoryUnusable('names no password, and the server asks for one');
  const known = code === undefined ? undefined : lasting[code];
  if (known !== undefined) return new HistoryUnusable(known);
  return new HistoryUnavailable(code ?? (/time ?out/i.test(message) ? 'slow' : 'connection lost'));
}

/**
 * @returns whether the server has said that it did not do what it was asked for. What ends a connection says nothing of
 *   that: the session may have been ended when all was done.
 */
export function isRefusal(thrown: unknown): boolean {
  const { code = '', severity } = thrown as { readonly code?: string; readonly severity?: string };
  return severity !== undefined && !/^(08|57P)/.test(code);
}

/** @returns what is told to those who ask while the service runs, when nothing can refuse the start any more */
export function asUnavailable(thrown: unknown): HistoryUnavailable {
  const problem = asHistoryProblem(thrown);
  return problem instanceof HistoryUnusable ? new HistoryUnavailable(problem.message) : problem;
}
