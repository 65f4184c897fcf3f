import type { Context } from 'koa';
import { z } from 'zod';
import { type DevicePosition, type DeviceSummary, deviceTexts } from '../../domain/device.js';
import { longestText } from '../../domain/identifiers.js';
import { queryParameter } from '../openapi/operation-parts.js';
import {
  deviceKindSchema,
  deviceTextSchemas,
  queryText,
  type QueryValue,
  readQuery,
  storable,
  uuidExample,
  uuidSchema,
} from './fields.js';
import { placeOf } from './paging.js';
import { type Route, setJson } from './route.js';
import { lookedUp } from './looked-up.js';
import { lookupRoute } from './lookup-route.js';

/** How many devices are in one answer. */
const devicesPerPage = 100;

const searchSchema = queryText(longestText, 'a text such as search=reception').meta({
  description:
    'Parts of the words of a name and description, in any order, in upper or lower case, or a MAC address or its start ' +
    'of at least 4 digits, in any spelling; no character is a wildcard.',
  pattern: storable,
});

const place = placeOf(z.tuple([z.string(), deviceKindSchema]));

function parseAfter(value: QueryValue): DevicePosition | undefined {
  const parsed = place.parse(value);
  if (parsed === undefined) return undefined;
  const [name, deviceKind] = parsed;
  return { name, deviceKind };
}

/** Relative to the address of the request, in case a proxy adds a path. */
function linkTo(ctx: Context, search: string, { name, deviceKind }: DevicePosition): void {
  const query = new URLSearchParams({ search, after: place.cursor([name, deviceKind]) }).toString();
  ctx.set('Link', `<?${query}>; rel="next"`);
}

// The response is made from checked values: this schema only describes it.
export const deviceSchema = z
  .object({
    deviceKind: deviceKindSchema,
    ...deviceTextSchemas,
    uuid: uuidSchema.meta({ description: 'In lower case, without braces.', examples: [uuidExample] }),
  })
  .meta({ description: 'A phone or device profile.' });

const devicesSchema = z.array(deviceSchema).max(devicesPerPage).meta({
  description: 'In order of name, a phone before a profile of that name. No match is an empty array.',
});

const example: readonly DeviceSummary[] = [{ deviceKind: 'phone', ...deviceTexts, uuid: uuidExample }];

/** GET /devices?search=TEXT: phones and device profiles, page by page. */
export const devices: readonly Route[] = [
  lookupRoute({
    path: '/devices',
    operationId: 'searchDevices',
    summary: 'Search phones and device profiles by a part of their name or description',
    description:
      `At most ${devicesPerPage} devices. If there are more, \`Link\` leads to the next page. ` +
      'A page may be short or empty and still have a next one: one call looks at a few thousand devices at most. ' +
      'An answer from the inventory also ignores accents: `maria nunez` finds María Núñez.',
    parameters: () => [queryParameter('search', searchSchema, { 'part of a description': 'peña' }), place.parameter()],
    answer: {
      description: 'The devices.',
      schema: 'Devices',
      examples: { found: example, 'no match': [] },
      isPaged: true,
    },
    schemas: { Device: deviceSchema, Devices: devicesSchema },
    respond: async (ctx, to) => {
      const text = readQuery('search', searchSchema, ctx.query['search']);
      const search = { text, after: parseAfter(ctx.query['after']), most: devicesPerPage };
      const { devices, next } = await lookedUp(ctx, 'devices', search, to);
      if (next) linkTo(ctx, text, next);
      setJson(ctx, devices);
    },
  }),
];
