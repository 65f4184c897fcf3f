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

/** How many writes go out in an hour, unless it is told otherwise: gentle towards any call manager. */
export const usualPerHour = 5000;

export type PaceOptions = Partial<RunSettings>;

/** @returns what a run keeps to */
export function settingsOf(
  { perHour, keepGoing }: PaceOptions,
  usual: RunSettings = { perHour: usualPerHour, keepGoing: false },
): RunSettings {
  return { perHour: perHour ?? usual.perHour, keepGoing: keepGoing ?? usual.keepGoing };
}

/** What a run is carried out with. */
export interface RunFrame {
  readonly pace: Pace;
  /** Is told of each turn that is over. */
  readonly onTurn: () => void;
}

/**
 * Carries something out at its pace, shows how far it is, and tells of an interruption.
 * @param turns how many there are to come: what is settled already takes no time, and counts for no rate
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
