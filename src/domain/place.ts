/**
 * A place in the order in which the inventory's store has seen things happen: the mark of a write, a question to the
 * call manager. The store gives the numbers; no clock does. Places of two epochs cannot be compared: the store was made
 * again between them.
 */
export interface Place {
  readonly epoch: string;
  readonly number: number;
}
