import type { Context } from 'koa';
import { z } from 'zod';
import { writersOnly } from '../middleware/authenticate.js';
import type { RequestState } from '../middleware/request-context.js';
import { jsonResponse, requestIdReference } from '../openapi/operation-parts.js';
import { codesOfAnyRequest, problemResponses } from '../openapi/problem-responses.js';
import { type Route, setJson } from './route.js';

const resumedSchema = z
  .object({ resumed: z.boolean().meta({ description: 'False if this service was writing already.' }) })
  .meta({ description: 'Whether this service had stopped writing.' });

/** POST /writing/resume: lets the service write again, after a write has changed more than its list. */
export const writing: readonly Route[] = [
  {
    method: 'post',
    path: '/writing/resume',
    call: undefined,
    handlers: ({ roles, watch }) => [
      writersOnly(roles, 'resume writing'),
      (ctx: Context & { state: RequestState }) => {
        setJson(ctx, { resumed: watch?.resume(ctx.state.user ?? '') ?? false });
      },
    ],
    operation: () => ({
      operationId: 'resumeWriting',
      tags: ['Service'],
      summary: 'Let this service write again',
      description:
        'Every write is 503 `writing-stopped` after a write has changed more than its list. Find out why first, and ' +
        'set back what was lost.',
      parameters: [requestIdReference],
      responses: {
        200: jsonResponse('This service writes.', 'WritingResumed', { resumed: { resumed: true } }),
        ...problemResponses([...codesOfAnyRequest, 'forbidden', 'may-only-propose', 'cross-site']),
      },
    }),
    schemas: { output: { WritingResumed: resumedSchema } },
  },
];
