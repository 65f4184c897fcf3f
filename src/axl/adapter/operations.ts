import { type DeviceName, parseUuid, type Uuid } from '../../domain/identifiers.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient, AxlRequest } from '../client/axl-client.js';
import { responseInvalid } from '../transport/network-errors.js';
import { AxlFault } from '../soap/soap-faults.js';
import { child, children, childText, type TakeRows, type XmlElement } from '../soap/xml.js';
import { type DeviceKey, deviceNoun } from '../../domain/device.js';
import { isServiceError, noSuchDevice, ServiceError } from '../../domain/errors.js';
import type { Item } from '../soap/envelope.js';
import { type RequestName, requestShapes } from '../soap/requests.js';

/**
 * One typed function for each AXL operation in use. The mapping handles elements that are absent, empty or repeated.
 */

/** A directory number in one route partition. */
export interface Line {
  readonly pattern: string;
  readonly routePartitionName: string;
  /** `{…}`, or empty if the call manager gave none. */
  readonly uuid: string;
}

/** @param pattern for SQL LIKE in the call manager, so rows of other numbers may come back */
export async function listLine(client: AxlClient, pattern: string, context: CallContext): Promise<Line[]> {
  const result = await client.call({ kind: 'read', name: 'listLine', values: { pattern } }, context);
  return rowsIn(result, 'line', 'listLine').map(lineIn);
}

/** Like listLine, with the description of each line. */
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
 * Asks by key. If there is no key, or the call manager answers it with a fault or without a line, it asks by number
 * and partition. A call manager 12.5(1) was seen that lists a line with a key, and answers an error to getLine by this
 * key. After other failures, such as a busy call manager, the second request would fail too, so it is not sent.
 * @returns the names of the devices of any class that have the line; none if the line was deleted in the meantime
 */
export async function getLineDevices(client: AxlClient, line: Line, context: CallContext): Promise<string[]> {
  const { uuid, pattern, routePartitionName } = line;
  /** @param isLacking whether a failure means that this request finds no line */
  const get = async (request: Pick<AxlRequest, 'name' | 'values'>, isLacking: (thrown: unknown) => boolean) => {
    try {
      return required(await client.call({ kind: 'read', ...request }, context), 'line', 'getLine');
    } catch (thrown) {
      if (isLacking(thrown)) return undefined;
      throw thrown;
    }
  };
  const byKey = () =>
    get({ name: 'getLine', values: { uuid } }, (thrown) =>
      isServiceError(thrown, 'call-manager-fault', 'call-manager-answer-invalid'),
    );
  const byNumber = () =>
    get({ name: 'getLineByPattern', values: { pattern, routePartitionName } }, (thrown) =>
      isNotFound(thrown, ['line', pattern]),
    );
  const found = (uuid === '' ? undefined : await byKey()) ?? (await byNumber());
  return children(child(found, 'associatedDevices'), 'device')
    .map(({ text }) => text)
    .filter((name) => name !== '');
}

/** The row of a phone: an element with name, description, product, model and the uuid attribute. */
export async function listPhone(client: AxlClient, name: string, context: CallContext): Promise<XmlElement[]> {
  const result = await client.call({ kind: 'read', name: 'listPhone', values: { name } }, context);
  return rowsIn(result, 'phone', 'listPhone');
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

/**
 * @param node the only node to ask; without it, any available node
 * @returns the rows; each has one child for each column
 */
export async function executeSqlQuery(
  client: AxlClient,
  sql: string,
  context: CallContext,
  node?: string,
): Promise<XmlElement[]> {
  const result = await client.call({ kind: 'read', name: 'executeSQLQuery', values: { sql }, node }, context);
  return rowsIn(result, 'row', 'executeSQLQuery');
}

/**
 * Like executeSqlQuery, for many rows: each row is dropped after it was handled.
 * @param asked see AxlRequest
 */
export async function takeSqlRows(
  client: AxlClient,
  sql: string,
  asked: Pick<AxlRequest, 'deviceOfRow'> & { readonly takeRows: TakeRows },
  context: CallContext,
  node?: string,
): Promise<void> {
  const result = await client.call({ kind: 'read', name: 'executeSQLQuery', values: { sql }, node, ...asked }, context);
  rowsIn(result, 'row', 'executeSQLQuery');
}

/**
 * @returns the rows of a list; none if the response is empty
 * @throws ServiceError if the response contains anything else: then the number of rows is unknown
 */
function rowsIn(result: XmlElement, name: string, operation: string): XmlElement[] {
  const rows = children(result, name);
  if (rows.length > 0 || (result.children.length === 0 && result.text.trim() === '')) return rows;
  throw responseInvalid(`The call manager's answer to ${operation} has something else instead of its ${name}.`);
}

export function required(result: XmlElement, name: string, operation: string): XmlElement {
  const found = child(result, name);
  if (!found) throw responseInvalid(`The call manager's answer to ${operation} lacks its ${name}.`);
  return found;
}

/**
 * Whether an error means that the requested object does not exist. Axlcode 5007 means "not found", but of the requested
 * object, or of something else that the operation needs, such as a user. Only the first case counts here.
 * @param names the call manager's words for the requested object
 */
export function isNotFound(thrown: unknown, names: readonly string[]): thrown is AxlFault {
  return thrown instanceof AxlFault && thrown.facts.axlCode === 5007 && saysNotFound(thrown.words, names);
}

/**
 * The words are "Item not valid: The specified Line was not found", or shorter. If they name no object, they refer to
 * the requested one.
 */
function saysNotFound(words: string, names: readonly string[]): boolean {
  if (!/not found|not valid/i.test(words)) return false;
  const named = (/specified (.+?) (?:was|is) not/is.exec(words) ?? /(\S+) (?:was |is )?not found/i.exec(words))?.[1];
  return named === undefined || [...names, 'item'].some((name) => name.toLowerCase() === named.toLowerCase());
}

/** AXL's words for the devices of each kind. */
const kinds = {
  phone: {
    element: 'phone',
    called: ['phone', 'device'],
    calledInText: /\b(?:phone|device)\b/i,
  },
  profile: {
    element: 'deviceProfile',
    called: ['device profile', 'deviceprofile', 'profile', 'device'],
    // Other profiles exist (SIP, security), and a device pool is no device.
    calledInText: /\bdevice ?profile\b|\bspecified (?:device|profile) (?:was|is) not\b/i,
  },
} as const;

/** Which nodes to ask, and in which order. */
export type Nodes = Pick<AxlRequest, 'node' | 'inOrderOf'>;

/**
 * Reads a phone by getPhone, or a device profile by getDeviceProfile.
 * @param request one of the requests of that operation
 * @returns the device's element
 * @throws ServiceError `phone-not-found` or `profile-not-found`, with the call manager's code
 */
export async function getDevice(
  client: AxlClient,
  device: DeviceKey,
  request: RequestName,
  context: CallContext,
  nodes: Nodes = {},
): Promise<XmlElement> {
  const { name } = device;
  const { element, called } = kinds[device.kind];
  const call = client.call({ kind: 'read', name: request, values: { name }, ...nodes }, context);
  const result = await call.catch((thrown: unknown) => {
    throw isNotFound(thrown, [...called, name]) ? noSuchDevice(device, { axlCode: thrown.facts.axlCode }) : thrown;
  });
  return required(result, element, requestShapes[request].operation);
}

/** Like getDevice, to find out if the device exists. @returns undefined if no device has the name */
export async function findByName(
  client: AxlClient,
  device: DeviceKey,
  request: RequestName,
  context: CallContext,
): Promise<XmlElement | undefined> {
  return getDevice(client, device, request, context).catch((thrown: unknown) => {
    if (isServiceError(thrown, 'phone-not-found', 'profile-not-found')) return undefined;
    throw thrown;
  });
}

/** @returns the key of a device that was read */
export function uuidOf(device: XmlElement, request: RequestName): Uuid {
  const uuid = parseUuid(device.attributes['uuid'] ?? '');
  if (uuid !== undefined) return uuid;
  throw responseInvalid(
    `The call manager's answer to ${requestShapes[request].operation} lacks the ${nounOf(device)}'s uuid.`,
  );
}

function nounOf({ name }: XmlElement): string {
  return deviceNoun[name === kinds.profile.element ? 'profile' : 'phone'];
}

/**
 * Changes a phone by updatePhone, or a device profile by updateDeviceProfile.
 * @param request one of the requests of that operation
 * @param wasRead true if the device was just read, so it exists
 * @returns the device's key
 */
export async function updateDevice(
  client: AxlClient,
  device: DeviceKey,
  request: RequestName,
  items: readonly Item[],
  wasRead: boolean,
  context: CallContext,
): Promise<Uuid> {
  // The release comes first, because a fault while it is requested does not refuse the list.
  await client.traits(context);
  const call = client.ask({ kind: 'write', name: request, values: { name: device.name }, items }, context);
  const { result, sentTo } = await call.catch((thrown: unknown) => {
    throw thrown instanceof AxlFault ? updateRefused(thrown, device, wasRead) : thrown;
  });
  const says = result.text.trim();
  const uuid = parseUuid(says);
  if (uuid !== undefined) return uuid;
  if (says === 'false') {
    throw new ServiceError('rejected-by-call-manager', {
      detail: 'The call manager answered the update with "false".',
      effect: 'refused',
    });
  }
  // The schema allows a bare "true" without the key. Then the use case reads the device back, as it does for every
  // answer that does not prove the write, and gets the key.
  const { operation } = requestShapes[request];
  const { code, facts } = responseInvalid(`The call manager's answer to ${operation} holds no uuid.`);
  throw new ServiceError(code, { ...facts, sentTo });
}

/**
 * The error for a fault of an update. Codes 5007 and 5003 mean "not found", but also other things (5003 even a missing
 * privilege). So the text must name the device. If the device existed a moment ago, its name must also be followed by
 * "not found".
 */
function updateRefused({ words, facts }: AxlFault, { kind, name }: DeviceKey, wasRead: boolean): ServiceError {
  const { axlCode } = facts;
  const { calledInText } = kinds[kind];
  const namesDevice = wasRead
    ? holdsWord(words, name, '(?: was| is)? not found')
    : holdsWord(words, name) || calledInText.test(words);
  if ((axlCode === 5007 || axlCode === 5003) && /not found/i.test(words) && namesDevice) {
    return noSuchDevice({ kind, name }, { axlCode });
  }
  return rejected(facts);
}

/** A fault that refuses a change. */
export function rejected({ axlCode, detail }: AxlFault['facts']): ServiceError {
  return new ServiceError('rejected-by-call-manager', {
    ...(axlCode !== undefined && { axlCode }),
    detail,
    effect: 'refused',
  });
}

/**
 * Whether a text contains a name as a whole word, in any letter case: `EM` is not in `item`.
 * @param then a pattern for what follows the name
 */
function holdsWord(text: string, name: string, then = ''): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])${then}`, 'iu').test(text);
}
