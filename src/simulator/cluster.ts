import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Accounts } from './accounts.js';
import { interfaceLoader, type AxlInterface } from './axl-interface.js';
import { CallManager } from './call-manager.js';
import { type MisbehaviourRule, Misbehaviour, seededRandom } from './misbehaviour-rules.js';
import type { Settings } from './options.js';
import type { Seed } from './seed.js';
import { SqlTables } from './sql-tables.js';
import { Statistics } from './statistics.js';

/** What the nodes of one simulated cluster share. */
export class Cluster {
  readonly accounts: Accounts;
  readonly statistics = new Statistics();
  readonly misbehaviour: Misbehaviour;
  readonly interfaceOf: (version: string) => AxlInterface = interfaceLoader();
  private readonly closing = new AbortController();
  private current: { readonly callManager: CallManager; readonly tables: SqlTables };

  constructor(
    readonly settings: Settings,
    private readonly seed: Seed,
    rules: readonly MisbehaviourRule[],
    randomSeed: number,
  ) {
    this.accounts = new Accounts(settings.accounts, settings.lockAfter);
    this.misbehaviour = new Misbehaviour(seededRandom(randomSeed));
    this.misbehaviour.add(rules);
    this.current = freshState(seed);
    // One listener for each request that waits; that is no leak.
    setMaxListeners(0, this.closing.signal);
  }

  get callManager(): CallManager {
    return this.current.callManager;
  }

  get tables(): SqlTables {
    return this.current.tables;
  }

  /** Back to the seed, with all counters at zero. Misbehaviour and sessions stay. */
  reset(): void {
    this.current.tables.close();
    this.current = freshState(this.seed);
    this.statistics.reset();
  }

  /** Waits; ends early when the simulator closes. */
  readonly wait = async (ms: number): Promise<void> => {
    if (ms <= 0) return;
    await sleep(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  };

  /** Ends every wait and frees what the state holds. */
  close(): void {
    this.closing.abort();
    this.current.tables.close();
  }
}

function freshState(seed: Seed): { callManager: CallManager; tables: SqlTables } {
  const callManager = new CallManager(seed);
  return { callManager, tables: new SqlTables(callManager) };
}
