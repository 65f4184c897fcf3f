import type { Change } from '../../client/index.js';
import { shown, shownJson } from '../output/shown.js';
import { type ExitCode, exitCodes, Stop } from '../stop.js';
import { countsText, exitCodeOf, forMachines, problemsText, stateText } from './change-text.js';
import { type Context, reading } from './context.js';
import { pagesOf, readWhole } from './lists-of-change.js';
import { whenEnded } from './watch.js';

/**
 * Shows the progress of a change that is begun, until it has ended, and then how.
 * @param toldAlready how many lists have a problem that was told before
 * @throws Stop after an interruption, or if the service does not answer any more. The change goes on nevertheless
 */
export async function follow(context: Context, begun: Change, toldAlready = 0): Promise<ExitCode> {
  const { terminal } = context;
  const { id } = begun;
  const ended = await whenEnded(context, begun).catch((thrown: unknown) => {
    tellGoesOn(context, id);
    throw thrown;
  });
  if (ended === undefined) {
    tellGoesOn(context, id);
    throw new Stop('interrupted', exitCodes.interrupted);
  }
  if (context.json) {
    const whole = await reading(context, (reader) => readWhole(reader, id));
    await terminal.out(`${shownJson(forMachines(whole, context))}\n`, { isNeeded: true });
  } else {
    await tellEnded(context, ended, toldAlready);
  }
  return exitCodeOf(ended.counts);
}

/** Says that the service goes on with a change after the command has ended. */
function tellGoesOn({ terminal }: Context, id: string): void {
  terminal.err(`Change ${shown(id)} goes on in the service.`);
  terminal.err(`To look at it: axl-phone-proxy buttons show ${shown(id)}`);
  terminal.err(`To stop it: axl-phone-proxy buttons stop ${shown(id)}`);
}

/** Prints how a change has ended, and what can be done next. */
async function tellEnded(context: Context, change: Change, toldAlready: number): Promise<void> {
  const { terminal, tell, quiet } = context;
  const { id, why, may, counts } = change;
  const lines: string[] = [];
  const { total, changed = 0, already = 0 } = counts;
  if (total - changed - already > toldAlready) {
    await reading(context, async (reader) => {
      for await (const { lists } of pagesOf(reader, id, true)) lines.push(...problemsText(lists, terminal.colours));
    });
  }
  if (!quiet) lines.push(`Change ${shown(id)} is ${stateText(change)}. ${countsText(counts)}`);
  if (lines.length > 0) await terminal.out(`${lines.join('\n')}\n`, { isNeeded: true });
  if (why !== null) tell(shown(why));
  if (may.includes('apply')) tell(`To continue: axl-phone-proxy buttons apply ${shown(id)}`);
  if (may.includes('undo')) tell(`To undo it: axl-phone-proxy buttons undo ${shown(id)}`);
}
