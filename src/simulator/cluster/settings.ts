import type { Release } from '../schema/releases.js';
import type { SpeedDialRules } from '../state/speed-dial-rules.js';
import type { Account } from './accounts.js';

/** What a simulator runs with: the options of `startSimulator`, with a value for each. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly controlPort: number;
  readonly certificateNames: readonly string[] | undefined;
  readonly accounts: readonly Account[];
  readonly lockAfter: number;
  readonly release: Release;
  readonly accepts: readonly string[];
  readonly sessionIdleMs: number;
  readonly now: () => number;
  readonly expiredSessionStatus: 401 | 404;
  readonly latencyMs: number;
  readonly maxResponseBytes: number;
  readonly speedDialRules: SpeedDialRules;
  readonly subscribers: number;
  /** One for each subscriber. */
  readonly replicationLagsMs: readonly number[];
  readonly sessionCookies: boolean;
  readonly anyCaseNames: boolean;
  readonly countsAbandoned: boolean;
}
