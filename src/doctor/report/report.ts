import { version } from '../../version.js';
import { type Verdict, verdicts } from '../assumption.js';
import { type Ending, endingTold, type Visited } from '../run.js';
import { realNames, type Told, type Value, written, type Writer } from '../told.js';
import type { StandIns } from './stand-ins.js';

/** What a visit has shown, as `--json` prints it; docs/doctor-report.schema.json is its schema. */
export interface Report {
  readonly report: 'axl-phone-proxy doctor';
  readonly format: 1;
  readonly version: string;
  /** The AXL release that is spoken; null if that is not known. */
  readonly release: string | null;
  readonly nodes: number;
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Why not all was tried; null if all was. */
  readonly ended: { readonly why: Ending; readonly words: string } | null;
  readonly results: readonly ReportedResult[];
}

export interface ReportedResult {
  readonly name: string;
  readonly verdict: Verdict;
  readonly assumed: string;
  readonly seen: string;
  readonly backs: { readonly page: string; readonly sentence: string };
  /** What follows where it differs. */
  readonly follows: string;
  readonly requests: number;
  readonly ms: number;
}

/** Takes up all that is private in what was seen, so that no stand-in is one of these texts. */
export function seePrivate(visited: Visited, standIns: StandIns): void {
  for (const { seen } of visited.results) seeIn(seen, standIns);
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

/** @param writer what stands for what is private */
export function reportOf(
  { results, ended }: Visited,
  about: { readonly release: string | undefined; readonly nodes: number },
  writer: Writer,
): Report {
  const counts = Object.fromEntries(
    verdicts.map((verdict) => [verdict, results.filter((result) => result.verdict === verdict).length]),
  ) as Record<Verdict, number>;
  return {
    report: 'axl-phone-proxy doctor',
    format: 1,
    version,
    release: about.release ?? null,
    nodes: about.nodes,
    counts,
    ended: ended === undefined ? null : { why: ended, words: written(endingTold[ended], realNames) },
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

/** 0: all is as assumed; 2: something differs; 1: not all could be tried. */
export function exitCodeOf({ counts, ended }: Report): 0 | 1 | 2 {
  if (counts.differs > 0) return 2;
  return ended !== null || counts.failed > 0 ? 1 : 0;
}
