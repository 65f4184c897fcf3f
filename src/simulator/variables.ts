import { readRules } from './misbehaviour/rules.js';
import { defaultOptions, type SimulatorOptions } from './options.js';
import { isRelease, releases } from './schema/releases.js';

/** An environment variable of the command `simulator`. */
interface SimulatorVariable {
  /** The option of `startSimulator` that it sets; undefined if there is none. */
  readonly option: keyof SimulatorOptions | undefined;
  /** The default, as a user would write it; empty if there is none. */
  readonly default: string;
  readonly meaning: string;
  /** Reads the text of the variable. Throws an Error whose message says what is expected. */
  readonly read: (text: string) => unknown;
}

/** The differences between the command and `startSimulator`: other ports, and https. */
export const commandDefaults = { port: 8443, controlPort: 8444, tls: true } as const satisfies SimulatorOptions;

const defaults = { ...defaultOptions, ...commandDefaults };

/** Every variable that the command reads, except NODE_ENV. */
export const simulatorVariables = {
  SIMULATOR_HOST: sets('host', asWritten, defaults.host, 'address of AXL; the control path is always on loopback'),
  SIMULATOR_PORT: sets('port', whole(65_535), defaults.port, 'port of AXL; 0: any free port'),
  SIMULATOR_CONTROL_PORT: sets(
    'controlPort',
    whole(65_535),
    defaults.controlPort,
    'port of the control path; 0: any free port',
  ),
  SIMULATOR_TLS: sets('tls', trueOrFalse, defaults.tls, 'https with a certificate made at start'),
  SIMULATOR_CERT_FILE_OUT: {
    option: undefined,
    default: '',
    meaning: 'a file for that certificate, to be used as AXL_CA_FILE',
    read: asWritten,
  },
  SIMULATOR_USERNAME: sets('username', asWritten, defaults.username, 'the account that may do everything'),
  SIMULATOR_PASSWORD: sets('password', asWritten, defaults.password, 'the password of that account'),
  SIMULATOR_LOCK_AFTER: sets(
    'lockAfter',
    whole(1_000),
    defaults.lockAfter,
    'wrong passwords in a row that lock the account; 0: never',
  ),
  SIMULATOR_RELEASE: sets('release', release, defaults.release, releases.join(', ')),
  SIMULATOR_SEED_FILE: sets(
    'seed',
    asWritten,
    'fixtures/company.json',
    'the company; every problem in it is named at start',
  ),
  SIMULATOR_SESSION_IDLE_MS: sets(
    'sessionIdleMs',
    whole(86_400_000),
    defaults.sessionIdleMs,
    'life of an unused session',
  ),
  SIMULATOR_LATENCY_MS: sets('latencyMs', whole(600_000), defaults.latencyMs, 'time that each request takes'),
  SIMULATOR_SUBSCRIBERS: sets(
    'subscribers',
    whole(10),
    defaults.subscribers,
    "further nodes, each with a copy of the publisher's state",
  ),
  SIMULATOR_REPLICATION_LAG_MS: sets(
    'replicationLagMs',
    lags,
    defaults.replicationLagMs,
    'how much later than the publisher the subscribers see an update: one number, or one for each, separated by commas',
  ),
  SIMULATOR_SESSION_COOKIES: sets(
    'sessionCookies',
    trueOrFalse,
    defaults.sessionCookies,
    'false: no node sets a session cookie, so each request needs its credentials',
  ),
  SIMULATOR_ANY_CASE_NAMES: sets(
    'anyCaseNames',
    trueOrFalse,
    defaults.anyCaseNames,
    'true: device names match in any case of letters',
  ),
  SIMULATOR_COUNTS_ABANDONED: sets(
    'countsAbandoned',
    trueOrFalse,
    defaults.countsAbandoned,
    'true: a request whose client hung up counts as in flight until the work on it is done',
  ),
  SIMULATOR_STRICT_REQUESTS: sets(
    'strictRequests',
    trueOrFalse,
    defaults.strictRequests,
    'true: SOAPAction must name version and operation, and a sequence be a number',
  ),
  SIMULATOR_MISBEHAVIOUR: sets(
    'misbehaviour',
    (text) => readRules(JSON.parse(text)),
    '',
    'rules as JSON, as on the control path',
  ),
} as const satisfies Readonly<Record<string, SimulatorVariable>>;

function sets<Option extends keyof SimulatorOptions>(
  option: Option,
  read: (text: string) => SimulatorOptions[Option],
  byDefault: string | number | boolean,
  meaning: string,
): SimulatorVariable {
  return { option, read, default: String(byDefault), meaning };
}

function asWritten(text: string): string {
  return text;
}

function whole(max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number > max) throw new Error(`a whole number from 0 to ${max} is expected`);
    return number;
  };
}

/** One number for all subscribers, or one for each, separated by commas. */
function lags(text: string): number | number[] {
  const each = text.split(',').map(whole(3_600_000));
  return each.length === 1 && each[0] !== undefined ? each[0] : each;
}

function trueOrFalse(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('true or false is expected');
  return text === 'true';
}

function release(text: string): string {
  if (!isRelease(text)) throw new Error(`one of ${releases.join(', ')} is expected`);
  return text;
}
