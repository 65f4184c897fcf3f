import { rowsThatFit } from '../../axl/adapter/rows-that-fit.js';
import { executeSqlQuery } from '../../axl/adapter/operations.js';
import { isTooLarge } from '../../axl/soap/response.js';
import { isServiceError } from '../../domain/errors.js';
import { type Assumption, failureTold, judged, noOccasion } from '../assumption.js';
import { told } from '../told.js';

/** Probes that put load on the call manager. */
export const heavyProbes: readonly Assumption[] = [
  {
    name: 'too-large',
    assumed: 'A query whose answer is too large is refused with words that say so, and how many rows fit.',
    backs: {
      page: 'docs/interface.md',
      sentence:
        'Only if the call manager says that the answer is too large is it fetched in pages; nothing is left out.',
    },
    requests: ['executeSQLQuery'],
    occasion: 'heavy',
    judge: async (visit) => {
      const { client } = visit.connection;
      // This combines each device with each line. If there are a few hundred of both, the answer is larger than 8 MB.
      const query =
        'SELECT d.name AS name, d.description AS description, n.dnorpattern AS pattern, m.pkid AS pkid ' +
        'FROM device d, devicenumplanmap m, numplan n WHERE n.pkid = m.fknumplan';
      try {
        const rows = await visit.call((context) => executeSqlQuery(client, query, context));
        return noOccasion(told`the largest answer that was tried has ${rows.length} rows, and was taken`);
      } catch (thrown) {
        const fits = rowsThatFit(thrown);
        if (fits !== undefined && isServiceError(thrown)) return judged(true, told`${failureTold(thrown)}`);
        if (isTooLarge(thrown)) return judged(false, told`an answer of more than 8 MB came`);
        if (!isServiceError(thrown, 'call-manager-fault', 'call-manager-timeout')) throw thrown;
        return judged(false, failureTold(thrown));
      }
    },
    follows:
      'Buttons that point at a number with very many of them are answered 502; the inventory halves its pages. Send a report, because the service must know the words.',
  },
];
