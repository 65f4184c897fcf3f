import { dialledForm, type DirectoryNumber, storedForms } from '../../domain/identifiers.js';
import type { Phone } from '../../domain/phone.js';
import type { CallContext } from '../../use-cases/call-context.js';
import type { AxlClient } from '../client/axl-client.js';
import { isTemplate, linesOf, phoneOf, speedDialsOf } from './mapping.js';
import { getLineDevices, getPhone, type Line, listLine, listPhone } from './operations.js';

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
  const lines = await findLines(client, number, context);
  const devices = await Promise.all(lines.map((line) => getLineDevices(client, line, context)));
  const names = [...new Set(devices.flat())];
  const phones = await Promise.all(names.map((name) => findPhone(client, name, context)));
  return phones.filter((phone) => phone !== undefined);
}

/** The search is like SQL LIKE; the match is exact. */
async function findLines(client: AxlClient, number: DirectoryNumber, context: CallContext): Promise<Line[]> {
  const list = async (form: string): Promise<Line[]> => {
    const found = await listLine(client, form, context);
    return found.filter(({ pattern }) => dialledForm(pattern) === number);
  };
  const lines = (await Promise.all(storedForms(number).map(list))).flat();
  // A backslash before another character than a wildcard may stand for itself or be dropped: which of both a call
  // manager's database does is not known. Where it is dropped, `\+1408…` does not find itself.
  const missed = lines.length === 0 && number.startsWith('+') ? await list(`%${number}`) : [];
  return withoutRepeats([...lines, ...missed]);
}

/** @returns the phone of that name; undefined for a device of another class, a template, or a phone gone meanwhile */
async function findPhone(client: AxlClient, name: string, context: CallContext): Promise<Phone | undefined> {
  const [rows, phone] = await Promise.all([
    listPhone(client, name, context),
    getPhone(client, name, 'getPhone', context),
  ]);
  const row = rows.find((candidate) => candidate.children.some((tag) => tag.name === 'name' && tag.text === name));
  if (!row || !phone || isTemplate(row)) return undefined;
  const uuid = row.attributes['uuid'] ?? phone.attributes['uuid'] ?? '';
  return phoneOf(row, uuid, linesOf(phone), speedDialsOf(phone));
}

function withoutRepeats(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map((line) => [`${line.uuid} ${line.routePartitionName} ${line.pattern}`, line])).values()];
}
