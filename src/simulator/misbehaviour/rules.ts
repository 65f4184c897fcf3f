import { z } from 'zod';
import { kindNames, kinds, losses, points } from './kinds.js';

const rule = z
  .strictObject({
    kind: z.enum(kindNames),
    /** Only this operation; `probe` is GET /axl/. Absent: every AXL request. */
    operation: z.string().optional(),
    /** Only this node: 0 is the publisher. Absent: every node. */
    node: z.int().min(0).optional(),
    /** How often it applies. Absent: until it is cleared. */
    times: z.int().min(1).optional(),
    /** For how long it applies from its first use, in milliseconds. Absent: until it is used up or cleared. */
    forMs: z.number().positive().optional(),
    /** The probability that it applies, 0 to 1, from a seeded generator. */
    probability: z.number().min(0).max(1).optional(),
    point: z.enum(points).optional(),
    ms: z.number().min(0).optional(),
    jitterMs: z.number().min(0).optional(),
    retryAfter: z.string().optional(),
    location: z.string().optional(),
    axlcode: z.int().optional(),
    message: z.string().optional(),
    namespaced: z.boolean().optional(),
    megabytes: z.number().positive().optional(),
    depth: z.int().min(1).optional(),
    /** How many rows an answer may have. An answer with more rows is too large. */
    rows: z.int().min(1).optional(),
    /** How a late commit loses its connection. */
    loss: z.enum(losses).optional(),
  })
  .superRefine(({ kind, point }, context) => {
    if (point === undefined || kinds[kind].points.includes(point)) return;
    context.addIssue(`${kind} has no point ${point}; it has ${kinds[kind].points.join(', ')}`);
  });

/** A rule of misbehavior, as the option, the control path and `misbehave` accept it. */
export type MisbehaviourRule = z.infer<typeof rule>;

/** A rule that is not valid; the message says why. */
export class RuleProblem extends Error {
  override name = 'RuleProblem';
}

/**
 * Reads one rule or a list of them.
 * @throws RuleProblem
 */
export function readRules(source: unknown): MisbehaviourRule[] {
  const parsed = z.array(rule).safeParse(Array.isArray(source) ? source : [source]);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new RuleProblem(`Misbehaviour rule: ${problems.join('; ')}`);
}

/** The active rules. They are checked in order, and only the first that applies is used. */
export class Misbehaviour {
  readonly #now: () => number;
  #rules: { readonly rule: MisbehaviourRule; left: number; until: number }[] = [];
  #inForce = new AbortController();

  /**
   * @param random from 0 to 1; seeded, so that a run can be repeated
   * @param now the clock, in milliseconds
   */
  constructor(
    readonly random: () => number,
    now: () => number,
  ) {
    this.#now = now;
  }

  add(rules: readonly MisbehaviourRule[]): void {
    this.#rules.push(...rules.map((rule) => ({ rule, left: rule.times ?? Infinity, until: Infinity })));
  }

  clear(): void {
    this.#rules = [];
    this.#inForce.abort();
    this.#inForce = new AbortController();
  }

  /** Aborts when the rules that are active now are cleared. */
  get cleared(): AbortSignal {
    return this.#inForce.signal;
  }

  /** The active rules, with how often each still applies. */
  inForce(): MisbehaviourRule[] {
    this.#dropSpent();
    return this.#rules.map(({ rule, left }) => (Number.isFinite(left) ? { ...rule, times: left } : rule));
  }

  /** @returns the rule for this request, and counts its use; undefined if the request is answered normally */
  next(operation: string, node: number): MisbehaviourRule | undefined {
    this.#dropSpent();
    const found = this.#rules.find(
      ({ rule }) =>
        (rule.operation === undefined || rule.operation === operation) &&
        (rule.node === undefined || rule.node === node) &&
        (rule.probability === undefined || this.random() < rule.probability),
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.until === Infinity) found.until = this.#now() + (found.rule.forMs ?? Infinity);
    return found.rule;
  }

  #dropSpent(): void {
    this.#rules = this.#rules.filter(({ left, until }) => left > 0 && this.#now() < until);
  }
}

/** A small seeded generator (mulberry32), good enough to pick which request fails. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
