import { isServiceError, type ServiceError } from '../domain/errors.js';
import { type Assumption, failureTold, type Judged } from './assumption.js';
import { type Cause, causeOf, type CauseName, refusedLogin } from './causes.js';
import { plain, type Told, told } from './told.js';
import type { Visit } from './visit.js';
import { TrialEnded } from './writing/written-device.js';

/** The result of a probe. */
export interface Result extends Judged {
  readonly assumption: Assumption;
  /** The number of its requests. */
  readonly requests: number;
  readonly ms: number;
}

/** Why some probes did not run. */
export type Ending = CauseName | 'interrupted' | 'harm' | 'trial-ended';

export interface Ended {
  readonly why: Ending;
  readonly words: Told;
}

export interface Visited {
  readonly results: readonly Result[];
  /** Undefined if all probes ran. */
  readonly ended: Ended | undefined;
}

const interrupted: Ended = { why: 'interrupted', words: told`Interrupted. The rest was not tried.` };
const harmed: Ended = {
  why: 'harm',
  words: told`An update of a list changed something else too. Nothing more was written. The service must not write to this call manager.`,
};

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
    if (isOver(stopped)) return { results, ended: interrupted };
    began(assumption, position);
    visit.begin();
    const started = performance.now();
    const { judged, ended } = await tried(visit, assumption);
    if (judged.verdict === 'failed' && isOver(stopped)) return { results, ended: interrupted };
    const ms = Math.round(performance.now() - started);
    results.push({ assumption, ...judged, requests: visit.exchanges.length, ms });
    if (ended) return { results, ended };
    const { cause } = judged;
    if (assumption.name === 'login' && judged.verdict === 'failed') {
      return { results, ended: { why: cause?.name ?? 'fault', words: cause?.words ?? judged.seen } };
    }
  }
  return { results, ended: undefined };
}

function isOver({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** The probe that says that SQL is refused. */
const sqlRow = 'sql-columns';

function needsSql({ name, requests, occasion }: Assumption): boolean {
  return occasion !== 'writing' && name !== sqlRow && requests.includes('executeSQLQuery');
}

async function tried(visit: Visit, assumption: Assumption): Promise<{ judged: Judged; ended?: Ended }> {
  try {
    const refusal = needsSql(assumption) ? await visit.specimens.sqlRefusal() : undefined;
    const judged = refusal ? sqlRefused(refusal) : await assumption.judge(visit);
    if (isRefused(visit)) return { judged, ended: endedBy(refusedLogin) };
    return isHarmed(visit) ? { judged, ended: harmed } : { judged };
  } catch (thrown) {
    if (thrown instanceof TrialEnded) {
      const words = told`${plain('The trial ended.')} ${thrown.told}`;
      return { judged: { verdict: 'failed', seen: thrown.told }, ended: { why: 'trial-ended', words } };
    }
    if (!isServiceError(thrown)) throw thrown;
    const cause = causeOf(thrown, visit.exchanges.at(-1));
    const judged = { verdict: 'failed', seen: failureTold(thrown), cause } as const;
    return isRefused(visit) || cause?.name === 'login-refused' ? { judged, ended: endedBy(refusedLogin) } : { judged };
  }
}

/** Whether a login was refused in this probe. */
function isRefused({ exchanges }: Visit): boolean {
  return exchanges.some(({ isLogin, response }) => isLogin && response.status === 401);
}

function isHarmed({ trial }: Visit): boolean {
  return trial !== undefined && trial.harm.otherList.length + trial.harm.beside.length > 0;
}

function endedBy({ name: why, words }: Cause): Ended {
  return { why, words };
}

function sqlRefused(refusal: ServiceError): Judged {
  const words = told`SQL does not work for this user: ${failureTold(refusal)}. Lookups by lines work without it. Set AXL_LOOKUP=lines and INVENTORY=off, or let the user execute SQL queries.`;
  return { verdict: 'failed', seen: told`SQL is refused, see ${plain(sqlRow)}`, cause: { name: 'sql-refused', words } };
}

/**
 * @returns the likeliest cause of what could not be tried: the one that most results have
 */
export function causeOfAll(results: readonly Result[], { away }: Pick<Visit, 'away'>): Cause | undefined {
  const causes = results.flatMap(({ cause }) => (cause ? [cause] : []));
  const count = ({ name }: Cause) => causes.filter((cause) => cause.name === name).length;
  const [most] = causes.toSorted((one, other) => count(other) - count(one));
  if (most && (count(most) > 1 || away.size === 0)) return most;
  if (away.size === 0) return undefined;
  return {
    name: 'node-away',
    words: told`${away.size === 1 ? plain('One node does') : told`${away.size} nodes do`} not answer, see node-logins. Start it, or remove it from AXL_URL.`,
  };
}
