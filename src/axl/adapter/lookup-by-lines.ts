import type { DeviceTexts, NumberSummary } from '../../domain/device.js';
import { type DeviceName, dialledForm, type DirectoryNumber, storedForms } from '../../domain/identifiers.js';
import { type Carried, type Phone, phoneOf } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { Holding } from '../../use-cases/call-manager.js';
import { ownText, withOwnTexts } from '../../use-cases/room.js';
import type { AxlClient } from '../client/axl-client.js';
import type { XmlElement } from '../soap/xml.js';
import { responseInvalid } from '../transport/network-errors.js';
import { bytesOfPhone, carried, isTemplate, linesOf, speedDialsOf, textsOf } from './mapping.js';
import { findByName, getLineDevices, type Line, listLine, listNumbers, listPhone } from './operations.js';

/**
 * Finds the phones that carry a number, by documented objects only:
 * - listLine finds the lines of the number
 * - getLine finds the devices of each line
 * - listPhone by name tells which of the devices are phones; in parallel, getPhone by name gets their buttons
 * These are three round trips, regardless of the number of phones. If a number with a plus is not found, there is one
 * more.
 */
export async function findPhonesByLines(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
  holding: Holding,
): Promise<Phone[]> {
  const lines = await findLines(number, (pattern) => listLine(client, pattern, context));
  const names = new NamesOfDevices();
  await eachOf(lines, async (line) => {
    names.add(await getLineDevices(client, line, context));
  });
  const phones = new Map<string, Phone>();
  await eachOf([...names.found], async (name) => {
    const found = await findPhone(client, name, context);
    if (!found) return;
    const phone = phoneOf(found.texts, found.carried);
    holding.hold(bytesOfPhone(phone));
    // The phones of a number wait for each other. A phone that is alone is answered at once.
    phones.set(name, names.found.size > 1 ? withOwnTexts(phone) : phone);
  });
  return [...names.found].flatMap((name) => phones.get(name) ?? []);
}

/**
 * How many lines or devices are requested at once. The limiter sends a few of them at a time. From the number of all of
 * them, it knows which callers would be too late.
 */
const mostAtOnce = 5_000;

async function eachOf<Item>(items: readonly Item[], ask: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += mostAtOnce) {
    await Promise.all(items.slice(at, at + mostAtOnce).map(ask));
  }
}

/**
 * How many devices the lines of one number may name, and the highest total length of the names. It would take too long
 * to request more.
 */
const mostDevices = 200_000;
const longestNames = 16_000_000;

/** The devices of several lines, without duplicates. */
class NamesOfDevices {
  readonly found = new Set<string>();
  #length = 0;

  /** @throws ServiceError if there are too many */
  add(names: readonly string[]): void {
    for (const name of names) {
      if (this.found.has(name)) continue;
      this.#length += name.length;
      if (this.found.size === mostDevices || this.#length > longestNames) {
        throw responseInvalid('This number is on more devices than this service can look up.');
      }
      this.found.add(ownText(name));
    }
  }
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
 * The call manager searches as SQL LIKE does. Here, only exact matches are kept.
 * @param search requests the lines whose number matches a pattern
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
  // It is not known whether a call manager's database keeps or drops a backslash before a character that is no
  // wildcard. If it drops the backslash, `\+1408…` does not find itself.
  const missed = lines.length === 0 && number.startsWith('+') ? await list(`%${number}`) : [];
  return withoutRepeats([...lines, ...missed]);
}

/** AXL's description of a device. */
export interface FoundDevice {
  readonly texts: DeviceTexts;
  readonly carried: Carried;
}

/**
 * Finds a phone by its name, with everything that callers see. A call manager may read `sep…` as `SEP…`.
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
