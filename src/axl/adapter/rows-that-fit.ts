import { AxlFault } from '../soap/soap-faults.js';

/** How many rows are requested if the call manager does not say how many fit. */
const usualRows = 500;

/**
 * Reads the call manager's words: "Query request too large. Total rows matched: 2816 rows. Suggested row fetch: less
 * than 1408 rows".
 * @returns how many rows fit into an answer; undefined for any other error
 */
export function rowsThatFit(thrown: unknown): number | undefined {
  if (!(thrown instanceof AxlFault) || !/too large/i.test(thrown.words)) return undefined;
  const suggested = /sugges\w+ row fetch\D{0,20}(\d{1,9})/i.exec(thrown.words)?.[1];
  return suggested === undefined ? usualRows : Math.max(1, Number(suggested) - 1);
}
