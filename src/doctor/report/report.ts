import { version } from '../../version.js';
import { type Verdict, verdicts } from '../assumption.js';
import type { Cause, CauseName } from '../causes.js';
import type { Ending, Visited } from '../run.js';
import { type Told, type Value, written, type Writer } from '../told.js';
import type { StandIns } from './stand-ins.js';

/** The results of a visit, as `--json` prints them; docs/doctor-report.schema.json is the schema. */
export interface Report {
  readonly report: 'axl-phone-proxy doctor';
  readonly format: 2;
  readonly version: string;
  /** The AXL release in use; null if it is not known. */
  readonly release: string | null;
  readonly nodes: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Why some probes did not run; null if all did. */
  readonly ended: { readonly why: Ending; readonly words: string } | null;
  /** The likeliest cause of what could not be tried; null if there is none. */
  readonly cause: { readonly name: CauseName; readonly words: string } | null;
  readonly results: readonly ReportedResult[];
}

export interface ReportedResult {
  readonly name: string;
  readonly verdict: Verdict;
  readonly assumed: string;
  readonly seen: string;
  readonly backs: { readonly page: string; readonly sentence: string };
  /** What follows if it differs. */
  readonly follows: string;
  readonly requests: number;
  readonly ms: number;
}

/** Finds all private texts in the results, so that no stand-in equals one of them. */
export function seePrivate({ results, ended }: Visited, standIns: StandIns): void {
  for (const { seen } of results) seeIn(seen, standIns);
  if (ended) seeIn(ended.words, standIns);
}

function seeIn({ values }: Told, standIns: StandIns): void {
  const see = (value: Value): void => {
    if (typeof value === 'string') standIns.see(value);
    else if (isTold(value)) seeIn(value, standIns);
    else if (Array.isArray(value)) for (const one of value as readonly Told[]) seeIn(one, standIns);
  };
  for (const value of values) see(value);
}

function isTold(value: Value): value is Told {
  return typeof value === 'object' && 'texts' in value;
}

/** @param writer replaces private texts */
export function reportOf(
  { results, ended }: Visited,
  about: { readonly release: string | undefined; readonly nodes: number; readonly cause: Cause | undefined },
  writer: Writer,
): Report {
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  return {
    report: 'axl-phone-proxy doctor',
    format: 2,
    version,
    release: about.release ?? null,
    nodes: about.nodes,
    counts,
    ended: ended === undefined ? null : { why: ended.why, words: written(ended.words, writer) },
    cause: about.cause === undefined ? null : { name: about.cause.name, words: written(about.cause.words, writer) },
    results: results.map(({ assumption, verdict, seen, requests, ms }) => ({
      name: assumption.name,
      verdict,
      assumed: assumption.assumed,
      seen: written(seen, writer),
      backs: assumption.backs,
      follows: assumption.follows,
      requests,
      ms,
    })),
  };
}

/** 0: all is as assumed; 2: something differs; 1: some probes could not run. */
export function exitCodeOf({ counts, ended }: Report): 0 | 1 | 2 {
  if (counts.differs > 0) return 2;
  return ended !== null || counts.failed > 0 ? 1 : 0;
}
