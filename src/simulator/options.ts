import type { Account } from './cluster/accounts.js';
import type { Settings } from './cluster/simulated-cluster.js';
import type { ContraryName } from './misbehaviour/contraries.js';
import type { MisbehaviourRule } from './misbehaviour/rules.js';
import { acceptedVersions, isRelease, releases } from './schema/releases.js';
import { type SpeedDialRules, usualSpeedDialRules } from './state/devices.js';

/** What `startSimulator` takes. Everything has a default. */
export interface SimulatorOptions {
  /** The address to listen on; 127.0.0.1. */
  readonly host?: string;
  /** 0, the default, takes any free port. Subscribers take any. */
  readonly port?: number;
  /** The port of the control path, always on loopback; 0, the default, takes any. */
  readonly controlPort?: number;
  /** https with a certificate made at start; `hostName` is the only name in it then. Default: false. */
  readonly tls?: boolean | { readonly hostName: string };
  /** The account that may do everything; axl / axl-demo. */
  readonly username?: string;
  readonly password?: string;
  /** Further accounts, to try roles on. */
  readonly accounts?: readonly Account[];
  /** Wrong passwords in a row that lock an account; 0: never. Default: 3, as on a call manager. */
  readonly lockAfter?: number;
  /** The release that it is; 14.0. */
  readonly release?: string;
  /** The schema versions that it accepts; by default those of the release. */
  readonly accepts?: readonly string[];
  /** A seed file or its parsed content; fixtures/company.json. */
  readonly seed?: unknown;
  /** How long a session lives unused; 30 minutes. */
  readonly sessionIdleMs?: number;
  /** The clock of sessions, lags and rules, in milliseconds; Date.now. */
  readonly now?: () => number;
  /** The status of the response to an expired session; 404. */
  readonly expiredSessionStatus?: 401 | 404;
  /** Time that every AXL request takes, in milliseconds; 0. */
  readonly latencyMs?: number;
  readonly misbehaviour?: MisbehaviourRule | readonly MisbehaviourRule[];
  /** Start of the generator that rules with a probability draw from; 1. */
  readonly randomSeed?: number;
  /** Larger responses are refused with the fault that AXL gives; 8 MB. */
  readonly maxResponseBytes?: number;
  /** What updatePhone allows in a speed dial; see usualSpeedDialRules. */
  readonly speedDialRules?: Partial<SpeedDialRules>;
  /** Further nodes beside the publisher: own address and sessions, a copy of the state that follows. Default: 0. */
  readonly subscribers?: number;
  /**
   * How much later than the publisher the subscribers see a change, in milliseconds: one number for all of them, or
   * one for each. A change that a subscriber is sent is made on the publisher, and comes back with the lag. Default: 0.
   */
  readonly replicationLagMs?: number | readonly number[];
  /** Whether the nodes give session cookies; without, each request needs its credentials. Default: true. */
  readonly sessionCookies?: boolean;
  /** Whether device names match in any case of letters. Default: false, as in the database of a call manager. */
  readonly anyCaseNames?: boolean;
  /** Whether a request whose client hung up counts as in flight until the work on it is done. Default: false. */
  readonly countsAbandoned?: boolean;
  /** Whether SOAPAction must name version and operation, and a sequence be a number. Default: false. */
  readonly strictRequests?: boolean;
  /** The one thing that is otherwise than clients take for granted; see contraries. */
  readonly contrary?: ContraryName;
}

const megabyte = 1024 * 1024;

/** What holds where an option is not given. */
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
 * @throws Error if the release is none
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
