/**
 * A place in the order of events, as the inventory's store has seen them: a mark of a write, or a request to the call
 * manager. The store gives the numbers; clocks do not matter. Places of two epochs cannot be compared, because the
 * store was created again between them.
 */
export interface Place {
  readonly epoch: string;
  readonly number: number;
}
