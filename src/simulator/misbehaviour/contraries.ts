import { AxlFault, invalidValue, itemNotFound } from '../soap/axl-fault.js';
import { branch, leaf, type XmlNode, writtenUuid } from '../soap/xml-writer.js';
import type { XmlElement } from '../soap/xml-parser.js';
import type { CallManagerState } from '../state/call-manager-state.js';
import {
  answering,
  changed,
  type Contrary,
  criterionOf,
  deviceOf,
  dialElement,
  entryWith,
  failingOtherwise,
  findingNothing,
  isUpdate,
  lagging,
  otherCode,
  otherKey,
  type Perform,
  type Query,
  reading,
  refusing,
  refusingQueries,
  rowsOf,
  spoilingUpdated,
  taking,
  textOf,
  withText,
} from './deviations.js';

const losingPickup = taking('busyLampFields', (entries) =>
  entries.map((entry) => ({
    ...entry,
    children: entry.children.filter(({ name }) => name !== 'associatedBlfSdFeatures'),
  })),
);

/** Call managers that deviate from the usual assumptions of clients. Each deviates in one way. */
export const contraries = {
  'listLine finds others too': answering('listLine', (answer) =>
    answer.children?.length === 0
      ? answer
      : { ...answer, children: [...(answer.children ?? []), branch('line', [leaf('pattern', '99')], otherKey)] },
  ),
  'listLine finds longer numbers too': {
    around: (request, perform) => {
      if (request.name !== 'listLine') return perform(request);
      const longer = (criteria: XmlElement) =>
        criteria.name === 'searchCriteria' ? entryWith(criteria, 'pattern', (pattern) => `${pattern}%`) : criteria;
      return perform({ ...request, children: request.children.map(longer) });
    },
  },
  'rows of listLine have no key': answering('listLine', (answer) =>
    changed(answer, 'line', (row) => ({ ...row, attributes: {} })),
  ),
  'rows of listPhone have no key': answering('listPhone', (answer) =>
    changed(answer, 'phone', (row) => ({ ...row, attributes: {} })),
  ),
  'listLine takes % for itself': findingNothing('listLine', 'pattern', /%/),
  'listLine takes _ for itself': findingNothing('listLine', 'pattern', /_/),
  'listLine finds no plus': findingNothing('listLine', 'pattern', /\+/),
  'getLine does not know keys': refusing('getLine', (request) => textOf(request, 'uuid') !== '', itemNotFound('Line')),
  'getLine does not know patterns': refusing(
    'getLine',
    (request) => textOf(request, 'pattern') !== '' && textOf(request, 'pattern') !== '99999999999999999999',
    itemNotFound('Line'),
  ),
  'getLine names other devices': answering('getLine', (answer) =>
    changed(
      answer,
      'device',
      withText(() => 'SEPFFFFFFFFFFFF'),
    ),
  ),
  'listPhone has other keys': answering('listPhone', (answer) =>
    changed(answer, 'phone', (row) => ({ ...row, attributes: { uuid: writtenUuid(otherKey) } })),
  ),
  'listPhone takes % for itself': findingNothing('listPhone', 'name', /%/),
  'names in lower case are another phone': {
    around: (request, perform) => {
      const name = request.name === 'listPhone' ? criterionOf(request, 'name') : textOf(request, 'name');
      const isOther = /^(?:list|get)Phone$/.test(request.name) && /[a-z]/.test(name) && name === name.toLowerCase();
      return isOther
        ? Promise.resolve(branch('return', [branch('phone', [leaf('name', name)], otherKey)]))
        : perform(request);
    },
  },
  'getPhone fails otherwise': failingOtherwise('getPhone'),
  'getDeviceProfile fails otherwise': failingOtherwise('getDeviceProfile'),
  'getLine fails otherwise': failingOtherwise('getLine'),
  'an empty list is a fault': {
    around: async (request, perform) => {
      const answer = await perform(request);
      if (request.name === 'listLine' && answer.children?.length === 0) throw new AxlFault(1, 'Nothing was found');
      return answer;
    },
  },
  'columns keep their letter case': rowsOf(/ AS Name\b/, (row) =>
    changed(row, 'name', (cell) => ({ ...cell, name: 'Name' })),
  ),
  'null columns are left out': rowsOf(/ AS absent /, (row) => ({
    ...row,
    children: (row.children ?? []).filter(({ name }) => name !== 'absent'),
  })),
  'two names differ only in letter case': {
    query: (sql, run) =>
      sql.includes('GROUP BY 1, 2 HAVING')
        ? Promise.resolve([branch('row', [leaf('name', 'sep00a1b2c30001')])])
        : run(sql),
  },
  'pages lose their first row': {
    query: async (sql, run) => {
      const rows = await run(sql);
      return /^SELECT FIRST 500 .*\bFROM speeddial s\b/.test(sql) ? rows.slice(1) : rows;
    },
  },
  'a search goes back': reading((sql) => sql.replace(/\(d\.name > '/, "(d.name >= '")),
  'keys in upper case': {
    query: async (sql, run) =>
      (await run(sql)).map((row) =>
        changed(
          row,
          'pkid',
          withText((key) => key.toUpperCase()),
        ),
      ),
  },
  'FIRST is ignored': reading((sql) => sql.replace(/FIRST \d+ /g, '')),
  'ORDER BY goes down': reading((sql) => sql.replace(/ORDER BY ownerkey$/, 'ORDER BY ownerkey DESC')),
  'LOWER does nothing': reading((sql) => sql.replaceAll('LOWER(', '(')),
  'LIKE has no wildcards': reading((sql) => sql.replaceAll(' LIKE ', ' = ')),
  'SUBSTR counts from 0': reading((sql) => sql.replaceAll(', 1, ', ', 2, ')),
  'UNION ALL is refused': refusingQueries(/\bUNION ALL\b/),
  'a doubled quote is refused': refusingQueries(/\w''\w/),
  'another code for columns': otherCode(217),
  'another code for tables': otherCode(206),
  'nothing is counted': refusingQueries(/SELECT COUNT\(\*\)(?!.*tkdeviceprofile)/),
  'statements of 8 KB are refused': {
    query: (sql, run) => (sql.length > 4_000 ? Promise.reject(new AxlFault(-1, 'Too long')) : run(sql)),
  },
  'forwarding cannot be read': refusingQueries(/\bcallforwarddynamic\b/),
  'classes have other numbers': rowsOf(/\bFROM typeclass\b/, (row) =>
    changed(
      row,
      'name',
      withText((name) => `${name} 2`),
    ),
  ),
  'profiles stand among the phones': {
    query: (sql, run) =>
      sql.includes('tkdeviceprofile') ? Promise.resolve([branch('row', [leaf('counted', '3')])]) : run(sql),
  },
  'lines have no index': rowsOf(/\bFROM devicenumplanmap m\b.*\bm\.fkdevice\b/, (row) => ({
    ...row,
    children: (row.children ?? []).filter(({ name }) => name !== 'position'),
  })),
  'a column for pickup': {
    query: async (sql, run, state) => {
      if (sql.includes('systables')) return [branch('row', [leaf('colname', 'blfpickup')])];
      if (!sql.includes('b.blfpickup')) return run(sql);
      const rows = await run(sql.replace(', b.blfpickup AS blfpickup', ''));
      const device = state.deviceWithUuid(/fkdevice = '([^']+)'/.exec(sql)?.[1] ?? '');
      return rows.map((row) => {
        const index = Number(row.children?.[0]?.text);
        const lamp = device?.busyLampFields.find((field) => field.index === index);
        return { ...row, children: [...(row.children ?? []), leaf('blfpickup', lamp?.pickup === true ? 't' : 'f')] };
      });
    },
  },
  'listPhone has other descriptions': answering('listPhone', (answer) =>
    changed(
      answer,
      'description',
      withText((text) => `${text}.`),
    ),
  ),
  'getPhone has other labels': answering('getPhone', (answer) =>
    changed(answer, 'busyLampField', (field) =>
      changed(
        field,
        'label',
        withText((text) => `${text}.`),
      ),
    ),
  ),
  'a busy lamp field has two targets': answering('getPhone', (answer) =>
    changed(answer, 'busyLampField', (field) =>
      changed(
        changed(
          field,
          'blfDest',
          withText((text) => text || '0100'),
        ),
        'blfDirn',
        withText((text) => text || '0100'),
      ),
    ),
  ),
  'getDeviceProfile has other labels': answering('getDeviceProfile', (answer) =>
    changed(answer, 'speeddial', (dial) =>
      changed(
        dial,
        'label',
        withText((text) => `${text}.`),
      ),
    ),
  ),
  'an update adds': taking('speeddials', (entries, { phones }, request) => {
    const held = (phones.named(textOf(request, 'name')) ?? phones.withUuid(textOf(request, 'uuid')))?.speedDials ?? [];
    const given = new Set(entries.map((entry) => Number(textOf(entry, 'index'))));
    return [
      ...entries,
      ...held.filter(({ index }) => entries.length > 0 && !given.has(index)).map((dial) => dialElement(request, dial)),
    ];
  }),
  'labels are cut': taking('speeddials', (entries) =>
    entries.map((entry) => entryWith(entry, 'label', (label) => label.slice(0, 30))),
  ),
  'numbers lose their plus': taking('speeddials', (entries) =>
    entries.map((entry) => entryWith(entry, 'dirn', (dirn) => dirn.replace(/^\+/, ''))),
  ),
  'an index twice is taken once': taking('speeddials', (entries) =>
    entries.filter(
      (entry, place) => entries.findIndex((one) => textOf(one, 'index') === textOf(entry, 'index')) === place,
    ),
  ),
  'pickup is lost': losingPickup,
  'applyPhone is refused': refusing('applyPhone', () => true, invalidValue('The phone cannot be applied')),
} as const satisfies Readonly<Record<string, Contrary>>;

/** Call managers whose writes do not hold, or do harm. */
export const writeContraries = {
  'labels lose letters': taking('speeddials', (entries) =>
    entries.map((entry) => entryWith(entry, 'label', (label) => label.replace(/[^\p{ASCII}]/gu, '?'))),
  ),
  'gaps are closed': taking('speeddials', (entries) =>
    entries.map((entry, place) => entryWith(entry, 'index', () => String(place + 1))),
  ),
  'empty labels are filled': taking('speeddials', (entries) =>
    entries.map((entry) => entryWith(entry, 'label', (label) => label || textOf(entry, 'dirn'))),
  ),
  'labels lose white space': taking('speeddials', (entries) =>
    entries.map((entry) => entryWith(entry, 'label', (label) => label.trim())),
  ),
  'only 3 entries are kept': taking('speeddials', (entries) => entries.slice(0, 3)),
  'an update sets nothing': {
    around: (request, perform) =>
      perform(isUpdate(request) ? { ...request, children: request.children.slice(0, 1) } : request),
  },
  'an update is a fault, and is carried out': {
    around: async (request, perform) => {
      const answer = await perform(request);
      if (isUpdate(request)) throw new AxlFault(-1, 'Could not notify change');
      return answer;
    },
  },
  'labels of lamps are cut': taking('busyLampFields', (entries) =>
    entries.map((entry) => entryWith(entry, 'label', (label) => label.slice(0, 10))),
  ),
  'lamps change places': taking('busyLampFields', (entries) =>
    entries.map((entry, place) => entryWith(entry, 'index', () => textOf(entries.at(place - 1) ?? entry, 'index'))),
  ),
  'addresses of lamps lose their domain': taking('busyLampFields', (entries) =>
    entries.map((entry) => entryWith(entry, 'blfDest', (address) => address.replace(/@.*/, ''))),
  ),
  'lamps lose their pickup': losingPickup,
  'the other list is cleared': {
    around: (request, perform) => {
      const empty = { ...request, name: 'busyLampFields', children: [], text: '' };
      const isOfDials = isUpdate(request) && request.children.some(({ name }) => name === 'speeddials');
      return perform(isOfDials ? { ...request, children: [...request.children, empty] } : request);
    },
  },
  'lines are lost': spoilingUpdated((answer) => changed(answer, 'lines', () => branch('lines', []))),
  'labels of lines are lost': spoilingUpdated((answer) =>
    changed(answer, 'line', (line) =>
      changed(
        line,
        'label',
        withText(() => ''),
      ),
    ),
  ),
  'the publisher lags': lagging(2),
  'the publisher lags long': lagging(1_000),
  'someone else changes the other list once': {
    around: async (request, perform, state) => {
      const answer = await perform(request);
      const device = deviceOf(request, state);
      const { length } = device?.busyLampFields ?? [];
      // The first of several entries is there only before that.
      if (device && isUpdate(request) && length > 1 && device.busyLampFields[0]?.index === 1) {
        device.busyLampFields = device.busyLampFields.slice(1);
      }
      return answer;
    },
  },
} as const satisfies Readonly<Record<string, Contrary>>;

const each = (change: (entry: XmlElement) => XmlElement): Contrary =>
  taking(undefined, (entries) => entries.map(change));

/** What the rule `alters-list` does to the list of an update. Some lists stay as they are by some of these. */
const alterations: readonly Contrary[] = [
  writeContraries['an update sets nothing'],
  taking(undefined, (entries) => entries.slice(0, -1)),
  taking(undefined, (entries) => entries.slice(1)),
  taking(undefined, () => []),
  each((entry) => entryWith(entry, 'label', (label) => label.slice(0, 6))),
  each((entry) => entryWith(entry, 'label', (label) => label.toUpperCase())),
  each((entry) => entryWith(entry, 'label', (label) => label.replace(/[^\p{ASCII}]/gu, '?'))),
  each((entry) => entryWith(entry, 'dirn', (dirn) => dirn.replace('+', ''))),
  each((entry) => entryWith(entry, 'index', (index) => String(Number(index) + 1))),
  losingPickup,
];

/** @param random from 0 to 1 */
export function carryOutAltered(
  request: XmlElement,
  perform: Perform,
  state: CallManagerState,
  random: number,
): Promise<XmlNode> {
  const { around } = alterations[Math.floor(random * alterations.length)] ?? losingPickup;
  return around ? around(request, perform, state) : perform(request);
}

export type ContraryName = keyof typeof contraries;
export type WriteContraryName = keyof typeof writeContraries;
type AnyName = ContraryName | WriteContraryName | undefined;

const all: Readonly<Record<string, Contrary>> = { ...contraries, ...writeContraries };

/** Carries out an operation as a contrary call manager does. @param name undefined for a normal call manager */
export function performContrary(
  name: AnyName,
  request: XmlElement,
  perform: Perform,
  state: CallManagerState,
): Promise<XmlNode> {
  const { around }: Contrary = all[name ?? ''] ?? {};
  return around ? around(request, perform, state) : perform(request);
}

/** Runs a query as a contrary call manager does. */
export function queryContrary(name: AnyName, sql: string, run: Query, state: CallManagerState): Promise<XmlNode[]> {
  const { query }: Contrary = all[name ?? ''] ?? {};
  return query ? query(sql, run, state) : run(sql);
}
