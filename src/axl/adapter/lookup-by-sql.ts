import type { ServiceError } from '../../domain/errors.js';
import { type DirectoryNumber, parseUuid, storedForms, type Uuid } from '../../domain/identifiers.js';
import { type Phone, phoneOf, type SpeedDial } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { Holding } from '../../use-cases/call-manager.js';
import type { AxlClient } from '../client/axl-client.js';
import { responseInvalid } from '../transport/network-errors.js';
import { bytesOfPhone, carried, isTemplate, type NumberAtIndex, textsIn } from './mapping.js';
import { selectionOf } from '../soap/device-columns.js';
import { executeSqlQuery } from './operations.js';
import { child, childText, type XmlElement } from '../soap/xml.js';

/**
 * Finds the phones that carry a number in one round trip, with the query that practitioners use. Cisco advises to
 * prefer the documented objects where they serve; docs/interface.md tells what each costs.
 */
export async function findPhonesBySql(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
  holding: Holding,
): Promise<Phone[]> {
  const rows = await executeSqlQuery(client, phonesWithNumber(number), context);
  const found = new Map<string, Found>();
  for (const row of rows) {
    const phone = phoneIn(row, found);
    const index = childText(row, 'place');
    const dirn = childText(row, 'dialled');
    if (kindOf(row) === 'line') phone.lines.push({ index, pattern: dirn });
    else phone.dials.push({ index, dirn, label: childText(row, 'label') });
  }
  const phones = [...new Set(found.values())]
    .filter(({ row }) => !isTemplate(row))
    .map(({ row, key, lines, dials }) => phoneOf(textsIn(row), carried(key, lines, dials)));
  // Informix takes texts for equal that differ in spaces at the end; here they differ, as in the lookup by lines.
  const carriers = phones.filter(({ dirns }) => dirns.includes(number));
  for (const phone of carriers) holding.hold(bytesOfPhone(phone));
  return carriers;
}

const columns = ['pkid', 'name', 'description', 'product', 'model', 'kind', 'place', 'dialled', 'label'] as const;

/**
 * @param found the phones of the rows before, by their keys; also as the rows spell those, so that a spelling is read once
 * @returns the phone that a row is of
 * @throws ServiceError for a row that is not of this query: without one of its columns, or without a key
 */
function phoneIn(row: XmlElement, found: Map<string, Found>): Found {
  const lacking = lackingColumn(row, columns);
  if (lacking !== undefined) throw notOurRow(`lacks its column ${lacking}`);
  const spelled = childText(row, 'pkid');
  const known = found.get(spelled);
  if (known) return known;
  const key = parseUuid(spelled);
  if (key === undefined) throw notOurRow('holds no key');
  const phone = found.get(key) ?? { row, key, lines: [], dials: [] };
  found.set(key, phone).set(spelled, phone);
  return phone;
}

function kindOf(row: XmlElement): 'line' | 'dial' {
  const kind = childText(row, 'kind').trim();
  if (kind === 'line' || kind === 'dial') return kind;
  throw notOurRow('is neither of a line nor of a speed dial');
}

/** @returns the first column that a row does not have at all; an empty one is there */
export function lackingColumn(row: XmlElement, names: readonly string[]): string | undefined {
  // They usually come in the order of the query.
  return names.find((name, position) => row.children[position]?.name !== name && !child(row, name));
}

/** @param what is wrong with it */
export function notOurRow(what: string): ServiceError {
  return responseInvalid(`A row of the call manager's answer to executeSQLQuery ${what}.`);
}

/** A phone as its rows tell of it, each of which has the phone's own columns. */
interface Found {
  readonly row: XmlElement;
  readonly key: Uuid;
  readonly lines: NumberAtIndex[];
  readonly dials: SpeedDial[];
}

/** What is selected of each device that carries a number or has buttons to it, whatever else describes devices. */
export const { columns: deviceColumns, tables: deviceTables } = selectionOf([
  ...(['name', 'description', 'product', 'model'] as const),
]);

/**
 * The query: a row for each line and each speed dial of every phone (tkclass 1) with the number in any partition.
 */
export function phonesWithNumber(number: DirectoryNumber): string {
  const forms = storedForms(number).map(quoted).join(', ');
  const carriers =
    'd.tkclass = 1 AND d.pkid IN (SELECT w.fkdevice FROM devicenumplanmap w ' +
    `INNER JOIN numplan x ON x.pkid = w.fknumplan WHERE x.dnorpattern IN (${forms}))`;
  return (
    `SELECT ${deviceColumns}, ${columnsOf('line', 'l.numplanindex', 'n.dnorpattern', 'n.dnorpattern')} ` +
    `FROM ${deviceTables} INNER JOIN devicenumplanmap l ON l.fkdevice = d.pkid INNER JOIN numplan n ON n.pkid = l.fknumplan ` +
    `WHERE ${carriers} UNION ALL ` +
    `SELECT ${deviceColumns}, ${columnsOf('dial', 's.speeddialindex', 's.speeddialnumber', 's.label')} ` +
    `FROM ${deviceTables} INNER JOIN speeddial s ON s.fkdevice = d.pkid WHERE ${carriers}`
  );
}

/**
 * What differs between the halves of the union. Informix wants columns of one type at each position (error -308) and
 * knows no untyped null: so the types are named, literals are of one length, and where a line has no label its
 * number stands in.
 */
function columnsOf(kind: 'line' | 'dial', index: string, dialled: string, label: string): string {
  return `'${kind}' AS kind, CAST(${index} AS INTEGER) AS place, ${asText(dialled, 'dialled')}, ${asText(label, 'label')}`;
}

/** A column of a named type. */
export function asText(value: string, name: string): string {
  return `CAST(${value} AS VARCHAR(255)) AS ${name}`;
}

/** A text as an SQL literal. In the call manager's dialect (Informix) a quote is doubled; nothing else is special. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
