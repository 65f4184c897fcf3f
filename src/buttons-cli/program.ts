import { Argument, Command, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
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
import type { RunsOptions } from './commands/runs.js';
import type { PaceOptions } from './commands/run-work.js';
import type { UndoRunOptions } from './commands/undo.js';
import {
  checked,
  checkedPlan,
  checkNewFiles,
  collect,
  described,
  deviceNames,
  examplesText,
  given,
  group,
  guardsOf,
  onDevice,
  program,
  reason,
  repeatable,
  rowsText,
  type Run,
  type RunLocally,
  wholeNumber,
  withChange,
  withCommon,
  withDevices,
  withFilters,
  withForce,
  withNarrowing,
  withPace,
  withPlan,
  withRun,
  withTables,
  withUnknownTarget,
} from './command-options.js';
import { changeOptions, findingOptions, runOptions } from './filter-options.js';
import { completionOf, type Neighbour, shells } from './completion.js';
import { settingMeanings } from './connection/settings.js';
import { addPlans } from './plan-commands.js';
import { type ExitCode, exitCodes } from './stop.js';

export interface ProgramParts {
  readonly run: Run;
  readonly runLocally: RunLocally;
  /** The commands besides `buttons`, for completion. */
  readonly neighbours: readonly Neighbour[];
}

/** @returns the commands below `axl-phone-proxy buttons`. The code of a command is loaded when the command runs. */
export function programOf({ run, runLocally, neighbours }: ProgramParts): Command {
  const commands = new Command(program)
    .usage('COMMAND [options]')
    .summary('Find and change the buttons of many phones')
    .description(
      `Find and change the buttons of many phones, through the service.\n\n${examplesText(['replace 2001 2002 --dry-run'])}`,
    )
    .version(version, '-v, --version', 'Print the version')
    .addHelpOption(new Option('-h, --help', 'Show this text').hideHelp())
    .configureHelp({ showGlobalOptions: false, subcommandTerm })
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .hook('preAction', (_, command) => checkNewFiles(command.opts()))
    .addHelpText('after', rowsText(Object.entries(settingMeanings)));
  for (const option of commands.options) option.hideHelp();
  commands.commandsGroup('Look up:');
  addLookUps(commands, run);
  addCheck(commands, run);
  addChanges(commands, run);
  addExport(commands, run);
  commands.commandsGroup('Change:');
  addEdits(commands, run);
  addAdd(commands, run);
  addCopy(commands, run);
  addImport(commands, run);
  commands.commandsGroup('Plans and runs:');
  addPlans(commands, run, runLocally);
  addJournals(commands, run);
  addRuns(commands, run);
  commands.commandsGroup('Set up:');
  addCompletion(commands, runLocally, neighbours);
  commands.helpCommand('help [command]', 'Show the options and exit codes of a command');
  commands.command('version', { hidden: true }).action(() => runLocally(tellVersion));
  return commands;
}

/** @returns a command with its arguments, as wide as the names of the variables below the commands */
function subcommandTerm(command: Command): string {
  const width = Math.max(...Object.keys(settingMeanings).map((name) => name.length));
  return `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`.trim().padEnd(width);
}

function addLookUps(commands: Command, run: Run): void {
  const find = described(commands.command('find <text...>'), {
    summary: 'Find phones and buttons by number, devices by name',
    more: 'A text of digits, *, # and + is a number. Any other text is looked for in names and descriptions of devices.',
    examples: ['find 2001', 'find +4940123', 'find reception'],
  });
  withTables(withCommon(find)).action((texts: string[], options: CommonOptions) =>
    run(async (context) => (await import('./commands/look-up.js')).find(context, texts, options)),
  );
  const list = described(commands.command('list [devices...]'), {
    summary: 'Show the buttons of devices',
    more: deviceNames,
    examples: ['list SEP00A1B2C30011', 'list profile:UDP_NIGHT', 'list --search reception'],
  });
  withTables(withDevices(withCommon(list))).action((devices: string[], options: CommonOptions & DeviceOptions) =>
    run(async (context) => (await import('./commands/look-up.js')).list(context, devices, options)),
  );
}

function addCheck(commands: Command, run: Run): void {
  const checking = described(withFilters(commands.command('check'), findingOptions), {
    summary: 'Show the buttons that are probably wrong',
    more: 'The service must keep an inventory. Nothing is changed: --plan saves a plan of the fixes, and apply makes them.',
    examples: ['check', 'check --kind twice nobody-there --plan fixes.json', 'check --detailed-exitcode --quiet'],
  })
    .option(...onDevice)
    .option('--search <text>', `Only devices with this text in their name or description ${repeatable}`, collect)
    .option('--plan <file>', 'Save a plan of the fixes to this new file')
    .option('--dry-run', 'Show the plan of the fixes')
    .option('--propose', 'Propose the plan of the fixes, for someone else to approve')
    .option(...reason)
    .option('--detailed-exitcode', 'End with 2 if there are findings');
  withTables(withCommon(checking)).action((options: CheckOptions) =>
    run(async (context) => (await import('./commands/check.js')).check(context, checkedPlan(options))),
  );
}

function addChanges(commands: Command, run: Run): void {
  const changing = described(withFilters(commands.command('changes'), changeOptions), {
    summary: 'Show what changed, when, and who changed it',
    more: "These are all changes in the service's history: runs, single calls, and changes at the call manager.",
    examples: ['changes --since yesterday --until today', 'changes --device SEP00A1B2C30011 --user ingrid'],
  })
    .option('--device <name>', `Only changes of this device; it may be gone ${repeatable}`, collect)
    .option('--search <text>', `Only devices with this text in their name or description ${repeatable}`, collect)
    .option('--limit <n>', 'Show at most this many (50)', wholeNumber);
  withCommon(changing).action((options: ChangesOptions) =>
    run(async (context) => (await import('./commands/changes.js')).changes(context, options)),
  );
}

function addExport(commands: Command, run: Run): void {
  const exporting = described(commands.command('export [devices...]'), {
    summary: 'Write the buttons of devices as CSV',
    more: deviceNames,
    examples: ['export SEP00A1B2C30011 --output one.csv', 'export --number 2001'],
  })
    .option('--number <number>', 'Every device with a button to this number')
    .option('--output <file>', 'Write to this new file (default: standard output)')
    .addOption(new Option('--delimiter <sign>', 'Separate cells with this sign').choices([',', ';']).default(','))
    .option('--quiet', 'Print no progress');
  withDevices(exporting).action((devices: string[], options: ExportOptions) =>
    run(async (context) => (await import('./commands/csv-files.js')).exportCsv(context, devices, options)),
  );
}

function addEdits(commands: Command, run: Run): void {
  const relabel = described(commands.command('relabel [number] [label]'), {
    summary: 'Change the label of every button to a number',
    examples: ['relabel 2001 "Astrid"', 'relabel --from people.csv --plan p.json'],
  }).option('--from <file>', 'Read NUMBER,LABEL from each line of a file; - is standard input');
  withChange(withNarrowing(relabel)).action(
    (number: string | undefined, label: string | undefined, options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.relabel(context, given(number, label), checked(options), guardsOf(options));
      }),
  );
  const replace = described(commands.command('replace [old] [new]'), {
    summary: 'Replace a number on every button that dials it',
    more: 'Busy lamp fields that watch the number are changed too. Labels stay.',
    examples: ['replace 2001 2002', 'replace --from moved.csv --dry-run'],
  })
    .option('--from <file>', 'Read OLD,NEW from each line of a file; - is standard input')
    .option('--to-partition <name>', 'Partition of the new number, for busy lamp fields (default: it stays)');
  withUnknownTarget(withChange(withNarrowing(replace))).action(
    (old: string | undefined, other: string | undefined, options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.replace(context, given(old, other), checked(options), guardsOf(options));
      }),
  );
  const remove = described(commands.command('remove [numbers...]'), {
    summary: 'Remove every button to the numbers',
    examples: ['remove 2001 --allow-removals', 'remove --from left.txt --dry-run'],
  }).option('--from <file>', 'Read a number from each line of a file; - is standard input');
  withChange(withNarrowing(remove)).action((numbers: string[], options: EditOptions) =>
    run(async (context) => {
      const edit = await import('./commands/edit.js');
      return edit.remove(context, numbers, checked(options), guardsOf(options));
    }),
  );
}

function addAdd(commands: Command, run: Run): void {
  const adding = described(commands.command('add [devices...]'), {
    summary: 'Add a button to each device',
    more: `The button gets the first free index of each device. ${deviceNames}`,
    examples: [
      'add SEP00A1B2C30011 --kind speeddial --dirn 0100 --label Desk',
      'add --search desk --kind busylampfield --dirn 4019 --dry-run',
    ],
  })
    .addOption(new Option('--kind <kind>', 'Kind of the button').choices(buttonKinds))
    .option('--dirn <number>', 'Number of the button')
    .option('--partition <name>', 'For a busy lamp field: partition of the number, if it is in several')
    .option('--destination <address>', 'For a busy lamp field: what it watches, instead of --dirn')
    .option('--label <label>', 'Label of the button (default: none)')
    .option('--pickup', 'For a busy lamp field: turn on call pickup')
    .option('--index <n>', 'Use this index; it must be free', wholeNumber);
  withUnknownTarget(withChange(withDevices(adding))).action((devices: string[], options: AddOptions) =>
    run(async (context) =>
      (await import('./commands/add.js')).add(context, devices, checked(options), guardsOf(options)),
    ),
  );
}

function addCopy(commands: Command, run: Run): void {
  const copy = described(commands.command('copy [devices...]'), {
    summary: 'Copy the buttons of the first device to the others',
    more: `The lists of the other devices are replaced. ${deviceNames}`,
    examples: [
      'copy SEP00A1B2C30011 SEP00A1B2C30012 SEP00A1B2C30013',
      'copy --from-export gone.csv SEP00A1B2C30012',
      'copy --from-change 1204 --before SEP00A1B2C30011',
      'copy --from-change SEP00A1B2C3GONE SEP00A1B2C30011',
    ],
  })
    .option('--from-export <file>', 'Copy from a file of export with one device')
    .option(
      '--from-change <id>',
      'Copy the list that a change in the history left; with a DEVICE, which may be gone: its last lists',
    )
    .option('--before', 'With --from-change: copy the list from before the change');
  withChange(withDevices(copy)).action((devices: string[], options: CopyOptions) =>
    run(async (context) =>
      (await import('./commands/copy.js')).copy(context, devices, checked(options), guardsOf(options)),
    ),
  );
}

function addImport(commands: Command, run: Run): void {
  const importing = described(commands.command('import <file>'), {
    summary: 'Replace the lists that a CSV file names',
    more: 'The file has the columns that export writes. - is standard input.',
    examples: ['import one.csv', 'import - --yes < one.csv'],
  });
  withChange(importing).action((file: string, options: CarryOutOptions) =>
    run(async (context) =>
      (await import('./commands/csv-files.js')).importCsv(context, file, checked(options), guardsOf(options)),
    ),
  );
}

function addJournals(commands: Command, run: Run): void {
  const resuming = described(commands.command('resume <journal>'), {
    summary: 'Continue a run that was interrupted',
    more: 'The run keeps its pace and its options.',
    examples: ['resume run.jsonl'],
  });
  withForce(withPace(resuming))
    .option('--yes', 'Has no effect: resume never asks')
    .action((file: string, options: CommonOptions & PaceOptions) =>
      run(async (context) => (await import('./commands/journals.js')).resume(context, file, options)),
    );
  const back = described(commands.command('rollback <journal>'), {
    summary: 'Revert what a run changed, by its journal',
    more: 'Lists that have changed since the run are skipped.',
    examples: ['rollback run.jsonl --dry-run', 'rollback run.jsonl'],
  });
  withForce(withPlan(withRun(back))).action((file: string, options: CarryOutOptions) =>
    run(async (context) =>
      (await import('./commands/journals.js')).rollback(context, file, checked(options), guardsOf(options)),
    ),
  );
}

function addRuns(commands: Command, run: Run): void {
  const listing = described(withFilters(commands.command('runs'), runOptions), {
    summary: "List the runs in the service's history",
    more: 'The newest run comes first.',
    examples: ['runs', 'runs --user ingrid --since yesterday --limit 5'],
  }).option('--limit <n>', 'Show at most this many (50)', wholeNumber);
  withTables(withCommon(listing)).action((options: RunsOptions) =>
    run(async (context) => (await import('./commands/runs.js')).runs(context, options)),
  );
  const showsRun = 'Show a run and each of its changes';
  const shown = described(group(commands, 'run', 'show <run>', showsRun).command('show <run>'), {
    summary: showsRun,
    examples: ['run show 12'],
  });
  withCommon(shown).action((id: string, options: CommonOptions) =>
    run(async (context) => (await import('./commands/runs.js')).showRun(context, id, options)),
  );
  const undoing = described(commands.command('undo <run>'), {
    summary: "Revert what a run changed, by the service's history",
    more: 'Buttons that have changed since the run are skipped.',
    examples: ['undo 12 --dry-run', 'undo 12 --yes', 'undo 12 --device SEP00A1B2C30011 --plan back.json'],
  })
    .option(...onDevice)
    .option('--whole-lists', 'Skip a list if anything else in it has changed')
    .option('--yes', 'Do not ask before changing');
  withPace(withPlan(withDevices(undoing))).action((id: string, options: UndoRunOptions) =>
    run(async (context) => (await import('./commands/undo.js')).undo(context, id, checked(options))),
  );
}

function addCompletion(commands: Command, runLocally: RunLocally, neighbours: readonly Neighbour[]): void {
  described(commands.command('completion'), {
    summary: 'Print the completion script of a shell',
    examples: [
      'completion bash \\\n    > ~/.local/share/bash-completion/completions/axl-phone-proxy',
      'completion zsh > "${fpath[1]}/_axl-phone-proxy"',
      'completion fish \\\n    > ~/.config/fish/completions/axl-phone-proxy.fish',
    ],
  })
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: (typeof shells)[number]) =>
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
