import { isServiceError } from '../../domain/errors.js';
import { quoted } from '../../axl/adapter/lookup-by-sql.js';
import { described, devicesLike } from '../../axl/adapter/device-search.js';
import { isTemplate } from '../../axl/adapter/mapping.js';
import { child, children, childText, type XmlElement } from '../../axl/soap/xml.js';
import { soughtIn } from '../../domain/sought.js';
import { type Assumption, asAssumed, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';

/** Informix's error codes; call managers give them with either sign. */
const codes = { column: 217, table: 206 } as const;

async function faultOf(visit: Visit, query: string) {
  try {
    await visit.sql(query);
    return undefined;
  } catch (thrown) {
    if (isServiceError(thrown, 'call-manager-fault')) return thrown;
    throw thrown;
  }
}

/** Checks the rows of a query; a fault counts as different. */
async function judgeRows(
  visit: Visit,
  query: string,
  look: (rows: readonly XmlElement[]) => { readonly isSo: boolean; readonly seen: Told },
): Promise<Judged> {
  try {
    const { isSo, seen } = look(await visit.sql(query));
    return judged(isSo, seen);
  } catch (thrown) {
    if (isServiceError(thrown, 'call-manager-fault')) return judged(false, failureTold(thrown));
    throw thrown;
  }
}

const faultCode = async (visit: Visit, query: string, expected: number): Promise<Judged> => {
  const fault = await faultOf(visit, query);
  if (!fault) return judged(false, told`no fault`);
  return judged(Math.abs(fault.facts.axlCode ?? 0) === expected, failureTold(fault));
};

const bySql = {
  page: 'docs/interface.md',
  sentence: '`sql` sends one request instead of 1 + partitions + 2 × devices.',
} as const;
const search = {
  page: 'docs/interface.md',
  sentence:
    'the query compares in lower case for ASCII and takes any text for other letters, and what it finds is compared exactly',
} as const;
const sweeps = {
  page: 'docs/inventory.md',
  sentence: 'A sweep reads one page of one table at a time, in the order of the keys',
} as const;

/** What the service assumes about SQL and the tables. */
export const tableProbes: readonly Assumption[] = [
  {
    name: 'sql-columns',
    assumed:
      'Each row has every column that the query names, also if it is null, under that name in lower case, in the order of the query.',
    backs: bySql,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) => {
      // No partition has the name of a device as its key, so the last column is null.
      const query =
        'SELECT FIRST 1 d.pkid AS pkid, d.name AS Name, d.tkclass AS tkclass, r.name AS absent FROM device d ' +
        'LEFT OUTER JOIN routepartition r ON r.pkid = d.name';
      return judgeRows(visit, query, ([row]) => {
        const names = (row?.children ?? []).map(({ name }) => (/^\w{1,40}$/.test(name) ? name : '?'));
        return { isSo: names.join() === 'pkid,name,tkclass,absent', seen: told`${plain(names.join(', '))}` };
      });
    },
    follows:
      'Lookups by SQL, searches, buttons that point at a number, suggestions and the inventory are answered 502. Set AXL_LOOKUP=lines and INVENTORY=off.',
  },
  {
    name: 'sql-keys',
    assumed: 'Keys are 8-4-4-4-12 hexadecimal digits in lower case, without braces.',
    backs: sweeps,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) =>
      judgeRows(visit, 'SELECT FIRST 50 d.pkid AS pkid FROM device d', (rows) => {
        const odd = rows.filter((row) => !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(childText(row, 'pkid')));
        return { isSo: odd.length === 0, seen: told`${rows.length - odd.length} of ${rows.length}` };
      }),
    follows:
      'The inventory leaves out rows without a valid key, and stops if keys are not in order. Set INVENTORY=off and send a report.',
  },
  {
    name: 'sql-first',
    assumed: 'FIRST n gives the first n rows of the order.',
    backs: {
      page: 'docs/interface.md',
      sentence: '1 executeSQLQuery for each 101 devices that match roughly, at most 10',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const [counted] = await visit.sql('SELECT COUNT(*) AS counted FROM device');
      if (Number(childText(counted, 'counted')) < 3) return noOccasion(told`fewer than 3 devices`);
      return judgeRows(visit, 'SELECT FIRST 2 d.pkid AS pkid FROM device d ORDER BY pkid', (rows) => ({
        isSo: rows.length === 2,
        seen: told`FIRST 2 gave ${rows.length}`,
      }));
    },
    follows: 'Searches and the inventory miss rows, or do not end. Set INVENTORY=off and send a report.',
  },
  {
    name: 'sql-paging',
    assumed: 'ORDER BY a key and a comparison with > go by the same order, that of the bytes.',
    backs: sweeps,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const page = async (after: string) =>
        (
          await visit.sql(
            `SELECT FIRST 20 d.pkid AS ownerkey FROM device d WHERE d.pkid > ${quoted(after)} ORDER BY ownerkey`,
          )
        ).map((row) => childText(row, 'ownerkey'));
      const first = await page('');
      const second = await page(first.at(-1) ?? '');
      const all = [...first, ...second];
      const isSo = all.every((key, position) => position === 0 || key > (all[position - 1] ?? ''));
      return judged(isSo, told`${all.length} keys, ${plain(isSo ? 'in order' : 'not in order')}`);
    },
    follows: 'The inventory stops with a reason, and nothing is answered from it. Set INVENTORY=off and send a report.',
  },
  {
    name: 'sql-lower',
    assumed: 'LOWER makes lower case of the letters A to Z, of columns and of texts.',
    backs: search,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const [phone] = await visit.specimens.phones(5);
      if (!phone) return noOccasion(told`there is no phone`);
      const query = devicesLike(soughtIn(phone.name.toLowerCase()), undefined, 20);
      return judgeRows(visit, query, (rows) => {
        const isFound = rows.some((row) => childText(row, 'name') === phone.name);
        return {
          isSo: isFound,
          seen: told`a phone by its name in lower case: ${plain(isFound ? 'found' : 'not found')}`,
        };
      });
    },
    follows: 'A search finds only what is written in the same letter case. Use the letter case of the call manager.',
  },
  {
    name: 'sql-like',
    assumed: 'In LIKE, % is any text and _ one character.',
    backs: search,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const [phone] = await visit.specimens.phones(5);
      if (!phone) return noOccasion(told`there is no phone`);
      const pattern = quoted(`%${phone.name.slice(1, -1)}_`);
      return judgeRows(visit, `SELECT d.name AS name FROM device d WHERE d.name LIKE ${pattern}`, (rows) => {
        const isFound = rows.some((row) => childText(row, 'name') === phone.name);
        return { isSo: isFound, seen: told`by a part of its name: ${plain(isFound ? 'found' : 'not found')}` };
      });
    },
    follows: 'Searches find nothing, or too much. Find devices by their whole names, and send a report.',
  },
  {
    name: 'sql-substr',
    assumed: 'SUBSTR compares the beginning of a number, its backslash included.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'It takes one SQL query, and a second one if the text can be the start of a number.',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const number = (await visit.specimens.plusNumbers(5))[0] ?? (await visit.specimens.numbers(20))[0];
      if (!number) return noOccasion(told`no phone has a line`);
      const begins = number.pattern.slice(0, 4);
      const query =
        `SELECT FIRST 1 n.pkid AS pkid FROM numplan n WHERE SUBSTR(n.dnorpattern, 1, ${begins.length}) = ` +
        `${quoted(begins)} AND n.pkid = ${quoted(number.uuid)}`;
      return judgeRows(visit, query, (rows) => ({
        isSo: rows.length === 1,
        seen: told`${plain(rows.length === 1 ? 'found' : 'not found')} by its beginning`,
      }));
    },
    follows: 'Suggestions miss numbers. Whole numbers are found without them.',
  },
  {
    name: 'sql-union-all',
    assumed:
      'UNION ALL joins parts whose columns are cast to one type, literals too; names are those of the first part.',
    backs: bySql,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) => {
      const part = (kind: string, label: string, text: string) =>
        `SELECT '${kind}' AS kind, CAST(0 AS INTEGER) AS place, CAST(${label} AS VARCHAR(255)) AS label, ` +
        `CAST(${text} AS LVARCHAR(512)) AS t1 FROM devicepool t WHERE t.pkid IN (SELECT x.pkid FROM devicepool x)`;
      const parts = [part('pool', 't.name', 't.name'), part('four', 't.pkid', "''"), part('last', "''", 't.pkid')];
      return judgeRows(visit, parts.join(' UNION ALL '), (rows) => {
        const of = (kind: string) => rows.filter((row) => childText(row, 'kind').trim() === kind).length;
        const [first, second, third] = [of('pool'), of('four'), of('last')];
        return {
          isSo: first > 0 && first === second && first === third,
          seen: told`${first}, ${second} and ${third} rows`,
        };
      });
    },
    follows: 'Lookups by SQL and buttons that point at a number are answered 502. Set AXL_LOOKUP=lines.',
  },
  {
    name: 'sql-derived-table',
    assumed: 'A query may select from another query in parentheses. The service does not depend on it.',
    backs: sweeps,
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const query = 'SELECT q.pkid AS pkid FROM (SELECT FIRST 3 d.pkid AS pkid FROM device d ORDER BY pkid) q';
      const fault = await faultOf(visit, query);
      return asAssumed(fault ? told`refused: ${failureTold(fault)}` : told`taken`);
    },
    follows: 'Nothing.',
    wouldAllow: 'Where it is taken, a page of buttons can be cut by a query within the query.',
  },
  {
    name: 'sql-quotes',
    assumed: 'In a text, two single quotes are one, and nothing else is special.',
    backs: { page: 'docs/interface.md', sentence: 'The exact directory number; no character is a wildcard.' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) =>
      judgeRows(
        visit,
        String.raw`SELECT FIRST 1 d.pkid AS pkid FROM device d WHERE d.name = 'a''b\''--{c}'`,
        (rows) => ({
          isSo: rows.length === 0,
          seen: told`taken`,
        }),
      ),
    follows:
      'Do not use the service by SQL: a number or a text could end a query. Set AXL_LOOKUP=lines and INVENTORY=off, and send a report at once.',
  },
  {
    name: 'sql-no-column',
    assumed: 'A column that does not exist is answered with code 217, with either sign.',
    backs: { page: 'docs/inventory.md', sentence: 'A column that a release lacks is left out.' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) => faultCode(visit, 'SELECT FIRST 1 d.nosuchcolumn AS nosuchcolumn FROM device d', codes.column),
    follows:
      'On a release that lacks a column, the inventory rests with that fault as its reason. Set INVENTORY=off and send a report.',
  },
  {
    name: 'sql-no-table',
    assumed:
      'A table that does not exist is answered with code 206, with either sign. The service does not depend on it.',
    backs: { page: 'docs/inventory.md', sentence: 'if it cannot be read, a warning in the log says so' },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) => faultCode(visit, 'SELECT FIRST 1 t.pkid AS pkid FROM nosuchtable t', codes.table),
    follows: 'Only the simulator differs: it chose that code. Send a report.',
  },
  {
    name: 'classes',
    assumed: 'In the tables, class 1 is a phone and class 254 a device profile.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'Only phones are found: no CTI route points, device profiles, gateways or phone templates.',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: (visit) =>
      judgeRows(visit, 'SELECT c.enum AS enum, c.name AS name FROM typeclass c WHERE c.enum IN (1, 254)', (rows) => {
        const named = new Map(rows.map((row) => [childText(row, 'enum').trim(), childText(row, 'name').trim()]));
        const isSo = named.get('1') === 'Phone' && named.get('254') === 'Device Profile';
        return { isSo, seen: told`1 and 254 ${plain(isSo ? 'are these' : 'are called otherwise')}` };
      }),
    follows:
      'Lookups by SQL and the inventory take other devices for phones. Set AXL_LOOKUP=lines and INVENTORY=off, and send a report.',
  },
  {
    name: 'templates',
    assumed: 'A listed device that is not a phone has a class, product or model that ends with “Template”.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'Only phones are found: no CTI route points, device profiles, gateways or phone templates.',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const query = 'SELECT COUNT(*) AS counted FROM device d WHERE d.tkclass = 1 AND d.tkdeviceprofile <> 0';
      const fault = await faultOf(visit, query);
      if (fault && Math.abs(fault.facts.axlCode ?? 0) === codes.column) {
        return asAssumed(told`no column says which phones are default or autogenerated profiles`);
      }
      if (fault) return judged(false, failureTold(fault));
      const [row] = await visit.sql(query);
      const counted = Number(childText(row, 'counted'));
      const tagged = counted === 0 ? await taggedPhones(visit) : [];
      if (tagged.length > 0)
        return judged(false, told`with tags of a template: ${tagged.map((name) => told`${name}`)}`);
      return judged(counted === 0, told`${counted} of class 1 are default or autogenerated profiles`);
    },
    follows:
      'Lookups by SQL, searches and the inventory show these as phones. Send a report, because the query needs the condition tkdeviceprofile = 0.',
  },
  {
    name: 'catalogue',
    assumed: 'No column of the table of busy lamp fields says which of them pick up.',
    backs: { page: 'docs/interface.md', sentence: 'because no table says which of them pick up' },
    requests: ['executeSQLQuery', 'getPhone'],
    occasion: 'reading',
    judge: async (visit) => {
      const query =
        'SELECT c.colname AS colname FROM systables t INNER JOIN syscolumns c ON c.tabid = t.tabid ' +
        "WHERE t.tabname = 'blfspeeddial'";
      const fault = await faultOf(visit, query);
      if (fault)
        return asAssumed(told`the catalogue of the database may not be read (code ${fault.facts.axlCode ?? 0})`);
      const names = (await visit.sql(query)).map((row) => childText(row, 'colname').trim());
      const known = names.filter((name) => /^[a-z_]{1,40}$/.test(name));
      const pickup = known.filter((name) => /pick|feature|tk/.test(name));
      const confirmed = pickup.length === 0 ? undefined : await confirmedPickup(visit, pickup);
      return judged(
        confirmed === undefined,
        told`columns: ${plain(known.join(', '))}; for pickup: ${plain(confirmed ?? 'none')}`,
      );
    },
    follows:
      'The service does not use it. Send a report: with that column the inventory could answer for busy lamp fields.',
    wouldAllow: 'With a column for pickup, the inventory could answer /busylampfields and /lists.',
  },
];

/**
 * @returns the names of phones that are no templates by their class, product and model, but whose description or line
 *   has a tag of templates, such as #FirstName#
 */
async function taggedPhones(visit: Visit): Promise<string[]> {
  const query =
    `SELECT FIRST 50 ${described.columns}, d.tkclass AS tkclass, m.display AS display FROM ${described.tables} ` +
    'INNER JOIN devicenumplanmap m ON m.fkdevice = d.pkid ' +
    "WHERE d.tkclass = 1 AND (d.description LIKE '%#%#%' OR m.display LIKE '%#%#%')";
  if (await faultOf(visit, query)) return [];
  const rows = (await visit.sql(query)).filter((row) => !isTemplate(row));
  const hasTag = (row: XmlElement) =>
    ['description', 'display'].some((name) => /#(?:First|Last|User|Display|Middle)/i.test(childText(row, name)));
  return [...new Set(rows.filter(hasTag).map((row) => childText(row, 'name')))];
}

/** @returns the column that says the same about pickup as getPhone says; undefined if there is none */
async function confirmedPickup(visit: Visit, columns: readonly string[]): Promise<string | undefined> {
  const seen = new Map<string, Map<boolean, Set<string>>>(columns.map((column) => [column, new Map()]));
  for (const { uuid, name } of await visit.specimens.phonesWithLamps(20)) {
    const rows = await visit.sql(
      `SELECT b.blfindex AS position, ${columns.map((column) => `b.${column} AS ${column}`).join(', ')} ` +
        `FROM blfspeeddial b WHERE b.fkdevice = ${quoted(uuid)}`,
    );
    const { client } = visit.connection;
    const asked = { kind: 'read', name: 'getBusyLampFields', values: { name } } as const;
    const phone = child(await visit.call((context) => client.call(asked, context)), 'phone');
    for (const lamp of children(child(phone, 'busyLampFields'), 'busyLampField')) {
      const row = rows.find((one) => childText(one, 'position').trim() === childText(lamp, 'index').trim());
      const picksUp = children(child(lamp, 'associatedBlfSdFeatures'), 'feature').length > 0;
      if (!row) continue;
      for (const column of columns) {
        const values = seen.get(column);
        values?.set(picksUp, (values.get(picksUp) ?? new Set()).add(childText(row, column)));
      }
    }
  }
  return columns.find((column) => {
    const [withIt, without] = [seen.get(column)?.get(true), seen.get(column)?.get(false)];
    return withIt !== undefined && without !== undefined && [...withIt].every((value) => !without.has(value));
  });
}
