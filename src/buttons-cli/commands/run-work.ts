import { showProgress } from '../output/progress.js';
import { shown } from '../output/shown.js';
import type { Plan } from '../plan/plan.js';
import type { Journal } from '../run/journal.js';
import type { RunSettings } from '../run/journal-lines.js';
import { Pace } from '../run/pace.js';
import { runPlan } from '../run/runner.js';
import { settledAlready, type Work } from '../run/states.js';
import type { ExitCode } from '../stop.js';
import type { CommonOptions, Context } from './context.js';
import { tellResult } from './report.js';

/** How many writes are sent in an hour by default: gentle to any call manager. */
export const usualPerHour = 5000;

export type PaceOptions = Partial<RunSettings>;

/** @returns the settings of a run */
export function settingsOf(
  { perHour, keepGoing }: PaceOptions,
  usual: RunSettings = { perHour: usualPerHour, keepGoing: false },
): RunSettings {
  return { perHour: perHour ?? usual.perHour, keepGoing: keepGoing ?? usual.keepGoing };
}

/** What carrying out a run needs. */
export interface RunFrame {
  readonly pace: Pace;
  /** Called after each turn. */
  readonly onTurn: () => void;
}

/**
 * Carries something out at its pace, shows the progress, and reports an interruption.
 * @param turns how many turns remain; settled work takes no time, so it does not count for the rate
 */
export async function inTurns<Result>(
  { interruption, clock, terminal }: Context,
  turns: number,
  { perHour, quiet = false }: CommonOptions & Pick<RunSettings, 'perHour'>,
  carry: (frame: RunFrame) => Promise<Result>,
): Promise<Result> {
  const pace = new Pace(perHour, clock, interruption);
  const wait = () => {
    const pause = pace.pauseLeft();
    return pause && { seconds: pause.seconds, reason: shown(pause.reason) };
  };
  const progress = showProgress(terminal, { what: 'changing', isQuiet: quiet, wait });
  const tell = (): void => {
    terminal.err('Interrupted: finishing the devices at work. Press Ctrl-C again to give them up.');
  };
  interruption.asked.addEventListener('abort', tell, { once: true });
  let done = 0;
  progress.show(done, turns);
  const onTurn = (): void => {
    done += 1;
    progress.show(done, turns);
  };
  try {
    return await carry({ pace, onTurn });
  } finally {
    progress.end();
    interruption.asked.removeEventListener('abort', tell);
  }
}

/**
 * Carries out the work, and prints the result.
 * @returns the exit code
 */
export async function runWork(
  context: Context,
  plan: Plan,
  work: readonly Work[],
  journal: Journal,
  options: CommonOptions & RunSettings,
): Promise<ExitCode> {
  const { proxy, interruption } = context;
  const { run } = journal;
  const turns = work.filter((one) => settledAlready(one) === undefined).length;
  try {
    const result = await inTurns(context, turns, options, ({ pace, onTurn }) => {
      const { keepGoing } = options;
      return runPlan(work, { proxy, run, pace, interruption }, journal, { keepGoing, onTurn });
    });
    return await tellResult(context, plan, result, journal, options);
  } finally {
    await journal.close();
  }
}
