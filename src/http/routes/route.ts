import type { Middleware } from 'koa';
import type { History } from '../../history/history.js';
import type { CallManagerStatus } from '../../domain/call-manager-status.js';
import type { FindPhones } from '../../use-cases/find-phones.js';
import type { ButtonWriters } from '../../use-cases/button-writers.js';
import type { CallManager } from '../../use-cases/call-manager.js';
import type { HeldBodies } from '../middleware/json-body.js';
import type { RequestState } from '../middleware/request-context.js';
import type { DescribedRoute } from '../openapi/document.js';
import type { TimeForRequests } from './open-call-context.js';

/** One method of one path. */
export interface Route extends DescribedRoute {
  /** How a call looks: `GET /phone/?dirn=NUMBER`. Who asks at an unknown path is told; not of the documentation. */
  readonly call: string | undefined;
  /** @returns what a request goes through, in order; the last responds */
  readonly handlers: (dependencies: RouteDependencies) => readonly Middleware<RequestState>[];
}

/** What routes work with. */
export interface RouteDependencies {
  readonly findPhones: FindPhones;
  /** For what is read as it stands. */
  readonly callManager: CallManager;
  readonly buttonWriters: ButtonWriters;
  /** Undefined where none is kept. */
  readonly history: History | undefined;
  readonly time: TimeForRequests;
  /** Counts what bodies take in memory. */
  readonly bodies: HeldBodies;
  /** How the call manager is doing, without asking it more than readiness does. */
  readonly callManagerStatus: () => Promise<CallManagerStatus>;
  /** Users who may look up but not change. */
  readonly readOnlyUsers: ReadonlySet<string>;
}
