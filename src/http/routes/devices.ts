import type { Context } from 'koa';
import { z } from 'zod';
import type { DeviceSummary } from '../../domain/device.js';
import { longestText } from '../../domain/identifiers.js';
import { invalidRequest } from '../invalid-request.js';
import { headersOf, jsonResponse, queryParameter, requestIdReference } from '../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../openapi/problem-responses.js';
import {
  deviceKindSchema,
  queryText,
  type QueryValue,
  readQuery,
  storable,
  uuidExample,
  uuidSchema,
} from './fields.js';
import { respondWithJson } from './json-response.js';
import { compareDevices } from './order.js';
import type { Route } from './route.js';

/** How many devices one answer holds. */
const devicesPerPage = 100;

const searchSchema = queryText(longestText, 'a text such as search=reception').meta({
  description: 'Found in the name or the description, whatever its letter case; no character is a wildcard.',
  pattern: storable,
});

/** A device's place in the order of all. */
type Place = Pick<DeviceSummary, 'name' | 'deviceKind'>;

/** The longest cursor that this service makes is shorter. */
const longestCursor = 2000;
const afterSchema = queryText(longestCursor, 'what stood in the Link header').meta({
  description: 'Where the page before ended, as `Link` gives it.',
  pattern: storable,
});

/**
 * Reads where the page before ended.
 * @throws ServiceError when it is none of this service's cursors
 */
function parseAfter(value: QueryValue): Place | undefined {
  if (value === undefined) return undefined;
  const parsed = placeSchema.safeParse(jsonIn(readQuery('after', afterSchema, value)));
  if (!parsed.success) {
    throw invalidRequest([{ field: 'query.after', detail: 'is no place in this list; take it from the Link header' }]);
  }
  const [name, deviceKind] = parsed.data;
  return { name, deviceKind };
}

const placeSchema = z.tuple([z.string(), deviceKindSchema]);

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function cursorAt({ name, deviceKind }: Place): string {
  return Buffer.from(JSON.stringify([name, deviceKind])).toString('base64url');
}

/** The next page of devices, and whether there is another behind it. */
function pageOf(devices: readonly DeviceSummary[], after: Place | undefined) {
  const rest = [...devices].sort(compareDevices).filter((device) => !after || compareDevices(device, after) > 0);
  return { page: rest.slice(0, devicesPerPage), hasMore: rest.length > devicesPerPage };
}

/** Relative to the address of the request, so that a path in front of the service is no harm. */
function linkTo(ctx: Context, search: string, last: Place): void {
  const query = new URLSearchParams({ search, after: cursorAt(last) }).toString();
  ctx.set('Link', `<?${query}>; rel="next"`);
}

// The response is made of checked values: this schema only describes it.
export const deviceSchema = z
  .object({
    deviceKind: deviceKindSchema,
    name: z.string().meta({ examples: ['SEP00A1B2C30011'] }),
    description: z.string().meta({ examples: ['Carlos Peña, San José'] }),
    product: z.string().meta({ examples: ['Cisco 8841'] }),
    model: z.string().meta({ examples: ['Cisco 8841'] }),
    uuid: uuidSchema.meta({ description: 'In lower case, without braces.', examples: [uuidExample] }),
  })
  .meta({ description: 'A phone or device profile.' });

const devicesSchema = z.array(deviceSchema).max(devicesPerPage).meta({
  description: 'In order of name, a phone before a profile of that name. No match is an empty array.',
});

const example: readonly DeviceSummary[] = [
  {
    deviceKind: 'phone',
    name: 'SEP00A1B2C30011',
    description: 'Carlos Peña, San José',
    product: 'Cisco 8841',
    model: 'Cisco 8841',
    uuid: uuidExample,
  },
];

function searchDevicesOperation(): object {
  return {
    operationId: 'searchDevices',
    tags: ['Phones'],
    summary: 'Search phones and device profiles by a part of their name or description',
    description: `At most ${devicesPerPage} are answered; where there are more, \`Link\` leads to the next ones.`,
    parameters: [
      queryParameter('search', searchSchema, { 'part of a description': 'peña' }),
      queryParameter('after', afterSchema, {}, false),
      requestIdReference,
    ],
    responses: {
      200: jsonResponse('The devices.', 'Devices', { found: example, 'no match': [] }, headersOf(200, 'Link')),
      ...problemResponses(codesOfLookups),
    },
  };
}

/** GET /devices?search=TEXT: phones and device profiles, a page at a time. */
export const devices: readonly Route[] = [
  {
    method: 'get',
    path: '/devices',
    call: undefined,
    handlers: ({ callManager, time }) => [
      async (ctx) => {
        const search = readQuery('search', searchSchema, ctx.query['search']);
        const after = parseAfter(ctx.query['after']);
        await respondWithJson(ctx, time, async (context) => {
          const { page, hasMore } = pageOf(await callManager.searchDevices(search, context), after);
          const last = page.at(-1);
          if (hasMore && last) linkTo(ctx, search, last);
          return page;
        });
      },
    ],
    operation: searchDevicesOperation,
    schemas: { output: { Device: deviceSchema, Devices: devicesSchema } },
  },
];
