import type { Context } from 'koa';
import { z } from 'zod';
import { dialledForm, type DirectoryNumber } from '../../domain/identifiers.js';
import type { Phone } from '../../domain/phone.js';
import type { FindPhones } from '../../use-cases/find-phones.js';
import type { RequestState } from '../middleware/request-context.js';
import { headersOf, queryParameter, reference, requestIdReference } from '../openapi/operation-parts.js';
import { codesOfAnyRequest, codesTowardsTheCallManager, problemResponses } from '../openapi/problem-responses.js';
import { longestText, queryText, type QueryValue, readQuery, storable, uuidExample, uuidPattern } from './fields.js';
import { openCallContext, type TimeForRequests } from './open-call-context.js';
import type { Route } from './route.js';

const directoryNumberSchema = queryText(longestText, 'a directory number such as dirn=0100').meta({
  description:
    'The directory number, exactly; no character is a wildcard. Write a plus as `%2B`; a raw leading plus, which ' +
    'arrives as a space, is understood too.',
  pattern: storable,
});

/**
 * Reads the query's directory number. A raw `+` arrives as a space: a leading one was meant as `+`, also where the
 * number is given in its stored form `\+1408…`.
 * @throws ServiceError when it is missing, empty, given twice or unfit
 */
export function parseDirectoryNumber(value: QueryValue): DirectoryNumber {
  return dialledForm(readQuery('dirn', directoryNumberSchema, value).replace(/^(\\?) /, '$1+'));
}

/** GET /phone?dirn=N: the phones that carry a directory number. */
function getPhones(findPhones: FindPhones, time: TimeForRequests) {
  return async function phonesRoute(ctx: Context & { state: RequestState }): Promise<void> {
    const number = parseDirectoryNumber(ctx.query['dirn']);
    const { context, release } = openCallContext(ctx, 'read', time);
    try {
      const phones = await findPhones.find(number, context);
      ctx.set('Content-Type', 'application/json');
      ctx.body = JSON.stringify(phones);
    } finally {
      release();
    }
  };
}

// The response is made of checked values: these two schemas only describe it.
export const speedDialSchema = z
  .object({
    index: z.string().meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] }),
    dirn: z.string().meta({ description: 'The number that is dialled.', examples: ['0199'] }),
    label: z.string().meta({ description: 'The text beside the key.', examples: ['Reception'] }),
  })
  .meta({ description: 'A speed dial of a phone, as the call manager keeps it.' });

export const phoneSchema = z
  .object({
    product: z.string().meta({ examples: ['Cisco 8851'] }),
    description: z.string().meta({ examples: ['Reception – Büro'] }),
    model: z.string().meta({ examples: ['Cisco 8851'] }),
    name: z.string().meta({ description: 'The key of the phone, for speed dials too.', examples: ['SEP00123456789A'] }),
    uuid: z
      .string()
      .regex(new RegExp(`^(${uuidPattern})?$`))
      .meta({ description: 'In lower case, without braces.', examples: [uuidExample] }),
    dirns: z
      .array(z.string())
      .meta({ description: 'Its directory numbers in line order.', uniqueItems: true, examples: [['0100']] }),
    speeddials: z.array(speedDialSchema).meta({ description: 'In numeric order of index.' }),
  })
  .meta({
    description: 'Every property is always there and never null; a text is empty where the call manager has none.',
  });

const phonesSchema = z
  .array(phoneSchema)
  .meta({ description: 'In order of name, none twice. No match is an empty array.' });

const phonesExample: readonly Phone[] = [
  {
    product: 'Cisco 8851',
    description: 'Reception – Büro',
    model: 'Cisco 8851',
    name: 'SEP00123456789A',
    uuid: uuidExample,
    dirns: ['0100', '+14085554019'],
    speeddials: [{ index: '1', dirn: '0199', label: '<R&D> "x"' }],
  },
];

function findPhonesOperation(): object {
  return {
    operationId: 'findPhones',
    tags: ['Phones'],
    summary: 'Find the phones that carry a directory number',
    description:
      'Compared exactly, over all route partitions. Phones alone: no CTI route points, device profiles or gateways. ' +
      '`/phone/` is the same path.',
    parameters: [
      queryParameter('dirn', directoryNumberSchema, { 'an extension': '0100', 'an E.164 number': '+14085554019' }),
      requestIdReference,
    ],
    responses: {
      200: {
        description: 'The phones.',
        headers: headersOf(200),
        content: {
          'application/json': {
            schema: reference('schemas', 'Phones'),
            examples: { found: { value: phonesExample }, 'no match': { value: [] } },
          },
        },
      },
      ...problemResponses([...codesOfAnyRequest, ...codesTowardsTheCallManager]),
    },
  };
}

export const phones: readonly Route[] = [
  {
    method: 'get',
    path: '/phone',
    call: 'GET /phone/?dirn=NUMBER',
    handlers: ({ findPhones, time }) => [getPhones(findPhones, time)],
    operation: findPhonesOperation,
    schemas: { output: { Phone: phoneSchema, Phones: phonesSchema, SpeedDial: speedDialSchema } },
  },
];
