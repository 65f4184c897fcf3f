import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import type { History } from '../../src/history/history.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import type { Timeouts } from '../../src/http/server.js';
import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import type { fakePort } from '../support/fake-port.js';
import { inventoryOutcomes } from './inventory-outcomes.js';
import { historyOutcomes } from './history-outcomes.js';
import { listOutcomes } from './list-outcomes.js';
import { getPhoneOutcomes } from './get-phone-outcomes.js';
import { postSpeedDialsOutcomes } from './post-speeddials-outcomes.js';
import { readingOutcomes } from './reading-outcomes.js';
import type { Stage } from './provoker.js';

/** One way in which a call ends, and how it is brought about. */
export interface Outcome {
  /** The fixture is `fixtures/interface/<name>.http`. */
  readonly name: string;
  /** The code of the problem that must come; a success has none. */
  readonly code?: ErrorCode;
  /** As it is sent, with placeholders; the line ends of the head are line feeds here. */
  readonly request: string;
  /** Of the service, beside what each has. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly misbehaviour?: MisbehaviourRule | readonly MisbehaviourRule[];
  /** Happens before the request is sent. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  /** Headers whose number is drawn by chance or depends on the clock. */
  readonly jitters?: readonly string[];
  /** In the place of the simulator, where that cannot bring the outcome about. */
  readonly callManager?: Parameters<typeof fakePort>[0];
  /** Together with callManager: the history that the service keeps. */
  readonly history?: (() => History) | undefined;
  /** Together with callManager: the inventory that the service keeps. */
  readonly inventory?: (() => AskedInventory) | undefined;
  /** Together with callManager: users who may look but not change. */
  readonly readOnlyUsers?: readonly string[];
  /** Together with callManager: bounds on how slowly a client may send. */
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
