import { RequestRefused, ServiceError } from '../../src/domain/errors.js';
import { type ListedFinding, noFindings } from '../../src/domain/finding.js';
import type { KeptLookups } from '../../src/use-cases/lookups.js';
import type { AskedInventory } from '../../src/inventory/asked-inventory.js';
import { aFinding } from './made.js';

const dismissal = { reason: 'Eva answers there, too.', user: 'somebody', time: new Date(Date.UTC(2026, 2, 5)) };

/** A finding for each kind of proposal, and a dismissed one. */
export const findings: readonly ListedFinding[] = [
  finding('1', { remove: true }),
  finding('2', { set: { index: '1', dirn: '2003', label: 'Ana' } }),
  finding('3', null),
  finding('4', null, dismissal),
];

function finding(
  id: string,
  proposal: ListedFinding['proposal'],
  dismissal: ListedFinding['dismissal'] = null,
): ListedFinding {
  const device = { device: 'SEP00123456789A', description: 'Büro 😀' };
  const button = { dirn: '2003', label: 'Eva', evidence: '“Eva” is the display of 2004.' };
  return { ...aFinding({ id, ...device, ...button }), since: Date.UTC(2026, 2, 4), proposal, dismissal };
}

/** An inventory with three findings, or one that cannot answer. */
export function fakeInventory(isWhole = true, isHistoryThere = true, lookups: KeptLookups = {}): AskedInventory {
  const incomplete = (): Promise<never> =>
    Promise.reject(
      new ServiceError('inventory-incomplete', {
        detail: 'The whole cluster has not been read yet. GET /inventory shows how far the sweep is.',
        retryAfterSeconds: 30,
        effect: 'none',
      }),
    );
  const unavailable = (): Promise<never> =>
    Promise.reject(
      new ServiceError('history-unavailable', { detail: 'Not now.', retryAfterSeconds: 1, effect: 'none' }),
    );
  const dismissable = (id: string): Promise<void> => {
    if (!isHistoryThere) return unavailable();
    if (!isWhole) return incomplete();
    if (findings.some((one) => one.id === id)) return Promise.resolve();
    return Promise.reject(
      new RequestRefused('finding-not-found', { detail: 'The inventory has no finding of this id.' }),
    );
  };
  const kept = {
    ...{ generation: 2, asOf: Date.UTC(2026, 2, 4), wholeSince: Date.UTC(2026, 2, 4, 0, 1) },
    ...{ phones: 104, profiles: 6, numbers: 148, buttons: 266, listsToCheck: 0 },
  };
  return {
    lookups,
    state: () =>
      isWhole ? Promise.resolve({ state: 'whole', reason: undefined, kept, progress: undefined }) : incomplete(),
    findingCounts: () => {
      if (!isHistoryThere) return unavailable();
      const open = findings.filter(({ dismissal }) => dismissal === null);
      return isWhole ? Promise.resolve({ ...noFindings, 'old-name': open.length }) : Promise.resolve(undefined);
    },
    sweepNow: () => undefined,
    findings: ({ after, dismissed }, limit) => {
      if (!isHistoryThere) return unavailable();
      const listed = findings.filter(
        ({ id, dismissal }) => id > (after?.id ?? '') && (dismissal !== null) === dismissed,
      );
      const hasMore = listed.length > limit;
      return isWhole ? Promise.resolve({ listed: listed.slice(0, limit), hasMore }) : incomplete();
    },
    dismiss: async (id, { reason, user }) => {
      await dismissable(id);
      return { reason, user, time: dismissal.time };
    },
    restoreDismissed: (id) => dismissable(id),
  };
}
