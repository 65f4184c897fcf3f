import { Command, InvalidArgumentError, Option } from 'commander';
import type { CarryOutOptions } from './commands/carry-out.js';
import type { CommonOptions, Context } from './commands/context.js';
import type { ExportOptions } from './commands/csv-files.js';
import type { EditOptions } from './commands/edit.js';
import { type RunSettings, usualPerHour } from './commands/run-work.js';
import { settingNames } from './connection/settings.js';
import { buttonKinds } from '../domain/buttons.js';
import { type Guards, usualMaxDevices } from './plan/guards.js';
import { type ExitCode, Stop } from './stop.js';

/** Runs a command that has been read from the command line. */
type Run = (command: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** @returns the commands below `axl-phone-proxy buttons`; what carries one out is loaded when it is asked for */
export function programOf(run: Run): Command {
  const program = new Command('axl-phone-proxy buttons')
    .description('Finds and changes the buttons of many phones, through the service.')
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .addHelpText('after', `\nEnvironment variables:\n  ${settingNames.join('\n  ')}\ndocs/command-line.md says more.`);
  addFind(program, run);
  addEdits(program, run);
  addCopy(program, run);
  addCsv(program, run);
  addRuns(program, run);
  return program;
}

function addFind(program: Command, run: Run): void {
  const command = program.command('find <number>').description('show who carries a number, and who has a button to it');
  withCommon(command).action((number: string, options: CommonOptions) =>
    run(async (context) => (await import('./commands/find.js')).find(context, number, options)),
  );
}

function addEdits(program: Command, run: Run): void {
  const relabel = program.command('relabel <number> <label>').description('give all buttons to a number a label');
  withChange(withNarrowing(relabel)).action((number: string, label: string, options: EditOptions) =>
    run(async (context) =>
      (await import('./commands/edit.js')).relabel(context, number, label, checked(options), guardsOf(options)),
    ),
  );
  const replace = program
    .command('replace <number> <other>')
    .description('make all buttons to a number point to another one')
    .option(
      '--to-partition <name>',
      'the partition of the other number, for busy lamp fields; without it, theirs stays',
    );
  withChange(withNarrowing(replace)).action((number: string, other: string, options: EditOptions) =>
    run(async (context) =>
      (await import('./commands/edit.js')).replace(context, number, other, checked(options), guardsOf(options)),
    ),
  );
}

function addCopy(program: Command, run: Run): void {
  const command = program
    .command('copy <source> <targets...>')
    .description(
      'give devices the buttons of another one, in place of theirs; phone:NAME and profile:NAME say which kind',
    );
  withChange(command).action((source: string, targets: string[], options: CarryOutOptions) =>
    run(async (context) =>
      (await import('./commands/copy.js')).copy(context, source, targets, checked(options), guardsOf(options)),
    ),
  );
}

function addCsv(program: Command, run: Run): void {
  const exporting = program
    .command('export [devices...]')
    .description('write the buttons of devices as CSV')
    .option('--number <number>', 'every device with a button to this number')
    .option('--output <file>', 'the file to write, which must not be there yet; without it, standard output')
    .addOption(new Option('--delimiter <sign>', 'what stands between cells').choices([',', ';']).default(','))
    .option('--quiet', 'no progress');
  exporting.action((devices: string[], options: ExportOptions) =>
    run(async (context) => (await import('./commands/csv-files.js')).exportCsv(context, devices, options)),
  );
  const importing = program.command('import <file>').description('make the lists that a CSV file names what it says');
  withChange(importing).action((file: string, options: CarryOutOptions) =>
    run(async (context) =>
      (await import('./commands/csv-files.js')).importCsv(context, file, checked(options), guardsOf(options)),
    ),
  );
}

function addRuns(program: Command, run: Run): void {
  const applying = program.command('apply <plan>').description('carry out a plan that --plan has saved');
  withGuards(withRun(applying)).action((file: string, options: CarryOutOptions) =>
    run(async (context) => (await import('./commands/runs.js')).apply(context, file, options, guardsOf(options))),
  );
  const resuming = program.command('resume <journal>').description('go on with a run that was cut off');
  withPace(resuming)
    .option('--yes', 'is taken, and changes nothing: the run was confirmed when it began')
    .action((file: string, options: CommonOptions & RunSettings) =>
      run(async (context) => (await import('./commands/runs.js')).resume(context, file, options)),
    );
  const back = program
    .command('rollback <journal>')
    .description('set back what a run has changed and nobody has changed since');
  withPlan(withRun(back)).action((file: string, options: CarryOutOptions) =>
    run(async (context) => (await import('./commands/runs.js')).rollback(context, file, checked(options))),
  );
}

function withCommon(command: Command): Command {
  return command.option('--json', 'the result as JSON').option('--quiet', 'no progress, and only what needs somebody');
}

function withPace(command: Command): Command {
  return withCommon(command)
    .option('--per-hour <n>', `how many writes in an hour, at most; 0 for no bound (${usualPerHour})`, wholeNumber)
    .option('--keep-going', 'do not stop after five failures in a row');
}

function withRun(command: Command): Command {
  return withPace(command)
    .option('--yes', 'do not ask before changing')
    .option('--journal <file>', 'the record of the run, a new file; without it, one in the working directory');
}

function withPlan(command: Command): Command {
  return command
    .option('--plan <file>', 'save the plan to a new file, and change nothing')
    .option('--detailed-exitcode', 'with --plan: end with 2 where there is something to change');
}

function withGuards(command: Command): Command {
  return command
    .option('--max-devices <n>', `how many devices may be changed (${usualMaxDevices})`, wholeNumber)
    .option('--allow-removals', 'buttons may be removed');
}

function withChange(command: Command): Command {
  return withGuards(withPlan(withRun(command)));
}

function withNarrowing(command: Command): Command {
  const collect = (name: string, names: readonly string[] = []): readonly string[] => [...names, name];
  return command
    .addOption(new Option('--kind <kind>', 'only buttons of this kind').choices(buttonKinds))
    .option('--device <name>', 'only on this device; may be given several times', collect)
    .option('--old-label <label>', 'only buttons that have this label')
    .option('--partition <name>', "only busy lamp fields that watch the number in this partition; '' is none");
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function guardsOf({ maxDevices = usualMaxDevices, allowRemovals = false }: Partial<Guards>): Guards {
  return { maxDevices, allowRemovals };
}

/** @throws Stop where options do not go together */
function checked<Options extends CarryOutOptions>(options: Options): Options {
  if (options.detailedExitcode && options.plan === undefined)
    throw new Stop('--detailed-exitcode belongs to --plan FILE');
  if (options.plan !== undefined && options.journal !== undefined) {
    throw new Stop('--plan changes nothing, so there is no run for --journal');
  }
  return options;
}
