import { isServiceError, ServiceError } from '../../domain/errors.js';
import { optionalTables, sweptTables } from '../../domain/swept-tables.js';
import { ownersAtOnce } from '../../inventory/cluster-pages.js';
import { type Assumption, asAssumed, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { plain, type Told, told } from '../told.js';

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

function faultAlone(thrown: unknown) {
  if (isServiceError(thrown) && !isServiceError(thrown, 'call-manager-refused-credentials')) return thrown;
  throw thrown;
}

/** A page that takes longer is reported. */
const slowPageMs = 5_000;
const pageRows = 500;

/** Probes of the pages and statements of sweeps. */
export const statementProbes: readonly Assumption[] = [
  {
    name: 'table-pages',
    assumed:
      'Each of the five tables that the inventory needs can be read by pages of a megabyte, each within 5 seconds.',
    backs: { page: 'docs/inventory.md', sentence: 'It aims at pages of 1 MB' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const pages: { readonly isSo: boolean; readonly seen: Told }[] = [];
      for (const table of sweptTables.filter((one) => !optionalTables.has(one))) {
        const started = performance.now();
        const page = await visit.call((context) => visit.pages.page(table, '', pageRows, context)).catch(faultAlone);
        const ms = Math.round(performance.now() - started);
        const name = plain(table);
        if (page instanceof ServiceError) pages.push({ isSo: false, seen: told`${name}: ${failureTold(page)}` });
        else if (!('bytes' in page)) pages.push({ isSo: false, seen: told`${name}: ${pageRows} rows are too many` });
        else {
          const leftOut = page.leftOut?.length ?? 0;
          const each = page.fetched === 0 ? 0 : Math.round(page.bytes / page.fetched);
          const seen = told`${name}: ${page.fetched} rows of ${each} bytes in ${ms} ms, ${leftOut} not kept`;
          pages.push({ isSo: ms < slowPageMs && leftOut === 0, seen });
        }
      }
      return judged(
        pages.every(({ isSo }) => isSo),
        told`${pages.map(({ seen }) => seen)}`,
      );
    },
    follows:
      'The inventory rests, or leaves out what is listed here. Set INVENTORY=off, or a lower INVENTORY_PAGES_PER_MINUTE if pages are slow.',
  },
  {
    name: 'forwarded-numbers',
    assumed: 'The table callforwarddynamic says which directory numbers forward all their calls.',
    backs: { page: 'docs/interface.md', sentence: 'and that does not forward all its calls' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const page = await visit.call((context) => visit.pages.page('forward', '', pageRows, context)).catch(faultAlone);
      if (page instanceof ServiceError) return judged(false, failureTold(page));
      return asAssumed('bytes' in page ? told`${page.fetched} in the first page` : told`more than ${pageRows}`);
    },
    follows:
      'A finding may propose to remove a busy lamp field whose number only forwarding keeps alive. Before you apply nobody-there, look at how the number is forwarded.',
  },
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
