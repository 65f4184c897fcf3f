import { kinds, type KindName, type Point } from '../../src/simulator/misbehaviour/kinds.js';
import type { MisbehaviourRule } from '../../src/simulator/misbehaviour/rules.js';
import type { Dice } from '../support/dice.js';

/**
 * How long the simulated call manager may delay an update, if it is slow. A request that was given up may still be
 * carried out in that time, which no client of a call manager can prevent.
 */
const slowUpdateMs = 300;
/** After this time, in milliseconds, no request that was given up is carried out any more. */
export const longestLateMs = slowUpdateMs + 500;

/** The parameters of a kind besides its operation: sizes that show the fault without using the whole machine. */
const parameters: Partial<Record<KindName, (dice: Dice) => Partial<MisbehaviourRule>>> = {
  delay: (dice) => ({ ms: dice.below(2_500), jitterMs: 100 }),
  '503': (dice) => (dice.chance(0.3) ? { retryAfter: '1' } : {}),
  fault: (dice) => ({
    axlcode: dice.pick([-1, 201, 5003, -239, -691]),
    namespaced: dice.chance(0.5),
    ...(dice.chance(0.5) && { message: 'Query request too large. Suggestive Row Fetch: less than 844 rows' }),
  }),
  'late-commit': (dice) => ({ ms: dice.below(slowUpdateMs) }),
  drip: () => ({ ms: 100 }),
  huge: () => ({ megabytes: 12, times: 1 }),
  endless: () => ({ times: 1 }),
  'gzip-bomb': () => ({ megabytes: 10, times: 1 }),
};

/** A refusal with these means that nothing was carried out, so they must not act after the request is applied. */
const refusals: ReadonlySet<KindName> = new Set([
  ...(['401', '403', '404', '413', '429', '503', '599', 'redirect', 'fault', 'memory-fault'] as const),
  ...(['locked', 'duplicate-key'] as const),
]);

const operations = ['listLine', 'getLine', 'listPhone', 'getPhone', 'updatePhone', 'updatePhone', 'applyPhone'];

/** A random rule of misbehavior: any kind at any of its points. */
export function randomRule(dice: Dice, nodes: number): MisbehaviourRule {
  // A list that is altered on purpose is for the judge, which knows what was set.
  const kind = dice.pick((Object.keys(kinds) as KindName[]).filter((name) => name !== 'alters-list'));
  const points = kinds[kind].points.filter((point) => point !== 'after' || !refusals.has(kind));
  const point = dice.pick<Point>(points);
  const operation = dice.chance(0.8) ? dice.pick(operations) : undefined;
  const rule: MisbehaviourRule = {
    kind,
    point,
    times: 1 + dice.below(kind === '503' || kind === 'memory-fault' ? 3 : 6),
    ...(operation !== undefined && { operation }),
    ...(dice.chance(0.4) && { node: dice.below(nodes) }),
    ...parameters[kind]?.(dice),
  };
  return carriesOutLate(rule) ? { ...rule, ms: dice.below(slowUpdateMs - 100) } : rule;
}

/** Whether it waits first and then carries the request out. */
function carriesOutLate({ kind, point, operation }: MisbehaviourRule): boolean {
  return kind === 'delay' && point !== 'after' && (operation === undefined || operation === 'updatePhone');
}
