import { z } from 'zod';
import { call } from './call.js';
import type { Route } from './route.js';

const resumedSchema = z
  .object({ resumed: z.boolean().meta({ description: 'False if this service was writing already.' }) })
  .meta({ description: 'Whether this service had stopped writing.' });

/** POST /writing/resume: lets the service write again, after a write has changed more than its list. */
export const writing: readonly Route[] = [
  call({
    method: 'post',
    path: '/writing/resume',
    operationId: 'resumeWriting',
    tag: 'Service',
    summary: 'Let this service write again',
    description:
      'Every write is 503 `writing-stopped` after a write has changed more than its list. Find out why first, and ' +
      'set back what was lost.',
    right: { needed: 'change', to: 'resume writing' },
    answers: {
      200: {
        description: 'This service writes.',
        json: { WritingResumed: resumedSchema },
        examples: { resumed: { resumed: true } },
      },
    },
    respond: async (ctx, _, { writingStop }) => ({ resumed: await writingStop.resume(ctx.state.user ?? '') }),
  }),
];
