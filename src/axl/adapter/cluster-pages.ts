import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { dialledForm, parseUuid } from '../../domain/identifiers.js';
import { deviceColumns, type DeviceColumn } from '../../domain/device.js';
import type { ClusterPages, OwnerPart, PageTooLarge, ReadPage, RowPlace } from '../../inventory/cluster-pages.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import { knownRows } from '../../inventory/known-rows.js';
import {
  type Cells,
  type CellsOf,
  isListTable,
  type LeftOutRow,
  type ListTable,
  notKnownCells,
  positionIn,
  type SweptRow,
} from '../../inventory/swept-tables.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { isTooLarge } from '../soap/response.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { described } from './device-search.js';
import { lackingColumn, notOurRow, quoted } from './lookup-by-sql.js';
import { rowsThatFit } from './rows-that-fit.js';
import { isTemplate } from './mapping.js';
import { takeSqlRows } from './operations.js';

/** How a table of the call manager is read. */
interface TableQuery<Row extends Cells = Cells> {
  /** The column that orders the rows. The next page continues after its last value. */
  readonly key: string;
  /** For tables with several rows of one key: the second column of the order, and the column of the rows' own keys. */
  readonly within: { readonly index: string; readonly own: string } | undefined;
  readonly columns: string;
  /** The columns by their names in an answer. `optional` has the expression of each column that some releases lack. */
  readonly named: readonly string[];
  readonly optional: Readonly<Record<string, string>>;
  /** The tables, and the conditions, if any. */
  readonly from: string;
  readonly where: string | undefined;
  readonly cellsOf: (row: XmlElement) => Row;
}

/**
 * The tables by their names in the call manager's data dictionary. Lines and buttons are ordered by their device,
 * because an update gives a device's buttons new keys. If they were read in the order of their own keys, a list could
 * be read partly before and partly after an update.
 */
const queries: { readonly [Table in SweptTable]: TableQuery<CellsOf<Table>> } = {
  number: {
    key: 'n.pkid',
    within: undefined,
    columns: 'n.dnorpattern AS pattern, r.name AS routepartition, n.tkpatternusage AS usage',
    named: ['pattern', 'routepartition', 'usage'],
    optional: { description: 'n.description', alertingname: 'n.alertingname' },
    from: 'numplan n LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition',
    where: undefined,
    cellsOf: (row) => ({
      dirn: dialledForm(childText(row, 'pattern')),
      partition: childText(row, 'routepartition'),
      description: childText(row, 'description'),
      alerting: childText(row, 'alertingname'),
      usage: integerIn(row, 'usage'),
    }),
  },
  device: {
    key: 'd.pkid',
    within: undefined,
    // The key is already among the columns, under its own name.
    columns: `${described.columns}, d.tkclass AS tkclass`,
    named: [...deviceColumns, 'tkclass'],
    optional: {},
    from: described.tables,
    where: 'd.tkclass IN (1, 254)',
    cellsOf: (row) => ({
      ...(Object.fromEntries(deviceColumns.map((column) => [column, childText(row, column)])) as DeviceCells),
      kind: childText(row, 'tkclass').trim() === '254' ? 'profile' : 'phone',
      template: isTemplate(row) ? 1 : 0,
    }),
  },
  line: {
    key: 'm.fkdevice',
    within: { index: 'm.numplanindex', own: 'm.pkid' },
    columns: 'm.fknumplan AS fknumplan, m.numplanindex AS position',
    named: ['fknumplan', 'position'],
    optional: { display: 'm.display' },
    from: 'devicenumplanmap m',
    where: undefined,
    cellsOf: (row) => ({
      position: integerIn(row, 'position'),
      number: keyIn(row, 'fknumplan'),
      display: childText(row, 'display'),
    }),
  },
  dial: {
    key: 's.fkdevice',
    within: { index: 's.speeddialindex', own: 's.pkid' },
    columns: 's.speeddialindex AS position, s.speeddialnumber AS dialled, s.label AS label',
    named: ['position', 'dialled', 'label'],
    optional: {},
    from: 'speeddial s',
    where: undefined,
    cellsOf: (row) => ({
      position: integerIn(row, 'position'),
      dirn: dialledForm(childText(row, 'dialled')),
      label: childText(row, 'label'),
    }),
  },
  lamp: {
    key: 'b.fkdevice',
    within: { index: 'b.blfindex', own: 'b.pkid' },
    columns: 'b.blfindex AS position, b.blfdestination AS destination, b.fknumplan AS fknumplan, b.label AS label',
    named: ['position', 'destination', 'fknumplan', 'label'],
    optional: {},
    from: 'blfspeeddial b',
    where: undefined,
    cellsOf: (row) => {
      // AXL: "If both are mentioned AXL will read only blfDest". This code reads the row in the same way.
      const destination = dialledForm(childText(row, 'destination'));
      const number = destination === '' ? keyIn(row, 'fknumplan') : null;
      // If the reference to a number is not a valid key, the row may watch any number.
      const isKnown = destination !== '' || number !== null || childText(row, 'fknumplan').trim() === '';
      const position = isKnown ? integerIn(row, 'position') : null;
      return { position, destination, number, label: childText(row, 'label') };
    },
  },
  // Published queries read this table for call forward all: to a number, or to voice mail.
  forward: {
    key: 'f.fknumplan',
    within: undefined,
    columns: 'f.cfadestination AS cfadestination',
    named: ['cfadestination'],
    optional: {},
    from: 'callforwarddynamic f',
    where: "(f.cfadestination <> '' OR f.cfavoicemailenabled = 't')",
    cellsOf: () => ({}),
  },
};

type DeviceCells = Readonly<Record<DeviceColumn, string>>;

/** How many rows are read at once for given owners: no device has as many buttons. */
const mostOfOwners = 1_000;
/** Informix's error code. Call managers give it with either sign: published captures show both. */
const noSuchColumn = 217;

/** Reads a call manager's tables by executeSQLQuery, because no list operation shows buttons. */
export class AxlClusterPages implements ClusterPages {
  readonly #client: AxlClient;
  /** The columns that this call manager's release lacks. */
  readonly #lacking = new Set<string>();

  constructor(client: AxlClient) {
    this.#client = client;
  }

  async page(table: SweptTable, after: string, size: number, context: CallContext): Promise<ReadPage | PageTooLarge> {
    const { key, within } = queries[table];
    try {
      const asked = { condition: `${key} > ${quoted(after)}`, behind: after };
      const { rows, leftOut, bytes, fetched, ofLast } = await this.#rows(table, asked, size, context);
      const page = { table, after, leftOut, bytes, fetched, counted: fetched };
      const last = rows.at(-1)?.owner ?? after;
      if (fetched < size) return { ...page, upTo: undefined, rows };
      if (within === undefined) return { ...page, upTo: last, rows };
      // The last owner may have more rows than fit. All of its rows are requested again.
      const whole = rows.filter(({ owner }) => owner !== last);
      const upTo = whole.at(-1)?.owner ?? after;
      const crowded = upTo === after && last !== after ? last : undefined;
      return { ...page, counted: fetched - ofLast, upTo, rows: whole, crowded };
    } catch (thrown) {
      return tooLarge(thrown);
    }
  }

  async part(
    { table, owner }: { readonly table: ListTable; readonly owner: string },
    behind: RowPlace | undefined,
    size: number,
    context: CallContext,
  ): Promise<OwnerPart | PageTooLarge> {
    const { key, within } = queries[table];
    const { index = '', own = '' } = within ?? {};
    const rest =
      behind && `(${index} > ${behind.index} OR (${index} = ${behind.index} AND ${own} > ${quoted(behind.key)}))`;
    const condition = [`${key} = ${quoted(owner)}`, ...(rest === undefined ? [] : [rest])].join(' AND ');
    try {
      const taken = await this.#rows(table, { condition, behind: '', own }, size, context);
      const { bytes, fetched, first, last } = taken;
      return { rows: rowsOfOwner(taken, table, owner), bytes, fetched, first, next: fetched < size ? undefined : last };
    } catch (thrown) {
      return tooLarge(thrown);
    }
  }

  async rowsOf(table: SweptTable, owners: readonly string[], context: CallContext): Promise<readonly SweptRow[]> {
    const [owner, ...others] = owners;
    if (owner === undefined) return [];
    const { key } = queries[table];
    const condition =
      others.length === 0 ? `${key} = ${quoted(owner)}` : `${key} IN (${owners.map(quoted).join(', ')})`;
    const taken = await this.#rows(table, { condition, behind: '' }, mostOfOwners, context);
    const isAll = taken.fetched < mostOfOwners && taken.leftOut.every((row) => row.owner !== undefined);
    if (isAll && others.length > 0) return taken.rows;
    if (others.length > 0) {
      // There are too many rows, or rows without an owner. Requests for fewer owners show to whom the rows belong.
      const half = Math.ceil(owners.length / 2);
      const first = await this.rowsOf(table, owners.slice(0, half), context);
      return [...first, ...(await this.rowsOf(table, owners.slice(half), context))];
    }
    if (taken.fetched >= mostOfOwners && isListTable(table)) return [{ owner, cells: notKnownCells[table] }];
    return rowsOfOwner(taken, table, owner);
  }

  async count(table: SweptTable, owner: string | undefined, context: CallContext): Promise<number | undefined> {
    const { key, from, where } = queries[table];
    const conditions = [where, owner === undefined ? undefined : `${key} = ${quoted(owner)}`].filter(
      (condition) => condition !== undefined,
    );
    const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
    let total: number | undefined;
    const takeRows = () => (row: XmlElement) => {
      total = countIn(row);
    };
    try {
      await takeSqlRows(this.#client, `SELECT COUNT(*) AS total FROM ${from}${condition}`, { takeRows }, context);
    } catch (thrown) {
      if (!isServiceError(thrown, 'call-manager-fault', 'call-manager-answer-invalid')) throw thrown;
      return undefined;
    }
    return total;
  }

  /** Requests rows with the columns that this call manager's release has. */
  async #rows(table: SweptTable, asked: AskedRows, size: number, context: CallContext): Promise<Taken> {
    const query = queries[table];
    const optional = Object.keys(query.optional).filter((column) => !this.#lacking.has(`${table}.${column}`));
    let taken = new TakenRows(query, optional, asked);
    const takeRows = () => {
      taken = new TakenRows(query, optional, asked);
      return (row: XmlElement): void => {
        taken.take(row);
      };
    };
    try {
      const statement = statementFor(query, optional, asked, size);
      await takeSqlRows(this.#client, statement, { takeRows }, context, this.#client.publisher);
    } catch (thrown) {
      if (!isServiceError(thrown, 'call-manager-fault')) throw thrown;
      // If a column does not exist, the call manager's words may name it. Otherwise, each optional column is left out
      // in turn.
      const named = optional.find((column) => thrown.facts.detail.toLowerCase().includes(column));
      const lacking = Math.abs(thrown.facts.axlCode ?? 0) === noSuchColumn ? (named ?? optional.at(-1)) : undefined;
      if (lacking === undefined) throw thrown;
      this.#lacking.add(`${table}.${lacking}`);
      return this.#rows(table, asked, size, context);
    }
    if (taken.problem) throw taken.problem;
    const { bytes, fetched, ofLast, first, last } = taken;
    const { rows, leftOut } = knownRows(table, taken.rows);
    return { rows, leftOut: [...taken.leftOut, ...leftOut], bytes, fetched, ofLast, first, last };
  }
}

/** The rows to request. */
interface AskedRows {
  readonly condition: string;
  /** A value that sorts before every owner. */
  readonly behind: string;
  /** The column of the rows' own keys, if they are requested. */
  readonly own?: string;
}

/** @returns that an answer is too large, if that is the error; otherwise it throws the error again */
function tooLarge(thrown: unknown): PageTooLarge {
  const fits = rowsThatFit(thrown);
  if (fits === undefined && !isTooLarge(thrown)) throw thrown;
  return { fits };
}

/**
 * @returns the rows of the requested owner. Rows without a key are among them, because only this owner was requested.
 * If such rows belong to a list, the list counts as not known
 */
function rowsOfOwner({ rows, leftOut }: Taken, table: SweptTable, owner: string): SweptRow[] {
  const his = leftOut.filter((row) => row.owner === undefined);
  const more = his.map(({ cells }) => ({ owner, cells: isListTable(table) ? notKnownCells[table] : cells }));
  return [...rows.filter((row) => row.owner === owner), ...more];
}

/** What was read from an answer. */
interface Taken extends Pick<TakenRows, 'bytes' | 'fetched' | 'ofLast' | 'first' | 'last'> {
  readonly rows: readonly SweptRow[];
  readonly leftOut: readonly LeftOutRow[];
}

/** The rows of one answer, each processed as it is read. */
class TakenRows {
  readonly #query: TableQuery;
  readonly #names: readonly string[];
  readonly #asked: AskedRows;
  /** The rows at the position of the last row, as JSON. */
  readonly #atPosition = new Set<string>();
  readonly rows: SweptRow[] = [];
  /** Rows whose key is invalid. */
  readonly leftOut: LeftOutRow[] = [];
  fetched = 0;
  /** How many rows the last owner has. */
  ofLast = 0;
  /** The approximate size of the rows in bytes. */
  bytes = 0;
  /**
   * The places of the first and the last row, if their own keys are requested; undefined for a row without an index.
   */
  first: RowPlace | undefined;
  last: RowPlace | undefined;
  /** Why these rows cannot be the requested rows. */
  problem: ServiceError | undefined;

  constructor(query: TableQuery, optional: readonly string[], asked: AskedRows) {
    this.#query = query;
    this.#asked = asked;
    this.#names = ['ownerkey', ...query.named, ...optional, ...(asked.own === undefined ? [] : ['rowkey'])];
  }

  take(row: XmlElement): void {
    const owner = keyIn(row, 'ownerkey');
    this.problem ??= this.#problemOf(row, owner);
    if (this.problem) return;
    this.bytes += bytesOf(row);
    this.fetched += 1;
    const cells = this.#query.cellsOf(row);
    const position = positionIn(cells);
    this.last = position === null ? undefined : { index: Number(position), key: childText(row, 'rowkey') };
    if (this.fetched === 1) this.first = this.last;
    if (owner === null) this.leftOut.push({ owner: undefined, cells });
    else if (this.#isTwice(owner, cells)) this.problem = notOurRow('is there twice');
    else {
      this.ofLast = this.rows.at(-1)?.owner === owner ? this.ofLast + 1 : 1;
      this.rows.push({ owner, cells });
    }
  }

  /** Detects repeated rows, which follow each other: no device has the same line or button twice at one position. */
  #isTwice(owner: string, cells: Cells): boolean {
    const last = this.rows.at(-1);
    if (last?.owner !== owner || positionIn(last.cells) !== positionIn(cells)) this.#atPosition.clear();
    const size = this.#atPosition.size;
    return this.#atPosition.add(JSON.stringify(cells)).size === size;
  }

  #problemOf(row: XmlElement, owner: string | null): ServiceError | undefined {
    const lacking = lackingColumn(row, this.#names);
    if (lacking !== undefined) return notOurRow(`lacks its column ${lacking}`);
    if (owner === null) return undefined;
    const last = this.rows.at(-1)?.owner ?? this.#asked.behind;
    const isInOrder = owner > last || (owner === last && this.#query.within !== undefined);
    return isInOrder ? undefined : notOurRow('is not in the order that was asked for');
  }
}

function statementFor(
  query: TableQuery,
  optional: readonly string[],
  { condition, own }: AskedRows,
  size: number,
): string {
  const { key, within, columns, from, where } = query;
  const named = optional.map((column) => `, ${query.optional[column] ?? ''} AS ${column}`);
  const more = [...named, ...(own === undefined ? [] : [`, ${own} AS rowkey`])].join('');
  const order = ['ownerkey', ...(within ? [within.index] : []), ...(own === undefined ? [] : ['rowkey'])].join(', ');
  const conditions = where === undefined ? condition : `${where} AND ${condition}`;
  return `SELECT FIRST ${size} ${key} AS ownerkey, ${columns}${more} FROM ${from} WHERE ${conditions} ORDER BY ${order}`;
}

/** The key of a row in another table; null if there is none. */
function keyIn(row: XmlElement, column: string): string | null {
  return parseUuid(childText(row, column)) ?? null;
}

function integerIn(row: XmlElement, column: string): number | null {
  const text = childText(row, column).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The number in a row that contains a count. Informix gives counts as decimals. */
function countIn(row: XmlElement): number | undefined {
  const [, digits] = /^(\d{1,12})(?:\.0*)?$/.exec(childText(row, 'total').trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The approximate length of a row in the answer. Each name appears twice there. */
function bytesOf({ name, text, children }: XmlElement): number {
  return children.reduce((sum, cell) => sum + bytesOf(cell), 2 * name.length + 5 + text.length);
}
