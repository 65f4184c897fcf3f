import { dialledForm, type DirectoryNumber, storedForms } from '../domain/identifiers.js';
import type { Phone } from '../domain/phone.js';
import type { CallContext } from '../use-cases/call-manager.js';
import type { AxlClient } from './client.js';
import { linesOf, phoneOf, speedDialsOf } from './mapping.js';
import { getLineDevices, getPhone, type Line, listLine, listPhone } from './operations.js';

/**
 * Finds the phones that carry a number by documented objects alone: listLine by number, getLine of each line for
 * its devices, then listPhone by name (which of them are phones) beside getPhone by name (what they hold).
 * Three round trips one after another, however many phones.
 */
export async function findPhonesByLines(
  client: AxlClient,
  number: DirectoryNumber,
  context: CallContext,
): Promise<Phone[]> {
  const found = await Promise.all(storedForms(number).map((form) => listLine(client, form, context)));
  // The search is like SQL LIKE; the match is exact.
  const lines = withoutRepeats(found.flat().filter(({ pattern }) => dialledForm(pattern) === number));
  const devices = await Promise.all(lines.map((line) => getLineDevices(client, line, context)));
  const names = [...new Set(devices.flat())];
  const phones = await Promise.all(names.map((name) => findPhone(client, name, context)));
  return phones.filter((phone) => phone !== undefined);
}

/** @returns the phone of that name; undefined for a device of another class, or a phone gone meanwhile */
async function findPhone(client: AxlClient, name: string, context: CallContext): Promise<Phone | undefined> {
  const [rows, phone] = await Promise.all([
    listPhone(client, name, context),
    getPhone(client, name, 'getPhone', context),
  ]);
  const row = rows.find((candidate) => candidate.children.some((tag) => tag.name === 'name' && tag.text === name));
  if (!row || !phone) return undefined;
  const uuid = row.attributes['uuid'] ?? phone.attributes['uuid'] ?? '';
  return phoneOf(row, uuid, linesOf(phone), speedDialsOf(phone));
}

function withoutRepeats(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map((line) => [`${line.uuid} ${line.routePartitionName} ${line.pattern}`, line])).values()];
}
