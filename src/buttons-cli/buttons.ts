import { type Command, CommanderError } from 'commander';
import { processTerminal } from './output/terminal.js';
import { openContext } from './commands/context.js';
import type { Neighbour } from './completion.js';
import { goneCommands, goneOptionText } from './gone.js';
import type { Here } from './here.js';
import { shownJson } from './output/shown.js';
import { programOf } from './program.js';
import { type ExitCode, exitCodes, messageOf, Stop } from './stop.js';

/** @returns the names of the commands below `buttons` */
export function buttonCommands(): readonly string[] {
  const ignored = () => Promise.resolve();
  const { commands } = programOf({ run: ignored, runLocally: ignored, neighbours: [] });
  return commands.map((command) => command.name()).filter((name) => !(name in goneCommands));
}

/**
 * Runs `axl-phone-proxy buttons …`.
 * @param given the arguments after `buttons`
 * @param here the process that it runs in
 * @param neighbours the commands besides `buttons`
 * @returns the exit code
 */
export async function buttons(
  given: readonly string[],
  here: Here,
  neighbours: readonly Neighbour[] = [],
): Promise<number> {
  let exitCode: ExitCode = exitCodes.done;
  const program = programOf({
    run: async (command) => {
      exitCode = await command(await openContext(here, program.opts()));
    },
    runLocally: async (command) => {
      exitCode = await command({ terminal: processTerminal(here) });
    },
    neighbours,
  });
  writesTo(program, here, given);
  let asked: Command | undefined;
  program.hook('preAction', (_, command) => {
    asked = command;
  });
  try {
    await program.parseAsync(given, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return exitCodes.done;
      // The command has printed already what is wrong.
      const message = goneOptionText(thrown.message, given) ?? thrown.message.replace(/^error: /, '');
      await tellMachine(given, here, new Stop(message));
      return exitCodes.error;
    }
    if (!(thrown instanceof Stop)) throw thrown;
    const message = messageOf(thrown, asked ? isChanging(asked) : false);
    here.stderr.write(`axl-phone-proxy: ${message}\n`);
    const { exitCode: code, problems } = thrown;
    await tellMachine(given, here, { message, exitCode: code, problems });
    return thrown.exitCode;
  }
}

/** With --json, an error goes to standard output too. */
async function tellMachine(
  given: readonly string[],
  here: Here,
  stop: Pick<Stop, 'message' | 'exitCode' | 'problems'>,
): Promise<void> {
  const end = given.indexOf('--');
  if (!given.slice(0, end < 0 ? undefined : end).includes('--json')) return;
  const { message: error, exitCode, problems } = stop;
  await processTerminal(here).out(`${shownJson({ error, exitCode, ...(problems && { problems }) })}\n`);
}

/** @returns whether a command changes something */
function isChanging(command: Command): boolean {
  return command.options.some(({ long }) => long === '--yes');
}

/** Prints help and mistakes in the command line through `here`, also for each command below. */
function writesTo(command: Command, here: Here, given: readonly string[]): void {
  const { stdout, stderr } = here;
  let isGone = false;
  command.configureOutput({
    writeOut: (text) => stdout.write(text),
    // After an option that is gone, its one line says all.
    writeErr: (text) => isGone || stderr.write(text),
    outputError: (text) => {
      const gone = goneOptionText(text, given);
      stderr.write(gone === undefined ? text : `axl-phone-proxy: ${gone}\n`);
      isGone = gone !== undefined;
    },
  });
  for (const below of command.commands) writesTo(below, here, given);
}
