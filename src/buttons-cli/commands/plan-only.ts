/** What a command does with its plan instead of carrying it out. At most one of these is given. */
export interface PlanOnlyOptions {
  /** The file for the plan. */
  readonly plan?: string;
  /** Only shows the plan. */
  readonly dryRun?: boolean;
  /** Sends the plan to the service, where someone else approves it. */
  readonly propose?: boolean;
  /** With propose: why, for the approver. */
  readonly reason?: string;
  /** Ends with another code if there is something to change. */
  readonly detailedExitcode?: boolean;
}

/** @returns whether a command only plans */
export function changesNothing({ plan, dryRun = false, propose = false }: PlanOnlyOptions): boolean {
  return plan !== undefined || dryRun || propose;
}
