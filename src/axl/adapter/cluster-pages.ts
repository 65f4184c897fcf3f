import { isServiceError, type ServiceError } from '../../domain/errors.js';
import { dialledForm, parseUuid } from '../../domain/identifiers.js';
import type { ClusterPages, PageTooLarge, ReadPage } from '../../inventory/cluster-pages.js';
import type { SweptTable } from '../../domain/swept-tables.js';
import type { Cell, CellsOf, SweptRow } from '../../inventory/swept-tables.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { rowsThatFit } from './buttons-by-sql.js';
import { deviceColumns, deviceTables, lackingColumn, notOurRow, quoted } from './lookup-by-sql.js';
import { isTemplate } from './mapping.js';
import { takeSqlRows } from './operations.js';

/** How a table of a call manager is read. */
interface TableQuery<Table extends SweptTable = SweptTable> {
  /** The column that rows are ordered by, and that the next page goes on from. */
  readonly key: string;
  /** What rows of one key are ordered by besides; undefined where a key has one row. */
  readonly within: string | undefined;
  readonly columns: string;
  /** The columns by their names in an answer, with the expression of each that not every release may have. */
  readonly named: readonly string[];
  readonly optional: Readonly<Record<string, string>>;
  /** Tables, and conditions where there are any. */
  readonly from: string;
  readonly where: string | undefined;
  readonly cellsOf: (row: XmlElement) => CellsOf<Table>;
}

/**
 * The tables by their names in the call manager's data dictionary. Lines and buttons go by their device, because an
 * update gives a device's buttons new keys: by their own, a list could be read half before it and half after.
 */
const queries: { readonly [Table in SweptTable]: TableQuery<Table> } = {
  number: {
    key: 'n.pkid',
    within: undefined,
    columns: 'n.dnorpattern AS pattern, r.name AS routepartition, n.tkpatternusage AS usage',
    named: ['pattern', 'routepartition', 'usage'],
    optional: { description: 'n.description', alertingname: 'n.alertingname' },
    from: 'numplan n LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition',
    where: undefined,
    cellsOf: (row) => [
      dialledForm(childText(row, 'pattern')),
      childText(row, 'routepartition'),
      childText(row, 'description'),
      childText(row, 'alertingname'),
      integerIn(row, 'usage'),
    ],
  },
  device: {
    key: 'd.pkid',
    within: undefined,
    // The key is in them already, under its own name.
    columns: `${deviceColumns}, d.tkclass AS tkclass`,
    named: ['name', 'description', 'product', 'model', 'tkclass'],
    optional: {},
    from: deviceTables,
    where: 'd.tkclass IN (1, 254)',
    cellsOf: (row) => [
      childText(row, 'name'),
      childText(row, 'tkclass').trim() === '254' ? 'profile' : 'phone',
      childText(row, 'description'),
      childText(row, 'product'),
      childText(row, 'model'),
      isTemplate(row) ? 1 : 0,
    ],
  },
  line: {
    key: 'm.fkdevice',
    within: 'm.numplanindex',
    columns: 'm.fknumplan AS fknumplan, m.numplanindex AS position',
    named: ['fknumplan', 'position'],
    optional: { display: 'm.display' },
    from: 'devicenumplanmap m',
    where: undefined,
    cellsOf: (row) => [integerIn(row, 'position'), keyIn(row, 'fknumplan'), childText(row, 'display')],
  },
  dial: {
    key: 's.fkdevice',
    within: 's.speeddialindex',
    columns: 's.speeddialindex AS position, s.speeddialnumber AS dialled, s.label AS label',
    named: ['position', 'dialled', 'label'],
    optional: {},
    from: 'speeddial s',
    where: undefined,
    cellsOf: (row) => [integerIn(row, 'position'), dialledForm(childText(row, 'dialled')), childText(row, 'label')],
  },
  lamp: {
    key: 'b.fkdevice',
    within: 'b.blfindex',
    columns: 'b.blfindex AS position, b.blfdestination AS destination, b.fknumplan AS fknumplan, b.label AS label',
    named: ['position', 'destination', 'fknumplan', 'label'],
    optional: {},
    from: 'blfspeeddial b',
    where: undefined,
    cellsOf: (row) => {
      // "If both are mentioned AXL will read only blfDest": so does who reads here.
      const destination = dialledForm(childText(row, 'destination'));
      const number = destination === '' ? keyIn(row, 'fknumplan') : null;
      return [integerIn(row, 'position'), destination, number, childText(row, 'label')];
    },
  },
};

/** How many rows of one owner are read: no device has so many buttons. */
const mostOfOwner = 1_000;
/** Informix's code, which call managers give with either sign: published captures show both. */
const noSuchColumn = 217;

/** A call manager's tables, read by executeSQLQuery: no list operation shows buttons. */
export class AxlClusterPages implements ClusterPages {
  readonly #client: AxlClient;
  /** The columns that this call manager's release does not have. */
  readonly #lacking = new Set<string>();

  constructor(client: AxlClient) {
    this.#client = client;
  }

  async page(table: SweptTable, after: string, size: number, context: CallContext): Promise<ReadPage | PageTooLarge> {
    const { key, within } = queries[table];
    try {
      const { rows, bytes } = await this.#rows(
        table,
        { condition: `${key} > ${quoted(after)}`, behind: after },
        size,
        context,
      );
      const [fetched, last] = [rows.length, rows.at(-1)?.owner ?? after];
      if (fetched < size) return { table, after, upTo: undefined, rows, bytes, fetched };
      if (within === undefined) return { table, after, upTo: last, rows, bytes, fetched };
      // The last owner may have more rows than there was room for: all of them are asked for once more.
      const whole = rows.filter(({ owner }) => owner !== last);
      return { table, after, upTo: whole.at(-1)?.owner ?? after, rows: whole, bytes, fetched };
    } catch (thrown) {
      const fits = rowsThatFit(thrown);
      if (fits !== undefined) return { fits };
      throw thrown;
    }
  }

  async rowsOf(table: SweptTable, owner: string, context: CallContext): Promise<readonly SweptRow[]> {
    const condition = `${queries[table].key} = ${quoted(owner)}`;
    const { rows } = await this.#rows(table, { condition, behind: '' }, mostOfOwner, context);
    return rows.filter((row) => row.owner === owner);
  }

  /** Asks for the columns that this call manager's release has. */
  async #rows(table: SweptTable, asked: AskedRows, size: number, context: CallContext): Promise<TakenRows> {
    const query = queries[table];
    const optional = Object.keys(query.optional).filter((column) => !this.#lacking.has(`${table}.${column}`));
    let taken = new TakenRows(query, optional, asked.behind);
    const takeRows = () => {
      taken = new TakenRows(query, optional, asked.behind);
      return (row: XmlElement): void => {
        taken.take(row);
      };
    };
    try {
      await takeSqlRows(this.#client, statementFor(query, optional, asked.condition, size), takeRows, context);
    } catch (thrown) {
      if (!isServiceError(thrown, 'call-manager-fault')) throw thrown;
      // There is no such column. The words may name it; if they do not, each is tried without.
      const named = optional.find((column) => thrown.facts.detail.toLowerCase().includes(column));
      const lacking = Math.abs(thrown.facts.axlCode ?? 0) === noSuchColumn ? (named ?? optional.at(-1)) : undefined;
      if (lacking === undefined) throw thrown;
      this.#lacking.add(`${table}.${lacking}`);
      return this.#rows(table, asked, size, context);
    }
    if (taken.problem) throw taken.problem;
    return taken;
  }
}

/** Which rows are asked for. */
interface AskedRows {
  readonly condition: string;
  /** No owner comes before this. */
  readonly behind: string;
}

/** The rows of one answer, each taken in as it is read. */
class TakenRows {
  readonly #query: TableQuery;
  readonly #names: readonly string[];
  readonly #behind: string;
  readonly rows: SweptRow[] = [];
  /** About how many bytes they had. */
  bytes = 0;
  /** Why they are not those that were asked for. */
  problem: ServiceError | undefined;

  constructor(query: TableQuery, optional: readonly string[], behind: string) {
    this.#query = query;
    this.#behind = behind;
    this.#names = ['ownerkey', ...query.named, ...optional];
  }

  take(row: XmlElement): void {
    const owner = keyIn(row, 'ownerkey');
    this.problem ??= this.#problemOf(row, owner);
    if (this.problem || owner === null) return;
    this.bytes += bytesOf(row);
    const cells = this.#query.cellsOf(row);
    if (this.#isTwice(owner, cells)) this.problem = notOurRow('is there twice');
    else this.rows.push({ owner, cells });
  }

  /** Rows of one owner and one position follow one another: no device has the same line or button twice there. */
  #isTwice(owner: string, cells: readonly Cell[]): boolean {
    const isSame = (row: SweptRow): boolean => cells.every((cell, column) => row.cells[column] === cell);
    for (let at = this.rows.length - 1; ; at -= 1) {
      const row = this.rows[at];
      if (row?.owner !== owner || row.cells[0] !== cells[0]) return false;
      if (isSame(row)) return true;
    }
  }

  #problemOf(row: XmlElement, owner: string | null): ServiceError | undefined {
    const lacking = lackingColumn(row, this.#names);
    if (lacking !== undefined) return notOurRow(`lacks its column ${lacking}`);
    const last = this.rows.at(-1)?.owner ?? this.#behind;
    const isInOrder = owner !== null && (owner > last || (owner === last && this.#query.within !== undefined));
    return isInOrder ? undefined : notOurRow('is not in the order that was asked for');
  }
}

function statementFor(query: TableQuery, optional: readonly string[], condition: string, size: number): string {
  const { key, within, columns, from, where } = query;
  const more = optional.map((column) => `, ${query.optional[column] ?? ''} AS ${column}`).join('');
  const order = within === undefined ? 'ownerkey' : `ownerkey, ${within}`;
  const conditions = where === undefined ? condition : `${where} AND ${condition}`;
  return `SELECT FIRST ${size} ${key} AS ownerkey, ${columns}${more} FROM ${from} WHERE ${conditions} ORDER BY ${order}`;
}

/** A key that another table has; null where there is none. */
function keyIn(row: XmlElement, column: string): string | null {
  return parseUuid(childText(row, column)) ?? null;
}

function integerIn(row: XmlElement, column: string): number | null {
  const text = childText(row, column).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** About how long a row was in the answer: each name stands there twice. */
function bytesOf({ name, text, children }: XmlElement): number {
  return children.reduce((sum, cell) => sum + bytesOf(cell), 2 * name.length + 5 + text.length);
}
