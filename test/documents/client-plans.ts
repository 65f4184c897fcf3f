import { listStates, planActions, planBounds, planStates } from '../../src/plans/plan.js';

/** @returns the client's file of what plans and their lists can be, and how large plans are at most */
export function clientPlanTableFile(): string {
  const { lists, bodyBytes, reason } = planBounds;
  const constant = (about: string, name: string, value: unknown): string =>
    `/** ${about} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
  return [
    '/** Written by `npm run docs`, from src/plans/plan.ts. */\n',
    constant('What a plan can be.', 'planStates', planStates),
    constant('What a list of a plan can be.', 'listStates', listStates),
    constant('What can be done with a plan.', 'planActions', planActions),
    constant('How large a plan is at most: its lists, its body in bytes, its reason in characters.', 'planBounds', {
      lists,
      bodyBytes,
      reason,
    }),
  ].join('\n');
}
