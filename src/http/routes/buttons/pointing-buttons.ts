import { z } from 'zod';
import { type ButtonPlace, type PointingButton, waysToPoint } from '../../../domain/button-kinds.js';
import { invalidRequest } from '../../../domain/errors.js';
import { mostOfPage } from '../../../use-cases/find-buttons.js';
import { queryParameter } from '../../openapi/operation-parts.js';
import { codesOfLookups } from '../../openapi/problem-responses.js';
import {
  buttonKindSchema,
  deviceKindSchema,
  queryText,
  type QueryValue,
  readQuery,
  storable,
  uuidExample,
  uuidPattern,
  uuidSchema,
} from '../fields.js';
import { readLimit, wrongCursor } from '../paging.js';
import { type Route, setJson, setJsonList } from '../route.js';
import { lookedUp } from '../looked-up.js';
import { lookupRoute } from '../lookup-route.js';
import { directoryNumberParameter, parseDirectoryNumber } from '../phones.js';

// The response is made from checked values: this schema only describes it.
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
 * Reads where the previous page ended: how its last button points at the number, and the key of that button.
 * @throws ServiceError if the text is not a cursor of this service
 */
function parseAfter(value: QueryValue): ButtonPlace | undefined {
  if (value === undefined) return undefined;
  const [, part, key = ''] = cursorForm.exec(readQuery('after', afterSchema, value)) ?? [];
  if (part !== undefined && Number(part) < waysToPoint) return { part: Number(part), key };
  throw wrongCursor('after');
}

const cursorForm = new RegExp(`^([0-9])\\.(${uuidPattern})?$`);

function cursorAt({ part, key }: ButtonPlace): string {
  return `${part}.${key}`;
}

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
  lookupRoute({
    path: '/buttons',
    operationId: 'findButtons',
    summary: 'Find the buttons that point at a number',
    description:
      'Every speed dial and busy lamp field with this number, on phones and device profiles, also if pauses and ' +
      'codes follow it after a comma (`95551234,8787`). AXL has no object ' +
      'that finds them, so one SQL query does, on every release. With `limit` they come in pages, always from the call ' +
      'manager, and `Link` leads to the next one. A page may be short or empty and still have a next one.',
    parameters: () => [
      directoryNumberParameter(),
      queryParameter('limit', limitSchema, {}, false),
      queryParameter('after', afterSchema, {}, false),
    ],
    answer: {
      description: 'The buttons.',
      schema: 'PointingButtons',
      examples: { found: example, none: [] },
      isPaged: true,
    },
    schemas: { PointingButton: pointingButtonSchema, PointingButtons: pointingButtonsSchema },
    codes: [...codesOfLookups, 'too-many-buttons'],
    respond: async (ctx, to) => {
      const number = parseDirectoryNumber(ctx.query['dirn']);
      const { limit, after } = ctx.query;
      if (limit === undefined) {
        if (after !== undefined) throw invalidRequest([{ field: 'query.after', detail: 'needs limit; give both' }]);
        setJsonList(ctx, await lookedUp(ctx, 'buttons', number, to));
        return;
      }
      const asked = { number, after: parseAfter(after), most: readLimit(limitSchema, mostOfPage, limit) };
      const { buttons, next } = await lookedUp(ctx, 'buttonsPage', asked, to);
      if (next) {
        const query = new URLSearchParams({ dirn: number, limit: String(asked.most), after: cursorAt(next) });
        // Relative to the address of the request, in case a proxy adds a path.
        ctx.set('Link', `<?${query.toString()}>; rel="next"`);
      }
      setJson(ctx, buttons);
    },
  }),
];
