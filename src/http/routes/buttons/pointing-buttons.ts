import { z } from 'zod';
import { type ButtonPlace, type PointingButton, waysToPoint } from '../../../domain/button-kinds.js';
import { mostOfPage } from '../../../use-cases/find-buttons.js';
import { codesOfLookups } from '../../openapi/problem-responses.js';
import { lookup } from '../call.js';
import {
  allOf,
  buttonKindSchema,
  deviceKindSchema,
  optional,
  queryText,
  storable,
  uuidExample,
  uuidPattern,
  uuidSchema,
  wrongParameter,
} from '../fields.js';
import { lookedUp } from '../looked-up.js';
import { limitIn, linkToNext, wrongCursor } from '../paging.js';
import { requiredNumber } from '../phones.js';
import type { Route } from '../route.js';

export const pointingButtonSchema = z
  .object({
    device: z.string().meta({ description: "The device's name.", examples: ['SEP00A1B2C30011'] }),
    deviceKind: deviceKindSchema,
    uuid: uuidSchema.meta({ description: "The device's.", examples: [uuidExample] }),
    description: z.string().meta({ description: "The device's.", examples: ['Carlos Peña, San José'] }),
    kind: buttonKindSchema,
    index: z.string().meta({ description: 'Position on the device, a string of digits.', examples: ['1'] }),
    dirn: z.string().meta({
      description:
        'What it dials or watches, with a plain plus: the number, then a comma, pauses and codes, if there are any.',
      examples: ['+14085554020'],
    }),
    partition: z.string().meta({
      description: 'The partition of the number that a busy lamp field watches; empty if there is none.',
      examples: [''],
    }),
    label: z.string().meta({ examples: ['María'] }),
  })
  .meta({ description: 'A button that points at a number, and the device that has it.' });

const pointingButtonsSchema = z.array(pointingButtonSchema).meta({
  description: 'In order of device, kind and index; a page is in order of kind and key. No match is an empty array.',
});

const limitSchema = queryText(4, `a number from 1 to ${mostOfPage}`).meta({
  description: `At most this many buttons, from 1 to ${mostOfPage}; without it, all of them.`,
  pattern: '^[0-9]{1,4}$',
});
const afterSchema = queryText(200, 'the value from the Link header').meta({
  description: 'Where the previous page ended, as `Link` gives it; only with `limit`.',
  pattern: storable,
});

/**
 * @returns where the previous page ended: how its last button points at the number, and the key of that button
 * @throws ServiceError if the text is not a cursor of this service
 */
function placeIn(cursor: string): ButtonPlace {
  const [, part, key = ''] = cursorForm.exec(cursor) ?? [];
  if (part !== undefined && Number(part) < waysToPoint) return { part: Number(part), key };
  throw wrongCursor('after');
}

const cursorForm = new RegExp(`^([0-9])\\.(${uuidPattern})?$`);

function cursorAt({ part, key }: ButtonPlace): string {
  return `${part}.${key}`;
}

const pages = allOf({
  number: requiredNumber,
  most: optional({ name: 'limit', schema: limitSchema, value: (text) => limitIn(text, mostOfPage) }, undefined),
  after: optional({ name: 'after', schema: afterSchema, value: placeIn }, undefined),
});

/** The number, and which page; all buttons if there is no `most`. */
const numberAndPage: typeof pages = {
  ...pages,
  parse: (query) => {
    const number = requiredNumber.parse(query);
    if (query['limit'] !== undefined) return pages.parse(query);
    if (query['after'] !== undefined) throw wrongParameter('after', 'needs limit; give both');
    return { number, most: undefined, after: undefined };
  },
};

const example: readonly PointingButton[] = [
  {
    device: 'SEP00A1B2C30011',
    deviceKind: 'phone',
    uuid: uuidExample,
    description: 'Carlos Peña, San José',
    kind: 'speeddial',
    index: '1',
    dirn: '+14085554020',
    partition: '',
    label: 'María',
  },
];

/** GET /buttons?dirn=N: the buttons that point at a number. */
export const pointingButtons: readonly Route[] = [
  lookup({
    path: '/buttons',
    operationId: 'findButtons',
    summary: 'Find the buttons that point at a number',
    description:
      'Every speed dial and busy lamp field with this number, on phones and device profiles, also if pauses and ' +
      'codes follow it after a comma (`95551234,8787`). AXL has no object ' +
      'that finds them, so one SQL query does, on every release. With `limit` they come in pages, always from the call ' +
      'manager, and `Link` leads to the next one. A page may be short or empty and still have a next one.',
    query: numberAndPage,
    answers: {
      200: {
        description: 'The buttons.',
        json: { PointingButtons: pointingButtonsSchema },
        examples: { found: example, none: [] },
        headers: ['Link'],
      },
    },
    parts: { PointingButton: pointingButtonSchema },
    problems: [...codesOfLookups, 'too-many-buttons'],
    isLong: true,
    respond: async (ctx, { query: { number, most, after } }, to) => {
      if (most === undefined) return lookedUp(ctx, 'buttons', number, to);
      const { buttons, next } = await lookedUp(ctx, 'buttonsPage', { number, after, most }, to);
      if (next) {
        const query = { dirn: number, limit: String(most), after: cursorAt(next) };
        linkToNext(ctx, query, new URLSearchParams());
      }
      return buttons;
    },
  }),
];
