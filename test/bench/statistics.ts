/** The summary of several samples of one figure. */
export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** @returns the value below which a part of the values lies (nearest rank); NaN without values */
export function quantile(values: readonly number[], part: number): number {
  const inOrder = [...values].sort((a, b) => a - b);
  return inOrder[Math.max(0, Math.ceil(part * inOrder.length) - 1)] ?? NaN;
}

/** @returns the middle value, or the mean of the two in the middle; NaN without values */
export function median(values: readonly number[]): number {
  const inOrder = [...values].sort((a, b) => a - b);
  const middle = inOrder.length / 2;
  const upper = inOrder[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((inOrder[middle - 1] ?? NaN) + upper) / 2 : upper;
}

export function summary(values: readonly number[]): Summary {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * Compares one figure with another that was sampled in turns with it, round by round, so that a slow phase of the
 * machine slows both.
 */
export function ratio(values: readonly number[], others: readonly number[]): Summary {
  if (values.length !== others.length) throw new Error('a ratio needs the same rounds of both');
  return summary(values.map((value, round) => value / (others[round] ?? NaN)));
}
