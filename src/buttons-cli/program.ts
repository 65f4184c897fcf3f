import { Argument, Command, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
import { findingKinds } from '../client/index.js';
import { version } from '../version.js';
import type { CarryOutOptions } from './commands/carry-out.js';
import type { AddOptions } from './commands/add.js';
import type { ChangesOptions } from './commands/changes.js';
import type { CheckOptions } from './commands/check.js';
import type { CommonOptions, Context } from './commands/context.js';
import type { CopyOptions } from './commands/copy.js';
import type { ExportOptions } from './commands/csv-files.js';
import type { EditOptions } from './commands/edit.js';
import type { DeviceOptions } from './commands/inputs.js';
import type { ApplyOptions } from './commands/plans.js';
import type { RunsOptions } from './commands/runs.js';
import type { PaceOptions } from './commands/run-work.js';
import type { UndoRunOptions } from './commands/undo.js';
import {
  checked,
  checkNewFiles,
  collect,
  columns,
  examples,
  exitCodesText,
  given,
  guardsOf,
  program,
  wholeNumber,
  withChange,
  withCommon,
  withDevices,
  withForce,
  withGuards,
  withNarrowing,
  withPace,
  withPlan,
  withRun,
  withTables,
} from './command-options.js';
import { completionOf, type Neighbour, shells } from './completion.js';
import { settingMeanings } from './connection/settings.js';
import { type ExitCode, exitCodes } from './stop.js';

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
    .hook('preAction', (_, command) => checkNewFiles(command.opts()))
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
  examples(
    withTables(withDevices(withCommon(list))),
    'list SEP00A1B2C30011',
    'list profile:UDP_NIGHT',
    'list --search reception',
  ).action((devices: string[], options: CommonOptions & DeviceOptions) =>
    run(async (context) => (await import('./commands/look-up.js')).list(context, devices, options)),
  );
}

function addCheck(commands: Command, run: Run): void {
  const checking = commands
    .command('check')
    .description('show which buttons are probably wrong, by the inventory of the service; nothing is changed')
    .addOption(new Option('--kind <kinds...>', 'only findings of these kinds').choices(findingKinds))
    .option('--number <number>', 'only buttons that point at this number')
    .option('--device <name>', 'only on this device, as copy takes it; may be given several times', collect)
    .option('--search <text>', 'only on devices with this text in their name or description', collect)
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
  addAdd(commands, run);
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
  examples(
    withChange(withNarrowing(remove)),
    'remove 2001 --allow-removals',
    'remove --from left.txt --dry-run',
  ).action((numbers: string[], options: EditOptions) =>
    run(async (context) => {
      const edit = await import('./commands/edit.js');
      return edit.remove(context, numbers, checked(options), guardsOf(options));
    }),
  );
}

function addAdd(commands: Command, run: Run): void {
  const adding = commands
    .command('add [devices...]')
    .description('give devices a button more, at the first free index of each')
    .addOption(new Option('--kind <kind>', 'which kind of button').choices(buttonKinds))
    .option('--dirn <number>', 'the number that it points at')
    .option('--partition <name>', 'of a busy lamp field: the partition of the number, where it is in several')
    .option('--destination <address>', 'of a busy lamp field without a number of the call manager: what it watches')
    .option('--label <label>', 'what stands beside it; nothing without it')
    .option('--pickup', 'of a busy lamp field: calls can be picked up with it')
    .option('--index <n>', 'at this index, where no other button may be', wholeNumber)
    .option('--allow-unknown-target', 'a busy lamp field may watch a number that the call manager does not know');
  examples(
    withChange(withDevices(adding)),
    'add SEP00A1B2C30011 --kind speeddial --dirn 0100 --label "Reception"',
    'add --search reception --kind busylampfield --dirn 4019 --label Carlos --pickup --index 3 --dry-run',
  ).action((devices: string[], options: AddOptions) =>
    run(async (context) =>
      (await import('./commands/add.js')).add(context, devices, checked(options), guardsOf(options)),
    ),
  );
}

function addCopy(commands: Command, run: Run): void {
  const copy = commands
    .command('copy [devices...]')
    .description(
      'give devices the buttons of the first, in place of theirs; phone:NAME and profile:NAME say which kind',
    )
    .option('--from-export <file>', 'the buttons of the one device that a file of export holds')
    .option(
      '--from-change <id>',
      'the list that a change in the history left; a DEVICE, gone or not: its last lists there',
    )
    .option('--before', 'with --from-change: the list that the change found');
  examples(
    withChange(withDevices(copy)),
    'copy SEP00A1B2C30011 SEP00A1B2C30012 SEP00A1B2C30013',
    'copy --from-export gone.csv SEP00A1B2C30012',
    'copy --from-change 1204 --before SEP00A1B2C30011',
    'copy --from-change SEP00A1B2C3GONE SEP00A1B2C30011',
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
  examples(withDevices(exporting), 'export SEP00A1B2C30011 --output one.csv', 'export --number 2001').action(
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
    .option('--device <name>', 'only the part of it on this device; may be given several times', collect)
    .option('--dry-run', 'compare it with what is there now, and change nothing')
    .option('--detailed-exitcode', 'with --dry-run: end with 2 where there is something to change')
    .option('--force', 'also one that was edited, or made with another PHONE_PROXY_URL');
  examples(
    withGuards(withRun(withDevices(applying))),
    'apply p.json --yes',
    'apply p.json --dry-run',
    'apply p.json --device SEP00A1B2C30011',
  ).action((file: string, options: ApplyOptions) =>
    run(async (context) =>
      (await import('./commands/plans.js')).apply(context, file, checked(options), guardsOf(options)),
    ),
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
    .option('--since <time>', 'only those from this time on: today, yesterday, 2026-03-04 or 2026-03-04T05:06:07Z')
    .option('--limit <n>', 'how many at most (50)', wholeNumber);
  examples(withTables(withCommon(listing)), 'runs', 'runs --user ingrid --since yesterday --limit 5').action(
    (options: RunsOptions) => run(async (context) => (await import('./commands/runs.js')).runs(context, options)),
  );
  const changing = commands
    .command('changes')
    .description('show what was changed, when and by whom, also by single calls and at the call manager')
    .option('--since <time>', 'only what was changed from this time on, as in runs')
    .option('--until <time>', 'only what was changed before this time; a day such as today is meant to its end')
    .option('--user <name>', 'only by this user')
    .option('--device <name>', 'only of this device, which may be gone; may be given several times', collect)
    .option('--search <text>', 'only of devices with this text in their name or description', collect)
    .option('--number <number>', 'only of buttons to this number')
    .addOption(new Option('--source <source>', 'only by this service, or elsewhere').choices(['service', 'elsewhere']))
    .option('--limit <n>', 'how many at most (50)', wholeNumber);
  examples(
    withCommon(changing),
    'changes --since yesterday --until today',
    'changes --device SEP00A1B2C30011 --user ingrid',
  ).action((options: ChangesOptions) =>
    run(async (context) => (await import('./commands/changes.js')).changes(context, options)),
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
    withPace(withPlan(withDevices(undoing))),
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
