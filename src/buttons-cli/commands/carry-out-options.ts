import type { Guards } from '../work-out/guards.js';
import type { CommonOptions } from './context.js';

/** The options of every command that changes buttons. */
export interface CarryOutOptions extends CommonOptions, Partial<Guards> {
  /** Asks no question. */
  readonly yes?: boolean;
  /** Only shows what would be changed. */
  readonly dryRun?: boolean;
  /** Leaves the change for someone else to approve. */
  readonly propose?: boolean;
  /** Why, for an approver and for those who read the change later. */
  readonly reason?: string;
  /** Ends with another code if there is something to change. */
  readonly detailedExitcode?: boolean;
}
