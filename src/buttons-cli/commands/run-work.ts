import { showProgress } from '../output/progress.js';
import type { Plan } from '../plan/plan.js';
import type { Journal } from '../run/journal.js';
import { Pace } from '../run/pace.js';
import { Runner, type Work } from '../run/runner.js';
import type { ExitCode } from '../stop.js';
import type { CommonOptions, Context } from './context.js';
import { tellResult } from './report.js';

/** How many writes go out in an hour, unless it is told otherwise: a usual guide for call managers. */
export const usualPerHour = 5000;

export interface RunSettings {
  /** 0 for no bound. */
  readonly perHour?: number;
  readonly keepGoing?: boolean;
}

/**
 * Carries out what there is to do, and tells what became of it.
 * @returns the exit code
 */
export async function runWork(
  context: Context,
  plan: Plan,
  work: readonly Work[],
  journal: Journal,
  options: CommonOptions & RunSettings,
): Promise<ExitCode> {
  const { proxy, interruption, waiting, terminal } = context;
  const progress = showProgress('changing', terminal, options.quiet ?? false);
  const pace = new Pace(options.perHour ?? usualPerHour, waiting, interruption);
  const tell = (): void => {
    progress.end();
    terminal.err('Interrupted: the devices under way are finished. Once more, and they are given up.');
  };
  interruption.asked.addEventListener('abort', tell, { once: true });
  let done = 0;
  const runner = new Runner({ proxy, pace, interruption, waiting }, journal, {
    keepGoing: options.keepGoing ?? false,
    onOutcome: () => {
      done += 1;
      progress.show(done, work.length);
    },
  });
  try {
    const result = await runner.run(work);
    progress.end();
    return await tellResult(context, plan, result, journal.file, options);
  } finally {
    progress.end();
    interruption.asked.removeEventListener('abort', tell);
    await journal.close();
  }
}
