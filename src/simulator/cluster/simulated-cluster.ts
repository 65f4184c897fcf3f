import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Release } from '../schema/releases.js';
import type { SpeedDialRules } from '../state/devices.js';
import { type Account, Accounts } from './accounts.js';
import type { ContraryName, WriteContraryName } from '../misbehaviour/contraries.js';
import { Misbehaviour, type MisbehaviourRule, seededRandom } from '../misbehaviour/rules.js';
import { hasOperation } from '../operations/simulated-operations.js';
import { type AxlInterface, interfaceLoader } from '../schema/axl-interface.js';
import type { Seed } from '../state/seed.js';
import { Replication } from './replication.js';
import { Statistics } from './statistics.js';
import { UpdateLog } from './update-log.js';

/** The settings of a simulator: the options of `startSimulator`, with a value for each. */
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
  readonly strictRequests: boolean;
  readonly contrary: ContraryName | WriteContraryName | undefined;
}

/** What can be changed while the simulator runs. */
export interface ClusterTraits {
  /** Whether device names match in any letter case. */
  anyCaseNames: boolean;
  /** Whether a request of a client that hung up counts as in flight until its work is done. */
  countsAbandoned: boolean;
  /** Whether requests must follow protocol and schema exactly. Then the deviations of common tools are refused. */
  strictRequests: boolean;
}

/** What the nodes of one simulated cluster share. */
export class SimulatedCluster {
  readonly #seed: Seed;
  readonly accounts: Accounts;
  readonly statistics = new Statistics();
  readonly updates = new UpdateLog();
  readonly misbehaviour: Misbehaviour;
  readonly interfaceOf: (version: string) => AxlInterface = interfaceLoader(hasOperation);
  readonly #closing = new AbortController();
  readonly traits: ClusterTraits;
  /** How much later than the publisher each node sees a change, in milliseconds, by the number of the node. */
  readonly lags: number[];
  #current: Replication;

  constructor(
    readonly settings: Settings,
    seed: Seed,
    rules: readonly MisbehaviourRule[],
    randomSeed: number,
  ) {
    this.#seed = seed;
    this.accounts = new Accounts(settings.accounts, settings.lockAfter);
    this.misbehaviour = new Misbehaviour(seededRandom(randomSeed), settings.now);
    this.misbehaviour.add(rules);
    const { anyCaseNames, countsAbandoned, strictRequests } = settings;
    this.traits = { anyCaseNames, countsAbandoned, strictRequests };
    this.lags = [0, ...settings.replicationLagsMs];
    this.#current = this.#freshCopies();
    // Each waiting request adds a listener, which is no leak.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * The copies in use. A request keeps the copies that were in use when it arrived. So a reset does not give it new
   * copies.
   */
  get copies(): Replication {
    return this.#current;
  }

  /** Restores the seed, with all counters at zero. Misbehavior, sessions, traits and lags stay. */
  reset(): void {
    this.#current.close();
    this.#current = this.#freshCopies();
    this.statistics.reset();
    this.updates.reset();
  }

  /** Waits; ends early when the simulator closes, or a signal is aborted. */
  readonly wait = async (ms: number, ended?: AbortSignal): Promise<void> => {
    if (ms <= 0) return;
    const signal = ended ? AbortSignal.any([this.#closing.signal, ended]) : this.#closing.signal;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
  };

  /** Ends every wait, and frees the memory of the state. */
  close(): void {
    this.#closing.abort();
    this.#current.close();
  }

  #freshCopies(): Replication {
    const { traits } = this;
    const names = {
      get anyCase() {
        return traits.anyCaseNames;
      },
    };
    return new Replication(this.#seed, names, this.lags, this.settings.now);
  }
}
