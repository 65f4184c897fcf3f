import { isServiceError } from '../../domain/errors.js';
import type { DeviceName } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient, AxlRequest } from '../client/axl-client.js';
import { responseInvalid } from '../transport/response-invalid.js';
import { requestShapes } from '../soap/requests.js';
import { child, children, childText, type XmlElement } from '../soap/xml.js';

/** One typed function for each AXL operation in use. Elements that are absent, empty, one or many end in mapping. */

/** A directory number in one route partition. */
export interface Line {
  readonly pattern: string;
  readonly routePartitionName: string;
  /** `{…}`, or empty where the call manager gave none. */
  readonly uuid: string;
}

/** @param pattern compared by the call manager like SQL LIKE, so rows of other numbers may come back */
export async function listLine(client: AxlClient, pattern: string, context: CallContext): Promise<Line[]> {
  const result = await client.call({ kind: 'read', name: 'listLine', values: { pattern } }, context);
  return rowsIn(result, 'line', 'listLine').map(lineIn);
}

/** The same, each with its description. */
export async function listNumbers(
  client: AxlClient,
  pattern: string,
  context: CallContext,
): Promise<(Line & { readonly description: string })[]> {
  const result = await client.call({ kind: 'read', name: 'listNumbers', values: { pattern } }, context);
  return rowsIn(result, 'line', 'listLine').map((row) => ({
    ...lineIn(row),
    description: childText(row, 'description'),
  }));
}

function lineIn(row: XmlElement): Line {
  return {
    pattern: childText(row, 'pattern'),
    routePartitionName: childText(row, 'routePartitionName'),
    uuid: row.attributes['uuid'] ?? '',
  };
}

/**
 * Asks by key, and where there is none, or it is said to be nobody's, by number and partition: a 12.5 was seen that
 * does not find by key the line that it has just listed.
 * @returns names of the devices of any class that carry the line; none when the line is gone meanwhile
 */
export async function getLineDevices(client: AxlClient, line: Line, context: CallContext): Promise<string[]> {
  const { uuid, pattern, routePartitionName } = line;
  const get = (request: Pick<AxlRequest, 'name' | 'values'>): Promise<XmlElement | undefined> =>
    unlessNotFound(client.call({ kind: 'read', ...request }, context), ['line', uuid, bare(uuid), pattern]);
  const byKey = uuid === '' ? undefined : await get({ name: 'getLine', values: { uuid } });
  const result = byKey ?? (await get({ name: 'getLineByPattern', values: { pattern, routePartitionName } }));
  if (!result) return [];
  const devices = child(required(result, 'line', 'getLine'), 'associatedDevices');
  return children(devices, 'device')
    .map(({ text }) => text)
    .filter((name) => name !== '');
}

/** The row of a phone: an element with name, description, product, model and the uuid attribute. */
export async function listPhone(client: AxlClient, name: string, context: CallContext): Promise<XmlElement[]> {
  const result = await client.call({ kind: 'read', name: 'listPhone', values: { name } }, context);
  return rowsIn(result, 'phone', 'listPhone');
}

/**
 * Searches phones or device profiles by one criterion.
 * @param text compared by the call manager like SQL LIKE
 * @returns rows as those of listPhone
 */
export async function listDevices(
  client: AxlClient,
  by: 'listPhonesByName' | 'listPhonesByDescription' | 'listProfilesByName' | 'listProfilesByDescription',
  text: string,
  context: CallContext,
): Promise<XmlElement[]> {
  const result = await client.call({ kind: 'read', name: by, values: { text } }, context);
  const { operation } = requestShapes[by];
  return rowsIn(result, operation === 'listPhone' ? 'phone' : 'deviceProfile', operation);
}

/** Makes a phone load its configuration: applyPhone, restartPhone or resetPhone. */
export async function loadConfiguration(
  client: AxlClient,
  how: 'apply' | 'restart' | 'reset',
  name: DeviceName,
  context: CallContext,
): Promise<void> {
  await client.call({ kind: 'write', name: `${how}Phone`, values: { name } }, context);
}

/** @returns the rows; each has one child for each column */
export async function executeSqlQuery(client: AxlClient, sql: string, context: CallContext): Promise<XmlElement[]> {
  const result = await client.call({ kind: 'read', name: 'executeSQLQuery', values: { sql } }, context);
  return rowsIn(result, 'row', 'executeSQLQuery');
}

/**
 * @returns the rows of a list; none where the response holds nothing at all
 * @throws ServiceError where it holds something else, which says nothing of how many rows there are
 */
function rowsIn(result: XmlElement, name: string, operation: string): XmlElement[] {
  const rows = children(result, name);
  if (rows.length > 0 || (result.children.length === 0 && result.text.trim() === '')) return rows;
  throw responseInvalid(`The call manager's answer to ${operation} holds no ${name}, but something else.`);
}

export function required(result: XmlElement, name: string, operation: string): XmlElement {
  const found = child(result, name);
  if (!found) throw responseInvalid(`The call manager's answer to ${operation} lacks its ${name}.`);
  return found;
}

/**
 * Axlcode 5007 says "not found" of the thing that a get operation asks for, and of other things that it needs, such as
 * a user: those stay faults, and so do other codes.
 * @param names what the call manager may call the thing that is asked for
 * @returns undefined where there is no such thing
 */
export async function unlessNotFound(
  call: Promise<XmlElement>,
  names: readonly string[],
): Promise<XmlElement | undefined> {
  try {
    return await call;
  } catch (thrown) {
    const { axlCode, detail } = isServiceError(thrown, 'call-manager-fault') ? thrown.facts : {};
    if (axlCode === 5007 && detail !== undefined && saysNotFound(detail, names)) return undefined;
    throw thrown;
  }
}

/** "Item not valid: The specified Line was not found", or shorter; words that name nothing are about what was asked. */
function saysNotFound(words: string, names: readonly string[]): boolean {
  if (!/not found|not valid/i.test(words)) return false;
  const named = (/specified (.+?) (?:was|is) not/i.exec(words) ?? /(\S+) (?:was |is )?not found/i.exec(words))?.[1];
  return named === undefined || [...names, 'item'].some((name) => name.toLowerCase() === named.toLowerCase());
}

/** A key without its braces. */
function bare(uuid: string): string {
  return uuid.replace(/[{}]/g, '');
}
