import { StoreUnavailable, StoreUnusable } from '../problems.js';

/**
 * Errors of the server, or of a pooler in front of it, that are caused by a wrong configuration. They do not go away by
 * themselves, so they are reported at the start. Every other error may be temporary.
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

/** @returns our own error for an error of the driver; only its code is kept */
export function asStoreProblem(thrown: unknown): StoreUnavailable | StoreUnusable {
  if (thrown instanceof StoreUnavailable || thrown instanceof StoreUnusable) return thrown;
  const { code, message = '' } = thrown as { readonly code?: string; readonly message?: string };
  if (message === 'The server does not support SSL connections') {
    return new StoreUnusable('DATABASE_URL names a server that does not speak TLS');
  }
  if (message.includes('statement pooling mode')) {
    return new StoreUnusable(
      'DATABASE_URL leads to a pooler that shares connections between statements; the history needs transactions, and the locks of ' +
        'devices a session each: give the address of the server itself, or set the pooler to sessions ' +
        '(pool_mode = session)',
    );
  }
  if (message.includes('client password must be'))
    return new StoreUnusable('DATABASE_URL names no password, and the server asks for one');
  const known = code === undefined ? undefined : lasting[code];
  if (known !== undefined) return new StoreUnusable(`DATABASE_URL ${known}`);
  return new StoreUnavailable(code ?? (/time ?out/i.test(message) ? 'slow' : 'connection lost'));
}

/**
 * @returns whether the server has said that it did not carry out the statement. After an error that ends the
 * connection, this is not known: the session may have ended after everything was done
 */
export function isRefusal(thrown: unknown): boolean {
  const { code = '', severity } = thrown as { readonly code?: string; readonly severity?: string };
  return severity !== undefined && !/^(08|57P)/.test(code);
}

/** @returns the error for callers while the service runs, when it is too late to refuse the start */
export function asUnavailable(thrown: unknown): StoreUnavailable {
  const problem = asStoreProblem(thrown);
  return problem instanceof StoreUnusable ? new StoreUnavailable(problem.message) : problem;
}
