import type { Account } from './cluster/accounts.js';
import type { Settings } from './cluster/simulated-cluster.js';
import type { ContraryName, WriteContraryName } from './misbehaviour/contraries.js';
import type { MisbehaviourRule } from './misbehaviour/rules.js';
import { acceptedVersions, isRelease, releases } from './schema/releases.js';
import { type SpeedDialRules, usualSpeedDialRules } from './state/devices.js';

/** The options of `startSimulator`. Each has a default. */
export interface SimulatorOptions {
  /** The address to listen on; 127.0.0.1. */
  readonly host?: string;
  /** 0, the default, takes any free port. Subscribers always take any free port. */
  readonly port?: number;
  /** The port of the control path, always on loopback; 0, the default, takes any free port. */
  readonly controlPort?: number;
  /** https with a certificate that is made at the start; `hostName` is then its only name. Default: false. */
  readonly tls?: boolean | { readonly hostName: string };
  /** The account that may do everything; axl / axl-demo. */
  readonly username?: string;
  readonly password?: string;
  /** More accounts, to test roles. */
  readonly accounts?: readonly Account[];
  /** How many wrong passwords in a row lock an account; 0: never. Default: 3, as on a call manager. */
  readonly lockAfter?: number;
  /** The simulated release; 14.0. */
  readonly release?: string;
  /** The schema versions that it accepts; by default those of the release. */
  readonly accepts?: readonly string[];
  /** A seed file or its parsed content; fixtures/company.json. */
  readonly seed?: unknown;
  /** How long an unused session lives; 30 minutes. */
  readonly sessionIdleMs?: number;
  /** The clock of sessions, lags and rules, in milliseconds; Date.now. */
  readonly now?: () => number;
  /** The status of the response to an expired session; 404. */
  readonly expiredSessionStatus?: 401 | 404;
  /** Time that every AXL request takes, in milliseconds; 0. */
  readonly latencyMs?: number;
  readonly misbehaviour?: MisbehaviourRule | readonly MisbehaviourRule[];
  /** The seed of the generator for rules with a probability; 1. */
  readonly randomSeed?: number;
  /** If a response is larger, AXL's fault is sent instead; 8 MB. */
  readonly maxResponseBytes?: number;
  /** What updatePhone allows in a speed dial; see usualSpeedDialRules. */
  readonly speedDialRules?: Partial<SpeedDialRules>;
  /**
   * The number of nodes besides the publisher. Each has its own address and sessions, and a copy of the state that
   * lags. Default: 0.
   */
  readonly subscribers?: number;
  /**
   * How much later than the publisher the subscribers see a change, in milliseconds: one number for all, or one for
   * each. If a change is sent to a subscriber, it is made on the publisher, and the subscriber sees it after the lag.
   * Default: 0.
   */
  readonly replicationLagMs?: number | readonly number[];
  /** Whether the nodes give session cookies; without them, each request needs credentials. Default: true. */
  readonly sessionCookies?: boolean;
  /** Whether device names match in any letter case. Default: false, as in a call manager's database. */
  readonly anyCaseNames?: boolean;
  /** Whether a request of a client that hung up counts as in flight until its work is done. Default: false. */
  readonly countsAbandoned?: boolean;
  /** Whether SOAPAction must name version and operation, and a sequence must be a number. Default: false. */
  readonly strictRequests?: boolean;
  /** The name of a single deviation from the usual assumptions of clients; see `contraries`. */
  readonly contrary?: ContraryName | WriteContraryName;
}

const megabyte = 1024 * 1024;

/** The defaults of the options. */
export const defaultOptions = {
  host: '127.0.0.1',
  port: 0,
  controlPort: 0,
  tls: false,
  username: 'axl',
  password: 'axl-demo',
  lockAfter: 3,
  release: '14.0',
  sessionIdleMs: 30 * 60 * 1000,
  expiredSessionStatus: 404,
  latencyMs: 0,
  randomSeed: 1,
  maxResponseBytes: 8 * megabyte,
  subscribers: 0,
  replicationLagMs: 0,
  sessionCookies: true,
  anyCaseNames: false,
  countsAbandoned: false,
  strictRequests: false,
} as const satisfies SimulatorOptions;

/**
 * Fills in the defaults.
 * @throws Error if the release does not exist
 */
export function settle(options: SimulatorOptions): Settings {
  const { username, password, release, tls, ...given } = { ...defaultOptions, ...options };
  if (!isRelease(release)) throw new Error(`The release ${release} is not one of ${releases.join(', ')}`);
  return {
    host: given.host,
    port: given.port,
    controlPort: given.controlPort,
    certificateNames: certificateNames(tls),
    accounts: [{ username, password, role: 'full' }, ...(options.accounts ?? [])],
    lockAfter: given.lockAfter,
    release,
    accepts: options.accepts ?? acceptedVersions(release),
    sessionIdleMs: given.sessionIdleMs,
    now: options.now ?? Date.now,
    expiredSessionStatus: given.expiredSessionStatus,
    latencyMs: given.latencyMs,
    maxResponseBytes: given.maxResponseBytes,
    speedDialRules: { ...usualSpeedDialRules, ...options.speedDialRules },
    subscribers: given.subscribers,
    replicationLagsMs: lagsOf(given),
    sessionCookies: given.sessionCookies,
    anyCaseNames: given.anyCaseNames,
    countsAbandoned: given.countsAbandoned,
    strictRequests: given.strictRequests,
    contrary: options.contrary,
  };
}

function lagsOf({
  replicationLagMs,
  subscribers,
}: Required<Pick<SimulatorOptions, 'replicationLagMs' | 'subscribers'>>): number[] {
  const isList = typeof replicationLagMs !== 'number';
  if (isList && replicationLagMs.length !== subscribers) {
    throw new Error(`${replicationLagMs.length} replication lags are given for ${subscribers} subscribers`);
  }
  return Array.from({ length: subscribers }, (_, subscriber) =>
    isList ? (replicationLagMs[subscriber] ?? 0) : replicationLagMs,
  );
}

function certificateNames(tls: boolean | { readonly hostName: string }): readonly string[] | undefined {
  if (tls === false) return undefined;
  return tls === true ? ['localhost', '127.0.0.1'] : [tls.hostName];
}
