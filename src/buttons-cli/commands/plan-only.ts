/** What becomes of a plan in place of its changes: at most one of these. */
export interface PlanOnlyOptions {
  /** The file to which the plan is saved. */
  readonly plan?: string;
  /** Shows the plan, and nothing else. */
  readonly dryRun?: boolean;
  /** Sends the plan to the service, where somebody else approves it. */
  readonly propose?: boolean;
  /** With propose, for who approves it. */
  readonly reason?: string;
  /** Ends with another code if there is something to change. */
  readonly detailedExitcode?: boolean;
}

/** @returns whether a command only plans */
export function changesNothing({ plan, dryRun = false, propose = false }: PlanOnlyOptions): boolean {
  return plan !== undefined || dryRun || propose;
}
