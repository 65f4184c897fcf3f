import { CommanderError } from 'commander';
import { openContext } from './commands/context.js';
import { programOf } from './program.js';
import { type ExitCode, exitCodes, Stop } from './stop.js';

/**
 * Runs `axl-phone-proxy buttons …`.
 * @param given what follows `buttons` on the command line
 * @returns the exit code
 */
export async function buttons(given: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  let exitCode: ExitCode = exitCodes.done;
  const program = programOf(async (command) => {
    exitCode = await command(await openContext(environment));
  });
  try {
    await program.parseAsync(given, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    // It has said itself what is wrong.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? exitCodes.done : exitCodes.error;
    if (!(thrown instanceof Stop)) throw thrown;
    process.stderr.write(`axl-phone-proxy: ${thrown.message}\n`);
    return thrown.exitCode;
  }
}
