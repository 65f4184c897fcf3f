import { parseArgs } from 'node:util';

export interface Arguments {
  /** Half a minute: CPU against the floor and the soap client. */
  readonly quick: boolean;
  /** 500,000 lookups while memory is watched, instead of 60,000. */
  readonly long: boolean;
  /** End with 1 when a goal is missed. */
  readonly check: boolean;
  /** Draw the plot anew from the results that are there, and measure nothing. */
  readonly plot: boolean;
  /** The parts to be measured; all when it is absent. */
  readonly only: readonly string[] | undefined;
}

/** What can be measured besides the groups of rows. */
export const extraParts = ['trips', 'start', 'memory', 'loop'] as const;

/**
 * @param argv what follows the program's name
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
