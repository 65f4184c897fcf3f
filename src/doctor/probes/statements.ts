import { isServiceError } from '../../domain/errors.js';
import { ownersAtOnce } from '../../inventory/cluster-pages.js';
import { type Assumption, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { told } from '../told.js';

/** Makes keys that do not exist, for the longest possible statement. */
function strangers(count: number): string[] {
  return Array.from(
    { length: count },
    (_, place) => `${place.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`,
  );
}

function faultJudged(thrown: unknown): Judged {
  if (isServiceError(thrown, 'call-manager-fault')) return judged(false, failureTold(thrown));
  throw thrown;
}

/** Probes of the unusual statements that sweeps use. */
export const statementProbes: readonly Assumption[] = [
  {
    name: 'sql-count',
    assumed: 'The rows of a table can be counted.',
    backs: {
      page: 'docs/inventory.md',
      sentence: 'When a table has been read, the call manager counts its rows (`SELECT COUNT(*)`).',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const count = await visit.call((context) => visit.pages.count('device', undefined, context));
      return judged(count !== undefined, count === undefined ? told`not counted` : told`${count} devices`);
    },
    follows: 'A sweep does not see that a page was cut short. It has no other effect.',
  },
  {
    name: 'sql-many-keys',
    assumed: 'A statement may name 200 keys, which is 8 KB.',
    backs: { page: 'docs/inventory.md', sentence: 'the sweep asks for them by their keys, 200 in one query' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const [phone] = await visit.specimens.phones(5);
      if (!phone) return noOccasion(told`there is no phone`);
      const keys = [...strangers(ownersAtOnce - 1), phone.uuid];
      return visit
        .call((context) => visit.pages.rowsOf('device', keys, context))
        .then((rows) => judged(rows.length === 1, told`${rows.length} of 1 found among ${keys.length}`), faultJudged);
    },
    follows: 'The inventory rests with that fault as its reason. Set INVENTORY=off and send a report.',
  },
];
