import type { Middleware } from 'koa';
import type { FindPhones } from '../../use-cases/find-phones.js';
import type { ReplaceSpeedDials } from '../../use-cases/replace-speed-dials.js';
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
  readonly replaceSpeedDials: ReplaceSpeedDials;
  readonly time: TimeForRequests;
  /** Users who may look up but not change. */
  readonly readOnlyUsers: ReadonlySet<string>;
}
