import type { AxlOptions } from '../axl/axl-backend.js';
import { isServiceError, type ServiceError } from '../domain/errors.js';
import type { Assumption } from './assumption.js';
import { assumptions } from './assumptions.js';
import { Recording } from './report/recording.js';
import { type Report, reportOf, seePrivate } from './report/report.js';
import { StandIns } from './report/stand-ins.js';
import { runProbes, type Visited } from './run.js';
import { realNames } from './told.js';
import { openVisit, type Visit } from './visit.js';
import type { RestoreResult } from './writing/restore-lists.js';
import { Trial } from './writing/trial.js';

export interface Examination {
  readonly axl: AxlOptions;
  readonly deadlineMs: number;
  readonly sample: number;
  /** The probes to run; the login always comes first. */
  readonly probes: readonly Assumption[];
  /** The folder for the exchanges; undefined: they are not recorded. */
  readonly record: string | undefined;
  /** Whether the report contains the real names. */
  readonly isReal: boolean;
  /** The only phone that may be written to, and the folder for its saved lists; undefined: no phone is written to. */
  readonly writing: WritingAt | undefined;
  /** Aborts when a user interrupts. */
  readonly stopped: AbortSignal;
  readonly began: (probe: Assumption, position: number) => void;
}

export interface WritingAt {
  readonly device: string;
  /** Whether a phone with a line may be written to. */
  readonly mayHaveLines: boolean;
  readonly folder: string;
}

export interface Examined {
  readonly report: Report;
  /** The result of restoring the phone; undefined if nothing was written. A failure is the call manager's own. */
  readonly restoreResult: RestoreResult | ServiceError | undefined;
  readonly recorded: { readonly written: number; readonly leftOut: number } | undefined;
}

/**
 * Examines a call manager: runs the probes, and makes a report that contains nothing private.
 * @throws UnusableWsdl; NotForTrial for a phone that may not be written to
 */
export async function examine(examination: Examination): Promise<Examined> {
  const { axl, deadlineMs, sample, record, isReal, stopped, began } = examination;
  const standIns = new StandIns();
  const recording = record === undefined ? undefined : new Recording(standIns);
  let current = '';
  const visit = await openVisit({
    axl,
    deadlineMs,
    sample,
    ended: stopped,
    heard: (exchange) => recording?.take(current, exchange),
  });
  try {
    const { visited, result } = await visitWith(visit, examination, (probe, position) => {
      current = probe.name;
      began(probe, position);
    });
    seePrivate(visited, standIns);
    recording?.seePrivate();
    const about = { release: visit.connection.client.release, nodes: visit.nodes.length };
    const report = reportOf(visited, about, isReal ? realNames : standIns);
    return {
      report,
      restoreResult: result,
      recorded: record === undefined ? undefined : await recording?.write(record),
    };
  } finally {
    await visit.close();
  }
}

/** Runs the probes. The ones that write come last, and their changes are always restored. */
async function visitWith(
  visit: Visit,
  { probes, writing, stopped }: Examination,
  began: Examination['began'],
): Promise<{ readonly visited: Visited; readonly result: RestoreResult | ServiceError | undefined }> {
  const all = withLogin(probes);
  const isWriting = ({ occasion }: Assumption) => occasion === 'writing';
  const reading = all.filter((probe) => !isWriting(probe));
  const read = await runProbes(visit, reading, stopped, began);
  if (!writing || read.ended !== undefined) return { visited: read, result: undefined };
  const trial = await Trial.begin(visit, writing.device, writing.mayHaveLines, writing.folder);
  visit.trial = trial;
  const wrote = await writingVisit(visit, all.filter(isWriting), stopped, (probe, position) => {
    began(probe, reading.length + position);
  }).catch((thrown: unknown) => new Unexpected(thrown));
  const result = await trial.end().catch((thrown: unknown) => {
    if (isServiceError(thrown)) return thrown;
    throw thrown;
  });
  if (wrote instanceof Unexpected) throw wrote.thrown;
  return { visited: { results: [...read.results, ...wrote.results], ended: wrote.ended }, result };
}

/** An unexpected error. It is thrown again after the phone is restored. */
class Unexpected {
  constructor(readonly thrown: unknown) {}
}

/**
 * How many of the writing probes run before the others. They set the list that is already there, and then another one.
 */
const gates = 2;

/**
 * If the first probes show that the call manager does not accept a list as it was read, or does not replace the old
 * list, nothing else is written.
 */
async function writingVisit(
  visit: Visit,
  probes: readonly Assumption[],
  stopped: AbortSignal,
  began: Examination['began'],
): Promise<Visited> {
  const wrote = await runProbes(visit, probes.slice(0, gates), stopped, began);
  if (wrote.ended !== undefined || wrote.results.some(({ verdict }) => verdict !== 'as-assumed')) return wrote;
  const rest = await runProbes(visit, probes.slice(gates), stopped, (probe, position) => {
    began(probe, position + gates);
  });
  return { results: [...wrote.results, ...rest.results], ended: rest.ended };
}

/** @returns the probes to run; a probe that logs in at one node is always the first */
export function withLogin(probes: readonly Assumption[]): readonly Assumption[] {
  const [login] = assumptions;
  return login === undefined || probes.includes(login) ? probes : [login, ...probes];
}
