import {
  deviceColumns,
  type DeviceKey,
  type DeviceKind,
  type DevicePosition,
  type DevicesFound,
  type DeviceSummary,
  type DeviceSearch,
  deviceTextNames,
} from '../../domain/device.js';
import { type NamedDevice, namedDeviceOf } from '../../domain/phone.js';
import { holds, type Sought, soughtIn } from '../../domain/sought.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { selectionOf } from '../soap/device-columns.js';
import { childText, type XmlElement } from '../soap/xml.js';
import { executeSqlQuery, findByName } from './operations.js';
import { findPhone } from './lookup-by-lines.js';
import { lackingColumn, notOurRow, quoted } from './lookup-by-sql.js';
import { carried, isTemplate, linesOf, speedDialsOf, summaryOf, textsOf } from './mapping.js';

/**
 * Finds a phone by listPhone and getPhone in parallel, as the lookup by lines does; a device profile by
 * getDeviceProfile alone.
 */
export async function findDevice(
  client: AxlClient,
  device: DeviceKey,
  context: CallContext,
): Promise<NamedDevice | undefined> {
  if (device.kind === 'phone') {
    const found = await findPhone(client, device.name, context);
    return found && namedDeviceOf(found.texts, found.carried);
  }
  const profile = await findByName(client, device, 'getProfile', context);
  if (!profile || isTemplate(profile)) return undefined;
  const uuid = profile.attributes['uuid'] ?? '';
  return namedDeviceOf(textsOf(profile), carried(uuid, linesOf(profile), speedDialsOf(profile)));
}

/** How many queries one search makes at most. Many rows may be similar to the text, and few of them may contain it. */
const mostQueries = 10;

const classes: Readonly<Record<DeviceKind, number>> = { phone: 1, profile: 254 };
const kinds = Object.fromEntries(Object.entries(classes).map(([kind, number]) => [String(number), kind as DeviceKind]));
/** Everything that describes a device. */
export const described = selectionOf(deviceTextNames);
const columns = ['pkid', ...deviceColumns, 'tkclass'];

/**
 * Finds phones and device profiles whose name and description contain the words of a text, in the call manager's order of name and
 * class. It uses SQL on every release, because AXL promises no order for the pages of its lists.
 * The service then compares the rows itself, in any letter case. The next query continues after the last row, until
 * enough rows match or none is left. After ten queries the search ends, even if the page is not full. The answer then
 * says where to continue.
 */
export async function searchDevices(
  client: AxlClient,
  { text, after, most }: DeviceSearch,
  context: CallContext,
): Promise<DevicesFound> {
  const sought = soughtIn(text);
  const found: DeviceSummary[] = [];
  let last = after;
  for (let queries = 0; queries < mostQueries; queries += 1) {
    // One row more than requested shows whether there are others.
    const rows = await executeSqlQuery(client, devicesLike(sought, last, most + 1), context);
    for (const row of rows) {
      const device = deviceIn(row);
      if (device.name === last?.name && device.deviceKind === last.deviceKind) throw notOurRow('came before');
      if (isFound(row, device, sought)) {
        if (found.length === most) return { devices: found, next: positionOf(found.at(-1)) };
        found.push(device);
      }
      last = positionOf(device);
    }
    if (rows.length <= most) return { devices: found, next: undefined };
  }
  return { devices: found, next: last };
}

function isFound(row: XmlElement, device: DeviceSummary, sought: Sought): boolean {
  return !isTemplate(row) && holds(device, sought);
}

/**
 * @param rows the answer to the query for `sought`
 * @returns the devices that contain the text
 */
export function devicesIn(rows: readonly XmlElement[], sought: Sought): DeviceSummary[] {
  return rows.flatMap((row) => {
    const device = deviceIn(row);
    return isFound(row, device, sought) ? [device] : [];
  });
}

/** @throws ServiceError for a row that does not match the query */
function deviceIn(row: XmlElement): DeviceSummary {
  const lacking = lackingColumn(row, columns);
  if (lacking !== undefined) throw notOurRow(`lacks its column ${lacking}`);
  const kind = kinds[childText(row, 'tkclass').trim()];
  if (!kind) throw notOurRow('is neither of a phone nor of a device profile');
  return summaryOf(row, childText(row, 'pkid'), kind);
}

function positionOf(device: DeviceSummary): DevicePosition;
function positionOf(device: DeviceSummary | undefined): DevicePosition | undefined;
function positionOf(device: DeviceSummary | undefined): DevicePosition | undefined {
  return device && { name: device.name, deviceKind: device.deviceKind };
}

/**
 * What LOWER does to letters outside ASCII is not known, so the pattern allows any text for them. A wildcard in the
 * text matches itself.
 */
function patternOf(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all that is not ASCII
  return `%${text.replace(/[%_\\]/g, '_').replace(/[^\x00-\x7F]+/g, '%')}%`;
}

/** The query: phones (tkclass 1) and device profiles (254) after a position in the order. */
export function devicesLike({ words, mac }: Sought, after: DevicePosition | undefined, first: number): string {
  const isLike = (column: string, pattern: string) => `LOWER(${column}) LIKE LOWER(${quoted(pattern)})`;
  const isHeld = (word: string) =>
    `(${isLike('d.name', patternOf(word))} OR ${isLike('d.description', patternOf(word))})`;
  const conditions = [
    words.map(isHeld).join(' AND '),
    ...(mac === undefined ? [] : [isLike('d.name', patternOf(mac))]),
  ];
  const name = after && quoted(after.name);
  const behind = after && ` AND (d.name > ${name} OR (d.name = ${name} AND d.tkclass > ${classes[after.deviceKind]}))`;
  return (
    `SELECT FIRST ${first} ${described.columns}, d.tkclass AS tkclass FROM ${described.tables} ` +
    `WHERE d.tkclass IN (1, 254) AND (${conditions.join(' OR ')})${behind ?? ''} ORDER BY name, tkclass`
  );
}
