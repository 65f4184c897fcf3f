import type { Command } from 'commander';
import {
  checked,
  described,
  group,
  guardsOf,
  onDevice,
  proposes,
  reason,
  type Run,
  type RunLocally,
  wholeNumber,
  withCommon,
  withDevices,
  withFilters,
  withGuards,
  withRun,
  withTables,
} from './command-options.js';
import type { CommonOptions } from './commands/context.js';
import type { ApplyOptions } from './commands/plans.js';
import type { ApplyPlanOptions, DecisionOptions, PlansOptions, RejectOptions } from './commands/proposed-plans.js';
import { usualPerHour } from './commands/run-work.js';
import { planOptions } from './filter-options.js';

/** Adds the commands for plans, in files and in the service. */
export function addPlans(commands: Command, run: Run, runLocally: RunLocally): void {
  const listing = described(withFilters(commands.command('plans'), planOptions), {
    summary: 'List the plans in the service',
    more: 'The newest plan comes first. The last column is what you can do with it.',
    examples: ['plans', 'plans --state proposed approved'],
  }).option('--limit <n>', 'Show at most this many (50)', wholeNumber);
  withTables(withCommon(listing)).action((options: PlansOptions) =>
    run(async (context) => (await import('./commands/proposed-plans.js')).plans(context, options)),
  );
  const plan = group(commands, 'plan', '<command>', 'Show, approve, reject, apply or stop a plan');
  const showing = described(plan.command('show <plan>'), {
    summary: 'Show what a plan changes',
    more: 'A number is a plan in the service. Anything else is a file.',
    examples: ['plan show 7', 'plan show p.json'],
  });
  withCommon(showing).action((name: string, options: CommonOptions) =>
    /^\d+$/.test(name)
      ? run(async (context) => (await import('./commands/proposed-plans.js')).show(context, name, options))
      : runLocally(async (context) => (await import('./commands/plans.js')).showPlan(context, name, options)),
  );
  addDecisions(plan, run);
  const applying = described(commands.command('apply <plan>'), {
    summary: 'Make the changes of a saved plan',
    examples: ['apply p.json --yes', 'apply p.json --dry-run', 'apply p.json --device SEP00A1B2C30011'],
  })
    .option(...onDevice)
    .option('--dry-run', 'Compare the plan with the current lists; change nothing')
    .option(...proposes)
    .option(...reason)
    .option('--detailed-exitcode', 'With --dry-run or --propose: end with 2 if there is something to change')
    .option('--force', 'Apply a plan that was edited or made with another PHONE_PROXY_URL');
  withGuards(withRun(withDevices(applying))).action((file: string, options: ApplyOptions) =>
    run(async (context) =>
      (await import('./commands/plans.js')).apply(context, file, checked(options), guardsOf(options)),
    ),
  );
}

/** Adds the decisions about plans in the service. */
function addDecisions(plan: Command, run: Run): void {
  const approving = described(plan.command('approve <id>'), {
    summary: 'Approve a plan of another user',
    more: 'It shows the plan first. The approval is for exactly that plan.',
    examples: ['plan approve 7'],
  }).option('--yes', 'Do not ask before approving');
  withCommon(approving).action((id: string, options: DecisionOptions) =>
    run(async (context) => (await import('./commands/proposed-plans.js')).approve(context, id, options)),
  );
  const rejecting = described(plan.command('reject <id>'), {
    summary: 'Reject a plan, or withdraw your own',
    examples: ['plan reject 7 --reason "Not this week."'],
  }).requiredOption('--reason <text>', 'Why, for the user who proposed it');
  withCommon(rejecting).action((id: string, options: RejectOptions) =>
    run(async (context) => (await import('./commands/proposed-plans.js')).reject(context, id, options)),
  );
  const applying = described(plan.command('apply <id>'), {
    summary: 'Apply an approved plan, and follow it',
    more: 'The service applies it, also after Ctrl-C. Repeat it to follow or continue.',
    examples: ['plan apply 7', 'plan apply 7 --yes --per-hour 600'],
  })
    .option('--per-hour <n>', `Send at most this many lists an hour; 0 means no limit (${usualPerHour})`, wholeNumber)
    .option('--yes', 'Do not ask before changing');
  withCommon(applying).action((id: string, options: ApplyPlanOptions) =>
    run(async (context) => (await import('./commands/proposed-plans.js')).apply(context, id, options)),
  );
  const stopping = described(plan.command('stop <id>'), {
    summary: 'Stop applying a plan',
    more: 'The lists at work are completed. plan apply continues.',
    examples: ['plan stop 7'],
  });
  withCommon(stopping).action((id: string, options: CommonOptions) =>
    run(async (context) => (await import('./commands/proposed-plans.js')).stop(context, id, options)),
  );
}
