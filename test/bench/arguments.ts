import { parseArgs } from 'node:util';

export interface Arguments {
  /** Half a minute: CPU compared with the floor and the soap client. */
  readonly quick: boolean;
  /** Memory is measured over 500,000 lookups instead of 60,000. */
  readonly long: boolean;
  /** Exits with 1 if a goal is missed. */
  readonly check: boolean;
  /** Draws the plot again from the stored results, and measures nothing. */
  readonly plot: boolean;
  /** The parts to measure; all if absent. */
  readonly only: readonly string[] | undefined;
}

/** The parts that can be measured besides the groups of rows. */
export const extraParts = ['trips', 'start', 'memory', 'loop'] as const;

/**
 * @param argv the arguments after the program's name
 * @param groups the names of the groups of rows
 * @throws Error that says what is wrong, and what would be right
 */
export function readArguments(argv: readonly string[], groups: readonly string[]): Arguments {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: { quick: flag, long: flag, check: flag, plot: flag, only: { type: 'string' } },
  });
  const parts = [...groups, ...extraParts];
  const only = values.only?.split(',');
  const unknown = only?.find((part) => !parts.includes(part));
  if (unknown !== undefined) throw new Error(`there is no part ${unknown}; there are ${parts.join(', ')}`);
  return { quick: values.quick, long: values.long, check: values.check, plot: values.plot, only };
}
