import { z } from 'zod';
import { type DeviceKey, deviceTexts } from '../../domain/device.js';
import { dialledForm, type DirectoryNumber, longestText } from '../../domain/identifiers.js';
import { type NamedDevice, namedDeviceOf, phoneOf } from '../../domain/phone.js';
import type { QueryPart } from '../openapi/operation.js';
import { lookup } from './call.js';
import { optionalName, refuseBoth, requiredName } from './device-query.js';
import {
  deviceTextSchemas,
  queryParameter,
  queryText,
  type QueryValue,
  readQuery,
  storable,
  uuidExample,
  uuidSchema,
} from './fields.js';
import { lookedUp } from './looked-up.js';
import type { Route, RouteContext, RouteDependencies } from './route.js';

const directoryNumberSchema = queryText(longestText, 'a directory number such as dirn=0100').meta({
  description:
    'The exact directory number; no character is a wildcard. Write a plus as `%2B`; a raw leading plus, which ' +
    'arrives as a space, works too.',
  pattern: storable,
});

/**
 * Reads the query's directory number. A raw `+` arrives as a space, so a leading space counts as `+`, also in the
 * stored form `\+1408…`.
 * @throws ServiceError if it is missing, empty, given twice or unfit
 */
export function parseDirectoryNumber(value: QueryValue): DirectoryNumber {
  return dialledForm(readQuery('dirn', directoryNumberSchema, value).replace(/^(\\?) /, '$1+'));
}

const dirn = {
  name: 'dirn',
  schema: directoryNumberSchema,
  examples: { 'an extension': '0100', 'an E.164 number': '+14085554019' },
};

/** The query's directory number. */
export const requiredNumber: QueryPart<DirectoryNumber> = {
  parameters: () => [queryParameter(dirn, true)],
  parse: (query) => parseDirectoryNumber(query['dirn']),
};
/** The query's directory number, undefined if it is not given. */
export const optionalNumber: QueryPart<DirectoryNumber | undefined> = {
  parameters: () => [queryParameter(dirn, false)],
  parse: (query) => (query['dirn'] === undefined ? undefined : requiredNumber.parse(query)),
};

/** @returns the device as a list with one item; an empty list if no device has the name */
export async function deviceNamed(
  ctx: RouteContext,
  name: DeviceKey,
  to: RouteDependencies,
): Promise<readonly NamedDevice[]> {
  const found = await lookedUp(ctx, 'device', name, to);
  return found ? [found] : [];
}

export const speedDialSchema = z
  .object({
    index: z.string().meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] }),
    dirn: z.string().meta({ description: 'The number that is dialled.', examples: ['0199'] }),
    label: z.string().meta({ description: 'The text beside the button.', examples: ['Reception'] }),
  })
  .meta({ description: 'A speed dial of a phone, as the call manager stores it.' });

const carried = {
  uuid: uuidSchema.meta({ description: 'In lower case, without braces.', examples: [uuidExample] }),
  dirns: z
    .array(z.string())
    .meta({ description: 'Its directory numbers in line order.', uniqueItems: true, examples: [['4019']] }),
  speeddials: z.array(speedDialSchema).meta({ description: 'In numeric order of index.' }),
};
const { product, description, model, ...others } = deviceTextSchemas;
const phoneName = others.name.meta({ description: 'The key of the phone, for speed dials too.' });
const isWhole = {
  description: 'Every property is always there and never null; a text is empty if the call manager has none.',
};

export const phoneSchema = z.object({ product, description, model, name: phoneName, ...carried }).meta(isWhole);
export const namedDeviceSchema = z
  .object({ product, description, model, ...others, name: phoneName, ...carried })
  .meta(isWhole);

const phonesSchema = z
  .union([z.array(phoneSchema), z.array(namedDeviceSchema)])
  .meta({ description: 'In order of name, none twice. No match is an empty array.' });

const exampleCarried = {
  uuid: uuidExample,
  dirns: ['+14085554019', '4019'],
  speeddials: [{ index: '1', dirn: '+14085554020', label: 'María' }],
};
const examples = {
  found: [phoneOf(deviceTexts, exampleCarried)],
  'found by its name': [namedDeviceOf(deviceTexts, exampleCarried)],
  'no match': [],
};

/** Either the number or the name. */
const numberOrName: QueryPart<{ readonly number: DirectoryNumber } | { readonly device: DeviceKey }> = {
  parameters: () => [...optionalNumber.parameters(), ...optionalName('phone').parameters()],
  parse: (query) => {
    if (query['name'] === undefined) return { number: requiredNumber.parse(query) };
    refuseBoth('dirn', query['dirn'], 'name');
    return { device: requiredName('phone').parse(query) };
  },
};

/** GET /phone?dirn=N: the phones that carry a directory number; GET /phone?name=NAME: the phone of that name. */
export const phones: readonly Route[] = [
  lookup({
    path: '/phone',
    example: 'GET /phone/?dirn=NUMBER',
    operationId: 'findPhones',
    summary: 'Find the phones that carry a directory number, or the phone of a name',
    description:
      'Give `dirn` or `name`. Numbers are compared exactly, over all route partitions. Only phones: no CTI route ' +
      'points, device profiles or gateways. `/phone/` is the same path.',
    query: numberOrName,
    answers: { 200: { description: 'The phones.', json: { Phones: phonesSchema }, examples } },
    parts: { Phone: phoneSchema, NamedDevice: namedDeviceSchema },
    respond: (ctx, { query }, to) =>
      'number' in query ? lookedUp(ctx, 'phones', query.number, to) : deviceNamed(ctx, query.device, to),
  }),
];
