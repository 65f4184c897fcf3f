import { z } from 'zod';
import { lookup } from './call.js';
import { lookedUp } from './looked-up.js';
import { requiredNumber } from './phones.js';
import type { Route } from './route.js';

export const numberSchema = z
  .object({
    dirn: z.string().meta({ description: 'The number, with a plain plus.', examples: ['4019'] }),
    partition: z.string().meta({ description: 'Empty for a number without one.', examples: ['PT-Internal'] }),
    description: z.string().meta({ examples: ['Carlos Peña'] }),
  })
  .meta({ description: 'A directory number in one route partition.' });

const numbersSchema = z.array(numberSchema).meta({ description: 'In order of partition. No match is an empty array.' });

const example = [{ dirn: '4019', partition: 'PT-Internal', description: 'Carlos Peña' }];

/** GET /numbers?dirn=N: a directory number in each of its route partitions. */
export const numbers: readonly Route[] = [
  lookup({
    path: '/numbers',
    operationId: 'findNumbers',
    summary: 'Find the route partitions of a directory number',
    description: 'The same number in two partitions is two numbers, which may belong to two people.',
    query: requiredNumber,
    answers: {
      200: {
        description: 'The number in each of its partitions.',
        json: { Numbers: numbersSchema },
        examples: { found: example, 'no match': [] },
      },
    },
    parts: { Number: numberSchema },
    respond: (ctx, { query: number }, to) => lookedUp(ctx, 'numbers', number, to),
  }),
];
