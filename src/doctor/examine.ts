import type { AxlOptions } from '../axl/axl-backend.js';
import type { Assumption } from './assumption.js';
import { assumptions } from './assumptions.js';
import { Recording } from './report/recording.js';
import { type Report, reportOf, seePrivate } from './report/report.js';
import { StandIns } from './report/stand-ins.js';
import { runProbes } from './run.js';
import { realNames } from './told.js';
import { openVisit } from './visit.js';

export interface Examination {
  readonly axl: AxlOptions;
  readonly deadlineMs: number;
  readonly sample: number;
  /** The probes that are run; the login comes before them in any case. */
  readonly probes: readonly Assumption[];
  /** The folder that the exchanges are written to; undefined: they are not kept. */
  readonly record: string | undefined;
  /** Whether the report has the names as they are. */
  readonly isReal: boolean;
  /** Is aborted when somebody interrupts. */
  readonly stopped: AbortSignal;
  readonly began: (probe: Assumption, position: number) => void;
}

export interface Examined {
  readonly report: Report;
  readonly recorded: { readonly written: number; readonly leftOut: number } | undefined;
}

/**
 * Examines a call manager: runs the probes, and makes a report in which nothing is private.
 * @throws UnusableWsdl
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
    const visited = await runProbes(visit, withLogin(examination.probes), stopped, (probe, position) => {
      current = probe.name;
      began(probe, position);
    });
    seePrivate(visited, standIns);
    recording?.seePrivate();
    const about = { release: visit.connection.client.release, nodes: visit.nodes.length };
    const report = reportOf(visited, about, isReal ? realNames : standIns);
    return { report, recorded: record === undefined ? undefined : await recording?.write(record) };
  } finally {
    await visit.close();
  }
}

/** One login at one node comes first, whatever is asked for. */
export function withLogin(probes: readonly Assumption[]): readonly Assumption[] {
  const [login] = assumptions;
  return login === undefined || probes.includes(login) ? probes : [login, ...probes];
}
