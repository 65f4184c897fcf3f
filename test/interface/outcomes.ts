import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import type { Timeouts } from '../../src/http/server.js';
import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import type { fakePort } from '../support/fake-port.js';
import type { MemoryStore } from '../support/memory-store.js';
import { inventoryOutcomes } from './inventory-outcomes.js';
import { historyOutcomes } from './history-outcomes.js';
import { listOutcomes } from './list-outcomes.js';
import { getPhoneOutcomes } from './get-phone-outcomes.js';
import { postSpeedDialsOutcomes } from './post-speeddials-outcomes.js';
import { readingOutcomes } from './reading-outcomes.js';
import type { Stage } from './provoker.js';

/** One outcome of a call, and how to cause it. */
export interface Outcome {
  /** The fixture is `fixtures/interface/<name>.http`. */
  readonly name: string;
  /** The code of the expected problem; a success has none. */
  readonly code?: ErrorCode;
  /** The request with placeholders; the head has line feeds as line ends here. */
  readonly request: string;
  /** The service's environment, in addition to the usual one. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly misbehaviour?: MisbehaviourRule | readonly MisbehaviourRule[];
  /** Runs before the request is sent. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  /** Headers whose value is random or depends on the clock. */
  readonly jitters?: readonly string[];
  /** Replaces the simulator if that cannot cause the outcome. */
  readonly callManager?: Parameters<typeof fakePort>[0];
  /** With callManager: where the service keeps changes. */
  readonly store?: (() => Promise<MemoryStore>) | undefined;
  /** With callManager: the service's inventory. */
  readonly inventory?: (() => AskedInventory) | undefined;
  /** With callManager: users who may only look up. */
  readonly readOnlyUsers?: readonly string[];
  /** With callManager: limits for slow clients. */
  readonly timeouts?: Partial<Timeouts>;
}

export const outcomes: readonly Outcome[] = [
  ...getPhoneOutcomes,
  ...postSpeedDialsOutcomes,
  ...listOutcomes,
  ...readingOutcomes,
  ...historyOutcomes,
  ...inventoryOutcomes,
];
