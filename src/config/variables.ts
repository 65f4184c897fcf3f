import type { z } from 'zod';
import { isTooLong, longestPasswordBytes } from '../authentication/password-source.js';
import { releases } from '../axl/soap/releases.js';
import {
  axlUrls,
  certificateFile,
  databaseUrl,
  file,
  names,
  networks,
  offWhenEmpty,
  oneOf,
  origins,
  port,
  privateKeyFile,
  secretFile,
  text,
  wholeNumber,
} from './value-schemas.js';

/** A variable of the environment. A variable that is neither required nor has a default may be undefined. */
export interface Variable {
  /**
   * Reads the value. Its message about a wrong value follows the variable's name; its description says what it takes.
   */
  readonly read: z.ZodType;
  /** The variable's text in docs/configuration.md. */
  readonly meaning: string;
  /** A valid value, if its files exist. */
  readonly example: string;
  readonly default?: string | number | readonly string[];
  /** If this is set, the service does not start without the variable. This text then explains the error. */
  readonly required?: string;
  /** True if an empty value is valid. An empty value of other variables counts as not set. */
  readonly takesNothing?: true;
}

const listening = {
  HOST: {
    read: text.describe('an address or a name'),
    default: '127.0.0.1',
    example: '0.0.0.0',
    meaning: 'the address that the service listens on',
  },
  PORT: { read: port, default: 8080, example: '8443', meaning: 'its port; 0 takes any free one' },
  TLS_CERT_FILE: {
    read: certificateFile,
    example: 'service.pem',
    meaning: 'serve https with this certificate, its chain behind it (PEM); changes take effect while running',
  },
  TLS_KEY_FILE: { read: privateKeyFile, example: 'service.key', meaning: 'its private key without a passphrase (PEM)' },
  HSTS_MAX_AGE_S: {
    read: wholeNumber(0, 63_072_000),
    default: 0,
    example: '31536000',
    meaning:
      'with TLS_CERT_FILE: how many seconds browsers must use only https (`Strict-Transport-Security`), on every port of the host; 0 sends no header',
  },
  CORS_ORIGINS: {
    read: origins,
    default: [],
    example: 'https://phones.example.com, http://localhost:5173',
    meaning: 'the origins of other pages that may call from a browser, exactly; never `*`',
  },
  ADMIN_HOST: {
    read: text.describe('an address or a name'),
    default: '127.0.0.1',
    example: '0.0.0.0',
    meaning: 'the address that health and metrics listen on',
  },
  ADMIN_PORT: {
    read: offWhenEmpty(port),
    default: 9464,
    takesNothing: true,
    example: '9100',
    meaning: 'the port of health and metrics; empty: they are off',
  },
  TRUSTED_PROXIES: {
    read: networks,
    example: '10.0.0.7, 10.1.0.0/16',
    meaning: 'addresses and networks (CIDR) of the proxies whose `X-Forwarded-For` is believed',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const callers = {
  AUTH_USERNAME: { read: text, example: 'phones', meaning: 'the name of the one user; or AUTH_HTPASSWD_FILE' },
  AUTH_PASSWORD: {
    read: text
      .refine((password) => !isTooLong(password), {
        error: `must not be longer than ${longestPasswordBytes} bytes, which is all that bcrypt looks at`,
      })
      .describe(`text, at most ${longestPasswordBytes} bytes`),
    example: 'correct horse battery',
    meaning: 'the password of the one user',
  },
  AUTH_HTPASSWD_FILE: {
    read: file,
    example: 'htpasswd',
    meaning: 'users with bcrypt entries (`htpasswd -B`); changes take effect within two seconds',
  },
  READ_ONLY_USERS: {
    read: names,
    default: [],
    example: 'reader, console',
    meaning:
      'users who may look up but not change, separated by commas; a name that no user has gives a warning in the log',
  },
  PROPOSING_USERS: {
    read: names,
    default: [],
    example: 'agent, student',
    meaning:
      'users who may look up and propose changes, but not change; a user who is also in READ_ONLY_USERS may only look up',
  },
  APPROVING_USERS: {
    read: names,
    default: [],
    example: 'boss, deputy',
    meaning:
      'users who may look up, propose changes and approve what others proposed, but change nothing alone; the lowest list of a user counts',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const callManager = {
  AXL_URL: {
    read: axlUrls,
    required:
      'give the address of the call manager, such as https://cucm.example.com:8443/axl/ (several: publisher first)',
    example: 'https://pub.example.com:8443/axl/, https://sub.example.com:8443/axl/',
    meaning:
      'the call manager: `https://host:8443/axl/`; several nodes separated by commas, publisher first. ' +
      'Plain http only on loopback',
  },
  AXL_USERNAME: {
    read: text,
    required: 'give the name of an application user with the role Standard AXL API Access',
    example: 'axl-user',
    meaning: 'the name of the application user',
  },
  AXL_PASSWORD: { read: text, example: 's3cret', meaning: 'its password; this or AXL_PASSWORD_FILE is required' },
  AXL_PASSWORD_FILE: {
    read: secretFile,
    example: 'axl-password',
    meaning: 'a file whose first line is the password; read again on SIGHUP',
  },
  AXL_VERSION: {
    read: oneOf('auto', ...releases),
    default: 'auto',
    example: '14.0',
    meaning: 'the AXL release to use; `auto`: ask the call manager',
  },
  AXL_WSDL: {
    read: file,
    example: 'schema/AXLAPI.wsdl',
    meaning:
      'an AXLAPI.wsdl downloaded from your call manager (with its AXLSoap.xsd beside it), ' +
      'used instead of the built-in one',
  },
  AXL_LOOKUP: {
    read: oneOf('lines', 'sql'),
    example: 'sql',
    meaning:
      'how phones are looked up: by documented requests, or by one SQL query; not set: `lines`, but `sql` before release 10.0',
  },
  AXL_AFTER_UPDATE: {
    read: oneOf('none', 'apply', 'restart', 'reset'),
    default: 'none',
    example: 'apply',
    meaning:
      '`apply`, `restart` or `reset`: make the phone load the change (10.0 and later). ' +
      'How it went is in the header `X-After-Update`; its failure does not undo the 200',
  },
  AXL_VERIFY_WRITES: {
    read: oneOf('each', 'off'),
    default: 'each',
    example: 'off',
    meaning:
      '`each`: read the device after each write, and stop writing if it changed more than its list; `off`: do not look',
  },
  AXL_CA_FILE: {
    read: certificateFile,
    example: 'cucm.pem',
    meaning: "the call manager's certificate, or its authority's (PEM); changes take effect while running",
  },
  AXL_TLS_INSECURE_SKIP_VERIFY: {
    read: oneOf('true', 'false'),
    default: 'false',
    example: 'true',
    meaning: '`true` accepts any certificate from the call manager; each start warns',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const pace = {
  AXL_TIMEOUT_MS: {
    read: wholeNumber(100, 600_000),
    default: 10_000,
    example: '15000',
    meaning: 'the longest that one attempt at the call manager may take',
  },
  AXL_MAX_CONCURRENCY: {
    read: wholeNumber(1, 100),
    default: 4,
    example: '8',
    meaning: 'requests in flight to the call manager over all callers, and lookups at work at the same time',
  },
  AXL_MAX_QUEUE: {
    read: wholeNumber(0, 100_000),
    default: 1_000,
    example: '200',
    meaning: 'callers that may wait for their turn; one more gets 503 `overloaded` at once. 0: no one waits',
  },
  AXL_LOGIN_PAUSE_MS: {
    read: wholeNumber(0, 86_400_000),
    default: 1_800_000,
    example: '600000',
    meaning:
      'how long the service tries no login after a refused one, because three lock the account; SIGHUP ends the pause',
  },
  BUTTONS_MAX: {
    read: wholeNumber(1, 10_000_000),
    default: 200_000,
    example: '50000',
    meaning:
      'the most buttons that all callers of `GET /buttons` together hold at once; above it 422 `too-many-buttons`. 100,000 take about 40 MB',
  },
  REQUEST_DEADLINE_MS: {
    read: wholeNumber(100, 3_600_000),
    default: 30_000,
    example: '20000',
    meaning: "the longest that a caller's whole request may take",
  },
  SHUTDOWN_GRACE_MS: {
    read: wholeNumber(0, 3_600_000),
    default: 35_000,
    example: '25000',
    meaning: 'how long running requests may take to finish after SIGTERM; at least REQUEST_DEADLINE_MS',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const database = {
  DATABASE_URL: {
    read: databaseUrl,
    example: 'postgres://axl_phone_proxy@db.example.com/axl_phone_proxy',
    meaning:
      'where changes are stored: `sqlite:PATH` (one instance), or `postgres://USER@HOST:PORT/DATABASE` (several). Parameters: `sslmode`, `sslrootcert`, and the folder of a socket as `host`. Certificates are verified; plain text works only on loopback. Not set: the SQLite file `history.db` in DATA_DIR. `off`: no history, no undo, no changes of several lists, no inventory',
  },
  DATA_DIR: {
    read: text.describe('a folder'),
    default: 'data',
    example: '/var/lib/axl-phone-proxy',
    meaning: 'the folder of that file, made if it is missing; not set: `$STATE_DIRECTORY` of systemd, or else `data`',
  },
  DATABASE_PASSWORD_FILE: {
    read: secretFile,
    example: 'history-password',
    meaning: 'a file whose first line is the password for PostgreSQL; read again for each connection',
  },
  HISTORY_RETENTION_DAYS: {
    read: wholeNumber(1, 36_500),
    default: 400,
    example: '90',
    meaning: 'how long a change is kept',
  },
  RETENTION_TRUST_CLOCK: {
    read: oneOf('on', 'off'),
    default: 'off',
    example: 'on',
    meaning:
      '`on`: old changes are deleted also if the clock is more than 2 days ahead of the last time in the history; otherwise the clock must first run steadily for an hour',
  },
  CHANGES_EXPIRE_DAYS: {
    read: wholeNumber(1, 365),
    default: 7,
    example: '14',
    meaning: 'after how many days a change expires that no one has approved or begun',
  },
  CHANGES_PER_HOUR: {
    read: wholeNumber(0, 1_000_000),
    default: 5_000,
    example: '600',
    meaning:
      'how many lists of changes are set in an hour, by all instances; 500 may come at once; writes of one list do not wait; `0`: no limit',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const inventory = {
  INVENTORY: {
    read: oneOf('on', 'off'),
    default: 'off',
    example: 'on',
    meaning:
      '`on`: the service reads all buttons of the cluster again and again, by SQL at the publisher, and stores them beside the history: in the same PostgreSQL, or in a SQLite file of its own (`history.db-inventory`)',
  },
  INVENTORY_SWEEP_MINUTES: {
    read: wholeNumber(1, 10_080),
    default: 15,
    example: '60',
    meaning: 'minutes from the end of a sweep to the start of the next',
  },
  INVENTORY_PAGES_PER_MINUTE: {
    read: wholeNumber(1, 600),
    default: 30,
    example: '10',
    meaning: 'the most pages that a sweep reads in a minute, one at a time, and only while no caller waits',
  },
  INVENTORY_MAX_MB: {
    read: wholeNumber(16, 1_048_576),
    default: 4096,
    example: '8192',
    meaning: 'the most MB of the inventory on the disk; above it a sweep is given up, and the earlier data stays',
  },
  LOOKUP_MAX_AGE_S: {
    read: wholeNumber(0, 604_800),
    default: 0,
    example: '300',
    meaning:
      'how old an answer from the inventory may be, in seconds, if the caller does not say (`Cache-Control: ' +
      'max-age`); 0 asks the call manager',
  },
  LOOKUP_STALE_IF_ERROR_S: {
    read: wholeNumber(0, 604_800),
    default: 0,
    example: '3600',
    meaning: 'the same if the call manager cannot answer (`stale-if-error`); 0 answers with the error',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const records = {
  AUDIT_LOG_FILE: {
    read: text.describe('a file to write'),
    example: 'audit.jsonl',
    meaning:
      'a JSON line for each write; opened again on SIGHUP. ' +
      'While it cannot be written, up to 8 MB of lines are kept and tried again each second',
  },
  LOG_LEVEL: {
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    example: 'debug',
    meaning: 'the least important lines that are logged; `silent`: none',
  },
} as const satisfies Readonly<Record<string, Variable>>;

const other = {
  NODE_ENV: { read: text, example: 'production', meaning: '`production` refuses the simulator as a call manager' },
} as const satisfies Readonly<Record<string, Variable>>;

const webConsole = {
  CONSOLE: {
    read: oneOf('on', 'off'),
    default: 'on',
    example: 'off',
    meaning: '`off`: there is no console at `/console/`, and no path without a login',
  },
  CONSOLE_IDLE_MINUTES: {
    read: wholeNumber(1, 1_440),
    default: 15,
    example: '5',
    meaning: 'the console signs its user out after this many minutes without mouse or keyboard',
  },
} as const satisfies Readonly<Record<string, Variable>>;

/** Every variable, in the order of the docs. */
export const variables = {
  ...listening,
  ...callers,
  ...webConsole,
  ...callManager,
  ...pace,
  ...database,
  ...inventory,
  ...records,
  ...other,
};

export const variableGroups: readonly { title: string; variables: Readonly<Record<string, Variable>> }[] = [
  { title: 'Listening', variables: listening },
  { title: 'Who may call', variables: callers },
  { title: 'The console', variables: webConsole },
  { title: 'The call manager', variables: callManager },
  { title: 'Pace and time limits', variables: pace },
  { title: 'The database', variables: database },
  { title: 'The inventory of buttons', variables: inventory },
  { title: 'Records', variables: records },
  { title: 'Other', variables: other },
];

export type VariableName = keyof typeof variables;

export const variableNames = Object.keys(variables) as readonly VariableName[];

/** The type of each variable after it was read. */
export type Values = { readonly [Name in VariableName]: ValueOf<(typeof variables)[Name]> };

type ValueOf<Entry extends Variable> = Entry extends { readonly required: string } | { readonly default: unknown }
  ? z.output<Entry['read']>
  : z.output<Entry['read']> | undefined;
