/** How the call manager is doing, in a word. */
export const callManagerStates = ['ready', 'busy', 'credentials-refused', 'unavailable', 'unknown'] as const;

export interface CallManagerStatus {
  readonly state: (typeof callManagerStates)[number];
  /** The AXL release that is spoken with it, where that is known already. */
  readonly release: string | null;
}
