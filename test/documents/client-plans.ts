import { listStates, listsToSet, planActions, planBounds, planStates } from '../../src/plans/plan.js';

/** @returns the client's file with the states of plans and lists, and the limits of plans */
export function clientPlanTableFile(): string {
  const { lists, bodyBytes, bodyValues, title, reason, rejection, perHour } = planBounds;
  const constant = (about: string, name: string, value: unknown, type?: string): string =>
    `/** ${about} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n` +
    (type === undefined ? '' : `export type ${type} = (typeof ${name})[number];\n`);
  return [
    '/** Written by `npm run docs`, from src/plans/plan.ts. */\n',
    constant('The states of a plan.', 'planStates', planStates, 'PlanState'),
    constant('The states of a list of a plan.', 'listStates', listStates, 'ListState'),
    constant(
      'The states of the lists that an application sets, when it begins and when it continues.',
      'listsToSet',
      listsToSet,
    ),
    constant('The actions on a plan.', 'planActions', planActions, 'PlanAction'),
    constant(
      'The limits of a plan: the number of its lists, its body in bytes and values, its texts in characters, its lists in an hour.',
      'planBounds',
      { lists, bodyBytes, bodyValues, title, reason, rejection, perHour },
    ),
  ].join('\n');
}
