import { z } from 'zod';
import { headersOfLookup, jsonResponse, lookupReferences } from '../openapi/operation-parts.js';
import { codesOfLookups, problemResponses } from '../openapi/problem-responses.js';
import { type Route, setJson } from './route.js';
import { lookedUp } from './looked-up.js';
import { directoryNumberParameter, parseDirectoryNumber } from './phones.js';

// The response is made of checked values: this schema only describes it.
export const numberSchema = z
  .object({
    dirn: z.string().meta({ description: 'The number, with a plain plus.', examples: ['4019'] }),
    partition: z.string().meta({ description: 'Empty for a number without one.', examples: ['PT-Internal'] }),
    description: z.string().meta({ examples: ['Carlos Peña'] }),
  })
  .meta({ description: 'A directory number in one route partition.' });

const numbersSchema = z.array(numberSchema).meta({ description: 'In order of partition. No match is an empty array.' });

const example = [{ dirn: '4019', partition: 'PT-Internal', description: 'Carlos Peña' }];

function findNumbersOperation(): object {
  return {
    operationId: 'findNumbers',
    tags: ['Phones'],
    summary: 'Find the route partitions of a directory number',
    description: 'The same number in two partitions is two numbers, which may belong to two people.',
    parameters: [directoryNumberParameter(), ...lookupReferences],
    responses: {
      200: jsonResponse(
        'The number in each of its partitions.',
        'Numbers',
        { found: example, 'no match': [] },
        headersOfLookup(200),
      ),
      ...problemResponses(codesOfLookups),
    },
  };
}

/** GET /numbers?dirn=N: a directory number in each of its route partitions. */
export const numbers: readonly Route[] = [
  {
    method: 'get',
    path: '/numbers',
    call: undefined,
    handlers: (to) => [
      async (ctx) => {
        setJson(ctx, await lookedUp(ctx, 'numbers', parseDirectoryNumber(ctx.query['dirn']), to));
      },
    ],
    operation: findNumbersOperation,
    schemas: { output: { Number: numberSchema, Numbers: numbersSchema } },
  },
];
