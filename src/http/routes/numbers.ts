import { z } from 'zod';
import { type Route, setJson } from './route.js';
import { lookedUp } from './looked-up.js';
import { lookupRoute } from './lookup-route.js';
import { directoryNumberParameter, parseDirectoryNumber } from './phones.js';

// The response is made from checked values: this schema only describes it.
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
  lookupRoute({
    path: '/numbers',
    operationId: 'findNumbers',
    summary: 'Find the route partitions of a directory number',
    description: 'The same number in two partitions is two numbers, which may belong to two people.',
    parameters: () => [directoryNumberParameter()],
    answer: {
      description: 'The number in each of its partitions.',
      schema: 'Numbers',
      examples: { found: example, 'no match': [] },
    },
    schemas: { Number: numberSchema, Numbers: numbersSchema },
    respond: async (ctx, to) => {
      setJson(ctx, await lookedUp(ctx, 'numbers', parseDirectoryNumber(ctx.query['dirn']), to));
    },
  }),
];
