import type { DeviceSummary, NumberSummary } from '../../domain/device.js';
import { isServiceError, ServiceError } from '../../domain/errors.js';
import { dialledForm, type DirectoryNumber, storedForms } from '../../domain/identifiers.js';
import { type Sought, soughtIn } from '../../domain/sought.js';
import { mostSuggestions, type Suggestible } from '../../domain/suggestion.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { devicesIn, devicesLike } from './device-search.js';
import { lackingColumn, notOurRow, quoted } from './lookup-by-sql.js';
import { executeSqlQuery } from './operations.js';

/**
 * Finds suggestions for a text. If the text can be the beginning of a number, a small query finds numbers first. If
 * none begins with it, another query finds those that end with it. The last query finds devices. It uses SQL on every release, because AXL's lists cannot be limited and promise no order.
 */
export async function suggestBySql(client: AxlClient, text: string, context: CallContext): Promise<Suggestible> {
  try {
    const sought = soughtIn(text);
    const numbers = await numbersFor(client, sought, context);
    return { numbers, devices: await devicesFor(client, sought, context) };
  } catch (thrown) {
    if (!isServiceError(thrown, 'call-manager-fault')) throw thrown;
    const { facts } = thrown;
    throw new ServiceError('call-manager-fault', {
      ...facts,
      detail:
        `The call manager refused the SQL query (executeSQLQuery) for suggestions: ${facts.detail} ` +
        'Find whole numbers and names without it: GET /numbers?dirn= and GET /phone?name=.',
    });
  }
}

const columns = ['pkid', 'pattern', 'routepartition', 'description'] as const;

async function numbersFor(
  client: AxlClient,
  { number, ending }: Sought,
  context: CallContext,
): Promise<NumberSummary[]> {
  if (number === undefined) return [];
  const rows = await executeSqlQuery(client, numbersWithBeginning(number, mostSuggestions), context);
  const begin = rows.map(numberIn).filter(({ dirn }) => dirn.startsWith(number));
  if (begin.length > 0 || ending === undefined) return begin;
  const others = await executeSqlQuery(client, numbersWithEnding(ending, mostSuggestions), context);
  return others.map(numberIn).filter(({ dirn }) => dirn.endsWith(ending));
}

/** @throws ServiceError for a row that does not match the query */
function numberIn(row: XmlElement): NumberSummary {
  const lacking = lackingColumn(row, columns);
  if (lacking !== undefined) throw notOurRow(`lacks its column ${lacking}`);
  return {
    dirn: dialledForm(childText(row, 'pattern')),
    partition: childText(row, 'routepartition'),
    description: childText(row, 'description'),
  };
}

/**
 * The query: directory numbers (tkpatternusage 2) that begin with a text. Shorter numbers come before longer ones with
 * the same beginning. It does not use LIKE, because it is not known what LIKE does with the backslash of a stored `\+`.
 */
export function numbersWithBeginning(beginning: DirectoryNumber, first: number): string {
  const begins = storedForms(beginning).map((form) => `SUBSTR(n.dnorpattern, 1, ${form.length}) = ${quoted(form)}`);
  return numbersWhere(begins.join(' OR '), first);
}

/** The query: directory numbers that end with some digits. Digits are no wildcards in LIKE. */
export function numbersWithEnding(digits: string, first: number): string {
  return numbersWhere(`n.dnorpattern LIKE ${quoted(`%${digits}`)}`, first);
}

function numbersWhere(condition: string, first: number): string {
  return (
    `SELECT FIRST ${first} n.pkid AS pkid, n.dnorpattern AS pattern, r.name AS routepartition, ` +
    'n.description AS description FROM numplan n LEFT OUTER JOIN routepartition r ON r.pkid = n.fkroutepartition ' +
    `WHERE n.tkpatternusage = 2 AND (${condition}) ORDER BY pattern, pkid`
  );
}

/** How many rows are requested if the text has letters that the query cannot compare. */
const rowsOfInexact = 200;

async function devicesFor(client: AxlClient, sought: Sought, context: CallContext): Promise<DeviceSummary[]> {
  const isExact = sought.words.every((word) => /^[!-~]*$/.test(word) && !/[%_\\]/.test(word));
  const sql = devicesLike(sought, undefined, isExact ? mostSuggestions : rowsOfInexact);
  return devicesIn(await executeSqlQuery(client, sql, context), sought).slice(0, mostSuggestions);
}
