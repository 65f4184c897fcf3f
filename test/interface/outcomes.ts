import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import type { Timeouts } from '../../src/http/server.js';
import type { MisbehaviourRule } from '../../src/simulator/simulator.js';
import type { CallManager } from '../../src/use-cases/call-manager.js';
import { getPhoneOutcomes } from './get-phone-outcomes.js';
import { postSpeedDialsOutcomes } from './post-speeddials-outcomes.js';
import type { Stage } from './provoker.js';

/** One way in which one of the two calls ends, and how it is brought about. */
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
  readonly callManager?: Partial<CallManager>;
  /** Together with callManager: bounds on how slowly a client may send. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Codes that one of the two calls cannot end with. */
export const impossible: Readonly<Record<'get-phone' | 'post-speeddials', readonly ErrorCode[]>> = {
  'get-phone': [
    'forbidden',
    'payload-too-large',
    'unsupported-media-type',
    'phone-not-found',
    'rejected-by-call-manager',
    'outcome-unknown',
  ],
  'post-speeddials': [],
};

export const outcomes: readonly Outcome[] = [...getPhoneOutcomes, ...postSpeedDialsOutcomes];
