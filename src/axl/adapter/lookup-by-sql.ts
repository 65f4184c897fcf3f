import { type DeviceText, type DeviceTexts, deviceTextsBy } from '../../domain/device.js';
import type { ServiceError } from '../../domain/errors.js';
import { type DirectoryNumber, parseUuid, storedForms, type Uuid } from '../../domain/identifiers.js';
import { type Phone, phoneOf, type SpeedDial } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { Holding } from '../../use-cases/call-manager.js';
import type { AxlClient } from '../client/axl-client.js';
import { responseInvalid } from '../transport/network-errors.js';
import { bytesOfPhone, carried, isOfTemplate, type NumberAtIndex } from './mapping.js';
import { selectionOf, sqlOf } from '../soap/device-columns.js';
import { takeSqlRows } from './operations.js';
import { child, childText, type XmlElement } from '../soap/xml.js';

/**
 * Finds the phones that carry a number in one round trip, with the query that practitioners use. Cisco recommends the
 * documented objects if they suffice; docs/interface.md says what each lookup costs.
 */
export async function findPhonesBySql(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
  holding: Holding,
): Promise<Phone[]> {
  let taken = new TakenPhones();
  const takeRows = () => {
    taken = new TakenPhones();
    return (row: XmlElement): void => {
      taken.take(row);
    };
  };
  const asked = { takeRows, deviceOfRow: (row: XmlElement) => taken.nameOf(row) };
  await takeSqlRows(client, phonesWithNumber(number), asked, context);
  // For Informix, texts are equal if they differ only in trailing spaces. Here they differ, as in the lookup by lines.
  const carriers = taken.phones().filter(({ dirns }) => dirns.includes(number));
  for (const phone of carriers) holding.hold(bytesOfPhone(phone));
  return carriers;
}

/** What the rows say about one phone. They come in any order. */
interface Found {
  readonly key: Uuid;
  /** Undefined until the phone's own row is read. */
  texts: DeviceTexts | undefined;
  readonly lines: NumberAtIndex[];
  readonly dials: SpeedDial[];
}

/** Groups the rows of an answer by phone. */
class TakenPhones {
  /** The phones by their key, and also by the spelling of the key in the rows. So each spelling is parsed only once. */
  readonly #found = new Map<string, Found>();
  #problem: ServiceError | undefined;

  /** Never throws: `phones` reports the first row that does not match the query. */
  take(row: XmlElement): void {
    this.#problem ??= this.#problemOf(row);
  }

  #problemOf(row: XmlElement): ServiceError | undefined {
    const lacking = lackingColumn(row, columns);
    if (lacking !== undefined) return notOurRow(`lacks its column ${lacking}`);
    const phone = this.#phoneOf(row);
    return phone ? takeInto(phone, row) : notOurRow('holds no key');
  }

  /** @returns the name of a row's phone; empty if the phone's own row is not read yet */
  nameOf(row: XmlElement): string {
    return this.#phoneOf(row)?.texts?.name ?? '';
  }

  /**
   * If a phone is added while the call manager makes the answer, the answer may contain its lines, but no row for the
   * phone itself. Such a phone does not count yet.
   * @throws ServiceError if a row does not match the query: it lacks a column, or a key
   */
  phones(): Phone[] {
    if (this.#problem) throw this.#problem;
    return [...new Set(this.#found.values())].flatMap(({ key, texts, lines, dials }) =>
      texts === undefined || isOfTemplate([texts.product, texts.model])
        ? []
        : [phoneOf(texts, carried(key, lines, dials))],
    );
  }

  /** @returns what is known of a row's phone; undefined if the row has no key */
  #phoneOf(row: XmlElement): Found | undefined {
    const spelled = childText(row, 'pkid');
    const known = this.#found.get(spelled);
    if (known) return known;
    const key = parseUuid(spelled);
    if (key === undefined) return undefined;
    const phone = this.#found.get(key) ?? { key, texts: undefined, lines: [], dials: [] };
    this.#found.set(key, phone).set(spelled, phone);
    return phone;
  }
}

/** What is selected for each device that carries a number or has buttons to it. */
const selected: readonly DeviceText[] = ['name', 'description', 'product', 'model'];
export const { columns: deviceColumns, tables: deviceTables } = selectionOf(selected);

/** The columns for the texts of a row. Their meaning depends on the row's kind. */
const textColumns = selected.map((_, position) => `t${position + 1}`);
const columns = ['pkid', 'kind', 'place', ...textColumns];

function textAt(row: XmlElement, position: number): string {
  return childText(row, textColumns[position] ?? '');
}

/** @returns the error for a row that does not describe a phone, a line or a speed dial; otherwise undefined */
function takeInto(phone: Found, row: XmlElement): ServiceError | undefined {
  const place = { index: childText(row, 'place') };
  switch (childText(row, 'kind').trim()) {
    case 'self':
      phone.texts ??= deviceTextsBy((text) => textAt(row, selected.indexOf(text)));
      return undefined;
    case 'line':
      phone.lines.push({ ...place, pattern: textAt(row, 0) });
      return undefined;
    case 'dial':
      phone.dials.push({ ...place, dirn: textAt(row, 0), label: textAt(row, 1) });
      return undefined;
    default:
      return notOurRow('is of no phone, line or speed dial');
  }
}

/** @returns the first column that is missing in a row; an empty column is not missing */
export function lackingColumn(row: XmlElement, names: readonly string[]): string | undefined {
  // The columns usually come in the order of the query.
  return names.find((name, position) => row.children[position]?.name !== name && !child(row, name));
}

/** @param what says what is wrong with the row */
export function notOurRow(what: string): ServiceError {
  return responseInvalid(`A row of the call manager's answer to executeSQLQuery ${what}.`);
}

/**
 * The query for every phone (tkclass 1) that has the number in any partition. There is one row for the phone, one for
 * each of its lines, and one for each of its speed dials.
 */
export function phonesWithNumber(number: DirectoryNumber): string {
  const forms = storedForms(number).map(quoted).join(', ');
  const carriers =
    'IN (SELECT w.fkdevice FROM devicenumplanmap w INNER JOIN numplan x ON x.pkid = w.fknumplan ' +
    `INNER JOIN device c ON c.pkid = w.fkdevice WHERE c.tkclass = 1 AND x.dnorpattern IN (${forms}))`;
  return [
    `SELECT ${columnsOf('self', 'd.pkid', '0', selected.map(sqlOf))} FROM ${deviceTables} WHERE d.pkid ${carriers}`,
    `SELECT ${columnsOf('line', 'l.fkdevice', 'l.numplanindex', ['n.dnorpattern'])} ` +
      `FROM devicenumplanmap l INNER JOIN numplan n ON n.pkid = l.fknumplan WHERE l.fkdevice ${carriers}`,
    `SELECT ${columnsOf('dial', 's.fkdevice', 's.speeddialindex', ['s.speeddialnumber', 's.label'])} ` +
      `FROM speeddial s WHERE s.fkdevice ${carriers}`,
  ].join(' UNION ALL ');
}

/**
 * The columns that differ between the parts of the union. Informix requires one type at each position (error -308), and
 * has no null without a type. So each type is named, literals have one length, and a part without a value selects an
 * empty text. A description may have more bytes than a VARCHAR holds.
 */
function columnsOf(kind: 'self' | 'line' | 'dial', key: string, place: string, texts: readonly string[]): string {
  const written = textColumns.map(
    (column, position) => `CAST(${texts[position] ?? "''"} AS LVARCHAR(512)) AS ${column}`,
  );
  return [asText(key, 'pkid'), `'${kind}' AS kind, CAST(${place} AS INTEGER) AS place`, ...written].join(', ');
}

/** A column with a named type. */
export function asText(value: string, name: string): string {
  return `CAST(${value} AS VARCHAR(255)) AS ${name}`;
}

/**
 * A text as an SQL literal. In the call manager's dialect (Informix) a quote is doubled; no other character is special.
 */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
