import { isServiceError, ServiceError } from '../../domain/errors.js';
import { optionalTables, type SweptTable, sweptTables } from '../../domain/swept-tables.js';
import { ownersAtOnce } from '../../inventory/cluster-pages.js';
import { type Assumption, asAssumed, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { plain, type Told, told } from '../told.js';
import { searchDevices } from '../../axl/adapter/device-search.js';
import type { DevicePosition } from '../../domain/device.js';
import type { Visit } from '../visit.js';

/** Makes keys that do not exist, for the longest possible statement. */
function strangers(count: number): string[] {
  return Array.from(
    { length: count },
    (_, place) => `${place.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`,
  );
}

/** Longer tables are not read. */
const mostCounted = 2_000;

function countOf(visit: Visit, table: SweptTable): Promise<number | undefined> {
  return visit.call((context) => visit.pages.count(table, undefined, context));
}

async function rowsInPages(visit: Visit, table: SweptTable): Promise<number> {
  let [rows, after]: [number, string | undefined] = [0, ''];
  while (after !== undefined && rows <= mostCounted) {
    const from: string = after;
    const page = await visit.call((context) => visit.pages.page(table, from, pageRows, context));
    if (!('counted' in page) || page.upTo === after) break;
    rows += page.counted;
    after = page.upTo;
  }
  return rows;
}

/** Search in pages: how many pages of how many devices. */
const pagesCompared = 3;
const pageSize = 5;

function faultJudged(thrown: unknown): Judged {
  if (isServiceError(thrown, 'call-manager-fault')) return judged(false, failureTold(thrown));
  throw thrown;
}

/** A page that is not an answer of AXL at all says nothing about the table. */
function faultAlone(thrown: unknown): ServiceError {
  if (isServiceError(thrown, 'call-manager-fault', 'call-manager-timeout') || isOddRow(thrown)) return thrown;
  throw thrown;
}

function isOddRow(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'call-manager-answer-invalid') && thrown.facts.cause?.startsWith('HTTP ') !== true;
}

/** Informix's error code; call managers give it with either sign. */
const noSuchTable = 206;
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
      if (page instanceof ServiceError) {
        const isNoTable = Math.abs(page.facts.axlCode ?? 0) === noSuchTable;
        return isNoTable ? noOccasion(told`this call manager has no such table`) : judged(false, failureTold(page));
      }
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
    name: 'table-counts',
    assumed: 'The pages of a table have as many rows as the call manager counts.',
    backs: {
      page: 'docs/inventory.md',
      sentence: 'When a table has been read, the call manager counts its rows (`SELECT COUNT(*)`).',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const compared: { readonly isSo: boolean; readonly seen: Told }[] = [];
      for (const table of sweptTables.filter((one) => !optionalTables.has(one))) {
        const counted = await countOf(visit, table);
        if (counted === undefined || counted > mostCounted) continue;
        const read = await rowsInPages(visit, table);
        // Rows may come and go while the pages are read.
        const bounds = [counted, (await countOf(visit, table)) ?? counted];
        const isSo = read >= Math.min(...bounds) && read <= Math.max(...bounds);
        compared.push({ isSo, seen: told`${plain(table)}: ${read} read, ${counted} counted` });
      }
      if (compared.length === 0) return noOccasion(told`the tables are not counted, or are long`);
      return judged(
        compared.every(({ isSo }) => isSo),
        told`${compared.map(({ seen }) => seen)}`,
      );
    },
    follows:
      'The inventory may lack rows, and says so: a sweep with a wrong count is not shown. Set INVENTORY=off and send a report.',
  },
  {
    name: 'search-pages',
    assumed: 'A search in pages finds each device once, in the same order as a search in one page.',
    backs: {
      page: 'docs/interface.md',
      sentence: '1 executeSQLQuery for each 101 devices that match roughly, at most 10',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const phones = await visit.specimens.phones(5);
      if (phones.length === 0) return noOccasion(told`there is no phone`);
      const search = (text: string, after: DevicePosition | undefined, most: number) =>
        visit.call((context) => searchDevices(visit.connection.client, { text, after, most }, context));
      try {
        for (const text of new Set(phones.map(({ name }) => name.slice(0, 3)))) {
          const whole = (await search(text, undefined, pagesCompared * pageSize)).devices.map(({ uuid }) => uuid);
          if (whole.length <= pageSize) continue;
          const inPages: string[] = [];
          let after: DevicePosition | undefined;
          for (let page = 0; page < pagesCompared; page += 1) {
            const { devices, next } = await search(text, after, pageSize);
            inPages.push(...devices.map(({ uuid }) => uuid));
            if (!next) break;
            after = next;
          }
          const seen = told`${whole.length} devices in one page, ${inPages.length} in pages of ${pageSize}`;
          return judged(inPages.join() === whole.join(), seen);
        }
        return noOccasion(told`no search was found that fills a page`);
      } catch (thrown) {
        return judged(false, failureTold(faultAlone(thrown)));
      }
    },
    follows: 'A search in pages misses devices or shows them twice. Search for longer texts, and send a report.',
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
