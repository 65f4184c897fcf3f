import { shown } from '../output/shown.js';
import { exitCodes, Stop } from '../stop.js';

/** What a file names, and is left out: a number without a button that is meant, a device that there is not. */
export interface LeftOut {
  readonly name: string;
  /** In words that the name follows: `no button points at`. */
  readonly why: string;
}

/** What is left out of a plan. */
export interface LeftOutOfPlan {
  readonly names: readonly LeftOut[];
  /** Whether the caller has said that it does not matter. */
  readonly isIgnored: boolean;
}

/** Says that nothing is meant by a name; where a file has it, the others are meant all the same. */
export class NothingMeant extends Stop {
  constructor(
    message: string,
    readonly leftOut: LeftOut,
  ) {
    super(message, exitCodes.error, true);
  }
}

/** @returns a line for each reason, with the names; all of them stand in it */
export function leftOutText(names: readonly LeftOut[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { name, why } of names) {
    const same = byReason.get(why);
    if (same) same.push(shown(name));
    else byReason.set(why, [shown(name)]);
  }
  return [...byReason].map(([why, of]) => `${why}: ${of.join(', ')}`);
}

/** @throws Stop if all that a file names is left out */
export function stopWhereAllIsLeftOut(names: readonly LeftOut[], count: number): void {
  if (count === 0 || names.length < count) return;
  throw new Stop(['nothing in the file matches; nothing was changed', ...leftOutText(names)].join('\n  '));
}
