import type { Context } from 'koa';
import { z } from 'zod';
import { type DeviceKind, deviceTexts } from '../../domain/device.js';
import { dialledForm, type DirectoryNumber, longestText } from '../../domain/identifiers.js';
import { namedDeviceOf, phoneOf } from '../../domain/phone.js';
import type { RequestState } from '../middleware/request-context.js';
import { queryParameter } from '../openapi/operation-parts.js';
import { nameParameter, parseName, refuseBoth } from './device-query.js';
import {
  deviceTextSchemas,
  queryText,
  type QueryValue,
  readQuery,
  storable,
  uuidExample,
  uuidSchema,
} from './fields.js';
import { type Route, type RouteDependencies, setJson } from './route.js';
import { lookedUp } from './looked-up.js';
import { lookupRoute } from './lookup-route.js';

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

/** @returns the parameter of the directory number, for the document */
export function directoryNumberParameter(isRequired = true): object {
  const values = { 'an extension': '0100', 'an E.164 number': '+14085554019' };
  return queryParameter('dirn', directoryNumberSchema, values, isRequired);
}

/** Responds with the device of the query as a list with one item; with an empty list if no device has the name. */
export async function respondWithDevice(
  ctx: Context & { state: RequestState },
  kind: DeviceKind,
  to: RouteDependencies,
): Promise<void> {
  const found = await lookedUp(ctx, 'device', parseName(kind, ctx.query), to);
  setJson(ctx, found ? [found] : []);
}

// The responses are made from checked values: these schemas only describe them.
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
const name = others.name.meta({ description: 'The key of the phone, for speed dials too.' });
const isWhole = {
  description: 'Every property is always there and never null; a text is empty if the call manager has none.',
};

export const phoneSchema = z.object({ product, description, model, name, ...carried }).meta(isWhole);
export const namedDeviceSchema = z.object({ product, description, model, ...others, name, ...carried }).meta(isWhole);

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

/** GET /phone?dirn=N: the phones that carry a directory number; GET /phone?name=NAME: the phone of that name. */
export const phones: readonly Route[] = [
  lookupRoute({
    path: '/phone',
    call: 'GET /phone/?dirn=NUMBER',
    operationId: 'findPhones',
    summary: 'Find the phones that carry a directory number, or the phone of a name',
    description:
      'Give `dirn` or `name`. Numbers are compared exactly, over all route partitions. Only phones: no CTI route ' +
      'points, device profiles or gateways. `/phone/` is the same path.',
    parameters: () => [directoryNumberParameter(false), nameParameter('phone', false)],
    answer: { description: 'The phones.', schema: 'Phones', examples },
    schemas: { Phone: phoneSchema, NamedDevice: namedDeviceSchema, Phones: phonesSchema, SpeedDial: speedDialSchema },
    respond: async (ctx, to) => {
      const { dirn, name } = ctx.query;
      if (name === undefined) {
        setJson(ctx, await lookedUp(ctx, 'phones', parseDirectoryNumber(dirn), to));
        return;
      }
      refuseBoth('dirn', dirn, 'name');
      await respondWithDevice(ctx, 'phone', to);
    },
  }),
];
