import { type ButtonKind, buttonKinds, type PointingButton } from '../../domain/button-kinds.js';
import type { DeviceKind } from '../../domain/device.js';
import { dialledForm, type DirectoryNumber, parseUuid, storedForms } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { AxlFault } from '../soap/soap-faults.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { isTemplate } from './mapping.js';
import { executeSqlQuery } from './operations.js';
import { asText, deviceColumns, deviceTables, lackingColumn, notOurRow, quoted } from './lookup-by-sql.js';

/**
 * Finds the speed dials and busy lamp fields that point at a number, on phones and device profiles. No AXL object
 * searches for buttons, so this is SQL on every release. One query; only where the call manager says that its answer is
 * too large, pages of each table.
 */
export async function findButtonsBySql(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
): Promise<PointingButton[]> {
  const rows = await executeSqlQuery(client, buttonsWithNumber(number), context).catch((thrown: unknown) => {
    const fit = rowsThatFit(thrown);
    if (fit === undefined) throw thrown;
    return inParts(client, number, fit, context);
  });
  // Informix takes texts for equal that differ in spaces at the end; here they differ, as in every other lookup.
  return rows
    .map(checked)
    .filter((row) => !isTemplate(row))
    .map(buttonOf)
    .filter(({ dirn }) => dirn === number);
}

const columns = ['pkid', 'name', 'description', 'product', 'model', 'tkclass', 'kind', 'place', 'dialled'] as const;
const lastColumns = ['label', 'routepartition'] as const;

/** @throws ServiceError for a row that is not of this query */
function checked(row: XmlElement): XmlElement {
  const lacking = lackingColumn(row, [...columns, ...lastColumns]);
  if (lacking !== undefined) throw notOurRow(`lacks its column ${lacking}`);
  return row;
}

const deviceKinds: Readonly<Record<string, DeviceKind>> = { '1': 'phone', '254': 'profile' };
/** What the query calls the buttons of each kind. */
const kindWords = { speeddial: 'dial', busylampfield: 'lamp' } as const satisfies Readonly<Record<ButtonKind, string>>;

function buttonOf(row: XmlElement): PointingButton {
  const uuid = parseUuid(childText(row, 'pkid'));
  const deviceKind = deviceKinds[childText(row, 'tkclass').trim()];
  const kindWord = childText(row, 'kind').trim();
  const kind = buttonKinds.find((one) => kindWords[one] === kindWord);
  if (uuid === undefined) throw notOurRow('holds no key');
  if (!deviceKind) throw notOurRow('is neither of a phone nor of a device profile');
  if (!kind) throw notOurRow('is neither of a speed dial nor of a busy lamp field');
  return {
    device: childText(row, 'name'),
    deviceKind,
    uuid,
    description: childText(row, 'description'),
    kind,
    index: childText(row, 'place').trim(),
    dirn: dialledForm(childText(row, 'dialled')),
    partition: childText(row, 'routepartition'),
    label: childText(row, 'label'),
  };
}

/** The buttons of one table that point at the number in one way. */
interface Part {
  /** The column with the button's own key. */
  readonly key: string;
  /** All of it but the word SELECT; more conditions can be added. */
  readonly statement: string;
}

/** The query: a row for each button of every phone (tkclass 1) and device profile (254) that points at the number. */
export function buttonsWithNumber(number: DirectoryNumber): string {
  return partsFor(number)
    .map(({ statement }) => `SELECT ${statement}`)
    .join(' UNION ALL ');
}

function partsFor(number: DirectoryNumber): Part[] {
  const forms = storedForms(number).map(quoted).join(', ');
  return buttonKinds.flatMap((kind) => partsOf[kind](forms));
}

/** How the buttons of each kind point at a number, by the forms in which it is stored, separated by commas. */
const partsOf: Readonly<Record<ButtonKind, (forms: string) => readonly Part[]>> = {
  speeddial: (forms) => [
    partOf(
      's',
      columnsOf('speeddial', 's', 's.speeddialindex', 's.speeddialnumber', "''"),
      'INNER JOIN speeddial s ON s.fkdevice = d.pkid',
      `s.speeddialnumber IN (${forms})`,
    ),
  ],
  busylampfield: (forms) => {
    const lamp = (dialled: string, partition: string) =>
      columnsOf('busylampfield', 'b', 'b.blfindex', dialled, partition);
    const lamps = 'INNER JOIN blfspeeddial b ON b.fkdevice = d.pkid';
    const numbers =
      'INNER JOIN numplan n ON n.pkid = b.fknumplan LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition';
    // What has a destination is shown by it alone, so that none comes twice.
    const noDestination = `(b.blfdestination IS NULL OR b.blfdestination NOT IN (${forms}))`;
    return [
      partOf('b', lamp('b.blfdestination', "''"), lamps, `b.blfdestination IN (${forms})`),
      partOf(
        'b',
        lamp('n.dnorpattern', 'r.name'),
        `${lamps} ${numbers}`,
        `n.dnorpattern IN (${forms}) AND ${noDestination}`,
      ),
    ];
  },
};

function partOf(alias: string, button: string, joins: string, condition: string): Part {
  const device = `${deviceColumns}, d.tkclass AS tkclass`;
  const statement = `${device}, ${button} FROM ${deviceTables} ${joins} WHERE d.tkclass IN (1, 254) AND ${condition}`;
  return { key: `${alias}.pkid`, statement };
}

/** What differs between the parts: of one type at each position, which Informix wants (see lookup-by-sql.ts). */
function columnsOf(kind: ButtonKind, alias: string, index: string, dialled: string, partition: string): string {
  return (
    `'${kindWords[kind]}' AS kind, CAST(${index} AS INTEGER) AS place, ${asText(dialled, 'dialled')}, ` +
    `${asText(`${alias}.label`, 'label')}, ${asText(partition, 'routepartition')}`
  );
}

/** How many rows are asked for where the call manager does not say how many fit. */
const usualRows = 500;

/**
 * "Query request too large. Total rows matched: 2816 rows. Suggested row fetch: less than 1408 rows"
 * @returns how many rows fit into an answer; undefined for anything else that was thrown
 */
export function rowsThatFit(thrown: unknown): number | undefined {
  if (!(thrown instanceof AxlFault) || !/too large/i.test(thrown.words)) return undefined;
  const suggested = /sugges\w+ row fetch\D{0,20}(\d{1,9})/i.exec(thrown.words)?.[1];
  return suggested === undefined ? usualRows : Math.max(1, Number(suggested) - 1);
}

/** One after another: a call manager that has so much to tell has enough to do. */
async function inParts(
  client: AxlClient,
  number: DirectoryNumber,
  size: number,
  context: CallContext,
): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for (const part of partsFor(number)) {
    for (const row of await inPages(client, part, size, context)) found.push(row);
  }
  return found;
}

/** Pages by key: in order, and with no row twice or left out, whatever is changed meanwhile. */
async function inPages(client: AxlClient, part: Part, first: number, context: CallContext): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  let size = first;
  let last = '';
  for (;;) {
    try {
      const page = await executeSqlQuery(client, pageOf(part, size, last), context);
      // One by one: more than some 100,000 arguments are too many for a call.
      for (const row of page) found.push(row);
      if (page.length < size) return found;
      const next = childText(page.at(-1), 'buttonkey');
      if (next === '' || next === last) throw notOurRow('holds no key to go on from');
      last = next;
    } catch (thrown) {
      const fits = rowsThatFit(thrown);
      if (fits === undefined || size === 1) throw thrown;
      size = Math.min(fits, Math.floor(size / 2));
    }
  }
}

function pageOf({ key, statement }: Part, size: number, last: string): string {
  return `SELECT FIRST ${size} ${key} AS buttonkey, ${statement} AND ${key} > ${quoted(last)} ORDER BY buttonkey`;
}
