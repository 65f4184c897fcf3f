import { Argument, Command, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
import { version } from '../version.js';
import type { CarryOutOptions } from './commands/carry-out.js';
import type { AddOptions } from './commands/add.js';
import type { ChangesOptions } from './commands/changes.js';
import type { CheckOptions, FindingsOptions } from './commands/check.js';
import type { Context } from './commands/context.js';
import type { CopyOptions } from './commands/copy.js';
import type { ExportOptions } from './commands/export.js';
import type { EditOptions } from './commands/edit.js';
import type { DeviceOptions } from './commands/devices.js';
import type { TableOptions } from './commands/look-up.js';
import type { DecisionOptions, RejectOptions } from './commands/one-change.js';
import type { UndoOptions } from './commands/undo.js';
import {
  checked,
  checkNewFiles,
  collect,
  described,
  deviceNames,
  examplesText,
  given,
  onDevice,
  program,
  repeatable,
  rowsText,
  type Run,
  type RunLocally,
  wholeNumber,
  withAsking,
  withChange,
  withCommon,
  withDevices,
  withFilters,
  withNarrowing,
  withTables,
} from './command-options.js';
import { changeOptions, findingOptions } from './filter-options.js';
import { completionOf, type Neighbour, shells } from './completion.js';
import { settingMeanings } from './connection/settings.js';
import { goneCommands, goneCommandText } from './gone.js';
import { type ExitCode, exitCodes, Stop } from './stop.js';

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
    .configureHelp({ showGlobalOptions: true, subcommandTerm })
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .hook('preAction', (_, command) => checkNewFiles(command.opts()))
    .addHelpText('after', rowsText(Object.entries(settingMeanings)));
  for (const option of commands.options) option.hideHelp();
  withCommon(commands);
  commands.commandsGroup('Look up:');
  addLookUps(commands, run);
  addCheck(commands, run);
  addExport(commands, run);
  commands.commandsGroup('Change:');
  addEdits(commands, run);
  addAdd(commands, run);
  addCopy(commands, run);
  addImport(commands, run);
  addFix(commands, run);
  commands.commandsGroup('Changes of the service:');
  addChanges(commands, run);
  addDecisions(commands, run);
  addUndo(commands, run);
  commands.commandsGroup('Set up:');
  addCompletion(commands, runLocally, neighbours);
  commands.helpCommand('help [command]', 'Show the options and exit codes of a command');
  for (const name of Object.keys(goneCommands)) addGone(commands, name);
  // The options of all commands are in the help of each, and this help stays short.
  commands.configureHelp({ showGlobalOptions: false, subcommandTerm, visibleOptions: () => [] });
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
    more: 'TEXT is a number as it is written, an address, a MAC address, or parts of the words of a name.',
    examples: ['find 2001', 'find "+49 (0)40 123"', 'find hakan ng'],
  });
  withTables(find).action((texts: string[], options: TableOptions) =>
    run(async (context) => (await import('./commands/look-up.js')).find(context, texts, options)),
  );
  const list = described(commands.command('list [devices...]'), {
    summary: 'Show the buttons of devices',
    more: deviceNames,
    examples: ['list SEP00A1B2C30011', 'list profile:UDP_NIGHT', 'list --search reception'],
  });
  withTables(withDevices(list)).action((devices: string[], options: TableOptions & DeviceOptions) =>
    run(async (context) => (await import('./commands/look-up.js')).list(context, devices, options)),
  );
}

function addCheck(commands: Command, run: Run): void {
  const checking = described(withFilters(commands.command('check'), findingOptions), {
    summary: 'Show the buttons that are probably wrong',
    more: 'The service must keep an inventory. Nothing is changed: fix makes the changes.',
    examples: ['check', 'check --kind twice nobody-there', 'check --detailed-exitcode --quiet'],
  })
    .option(...onDevice)
    .option('--search <text>', 'Only devices with this text in their name or description')
    .option('--detailed-exitcode', 'End with 2 if there are findings');
  withTables(checking).action((options: CheckOptions) =>
    run(async (context) => (await import('./commands/check.js')).check(context, options)),
  );
}

function addFix(commands: Command, run: Run): void {
  const fixing = described(withFilters(commands.command('fix'), findingOptions), {
    summary: 'Correct the buttons that are probably wrong',
    more: 'It changes what check proposes. A finding without a certain correction is skipped.',
    examples: ['fix --kind twice nobody-there --dry-run', 'fix --kind old-name'],
  })
    .option(...onDevice)
    .option('--search <text>', 'Only devices with this text in their name or description');
  withChange(fixing, 'removals', 'unknown targets').action((options: FindingsOptions & CarryOutOptions) =>
    run(async (context) => (await import('./commands/check.js')).fix(context, checked(options))),
  );
}

function addChanges(commands: Command, run: Run): void {
  const changing = described(withFilters(commands.command('changes'), changeOptions), {
    summary: 'List changes: what, when, by whom, and how they ended',
    more: 'The newest comes first. Changes that were made at the call manager itself are listed too.',
    examples: ['changes --since yesterday --until today', 'changes --state proposed running'],
  })
    .option('--device <name>', `Only changes of this device; it may be gone ${repeatable}`, collect)
    .option('--limit <n>', 'Show at most this many (50)', wholeNumber);
  changing.action((options: ChangesOptions) =>
    run(async (context) => (await import('./commands/changes.js')).changes(context, options)),
  );
}

/** Adds the commands that show a change and decide about it. */
function addDecisions(commands: Command, run: Run): void {
  const showing = described(commands.command('show <change>'), {
    summary: 'Show a change and each of its lists',
    examples: ['show 7'],
  });
  showing.action((id: string) => run(async (context) => (await import('./commands/one-change.js')).show(context, id)));
  const approving = described(commands.command('approve <change>'), {
    summary: 'Approve a change of another user, and begin it',
    more: 'It shows the change first. The approval is for exactly what it shows.',
    examples: ['approve 7'],
  }).option('--yes', 'Do not ask before approving');
  approving.action((id: string, options: DecisionOptions) =>
    run(async (context) => (await import('./commands/one-change.js')).approve(context, id, options)),
  );
  const rejecting = described(commands.command('reject <change>'), {
    summary: 'Reject a change, or withdraw your own',
    examples: ['reject 7 --reason "Not this week."'],
  }).requiredOption('--reason <text>', 'Why, for the user who asked for it');
  rejecting.action((id: string, options: RejectOptions) =>
    run(async (context) => (await import('./commands/one-change.js')).reject(context, id, options)),
  );
  const applying = described(commands.command('apply <change>'), {
    summary: 'Begin your own change, or let a stopped one go on',
    more: 'It shows the progress. The service goes on also after Ctrl-C. Repeat it to follow.',
    examples: ['apply 7'],
  }).option('--yes', 'Do not ask before changing');
  applying.action((id: string, options: DecisionOptions) =>
    run(async (context) => (await import('./commands/one-change.js')).apply(context, id, options)),
  );
  const stopping = described(commands.command('stop <change>'), {
    summary: 'Stop a change that is running',
    more: 'The lists at work are completed. apply lets it go on.',
    examples: ['stop 7'],
  });
  stopping.action((id: string) => run(async (context) => (await import('./commands/one-change.js')).stop(context, id)));
}

function addUndo(commands: Command, run: Run): void {
  const undoing = described(commands.command('undo <change>'), {
    summary: 'Undo a change, as a new change',
    more: 'Only what is still as the change left it is undone.',
    examples: ['undo 12 --dry-run', 'undo 12 --device SEP00A1B2C30011'],
  }).option(...onDevice);
  withAsking(undoing).action((id: string, options: UndoOptions) =>
    run(async (context) => (await import('./commands/undo.js')).undo(context, id, checked(options))),
  );
}

/** Adds a command that only says what to use instead. */
function addGone(commands: Command, name: string): void {
  commands
    .command(name, { hidden: true })
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new Stop(goneCommandText(name));
    });
}

function addExport(commands: Command, run: Run): void {
  const exporting = described(commands.command('export [devices...]'), {
    summary: 'Write the buttons of devices as CSV',
    more: deviceNames,
    examples: ['export SEP00A1B2C30011 --output one.csv', 'export --number 2001', 'export --all --output all.csv'],
  })
    .option('--number <number>', 'Every device with a button to this number')
    .option('--all', 'Every phone and device profile')
    .option('--output <file>', 'Write to this new file (default: standard output)')
    .addOption(new Option('--delimiter <sign>', 'Separate cells with this sign').choices([',', ';']).default(','));
  withDevices(exporting).action((devices: string[], options: ExportOptions) =>
    run(async (context) => (await import('./commands/export.js')).exportCsv(context, devices, options)),
  );
}

function addEdits(commands: Command, run: Run): void {
  const relabel = described(commands.command('relabel [number] [label]'), {
    summary: 'Change the label of every button to a number',
    examples: ['relabel 2001 "Astrid"', 'relabel --from people.csv --propose'],
  }).option('--from <file>', 'Read NUMBER,LABEL from each line of a file; - is standard input');
  withChange(withNarrowing(relabel)).action(
    (number: string | undefined, label: string | undefined, options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.relabel(context, given(number, label), checked(options));
      }),
  );
  const replace = described(commands.command('replace [old] [new]'), {
    summary: 'Replace a number on every button that dials it',
    more: 'Busy lamp fields that watch the number are changed too. Labels stay.',
    examples: ['replace 2001 2002', 'replace --from moved.csv --dry-run'],
  })
    .option('--from <file>', 'Read OLD,NEW from each line of a file; - is standard input')
    .option('--to-partition <name>', 'Partition of the new number, for busy lamp fields (default: it stays)');
  withChange(withNarrowing(replace), 'unknown targets').action(
    (old: string | undefined, other: string | undefined, options: EditOptions) =>
      run(async (context) => {
        const edit = await import('./commands/edit.js');
        return edit.replace(context, given(old, other), checked(options));
      }),
  );
  const remove = described(commands.command('remove [numbers...]'), {
    summary: 'Remove every button to the numbers',
    examples: ['remove 2001 --allow-removals', 'remove --from left.txt --dry-run'],
  }).option('--from <file>', 'Read a number from each line of a file; - is standard input');
  withChange(withNarrowing(remove), 'removals').action((numbers: string[], options: EditOptions) =>
    run(async (context) => {
      const edit = await import('./commands/edit.js');
      return edit.remove(context, numbers, checked(options));
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
  withChange(withDevices(adding), 'unknown targets').action((devices: string[], options: AddOptions) =>
    run(async (context) => (await import('./commands/add.js')).add(context, devices, checked(options))),
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
  withChange(withDevices(copy), 'removals', 'unknown targets').action((devices: string[], options: CopyOptions) =>
    run(async (context) => (await import('./commands/copy.js')).copy(context, devices, checked(options))),
  );
}

function addImport(commands: Command, run: Run): void {
  const importing = described(commands.command('import <file>'), {
    summary: 'Replace the lists that a CSV file names',
    more: 'The file has the columns that export writes. - is standard input.',
    examples: ['import one.csv', 'import - --yes < one.csv'],
  });
  withChange(importing, 'removals', 'unknown targets').action((file: string, options: CarryOutOptions) =>
    run(async (context) => (await import('./commands/import.js')).importCsv(context, file, checked(options))),
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
