import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { type DeviceName, dialledForm, parseUuid } from '../../domain/identifiers.js';
import { quoted } from '../../axl/adapter/lookup-by-sql.js';
import {
  findByName,
  getDevice,
  getLineDevices,
  isNotFound,
  type Line,
  listLine,
  listPhone,
} from '../../axl/adapter/operations.js';
import { child, children, childText } from '../../axl/soap/xml.js';
import { type Assumption, failureTold, type Judged, judged, noOccasion } from '../assumption.js';
import type { SpecimenNumber } from '../specimens.js';
import { plain, type Told, told } from '../told.js';
import type { Visit } from '../visit.js';

/** A name and a number that do not exist. */
const nobody = 'SEP000000000000' as DeviceName;
const nobodysNumber = '99999999999999999999';

const noNumber = noOccasion(told`no phone has a line`);
const noPhone = noOccasion(told`there is no phone`);

const patternsLike = (visit: Visit, pattern: string) =>
  visit.call((context) => listLine(visit.connection.client, pattern, context));

/** Tries something with a number of a phone, preferably one without a plus. */
async function onNumber(visit: Visit, look: (number: SpecimenNumber) => Promise<Judged>): Promise<Judged> {
  const numbers = await visit.specimens.numbers(20);
  const number = numbers.find(({ pattern }) => /^\d{2,}$/.test(pattern)) ?? numbers[0];
  return number ? look(number) : noNumber;
}

/** Whether a search by a pattern finds a number. */
async function finds(visit: Visit, pattern: string, number: SpecimenNumber): Promise<boolean> {
  return (await patternsLike(visit, pattern)).some((line) => line.pattern === number.pattern);
}

/** Requests the devices of a line as the service does, but in only one of its two ways. */
async function devicesOf(
  visit: Visit,
  { uuid, pattern, routePartitionName }: Line,
  byKey: boolean,
): Promise<readonly string[] | ServiceError> {
  const { client } = visit.connection;
  const request = byKey
    ? ({ name: 'getLine', values: { uuid } } as const)
    : ({ name: 'getLineByPattern', values: { pattern, routePartitionName } } as const);
  try {
    const result = await visit.call((context) => client.call({ kind: 'read', ...request }, context));
    return children(child(child(result, 'line'), 'associatedDevices'), 'device').map(({ text }) => text);
  } catch (thrown) {
    if (isServiceError(thrown, 'call-manager-fault')) return thrown;
    throw thrown;
  }
}

/** The row of a number in the answer to listLine. */
async function rowOf(visit: Visit, { pattern, partition }: SpecimenNumber): Promise<Line | undefined> {
  const lines = await patternsLike(visit, pattern);
  return lines.find((line) => line.pattern === pattern && line.routePartitionName === partition);
}

async function getLineJudged(visit: Visit, byKey: boolean): Promise<Judged> {
  const { lineNamesDevices } = await visit.call((context) => visit.connection.client.traits(context));
  if (!lineNamesDevices) return noOccasion(told`lines of this release name no devices`);
  return onNumber(visit, async (number) => {
    const row = await rowOf(visit, number);
    if (!row) return judged(false, told`listLine does not find the number`);
    if (byKey && row.uuid === '') return judged(false, told`the row of listLine has no key`);
    const key = parseUuid(row.uuid);
    if (byKey && number.uuid !== '' && key !== number.uuid)
      return judged(false, told`listLine: key ${row.uuid}, in the table ${number.uuid}`);
    const found = await devicesOf(visit, row, byKey);
    if (!Array.isArray(found)) return judged(false, failureTold(found as ServiceError));
    const names = found as readonly string[];
    return judged(names.length > 0, told`${names.length} devices`);
  });
}

/** Compares the devices that getLine names with those in the tables. */
async function comparedDevices(visit: Visit, { uuid, pattern, partition }: SpecimenNumber) {
  const line = { uuid: `{${uuid.toUpperCase()}}`, pattern, routePartitionName: partition };
  const named = await visit.call((context) => getLineDevices(visit.connection.client, line, context));
  const rows = await visit.sql(
    'SELECT d.name AS name FROM devicenumplanmap m INNER JOIN device d ON d.pkid = m.fkdevice ' +
      `WHERE m.fknumplan = ${quoted(uuid)}`,
  );
  const inTables = new Set(rows.map((row) => childText(row, 'name')));
  const missing = [...inTables].filter((name) => !named.includes(name));
  return { isSo: missing.length === 0, seen: told`${named.length} are named, ${inTables.size} are in the tables` };
}

/** Requests something that does not exist, with a request of the service. */
async function judgeAbsent(ask: () => Promise<unknown>, isAbsence: (thrown: unknown) => boolean): Promise<Judged> {
  try {
    await ask();
    return judged(false, told`an answer, and no fault`);
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    return judged(isAbsence(thrown), failureTold(thrown));
  }
}

const lookups = {
  page: 'docs/interface.md',
  sentence:
    '`lines` uses documented objects alone: listLine finds the lines by number, getLine names the devices of each line, listPhone says which devices are phones, getPhone brings lines and speed dials.',
} as const;

/** Probes of lines and devices, by AXL's objects. */
export const objectProbes: readonly Assumption[] = [
  {
    name: 'line-exact',
    assumed: 'A search for a whole number finds it, and no other.',
    backs: lookups,
    requests: ['listLine'],
    occasion: 'reading',
    judge: (visit) =>
      onNumber(visit, async ({ pattern }) => {
        const found = await patternsLike(visit, pattern);
        const others = found.filter((line) => line.pattern !== pattern).length;
        const seen = told`${found.length - others} of it, ${others} others`;
        if (found.length === others || others > 0) return judged(false, seen);
        const parts = [pattern.slice(0, -1), pattern.slice(1)].filter((part) => /^\d{2,}$/.test(part));
        for (const part of parts) {
          const longer = (await patternsLike(visit, part)).filter((line) => line.pattern !== part).length;
          if (longer > 0) return judged(false, told`a part of it finds ${longer} other numbers`);
        }
        return judged(true, seen);
      }),
    follows:
      'The service leaves out other numbers, but each lookup costs more. If the number itself is not found, set AXL_LOOKUP=sql.',
  },
  {
    name: 'line-like-percent',
    assumed: 'In a search of lines, % is any text.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'A number with a plus that is found in neither stored form is looked for once more as `%+…`',
    },
    requests: ['listLine'],
    occasion: 'reading',
    judge: (visit) =>
      onNumber(visit, async (number) => {
        const isFound = await finds(visit, `%${number.pattern.replace(/^\\/, '').slice(1)}`, number);
        return judged(isFound, told`${plain(isFound ? 'found' : 'not found')} by its end`);
      }),
    follows: 'A number with a plus may not be found by lines. Set AXL_LOOKUP=sql.',
  },
  {
    name: 'line-like-underscore',
    assumed: 'In a search of lines, _ is one character, so no line has a number with it.',
    backs: { page: 'docs/interface.md', sentence: '`%` and `_` stand in no directory number' },
    requests: ['listLine'],
    occasion: 'reading',
    judge: (visit) =>
      onNumber(visit, async (number) => {
        const isFound = await finds(visit, `${number.pattern.slice(0, -1)}_`, number);
        return judged(isFound, told`${plain(isFound ? 'found' : 'not found')} with _ for its last digit`);
      }),
    follows: 'The service does not ask for such numbers. Only this sentence of the docs changes.',
  },
  {
    name: 'line-plus',
    assumed: 'A number that is stored with an escaped plus is found by its stored form, or by % and the rest.',
    backs: {
      page: 'docs/interface.md',
      sentence: "because it is not known whether a call manager's LIKE drops the backslash",
    },
    requests: ['listLine'],
    occasion: 'reading',
    judge: async (visit) => {
      const [number] = await visit.specimens.plusNumbers(5);
      if (!number) return noOccasion(told`no number on a phone has an escaped plus`);
      const asStored = await finds(visit, number.pattern, number);
      const atEnd = await finds(visit, `%${dialledForm(number.pattern)}`, number);
      const word = (isFound: boolean) => plain(isFound ? 'found' : 'not found');
      return judged(asStored || atEnd, told`as stored: ${word(asStored)}; by % and the rest: ${word(atEnd)}`);
    },
    follows: 'Numbers with a plus are not found by lines. Set AXL_LOOKUP=sql.',
    wouldAllow: 'If the stored form is always found, the second search of a number that no line has can be left out.',
  },
  {
    name: 'line-by-key',
    assumed: 'A line is found by the key that its row has.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'if the answer to a key is a fault or no line, it asks once more by number and partition',
    },
    requests: ['getLine'],
    occasion: 'reading',
    judge: (visit) => getLineJudged(visit, true),
    follows: 'The service asks again by number and partition. Each lookup costs one more request for each line.',
  },
  {
    name: 'line-by-pattern',
    assumed: 'A line is found by its number and its partition.',
    backs: {
      page: 'docs/interface.md',
      sentence:
        'getLine asks by key; if the answer to a key is a fault or no line, it asks once more by number and partition.',
    },
    requests: ['getLine'],
    occasion: 'reading',
    judge: (visit) => getLineJudged(visit, false),
    follows: 'If line-by-key differs too, lookups by lines miss such lines: set AXL_LOOKUP=sql.',
  },
  {
    name: 'line-devices',
    assumed: 'A line names each of its devices, as the database has them, also the line that most devices have.',
    backs: { page: 'docs/interface.md', sentence: 'getLine names the devices of each line' },
    requests: ['getLine', 'executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const { lineNamesDevices } = await visit.call((context) => visit.connection.client.traits(context));
      if (!lineNamesDevices) return noOccasion(told`lines of this release name no devices`);
      const shared = await visit.specimens.mostShared();
      const [any] = await visit.specimens.numbers(20);
      const numbers = [shared, any].filter((number) => number !== undefined);
      if (numbers.length === 0) return noNumber;
      const found: { readonly isSo: boolean; readonly seen: Told }[] = [];
      for (const number of numbers) found.push(await comparedDevices(visit, number));
      return judged(
        found.every(({ isSo }) => isSo),
        told`${found.map(({ seen }) => seen)}`,
      );
    },
    follows: 'Lookups by lines miss phones. Set AXL_LOOKUP=sql.',
  },
  {
    name: 'phone-by-name',
    assumed: 'listPhone by a whole name gives that phone, with the key that getPhone and the tables have.',
    backs: { page: 'docs/interface.md', sentence: 'listPhone says which devices are phones' },
    requests: ['listPhone', 'getPhone'],
    occasion: 'reading',
    judge: async (visit) => {
      const [phone] = await visit.specimens.phones(5);
      if (!phone) return noPhone;
      const { client } = visit.connection;
      const name = phone.name as DeviceName;
      const [row] = await visit.call((context) => listPhone(client, name, context));
      const read = await visit.call((context) => getDevice(client, { kind: 'phone', name }, 'getPhone', context));
      const listed = parseUuid(row?.attributes['uuid'] ?? '') ?? '';
      const got = parseUuid(read.attributes['uuid'] ?? '') ?? '';
      const inTable = phone.uuid === '' ? told`` : told`, in the table ${phone.uuid}`;
      return judged(
        listed !== '' && listed === got && (phone.uuid === '' || phone.uuid === got),
        told`${name}: key in listPhone ${listed}, in getPhone ${got}${inTable}`,
      );
    },
    follows: 'Lookups by lines miss phones, or name them by a wrong key. Set AXL_LOOKUP=sql.',
  },
  {
    name: 'phone-name-like',
    assumed: 'In a search of phones, % matches any text.',
    backs: { page: 'docs/interface.md', sentence: 'AXL pages its lists without a promised order' },
    requests: ['listPhone'],
    occasion: 'reading',
    judge: async (visit) => {
      const [phone] = await visit.specimens.phones(5);
      if (!phone) return noPhone;
      const rows = await visit.call((context) =>
        listPhone(visit.connection.client, `%${phone.name.slice(3)}`, context),
      );
      const isFound = rows.some((row) => childText(row, 'name') === phone.name);
      return judged(isFound, told`${plain(isFound ? 'found' : 'not found')} by the end of its name`);
    },
    follows: 'The service does not depend on it: it asks for whole names, and searches by SQL.',
  },
  {
    name: 'phone-name-case',
    assumed: 'A name in another letter case finds the same phone, or none: never another one.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'the call manager decides if the other spelling finds the device',
    },
    requests: ['getPhone', 'listPhone'],
    occasion: 'reading',
    judge: async (visit) => {
      const phone = (await visit.specimens.phones(5)).find(({ name }) => name !== name.toLowerCase());
      if (!phone) return noOccasion(told`there is no phone with a capital letter in its name`);
      const { client } = visit.connection;
      const name = phone.name.toLowerCase() as DeviceName;
      const rows = await visit.call((context) => listPhone(client, name, context));
      const read = await visit.call((context) => findByName(client, { kind: 'phone', name }, 'getPhone', context));
      const found = [...rows, ...(read ? [read] : [])].map(({ attributes }) => parseUuid(attributes['uuid'] ?? ''));
      const isSame = found.every((key) => key === undefined || phone.uuid === '' || key === phone.uuid);
      const which = found.length === 0 ? 'none' : isSame ? 'the same' : 'another';
      return judged(isSame, told`in lower case: ${plain(which)}`);
    },
    follows:
      'Two phones differ only in the letter case of their names. The service takes them for one: rename one of them.',
    wouldAllow: 'If call managers take any letter case, the inventory can answer for a name in other letter case.',
  },
  {
    name: 'names-twice',
    assumed: 'No two devices of a kind have names that differ only in letter case.',
    backs: {
      page: 'docs/interface.md',
      sentence: 'the call manager decides if the other spelling finds the device',
    },
    requests: ['executeSQLQuery'],
    occasion: 'reading',
    judge: async (visit) => {
      const rows = await visit.sql(
        'SELECT FIRST 5 LOWER(d.name) AS name, d.tkclass AS tkclass, COUNT(*) AS counted FROM device d ' +
          'WHERE d.tkclass IN (1, 254) GROUP BY 1, 2 HAVING COUNT(*) > 1',
      );
      const names = rows.map((row) => told`${childText(row, 'name')}`);
      return judged(rows.length === 0, rows.length === 0 ? told`none` : told`${names}`);
    },
    follows: 'The service takes the two for one. Rename one of them.',
  },
  {
    name: 'no-such-phone',
    assumed: 'A phone that does not exist is answered with code 5007 and words that say “not found”.',
    backs: { page: 'docs/interface.md', sentence: 'The call manager has no phone of that name.' },
    requests: ['getPhone'],
    occasion: 'reading',
    judge: (visit) =>
      judgeAbsent(
        () => visit.call((context) => visit.byLines.buttons.speeddial.read({ kind: 'phone', name: nobody }, context)),
        (thrown) => isServiceError(thrown, 'phone-not-found'),
      ),
    follows:
      'A phone that does not exist is answered 502 instead of 404. Send a report, because the service must know the words.',
  },
  {
    name: 'no-such-profile',
    assumed: 'A device profile that does not exist is answered in the same way.',
    backs: { page: 'docs/interface.md', sentence: 'The call manager has no device profile of that name.' },
    requests: ['getDeviceProfile'],
    occasion: 'reading',
    judge: async (visit) => {
      const found = await visit
        .call((context) =>
          findByName(visit.connection.client, { kind: 'profile', name: nobody }, 'getListsOfProfile', context),
        )
        .then((device) => (device ? told`there is one` : told`not found`), failureOrThrow);
      return judged(found.texts[0] === 'not found', found);
    },
    follows:
      'A profile that does not exist is answered 502 instead of 404. Send a report, because the service must know the words.',
  },
  {
    name: 'no-such-line',
    assumed: 'A line that is gone is answered with code 5007 and words that say “not found”.',
    backs: {
      page: 'docs/interface.md',
      sentence:
        'getLine asks by key; if the answer to a key is a fault or no line, it asks once more by number and partition.',
    },
    requests: ['getLine'],
    occasion: 'reading',
    judge: async (visit) => {
      const { client } = visit.connection;
      const { lineNamesDevices } = await visit.call((context) => client.traits(context));
      if (!lineNamesDevices) return noOccasion(told`lines of this release name no devices`);
      const values = { pattern: nobodysNumber, routePartitionName: '' };
      return judgeAbsent(
        () => visit.call((context) => client.call({ kind: 'read', name: 'getLineByPattern', values }, context)),
        (thrown) => isNotFound(thrown, ['line', nobodysNumber]),
      );
    },
    follows: 'A lookup of a number that is being deleted gets 502 instead of an empty list.',
  },
  {
    name: 'no-such-number',
    assumed: 'A search that finds nothing is answered with an empty list, and no fault.',
    backs: { page: 'docs/interface.md', sentence: 'A number is compared exactly, in all route partitions.' },
    requests: ['listLine'],
    occasion: 'reading',
    judge: async (visit) => {
      const found = await patternsLike(visit, nobodysNumber).then(({ length }) => told`${length} rows`, failureOrThrow);
      return judged(found.values[0] === 0, found);
    },
    follows: 'A number that no line has is answered 502 instead of an empty list. Set AXL_LOOKUP=sql.',
  },
];

function failureOrThrow(thrown: unknown) {
  if (isFault(thrown)) return failureTold(thrown);
  throw thrown;
}

/** Whether the call manager answered by AXL, with a fault. Another failure says nothing about the assumption. */
function isFault(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'call-manager-fault', 'phone-not-found', 'profile-not-found');
}
