import { type Command, InvalidArgumentError, Option } from 'commander';
import { buttonKinds } from '../domain/button-kinds.js';
import type { CarryOutOptions } from './commands/carry-out.js';
import { usualPerHour } from './commands/run-work.js';
import { type Guards, usualMaxDevices } from './plan/guards.js';
import { checkNewFile } from './private-files.js';
import { exitCodeMeanings, exitCodes, Stop } from './stop.js';

/** What commands are called, for people. */
export const program = 'axl-phone-proxy buttons';

export function withCommon(command: Command): Command {
  return command.option('--json', 'the result as JSON').option('--quiet', 'no progress, and only what needs somebody');
}

export function withTables(command: Command): Command {
  return command.addOption(new Option('--output <width>', 'wide: tables as wide as what is in them').choices(['wide']));
}

export function withDevices(command: Command): Command {
  return command
    .option('--devices-from <file>', 'a device in each line of a file; - is standard input')
    .option(
      '--search <text>',
      'devices with this text in their name or description; may be given several times',
      collect,
    )
    .option('--ignore-missing', 'end with 0 although some of what a file names is not there');
}

/** Of an option that may be given several times. */
export function collect(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

export function withPace(command: Command): Command {
  return withCommon(command)
    .option('--per-hour <n>', `how many writes in an hour, at most; 0 for no bound (${usualPerHour})`, wholeNumber)
    .option('--keep-going', 'do not stop after five failures in a row, or five for the same reason');
}

export function withRun(command: Command): Command {
  return withPace(command)
    .option('--yes', 'do not ask before changing')
    .option('--journal <file>', 'the record of the run, a new file; without it, one in the working directory');
}

export function withPlan(command: Command): Command {
  return command
    .option('--plan <file>', 'save the plan to a new file, and change nothing')
    .option('--dry-run', 'show the plan, and nothing else')
    .option('--detailed-exitcode', 'with --plan or --dry-run: end with 2 where there is something to change');
}

export function withForce(command: Command): Command {
  return command.option('--force', 'also where PHONE_PROXY_URL is another address than that of the run');
}

export function withGuards(command: Command): Command {
  return command
    .option('--max-devices <n>', `how many devices may be changed (${usualMaxDevices})`, wholeNumber)
    .option('--allow-removals', 'buttons may be removed');
}

export function withChange(command: Command): Command {
  return withGuards(withPlan(withRun(command)));
}

export function withNarrowing(command: Command): Command {
  return withDevices(command)
    .addOption(new Option('--kind <kind>', 'only buttons of this kind').choices(buttonKinds))
    .option('--device <name>', 'only on this device, as copy takes it; may be given several times', collect)
    .option('--old-label <label>', 'only buttons that have this label')
    .option('--partition <name>', "only busy lamp fields that watch the number in this partition; '' is none");
}

export function examples(command: Command, ...lines: readonly string[]): Command {
  const shown = lines.map((line) => `  ${program} ${line}`).join('\n');
  return command.addHelpText('after', `\nExamples:\n${shown}\n\n${exitCodesText}`);
}

export const exitCodesText = columns(
  'Exit codes:',
  Object.entries(exitCodes).map(([name, code]) => [String(code), exitCodeMeanings[name as keyof typeof exitCodes]]),
);

export function columns(title: string, rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)].join('\n');
}

export function given(...words: readonly (string | undefined)[]): string[] {
  return words.filter((word) => word !== undefined);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function guardsOf(options: Partial<Guards>): Guards {
  const { maxDevices = usualMaxDevices, allowRemovals = false, allowUnknownTarget = false } = options;
  return { maxDevices, allowRemovals, allowUnknownTarget };
}

/** The options that name a new file. A table's `--output` is no file. */
interface NewFiles {
  readonly plan?: string;
  readonly journal?: string;
  readonly output?: string;
  readonly delimiter?: string;
}

/** @throws Stop where a file that is to be made is there already: before a password is asked for, and anything read */
export async function checkNewFiles({ plan, journal, output, delimiter }: NewFiles): Promise<void> {
  const files = [plan, journal, delimiter === undefined ? undefined : output];
  for (const file of files) if (file !== undefined) await checkNewFile(file);
}

/** @throws Stop where options do not go together */
export function checked<Options extends CarryOutOptions>(options: Options): Options {
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
