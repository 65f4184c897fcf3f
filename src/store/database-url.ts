import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where changes and plans are stored, and for how long. */
export type DatabaseOptions = SqliteOptions | PostgresOptions;

export interface SqliteOptions {
  readonly store: 'sqlite';
  /** The file, as an absolute path: the driver would take some others for addresses, or for no file at all. */
  readonly path: string;
  readonly retentionDays: number;
  /** Whether a clock that is far ahead of the latest known time may delete changes at once. */
  readonly trustsClock?: boolean | undefined;
}

export interface PostgresOptions {
  readonly store: 'postgres';
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  /** A file with the password in its first line. It is read again for each connection. */
  readonly passwordFile: string | undefined;
  readonly database: string;
  /** Undefined: plain text. Otherwise the server's certificate is verified, with these authorities if given. */
  readonly tls: { readonly caFile: string | undefined } | undefined;
  readonly retentionDays: number;
  /** As in SqliteOptions. */
  readonly trustsClock?: boolean | undefined;
}

/** Where changes and plans are stored, as far as the address says it. */
export type DatabaseAddress =
  | Omit<SqliteOptions, 'retentionDays'>
  | Omit<PostgresOptions, 'retentionDays' | 'passwordFile'>;

/**
 * What is wrong with an address; the text follows the variable's name. It contains nothing of the address, because a
 * password may be anywhere in it.
 */
export class WrongDatabaseUrl extends Error {
  override readonly name = 'WrongDatabaseUrl';
}

/**
 * Reads `sqlite:PATH` or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`.
 * @throws WrongDatabaseUrl
 */
export function readDatabaseUrl(value: string): DatabaseAddress {
  return value.startsWith('sqlite:') ? sqliteAddress(value.slice('sqlite:'.length)) : postgresAddress(value);
}

function sqliteAddress(path: string): DatabaseAddress {
  if (path === '') throw new WrongDatabaseUrl('must be sqlite:PATH, but the path is missing');
  if (/^\/\/[^/]/.test(path))
    throw new WrongDatabaseUrl('must be sqlite:PATH, and the path must start with one slash or none');
  return { store: 'sqlite', path: resolve(path) };
}

function postgresAddress(value: string): DatabaseAddress {
  const url = /^postgres(ql)?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || url.hostname === '') {
    throw new WrongDatabaseUrl(
      'must be sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE or off; ' +
        'in user and password, the signs / ? # @ % are written as %2F %3F %23 %40 %25',
    );
  }
  if (url.hash !== '') throw new WrongDatabaseUrl('must not have a #; in a password it is written as %23');
  const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  if (!user) throw new WrongDatabaseUrl('must name a user: postgres://USER@HOST/DATABASE');
  if (!database || database.includes('/'))
    throw new WrongDatabaseUrl('must name a database: postgres://USER@HOST/DATABASE');
  const port = url.port === '' ? 5432 : Number(url.port);
  return {
    store: 'postgres',
    user,
    password: password === '' ? undefined : password,
    database,
    port,
    ...serverOf(url),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new WrongDatabaseUrl('must have a % only as the start of an encoded sign; the % itself is written as %25');
  }
}

/** @returns the server's address, and how the connection to it is protected */
function serverOf({ hostname, searchParams }: URL): Pick<PostgresOptions, 'host' | 'tls'> {
  const { host: folder, sslmode, sslrootcert, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0)
    throw new WrongDatabaseUrl('may have only the parameters host, sslmode and sslrootcert');
  if (folder !== undefined && !folder.startsWith('/')) {
    throw new WrongDatabaseUrl('must have the folder of a socket in its parameter host, such as /run/postgresql');
  }
  const host = folder ?? hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  const isNear = folder !== undefined || /^(localhost|127(\.\d+){3}|::1)$/.test(host);
  return { host, tls: isPlain(sslmode, isNear) ? undefined : { caFile: certificateFile(sslrootcert) } };
}

function isPlain(sslmode: string | undefined, isNear: boolean): boolean {
  if (sslmode === undefined) return isNear;
  if (sslmode !== 'disable' && !['require', 'verify-ca', 'verify-full'].includes(sslmode)) {
    throw new WrongDatabaseUrl('must have disable, require, verify-ca or verify-full as sslmode');
  }
  if (sslmode === 'disable' && !isNear) {
    throw new WrongDatabaseUrl('must not have sslmode=disable: plain text works only on loopback');
  }
  return sslmode === 'disable';
}

function certificateFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    new X509Certificate(readFileSync(path));
    return path;
  } catch {
    throw new WrongDatabaseUrl('must name a file with a certificate in PEM form in sslrootcert');
  }
}
