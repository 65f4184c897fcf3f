import { inIndexOrder } from '../../src/domain/buttons.js';
import type { SpeedDial } from '../../src/domain/phone.js';

/** Times are in milliseconds since the epoch, by this machine's only clock. */

/** What the caller of a write knows. `unknown`: outcome-unknown, or the caller hung up. */
export type Outcome = 'set' | 'not set' | 'unknown';

export interface Write {
  readonly id: string;
  readonly phone: string;
  readonly list: string;
  readonly from: number;
  /** When its caller had an answer, or hung up. */
  readonly until: number;
  readonly outcome: Outcome;
}

export interface Lookup {
  readonly from: number;
  readonly until: number;
  /** The list that each phone showed. */
  readonly shown: ReadonlyMap<string, string>;
}

/** What the service's own log says about a write, by the id of the request. */
export interface Trace {
  /** When the service had settled it: the time of its audit line. */
  settled?: number;
  /** Until when the call manager may still carry out an attempt that was given up. */
  lateUntil?: number;
}

/** A list as a text: the same for the same speed dials in any order. */
export function listText(dials: readonly SpeedDial[]): string {
  return JSON.stringify(inIndexOrder(dials).map(({ index, dirn, label }) => [String(Number(index)), dirn, label]));
}

/** How much the clocks of two log lines may differ, in milliseconds. */
const tolerance = 3;

/**
 * What the phones can have had, according to what callers were told. A list can be seen if its write was sent and may
 * have been the last one: no write that began after it was over has been answered with 200.
 */
export class History {
  readonly #writes = new Map<string, Write[]>();
  readonly #traces: ReadonlyMap<string, Trace>;
  #lookups: Lookup[] = [];
  /** How many lists can only be explained by an attempt that was carried out late. */
  late = 0;

  constructor(traces: ReadonlyMap<string, Trace>) {
    this.#traces = traces;
  }

  /** The list of a phone that no one writes to now. Everything before is over. */
  begin(phone: string, list: string): void {
    const first: Write = { id: 'before', phone, list, from: -Infinity, until: -Infinity, outcome: 'set' };
    this.#writes.set(phone, [first]);
  }

  wrote(write: Write): void {
    this.#writes.get(write.phone)?.push(write);
  }

  lookedUp(lookup: Lookup): void {
    this.#lookups.push(lookup);
  }

  /** @returns what is wrong in all lookups since the last call, one line each */
  untrueLookups(): string[] {
    const lookups = this.#lookups;
    this.#lookups = [];
    return lookups.flatMap(({ from, until, shown }) =>
      [...shown].flatMap(([phone, list]) => this.#fault(phone, list, from, until) ?? []),
    );
  }

  /** @returns what is wrong in the call manager's final state */
  untrueState(lists: ReadonlyMap<string, string>): string[] {
    const now = Date.now();
    return [...this.#writes.keys()].flatMap(
      (phone) => this.#fault(phone, lists.get(phone) ?? 'no phone', now, now) ?? [],
    );
  }

  #fault(phone: string, list: string, from: number, until: number): string | undefined {
    const writes = this.#writes.get(phone) ?? [];
    const setters = writes.filter((write) => write.list === list);
    const fitting = setters.filter((write) => this.#canBeLast(write, writes, from, until));
    if (fitting.length === 0) return told(phone, list, from, until, setters, writes);
    if (fitting.every((write) => !this.#canBeLast(write, writes, from, until, false))) this.late += 1;
    return undefined;
  }

  #canBeLast(write: Write, writes: readonly Write[], from: number, until: number, allowLate = true): boolean {
    const { settled, lateUntil } = this.#traces.get(write.id) ?? {};
    const late = allowLate ? lateUntil : undefined;
    if (write.outcome === 'not set' && late === undefined) return false;
    if (write.from > until) return false;
    const over = Math.max(write.until, settled ?? -Infinity, late ?? -Infinity) + tolerance;
    return !writes.some((other) => other.outcome === 'set' && other.from > over && other.until < from);
  }
}

function told(
  phone: string,
  list: string,
  from: number,
  until: number,
  setters: readonly Write[],
  writes: readonly Write[],
): string {
  const at = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(14, 23) : 'the start');
  const one = (write: Write) => `${write.id} (${write.outcome}, ${at(write.from)} to ${at(write.until)})`;
  const lastSet = writes
    .filter((write) => write.outcome === 'set' && write.until <= from)
    .sort((a, b) => a.until - b.until)
    .at(-1);
  return (
    `${phone} from ${at(from)} to ${at(until)} showed ${list.slice(0, 80)}, ` +
    (setters.length === 0 ? 'which nobody has set' : `set by ${setters.map(one).join(', ')}`) +
    (lastSet ? `; the last 200 before was ${one(lastSet)}` : '')
  );
}
