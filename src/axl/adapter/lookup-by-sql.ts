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
 * Finds the phones that carry a number in one round trip, with the query that practitioners use. Cisco advises to
 * prefer the documented objects where they serve; docs/interface.md tells what each costs.
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
  // Informix takes texts for equal that differ in spaces at the end; here they differ, as in the lookup by lines.
  const carriers = taken.phones().filter(({ dirns }) => dirns.includes(number));
  for (const phone of carriers) holding.hold(bytesOfPhone(phone));
  return carriers;
}

/** What the rows tell of one phone. They come in any order. */
interface Found {
  readonly key: Uuid;
  /** Undefined as long as the phone's own row has not come. */
  texts: DeviceTexts | undefined;
  readonly lines: NumberAtIndex[];
  readonly dials: SpeedDial[];
}

/** The rows of an answer, as the phones that they are of. */
class TakenPhones {
  /** By their keys; also as the rows spell those, so that a spelling is read once. */
  readonly #found = new Map<string, Found>();
  #problem: ServiceError | undefined;

  /** Throws nothing: the first row that is not of the query is told by `phones`. */
  take(row: XmlElement): void {
    this.#problem ??= this.#problemOf(row);
  }

  #problemOf(row: XmlElement): ServiceError | undefined {
    const lacking = lackingColumn(row, columns);
    if (lacking !== undefined) return notOurRow(`lacks its column ${lacking}`);
    const phone = this.#phoneOf(row);
    return phone ? takeInto(phone, row) : notOurRow('holds no key');
  }

  /** @returns the name of the phone that a row is of; empty if its own row has not come */
  nameOf(row: XmlElement): string {
    return this.#phoneOf(row)?.texts?.name ?? '';
  }

  /**
   * A phone that was added while the call manager made the answer may have lines in it, and no row of its own: it is
   * not there yet.
   * @throws ServiceError if a row was not of the query: without one of its columns, or without a key
   */
  phones(): Phone[] {
    if (this.#problem) throw this.#problem;
    return [...new Set(this.#found.values())].flatMap(({ key, texts, lines, dials }) =>
      texts === undefined || isOfTemplate([texts.product, texts.model])
        ? []
        : [phoneOf(texts, carried(key, lines, dials))],
    );
  }

  /** @returns what is known of the phone that a row is of; undefined if the row has no key */
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

/** What is selected of each device that carries a number or has buttons to it, whatever else describes devices. */
const selected: readonly DeviceText[] = ['name', 'description', 'product', 'model'];
export const { columns: deviceColumns, tables: deviceTables } = selectionOf(selected);

/** Where the texts of a row stand. What they are depends on its kind. */
const textColumns = selected.map((_, position) => `t${position + 1}`);
const columns = ['pkid', 'kind', 'place', ...textColumns];

function textAt(row: XmlElement, position: number): string {
  return childText(row, textColumns[position] ?? '');
}

/** @returns what is wrong with a row of another kind */
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

/** @returns the first column that a row does not have at all; an empty one is there */
export function lackingColumn(row: XmlElement, names: readonly string[]): string | undefined {
  // They usually come in the order of the query.
  return names.find((name, position) => row.children[position]?.name !== name && !child(row, name));
}

/** @param what is wrong with it */
export function notOurRow(what: string): ServiceError {
  return responseInvalid(`A row of the call manager's answer to executeSQLQuery ${what}.`);
}

/**
 * The query: a row for every phone (tkclass 1) with the number in any partition, one for each of its lines and one for
 * each of its speed dials.
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
 * What differs between the parts of the union. Informix wants columns of one type at each position (error -308) and
 * knows no untyped null: so the types are named, literals are of one length, and an empty text stands where a part has
 * none. A description may have more bytes than a VARCHAR takes.
 */
function columnsOf(kind: 'self' | 'line' | 'dial', key: string, place: string, texts: readonly string[]): string {
  const written = textColumns.map(
    (column, position) => `CAST(${texts[position] ?? "''"} AS LVARCHAR(512)) AS ${column}`,
  );
  return [asText(key, 'pkid'), `'${kind}' AS kind, CAST(${place} AS INTEGER) AS place`, ...written].join(', ');
}

/** A column of a named type. */
export function asText(value: string, name: string): string {
  return `CAST(${value} AS VARCHAR(255)) AS ${name}`;
}

/** A text as an SQL literal. In the call manager's dialect (Informix) a quote is doubled; nothing else is special. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
