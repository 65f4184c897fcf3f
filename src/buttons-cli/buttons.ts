import { type Command, CommanderError } from 'commander';
import { processTerminal } from './output/terminal.js';
import { openContext } from './commands/context.js';
import type { Neighbour } from './completion.js';
import type { Here } from './here.js';
import { shownJson } from './output/shown.js';
import { programOf } from './program.js';
import { type ExitCode, exitCodes, Stop } from './stop.js';

/** @returns the names of the commands below `buttons` */
export function buttonCommands(): readonly string[] {
  const ignored = () => Promise.resolve();
  return programOf({ run: ignored, runLocally: ignored, neighbours: [] }).commands.map((command) => command.name());
}

/**
 * Runs `axl-phone-proxy buttons …`.
 * @param given what follows `buttons` on the command line
 * @param here the process that it runs in
 * @param neighbours the commands beside `buttons`
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
      exitCode = await command(await openContext(here));
    },
    runLocally: async (command) => {
      exitCode = await command({ terminal: processTerminal(here) });
    },
    neighbours,
  });
  writesTo(program, here);
  try {
    await program.parseAsync(withHelpLast(given), { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return exitCodes.done;
      // It has said itself what is wrong.
      await tellMachine(given, here, new Stop(thrown.message.replace(/^error: /, '')));
      return exitCodes.error;
    }
    if (!(thrown instanceof Stop)) throw thrown;
    here.stderr.write(`axl-phone-proxy: ${thrown.message}\n`);
    await tellMachine(given, here, thrown);
    return thrown.exitCode;
  }
}

/** With --json whatever reads standard output is told of an error, too. */
async function tellMachine(given: readonly string[], here: Here, stop: Stop): Promise<void> {
  const end = given.indexOf('--');
  if (!given.slice(0, end < 0 ? undefined : end).includes('--json')) return;
  const { message: error, exitCode, problems } = stop;
  await processTerminal(here).out(`${shownJson({ error, exitCode, ...(problems && { problems }) })}\n`);
}

/** Help and what is said of mistakes in the command line; each command below keeps its own output. */
function writesTo(command: Command, here: Here): void {
  const { stdout, stderr } = here;
  command.configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  for (const below of command.commands) writesTo(below, here);
}

/** Commander's own help command takes one name: of `help plan show` it would show the help of `plan`. */
function withHelpLast([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return [];
  return first === 'help' && others.length > 1 ? [...others, '--help'] : [first, ...others];
}
