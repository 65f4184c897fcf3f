/** Where the history is kept, and for how long. */
export type HistoryOptions = SqliteOptions | PostgresOptions;

export interface SqliteOptions {
  readonly store: 'sqlite';
  /** The file; from the folder that the service was started in, where it does not begin with a slash. */
  readonly path: string;
  readonly retentionDays: number;
}

export interface PostgresOptions {
  readonly store: 'postgres';
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | undefined;
  /** Its first line is the password; read anew for each connection. */
  readonly passwordFile: string | undefined;
  readonly database: string;
  /** Undefined: plain text. Otherwise the server's certificate is verified, by these authorities where they are given. */
  readonly tls: { readonly caFile: string | undefined } | undefined;
  readonly retentionDays: number;
}
