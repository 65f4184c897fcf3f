import { isServiceError } from '../domain/errors.js';
import { type Assumption, failureTold, type Judged } from './assumption.js';
import { told } from './told.js';
import type { Visit } from './visit.js';

/** The result of a probe. */
export interface Result extends Judged {
  readonly assumption: Assumption;
  /** The number of its requests. */
  readonly requests: number;
  readonly ms: number;
}

/** Why some probes did not run. */
export const endings = ['login-refused', 'not-allowed', 'unreachable', 'interrupted'] as const;
export type Ending = (typeof endings)[number];

export interface Visited {
  readonly results: readonly Result[];
  /** Undefined if all probes ran. */
  readonly ended: Ending | undefined;
}

/**
 * Runs probes one after another. The first probe logs in. If it fails, or if any login is refused, no node gets another
 * request.
 * @param stopped aborts when a user interrupts
 * @param began is called with each probe before it runs
 */
export async function runProbes(
  visit: Visit,
  probes: readonly Assumption[],
  stopped: AbortSignal,
  began: (probe: Assumption, position: number) => void,
): Promise<Visited> {
  const results: Result[] = [];
  for (const [position, assumption] of probes.entries()) {
    if (isOver(stopped)) return { results, ended: 'interrupted' };
    began(assumption, position);
    visit.begin();
    const started = performance.now();
    const { judged, ended } = await tried(visit, assumption);
    if (judged.verdict === 'failed' && isOver(stopped)) return { results, ended: 'interrupted' };
    const ms = Math.round(performance.now() - started);
    results.push({ assumption, ...judged, requests: visit.exchanges.length, ms });
    if (ended !== undefined && (position === 0 || ended === 'login-refused')) return { results, ended };
    if (position === 0 && judged.verdict === 'failed') return { results, ended: 'unreachable' };
  }
  return { results, ended: undefined };
}

function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

async function tried(visit: Visit, { judge }: Assumption): Promise<{ judged: Judged; ended?: Ending }> {
  try {
    const judged = await judge(visit);
    return isRefused(visit) ? { judged, ended: 'login-refused' } : { judged };
  } catch (thrown) {
    if (!isServiceError(thrown)) throw thrown;
    const judged = { verdict: 'failed', seen: failureTold(thrown) } as const;
    if (isRefused(visit)) return { judged, ended: 'login-refused' };
    if (isServiceError(thrown, 'call-manager-refused-credentials')) return { judged, ended: 'not-allowed' };
    return { judged };
  }
}

/** Whether a login was refused in this probe. */
function isRefused({ exchanges }: Visit): boolean {
  return exchanges.some(({ isLogin, response }) => isLogin && response.status === 401);
}

/** The texts for visits that ended early, for readers of the report. */
export const endingTold: Readonly<Record<Ending, ReturnType<typeof told>>> = {
  'login-refused': told`The call manager refused the login (401). Nothing more was sent, because three refusals lock the account. Set AXL_USERNAME and AXL_PASSWORD_FILE, and wait before you try again.`,
  'not-allowed': told`The user may not do this by AXL (403). Give it the role Standard AXL API Access, or for reading Standard AXL Read Only API Access.`,
  unreachable: told`The call manager could not be reached. Check AXL_URL, the firewall and AXL_CA_FILE.`,
  interrupted: told`Interrupted. The rest was not tried.`,
};
