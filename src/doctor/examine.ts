import type { AxlOptions } from '../axl/axl-backend.js';
import { isServiceError, type ServiceError } from '../domain/errors.js';
import type { Assumption } from './assumption.js';
import { assumptions } from './assumptions.js';
import { isAboutHarm } from './probes/harm.js';
import { Recording } from './report/recording.js';
import { type Report, reportOf, seePrivate } from './report/report.js';
import { StandIns } from './report/stand-ins.js';
import { causeOfAll, type Result, runProbes, type Visited } from './run.js';
import { realNames } from './told.js';
import { openVisit, type Visit } from './visit.js';
import type { RestoreResult } from './writing/restore-lists.js';
import { Trial, type WritingAt } from './writing/trial.js';

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
  /** The only device that may be written to, and the folder for its saved lists; undefined: none is written to. */
  readonly writing: WritingAt | undefined;
  /** Aborts when a user interrupts. */
  readonly stopped: AbortSignal;
  readonly began: (probe: Assumption, position: number) => void;
}

export interface Examined {
  readonly report: Report;
  /** The result of restoring the device; undefined if nothing was written. A failure is the call manager's own. */
  readonly restoreResult: RestoreResult | ServiceError | undefined;
  readonly recorded: { readonly written: number; readonly leftOut: number } | undefined;
}

/**
 * Examines a call manager: runs the probes, and makes a report that contains nothing private.
 * @throws UnusableWsdl; NotForTrial for a device that may not be written to
 */
export async function examine(examination: Examination): Promise<Examined> {
  const { axl, deadlineMs, sample, record, isReal, stopped, began } = examination;
  const standIns = new StandIns();
  for (const text of settingsIn(examination)) standIns.see(text);
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
    const cause = causeOfAll(visited.results, visit);
    const about = { release: visit.connection.client.release, nodes: visit.nodes.length, cause };
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

/** What only the settings say, and a fault may quote. */
function settingsIn({ axl: { urls, username, password }, writing }: Examination): string[] {
  return [...urls.flatMap(({ host, hostname }) => [host, hostname]), username, password, writing?.device.name ?? ''];
}

/**
 * Runs the probes. The ones that write come last, and their changes are always restored. A device that may not be
 * written to is refused after the login, before everything else.
 */
async function visitWith(
  visit: Visit,
  { probes, writing, stopped }: Examination,
  began: Examination['began'],
): Promise<{ readonly visited: Visited; readonly result: RestoreResult | ServiceError | undefined }> {
  const all = withLogin(probes);
  const isWriting = ({ occasion }: Assumption) => occasion === 'writing';
  const [login, reading] = [all.slice(0, 1), all.slice(1).filter((probe) => !isWriting(probe))];
  const first = await runProbes(visit, login, stopped, began);
  if (first.ended) return { visited: first, result: undefined };
  if (writing) await Trial.check(visit, writing);
  const read = after(
    first,
    await runProbes(visit, reading, stopped, (probe, position) => {
      began(probe, 1 + position);
    }),
  );
  if (!writing || read.ended) return { visited: atEnd(visit, read), result: undefined };
  const trial = await Trial.begin(visit, writing);
  visit.trial = trial;
  let wrote: Visited;
  let result: RestoreResult | ServiceError;
  try {
    wrote = await writingVisit(visit, all.filter(isWriting), stopped, (probe, position) => {
      began(probe, 1 + reading.length + position);
    });
  } finally {
    result = await trial.end().catch((thrown: unknown) => {
      if (isServiceError(thrown)) return thrown;
      throw thrown;
    });
  }
  return { visited: atEnd(visit, after(read, wrote)), result };
}

function after(first: Visited, then: Visited): Visited {
  return { results: [...first.results, ...then.results], ended: then.ended };
}

/** Judges again what all probes have seen. Harm that was done comes first. */
function atEnd(visit: Visit, { results, ended }: Visited): Visited {
  const all = results.map((result): Result => ({ ...result, ...result.assumption.judgeAtEnd?.(visit) }));
  const isHarm = ({ assumption, verdict }: Result) => isAboutHarm(assumption) && verdict === 'differs';
  return { results: [...all.filter(isHarm), ...all.filter((result) => !isHarm(result))], ended };
}

/**
 * How many of the writing probes run before the others. They set the list that is already there, and then another one.
 */
const gates = 2;

/**
 * If the first probes show that the call manager does not accept a list as it was read, or does not replace the old
 * list, nothing else is written. What all writes have changed besides their list is judged last.
 */
async function writingVisit(
  visit: Visit,
  probes: readonly Assumption[],
  stopped: AbortSignal,
  began: Examination['began'],
): Promise<Visited> {
  const writes = probes.filter((probe) => !isAboutHarm(probe));
  const begun = { count: 0 };
  const run = (some: readonly Assumption[], stop: AbortSignal) =>
    runProbes(visit, some, stop, (probe) => {
      began(probe, begun.count);
      begun.count += 1;
    });
  let wrote: Visited = { results: [], ended: undefined };
  for (const some of [...writes.slice(0, gates).map((gate) => [gate]), writes.slice(gates)]) {
    const isUntried = wrote.results.some(({ verdict }) => verdict === 'failed');
    if (wrote.ended || isUntried || visit.trial?.replaces === false) break;
    wrote = after(wrote, await run(some, stopped));
  }
  // These send nothing, and are judged also after harm.
  const judgedLast: Result[] = [];
  for (const probe of probes.filter(isAboutHarm)) {
    judgedLast.push(...(await run([probe], new AbortController().signal)).results);
  }
  return { results: [...wrote.results, ...judgedLast], ended: wrote.ended };
}

/** @returns the probes to run; a probe that logs in at one node is always the first */
export function withLogin(probes: readonly Assumption[]): readonly Assumption[] {
  const [login] = assumptions;
  return login === undefined || probes.includes(login) ? probes : [login, ...probes];
}
