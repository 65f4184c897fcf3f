import type { DeviceTexts, NumberSummary } from '../../domain/device.js';
import { type DeviceName, dialledForm, type DirectoryNumber, storedForms } from '../../domain/identifiers.js';
import { type Carried, type Phone, phoneOf } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import type { XmlElement } from '../soap/xml.js';
import { carried, isTemplate, linesOf, speedDialsOf, textsOf } from './mapping.js';
import { findByName, getLineDevices, type Line, listLine, listNumbers, listPhone } from './operations.js';

/**
 * Finds the phones that carry a number by documented objects alone: listLine by number, getLine of each line for
 * its devices, then listPhone by name (which of them are phones) beside getPhone by name (what they hold).
 * Three round trips one after another, however many phones; one more for a number with a plus that is not found.
 */
export async function findPhonesByLines(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
): Promise<Phone[]> {
  const lines = await findLines(number, (pattern) => listLine(client, pattern, context));
  const devices = await Promise.all(lines.map((line) => getLineDevices(client, line, context)));
  const names = [...new Set(devices.flat())];
  const phones = await Promise.all(names.map((name) => findPhone(client, name, context)));
  return phones.flatMap((phone) => (phone ? [phoneOf(phone.texts, phone.carried)] : []));
}

/** Finds a number in each of its route partitions, by listLine. */
export async function findNumbersByLines(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
): Promise<NumberSummary[]> {
  const lines = await findLines(number, (pattern) => listNumbers(client, pattern, context));
  return lines.map(({ pattern, routePartitionName, description }) => {
    return { dirn: dialledForm(pattern), partition: routePartitionName, description };
  });
}

/**
 * The search is like SQL LIKE; the match is exact.
 * @param search asks the call manager for the lines whose number is like a pattern
 */
async function findLines<Found extends Line>(
  number: DirectoryNumber,
  search: (pattern: string) => Promise<Found[]>,
): Promise<Found[]> {
  const list = async (form: string): Promise<Found[]> => {
    const found = await search(form);
    return found.filter(({ pattern }) => dialledForm(pattern) === number);
  };
  const lines = (await Promise.all(storedForms(number).map(list))).flat();
  // A backslash before another character than a wildcard may stand for itself or be dropped: which of both a call
  // manager's database does is not known. Where it is dropped, `\+1408…` does not find itself.
  const missed = lines.length === 0 && number.startsWith('+') ? await list(`%${number}`) : [];
  return withoutRepeats([...lines, ...missed]);
}

/** What AXL says of a device. */
export interface FoundDevice {
  readonly texts: DeviceTexts;
  readonly carried: Carried;
}

/**
 * Finds a phone by its name, with all that callers are shown. A call manager may take `sep…` for `SEP…`.
 * @returns undefined for a device of another class, a template, or a phone that is gone
 */
export async function findPhone(
  client: AxlClient,
  name: string,
  context: CallContext,
): Promise<FoundDevice | undefined> {
  const [rows, phone] = await Promise.all([
    listPhone(client, name, context),
    findByName(client, { kind: 'phone', name: name as DeviceName }, 'getPhone', context),
  ]);
  const named = (like: (text: string) => string): XmlElement | undefined =>
    rows.find((row) => row.children.some((tag) => tag.name === 'name' && like(tag.text) === like(name)));
  const row = named((text) => text) ?? named((text) => text.toLowerCase());
  if (!row || !phone || isTemplate(row)) return undefined;
  const uuid = row.attributes['uuid'] ?? phone.attributes['uuid'] ?? '';
  return { texts: textsOf(row), carried: carried(uuid, linesOf(phone), speedDialsOf(phone)) };
}

function withoutRepeats<Found extends Line>(lines: readonly Found[]): Found[] {
  return [...new Map(lines.map((line) => [`${line.uuid} ${line.routePartitionName} ${line.pattern}`, line])).values()];
}
