import { z } from 'zod';
import { type DeviceSummary, deviceTexts } from '../../domain/device.js';
import { longestText } from '../../domain/identifiers.js';
import { lookup } from './call.js';
import {
  allOf,
  deviceKindSchema,
  deviceTextSchemas,
  queryText,
  required,
  storable,
  uuidExample,
  uuidSchema,
} from './fields.js';
import { lookedUp } from './looked-up.js';
import { linkToNext, placeAfter } from './paging.js';
import type { Route } from './route.js';

/** How many devices are in one answer. */
const devicesPerPage = 100;

export const searchSchema = queryText(longestText, 'a text such as search=reception').meta({
  description:
    'Parts of the words of a name and description, in any order, in upper or lower case, or a MAC address or its start ' +
    'of at least 4 digits, in any spelling; no character is a wildcard.',
  pattern: storable,
});

const place = placeAfter(z.tuple([z.string(), deviceKindSchema]));

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
  lookup({
    path: '/devices',
    operationId: 'searchDevices',
    summary: 'Search phones and device profiles by a part of their name or description',
    description:
      `At most ${devicesPerPage} devices. If there are more, \`Link\` leads to the next page. ` +
      'A page may be short or empty and still have a next one: one call looks at a few thousand devices at most. ' +
      'An answer from the inventory also ignores accents: `maria nunez` finds María Núñez.',
    query: allOf({
      search: required({
        name: 'search',
        schema: searchSchema,
        examples: { 'part of a description': 'peña' },
        value: (text) => text,
      }),
      behind: place,
    }),
    answers: {
      200: {
        description: 'The devices.',
        json: { Devices: devicesSchema },
        examples: { found: example, 'no match': [] },
        headers: ['Link'],
      },
    },
    parts: { Device: deviceSchema },
    respond: async (ctx, { query: { search: text, behind } }, to) => {
      const after = behind && { name: behind[0], deviceKind: behind[1] };
      const { devices, next } = await lookedUp(ctx, 'devices', { text, after, most: devicesPerPage }, to);
      if (next) {
        const cursor = place.cursor([next.name, next.deviceKind]);
        linkToNext(ctx, { search: text, after: cursor }, new URLSearchParams());
      }
      return devices;
    },
  }),
];
