import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
import { findingKinds } from '../domain/finding.js';
import { version } from '../version.js';
import type { CarryOutOptions } from './commands/carry-out.js';
import type { CheckOptions } from './commands/check.js';
import type { CommonOptions, Context } from './commands/context.js';
import type { CopyOptions } from './commands/copy.js';
import type { ExportOptions } from './commands/csv-files.js';
import type { EditOptions } from './commands/edit.js';
import type { RunsOptions } from './commands/runs.js';
import { type PaceOptions, usualPerHour } from './commands/run-work.js';
import type { UndoRunOptions } from './commands/undo.js';
import { completionOf, type Neighbour, shells } from './completion.js';
import { settingMeanings } from './connection/settings.js';
import { type Guards, usualMaxDevices } from './plan/guards.js';
import { type ExitCode, exitCodeMeanings, exitCodes, Stop } from './stop.js';

/** Runs a command that has been read from the command line. */
type Run = (command: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** Runs one that needs no service. */
type RunLocally = (command: (context: Pick<Context, 'terminal'>) => Promise<ExitCode>) => Promise<void>;

export interface ProgramParts {
  readonly run: Run;
  readonly runLocally: RunLocally;
  /** The commands beside `buttons`, for completion. */
  readonly neighbours: readonly Neighbour[];
}

const program = 'axl-phone-proxy buttons';

/** @returns the commands below `axl-phone-proxy buttons`; what carries one out is loaded when it is asked for */
export function programOf({ run, runLocally, neighbours }: ProgramParts): Command {
  const commands = new Command(program)
    .description('Finds and changes the buttons of many phones, through the service.')
    .version(version, '-v, --version', 'the version')
    .helpOption('-h, --help', 'this text')
    .helpCommand('help [command]', 'what a command does, and its options')
    .configureHelp({ showGlobalOptions: false })
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .addHelpText(
      'after',
      `\n${columns('Environment variables:', Object.entries(settingMeanings))}\n\n${exitCodesText}`,
    );
  addLookUps(commands, run);
  addCheck(commands, run);
  addEdits(commands, run);
  addCopy(commands, run);
  addCsv(commands, run);
  addPlans(commands, run, runLocally);
  addJournals(commands, run);
  addRuns(commands, run);
  addCompletion(commands, runLocally, neighbours);
  commands.command('version', { hidden: true }).action(() => runLocally(tellVersion));
  return commands;
}

function addLookUps(commands: Command, run: Run): void {
  const find = commands
    .command('find <text...>')
    .description('show who carries a number and who has a button to it, or the devices of a name or description');
  examples(withTables(withCommon(find)), 'find 2001', 'find +4940123', 'find reception').action(
    (texts: string[], options: CommonOptions) =>
      run(async (context) => (await import('./commands/look-up.js')).find(context, texts, options)),
  );
  const list = commands.command('list [devices...]').description('show the buttons of devices');
  examples(withTables(withDevicesFrom(withCommon(list))), 'list SEP00A1B2C30011', 'list profile:UDP_NIGHT').action(
    (devices: string[], options: CommonOptions & { devicesFrom?: string }) =>
      run(async (context) => (await import('./commands/look-up.js')).list(context, devices, options)),
  );
}

function addCheck(commands: Command, run: Run): void {
  const checking = commands
    .command('check')
    .description('show which buttons are probably wrong, by the inventory of the service; nothing is changed')
    .addOption(new Option('--kind <kinds...>', 'only findings of these kinds').choices(findingKinds))
    .option('--number <number>', 'only buttons that point at this number')
    .option('--device <name>', 'only on this device, as copy takes it')
    .option('--plan <file>', 'save a plan of what would mend them to a new file, for apply')
    .option('--dry-run', 'show that plan, and do not save it')
    .option('--detailed-exitcode', 'end with 2 where there are findings');
  examples(
    withTables(withCommon(checking)),
    'check',
    'check --kind twice nobody-there --plan mend.json',
    'check --detailed-exitcode --quiet',
  ).action((options: CheckOptions) =>
    run(async (context) => (await import('./commands/check.js')).check(context, options)),
  );
}

function addEdits(commands: Command, run: Run): void {
  const relabel = commands
    .command('relabel [number] [label]')
    .description('give all buttons to a number a label')
    .option('--from <file>', 'NUMBER,LABEL in each line of a file instead; - is standard input');
  examples(
    withChange(withNarrowing(relabel)),
    'relabel 2001 "Astrid"',
    'relabel --from people.csv --plan p.json',
  ).action((number: string | undefined, label: string | undefined, options: EditOptions) =>
    run(async (context) => {
      const edit = await import('./commands/edit.js');
      return edit.relabel(context, given(number, label), checked(options), guardsOf(options));
    }),
  );
  const replace = commands
    .command('replace [old] [new]')
    .description('make all buttons to a number point to another one')
    .option('--from <file>', 'OLD,NEW in each line of a file instead; - is standard input')
    .option('--to-partition <name>', 'the partition of the new number, for busy lamp fields; without it, theirs stays')
    .option('--allow-unknown-target', 'busy lamp fields may watch a number that the call manager does not know');
  examples(withChange(withNarrowing(replace)), 'replace 2001 2002', 'replace --from moved.csv --dry-run').action(
    (old: string | undefined, other: string | undefined, options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.replace(context, given(old, other), checked(options), guardsOf(options));
      }),
  );
  const remove = commands
    .command('remove [numbers...]')
    .description('take all buttons to numbers away')
    .option('--from <file>', 'NUMBER in each line of a file instead; - is standard input');
  examples(withChange(withNarrowing(remove)), 'remove 2001 --allow-removals', 'remove 2001 2002 --dry-run').action(
    (numbers: string[], options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.remove(context, numbers, checked(options), guardsOf(options));
      }),
  );
}

function addCopy(commands: Command, run: Run): void {
  const copy = commands
    .command('copy [devices...]')
    .description(
      'give devices the buttons of the first, in place of theirs; phone:NAME and profile:NAME say which kind',
    )
    .option('--from-export <file>', 'the buttons of the one device that a file of export holds')
    .option('--from-change <id>', 'the list that a change in the history left')
    .option('--before', 'with --from-change: the list that the change found');
  examples(
    withChange(withDevicesFrom(copy)),
    'copy SEP00A1B2C30011 SEP00A1B2C30012 SEP00A1B2C30013',
    'copy --from-export gone.csv SEP00A1B2C30012',
    'copy --from-change 1204 --before SEP00A1B2C30011',
  ).action((devices: string[], options: CopyOptions) =>
    run(async (context) =>
      (await import('./commands/copy.js')).copy(context, devices, checked(options), guardsOf(options)),
    ),
  );
}

function addCsv(commands: Command, run: Run): void {
  const exporting = commands
    .command('export [devices...]')
    .description('write the buttons of devices as CSV')
    .option('--number <number>', 'every device with a button to this number')
    .option('--output <file>', 'the file to write, which must not be there yet; without it, standard output')
    .addOption(new Option('--delimiter <sign>', 'what stands between cells').choices([',', ';']).default(','))
    .option('--quiet', 'no progress');
  examples(withDevicesFrom(exporting), 'export SEP00A1B2C30011 --output one.csv', 'export --number 2001').action(
    (devices: string[], options: ExportOptions) =>
      run(async (context) => (await import('./commands/csv-files.js')).exportCsv(context, devices, options)),
  );
  const importing = commands
    .command('import <file>')
    .description('make the lists that a CSV file names what it says; - is standard input');
  examples(withChange(importing), 'import one.csv', 'import - --yes < one.csv').action(
    (file: string, options: CarryOutOptions) =>
      run(async (context) =>
        (await import('./commands/csv-files.js')).importCsv(context, file, checked(options), guardsOf(options)),
      ),
  );
}

function addPlans(commands: Command, run: Run, runLocally: RunLocally): void {
  const applying = commands
    .command('apply <plan>')
    .description('carry out a plan that --plan has saved')
    .option('--force', 'also one that was edited, or made with another PHONE_PROXY_URL');
  examples(withGuards(withRun(applying)), 'apply p.json --yes').action(
    (file: string, options: CarryOutOptions & { force?: boolean }) =>
      run(async (context) => (await import('./commands/plans.js')).apply(context, file, options, guardsOf(options))),
  );
  const plan = group(commands, 'plan', 'plans that --plan has saved');
  const showing = withCommon(plan.command('show <file>').description('show what a plan changes'));
  examples(showing, 'plan show p.json').action((file: string, options: CommonOptions) =>
    runLocally(async (context) => (await import('./commands/plans.js')).showPlan(context, file, options)),
  );
}

function addJournals(commands: Command, run: Run): void {
  const resuming = commands
    .command('resume <journal>')
    .description('go on with a run that was cut off, at its pace and with its options');
  withForce(withPace(resuming)).option('--yes', 'is taken, and changes nothing: the run was confirmed when it began');
  examples(resuming, 'resume run.jsonl').action((file: string, options: CommonOptions & PaceOptions) =>
    run(async (context) => (await import('./commands/journals.js')).resume(context, file, options)),
  );
  const back = commands
    .command('rollback <journal>')
    .description('set back what a run has changed and nobody has changed since');
  withForce(withPlan(withRun(back)));
  examples(back, 'rollback run.jsonl --dry-run', 'rollback run.jsonl').action(
    (file: string, options: CarryOutOptions) =>
      run(async (context) =>
        (await import('./commands/journals.js')).rollback(context, file, checked(options), guardsOf(options)),
      ),
  );
}

function addRuns(commands: Command, run: Run): void {
  const listing = commands
    .command('runs')
    .description("show the runs in the service's history, the newest first")
    .option('--user <name>', 'only those of this user')
    .option('--since <time>', 'only those from this time on (RFC 3339): 2026-03-04T05:06:07Z')
    .option('--limit <n>', 'how many at most (50)', wholeNumber);
  examples(withTables(withCommon(listing)), 'runs', 'runs --user ingrid --limit 5').action((options: RunsOptions) =>
    run(async (context) => (await import('./commands/runs.js')).runs(context, options)),
  );
  const one = group(commands, 'run', "a run in the service's history");
  const shown = withCommon(one.command('show <run>').description('show a run, and each of its changes'));
  examples(shown, 'run show 12').action((id: string, options: CommonOptions) =>
    run(async (context) => (await import('./commands/runs.js')).showRun(context, id, options)),
  );
  const undoing = commands
    .command('undo <run>')
    .description("set back what a run in the service's history has changed, and nobody has changed since")
    .option('--device <name>', 'only on this device, as copy takes it; may be given several times', collect)
    .option('--whole-lists', 'set back lists only where nothing else of them has changed either')
    .option('--yes', 'do not ask before changing');
  examples(
    withPace(withPlan(withDevicesFrom(undoing))),
    'undo 12 --dry-run',
    'undo 12 --yes',
    'undo 12 --device SEP00A1B2C30011 --plan back.json',
  ).action((id: string, options: UndoRunOptions) =>
    run(async (context) => (await import('./commands/undo.js')).undo(context, id, checked(options))),
  );
}

function addCompletion(commands: Command, runLocally: RunLocally, neighbours: readonly Neighbour[]): void {
  const command = commands
    .command('completion')
    .description('write what makes a shell complete commands and options')
    .addArgument(new Argument('<shell>').choices(shells));
  examples(
    command,
    'completion bash > ~/.local/share/bash-completion/completions/axl-phone-proxy',
    'completion zsh > "${fpath[1]}/_axl-phone-proxy"',
    'completion fish > ~/.config/fish/completions/axl-phone-proxy.fish',
  );
  command.action((shell: (typeof shells)[number]) =>
    runLocally(async ({ terminal }) => {
      await terminal.out(completionOf(shell, commands, neighbours));
      return exitCodes.done;
    }),
  );
}

async function tellVersion({ terminal }: Pick<Context, 'terminal'>): Promise<ExitCode> {
  await terminal.out(`${version}\n`);
  return exitCodes.done;
}

function group(commands: Command, name: string, description: string): Command {
  return commands.command(name).description(description).helpCommand(false);
}

function withCommon(command: Command): Command {
  return command.option('--json', 'the result as JSON').option('--quiet', 'no progress, and only what needs somebody');
}

function withTables(command: Command): Command {
  return command.addOption(new Option('--output <width>', 'wide: tables as wide as what is in them').choices(['wide']));
}

function withDevicesFrom(command: Command): Command {
  return command.option('--devices-from <file>', 'a device in each line of a file; - is standard input');
}

function withPace(command: Command): Command {
  return withCommon(command)
    .option('--per-hour <n>', `how many writes in an hour, at most; 0 for no bound (${usualPerHour})`, wholeNumber)
    .option('--keep-going', 'do not stop after five failures in a row, or five for the same reason');
}

function withRun(command: Command): Command {
  return withPace(command)
    .option('--yes', 'do not ask before changing')
    .option('--journal <file>', 'the record of the run, a new file; without it, one in the working directory');
}

function withPlan(command: Command): Command {
  return command
    .option('--plan <file>', 'save the plan to a new file, and change nothing')
    .option('--dry-run', 'show the plan, and nothing else')
    .option('--detailed-exitcode', 'with --plan or --dry-run: end with 2 where there is something to change');
}

function withForce(command: Command): Command {
  return command.option('--force', 'also where PHONE_PROXY_URL is another address than that of the run');
}

function withGuards(command: Command): Command {
  return command
    .option('--max-devices <n>', `how many devices may be changed (${usualMaxDevices})`, wholeNumber)
    .option('--allow-removals', 'buttons may be removed');
}

function withChange(command: Command): Command {
  return withGuards(withPlan(withRun(command)));
}

function collect(name: string, names: readonly string[] = []): readonly string[] {
  return [...names, name];
}

function withNarrowing(command: Command): Command {
  return withDevicesFrom(command)
    .addOption(new Option('--kind <kind>', 'only buttons of this kind').choices(buttonKinds))
    .option('--device <name>', 'only on this device, as copy takes it; may be given several times', collect)
    .option('--old-label <label>', 'only buttons that have this label')
    .option('--partition <name>', "only busy lamp fields that watch the number in this partition; '' is none");
}

function examples(command: Command, ...lines: readonly string[]): Command {
  const shown = lines.map((line) => `  ${program} ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${shown}\n\n${exitCodesText}`);
}

const exitCodesText = columns(
  'Exit codes:',
  Object.entries(exitCodes).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]),
);

function columns(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)].join('\n');
}

function given(...words: readonly (string | undefined)[]): string[] {
  return words.filter((word) => word !== undefined);
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function guardsOf(options: Partial<Guards>): Guards {
  const { maxDevices = usualMaxDevices, allowRemovals = false, allowUnknownTarget = false } = options;
  return { maxDevices, allowRemovals, allowUnknownTarget };
}

/** @throws Stop where options do not go together */
function checked<Options extends CarryOutOptions>(options: Options): Options {
  const { plan, dryRun = false, detailedExitcode = false, journal } = options;
  if (plan !== undefined && dryRun) throw new Stop('--plan saves the plan, and --dry-run does not: give one of them');
  if (detailedExitcode && plan === undefined && !dryRun) {
    throw new Stop('--detailed-exitcode belongs to --plan FILE or --dry-run');
  }
  if ((plan !== undefined || dryRun) && journal !== undefined) {
    throw new Stop('a plan changes nothing, so there is no run for --journal');
  }
  return options;
}
