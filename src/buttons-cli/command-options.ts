import { type Command, InvalidArgumentError, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
import { type CarryOutOptions, usualMaxDevices } from './commands/carry-out.js';
import type { Context } from './commands/context.js';
import type { FilterOptions } from './filter-options.js';
import { checkNewFile } from './private-files.js';
import { type ExitCode, exitCodeMeanings, exitCodes, Stop } from './stop.js';

/** Runs a command of the command line. */
export type Run = (command: (context: Context) => Promise<ExitCode>) => Promise<void>;

/** Runs a command that needs no service. */
export type RunLocally = (command: (context: Pick<Context, 'terminal'>) => Promise<ExitCode>) => Promise<void>;

/** The name of the command line, for people. */
export const program = 'axl-phone-proxy buttons';

/** The end of the description of an option that can be repeated. */
export const repeatable = '(repeatable)';

export const deviceNames =
  'A device is a phone or device profile, by name, or a phone by MAC address; profile:NAME is never a phone.';

/** Adds the options that may stand before and after every command. */
export function withCommon(command: Command): Command {
  return command
    .option('--json', 'Print the result as JSON')
    .option('--quiet', 'Print no progress, only what needs attention');
}

export function withTables(command: Command): Command {
  return command.addOption(new Option('--output <width>', 'Show every cell of a table in full').choices(['wide']));
}

export function withDevices(command: Command): Command {
  return command
    .option('--devices-from <file>', 'Read a device from each line of a file; - is standard input')
    .option('--search <text>', 'Devices with this text in their name or description');
}

/** For an option that may be given several times. */
export function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** Restricts a command to devices by name. */
export const onDevice = ['--device <name>', `Only this device: NAME or profile:NAME ${repeatable}`, collect] as const;

/** For a command that asks the service for a change. */
export function withAsking(command: Command): Command {
  return command
    .option('--yes', 'Do not ask before changing')
    .option('--dry-run', 'Show the difference; change nothing')
    .option('--propose', 'Leave the change for someone else to approve')
    .option('--reason <text>', 'Why, for users who approve the change or read it later');
}

/** What a command can do that `--yes` does only with a further option. */
type Risk = 'removals' | 'unknown targets';

/** For a command that changes buttons. @param risks what it can do besides changing many devices */
export function withChange(command: Command, ...risks: readonly Risk[]): Command {
  const changing = withAsking(command).option(
    '--max-devices <n>',
    `With --yes: allow changes on up to this many devices (${usualMaxDevices})`,
    wholeNumber,
  );
  if (risks.includes('removals')) changing.option('--allow-removals', 'With --yes: allow buttons to be removed');
  if (risks.includes('unknown targets')) {
    changing.option('--allow-unknown-target', 'With --yes: allow numbers that the call manager does not know');
  }
  return changing;
}

export function withNarrowing(command: Command): Command {
  return withDevices(command)
    .addOption(new Option('--kind <kind>', 'Only buttons of this kind').choices(buttonKinds))
    .option(...onDevice)
    .option('--old-label <label>', 'Only buttons with this label')
    .option('--partition <name>', "Only busy lamp fields for the number in this partition; '' means none");
}

/** @returns the command, with an option for each filter */
export function withFilters(command: Command, options: FilterOptions): Command {
  for (const { flag, value, about, choices } of Object.values(options)) {
    const option = new Option(`--${flag} ${value}`, about);
    command.addOption(choices ? option.choices(choices) : option);
  }
  return command;
}

interface Description {
  /** One line: starts with a verb, ends without a full stop. */
  readonly summary: string;
  /** Whole sentences. */
  readonly more?: string;
  /** What follows `axl-phone-proxy buttons`. */
  readonly examples: readonly string[];
}

/**
 * Sets a command's line in the list of commands, and its help: what it does, examples, and after its options the exit
 * codes.
 */
export function described(command: Command, { summary, more, examples }: Description): Command {
  const sentences = more === undefined ? `${summary}.` : `${summary}. ${more}`;
  return command
    .summary(summary)
    .description(`${sentences}\n\n${examplesText(examples)}`)
    .addHelpText('after', `\n${exitCodesText}`);
}

export function examplesText(lines: readonly string[]): string {
  return ['Examples:', ...lines.map((line) => `  ${program} ${line}`)].join('\n');
}

const exitCodesText = `Exit codes:\n${rowsText(
  Object.entries(exitCodes).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]),
)}`;

/** @returns a line for each row, with the second column aligned */
export function rowsText(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join('\n');
}

export function given(...words: readonly (string | undefined)[]): string[] {
  return words.filter((word) => word !== undefined);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** The option that names a new file. The `--output` of a table is not a file. */
interface NewFile {
  readonly output?: string;
  readonly delimiter?: string;
}

/** @throws Stop if the new file exists already. This comes before the password prompt and any read */
export async function checkNewFiles({ output, delimiter }: NewFile): Promise<void> {
  if (delimiter !== undefined && output !== undefined) await checkNewFile(output);
}

/** @throws Stop if options contradict each other */
export function checked<Options extends CarryOutOptions>(options: Options): Options {
  const { dryRun = false, propose = false } = options;
  if (dryRun && propose) throw new Stop('--dry-run and --propose exclude each other: give only one of them');
  return options;
}
