import { readConfig } from '../../src/config/config.js';
import type { Observation } from '../../src/observability/observations.js';
import { type RunningService, startService } from '../../src/service.js';
import { caller } from './caller.js';

/** The settings with which a service uses a simulator and accepts the caller, on free ports and without a database. */
export function environmentFor({ url }: { readonly url: string }): Record<string, string> {
  return {
    PORT: '0',
    ADMIN_PORT: '0',
    AXL_URL: url,
    AXL_USERNAME: 'axl',
    AXL_PASSWORD: 'axl-demo',
    AUTH_USERNAME: caller.name,
    AUTH_PASSWORD: caller.password,
    DATABASE_URL: 'off',
  };
}

/** The same settings, with the release. So the service need not find the release first. */
export function serviceSettings(url: string): Record<string, string> {
  return { ...environmentFor({ url }), AXL_VERSION: '14.0' };
}

/** Short times, so that faults appear soon. */
const shortTimes = { AXL_TIMEOUT_MS: '400', REQUEST_DEADLINE_MS: '4000' };

export interface TestService extends RunningService {
  readonly adminUrl: string;
  /** What the service has reported so far. */
  readonly observations: readonly Observation[];
}

/** Starts the whole service in this process, with an environment. */
export async function startTestService(environment: Readonly<Record<string, string>>): Promise<TestService> {
  const observations: Observation[] = [];
  const service = await startService(readConfig(environment, 'no.env'), (seen) => observations.push(seen));
  return { ...service, adminUrl: service.adminUrl ?? '', observations };
}

/** Starts the whole service in this process in front of a call manager, with short times and without a console. */
export function startServiceWithShortTimes(
  axlUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestService> {
  // Each start would read all files of the console.
  return startTestService({ ...serviceSettings(axlUrl), ...shortTimes, CONSOLE: 'off', ...environment });
}
