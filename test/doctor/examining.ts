import { readConfig } from '../../src/config/config.js';
import type { Assumption } from '../../src/doctor/assumption.js';
import { assumptions } from '../../src/doctor/assumptions.js';
import { examine, type Examination, type Examined } from '../../src/doctor/examine.js';
import type { VisitOptions } from '../../src/doctor/visit.js';
import { serviceSettings } from '../support/test-service.js';

/** The probes that read, but for those that load the call manager. */
export const reading = assumptions.filter(({ occasion }) => occasion === 'reading');

export function probesNamed(...names: readonly string[]): Assumption[] {
  return assumptions.filter(({ name }) => names.includes(name));
}

function settingsFor(urls: readonly string[], environment: Readonly<Record<string, string>>) {
  const { axl, requestDeadlineMs: deadlineMs } = readConfig(
    { ...serviceSettings(urls.join(',')), AXL_VERSION: 'auto', ...environment },
    'no.env',
  );
  return { axl, deadlineMs };
}

/** Has the doctor examine a call manager, in this process. */
export function examined(
  urls: readonly string[],
  wanted: Partial<Examination> = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<Examined> {
  return examine({
    ...settingsFor(urls, environment),
    sample: 5,
    probes: reading,
    record: undefined,
    isReal: false,
    writing: undefined,
    stopped: new AbortController().signal,
    began: () => undefined,
    ...wanted,
  });
}

export function visitOptions(urls: readonly string[], wanted: Partial<VisitOptions> = {}): VisitOptions {
  const ended = new AbortController().signal;
  return { ...settingsFor(urls, {}), sample: 5, ended, heard: () => undefined, ...wanted };
}

/** @returns the names of the probes with a verdict */
export function namesOf({ report }: Examined, verdict: string): string[] {
  return report.results.filter((result) => result.verdict === verdict).map(({ name }) => name);
}
