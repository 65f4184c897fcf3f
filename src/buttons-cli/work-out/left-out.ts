import { grouped } from '../../domain/grouped.js';
import { shown } from '../output/shown.js';
import { exitCodes, Stop } from '../stop.js';

/** A name in a file that is left out: a number without a matching button, or a device that does not exist. */
export interface LeftOut {
  readonly name: string;
  /** Words after which the name follows: `no button points at`. */
  readonly why: string;
}

/** The names that are left out. */
export interface LeftOutNames {
  readonly names: readonly LeftOut[];
  /** Whether the caller has said that it does not matter. */
  readonly isIgnored: boolean;
}

/** A name has no match. If the name is in a file, the other names in the file still count. */
export class NothingMeant extends Stop {
  constructor(
    message: string,
    readonly leftOut: LeftOut,
  ) {
    super(message, exitCodes.error, true);
  }
}

/** @returns one line for each reason, with all its names */
export function leftOutText(names: readonly LeftOut[]): string[] {
  const byReason = grouped(names, ({ why }) => why);
  return [...byReason].map(([why, of]) => `${why}: ${of.map(({ name }) => shown(name)).join(', ')}`);
}

/** @throws Stop if everything in a file is left out */
export function stopWhereAllIsLeftOut(names: readonly LeftOut[], count: number): void {
  if (count === 0 || names.length < count) return;
  throw new Stop(['nothing in the file matches; nothing was changed', ...leftOutText(names)].join('\n  '));
}
