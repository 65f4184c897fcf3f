import { z } from 'zod';
import { RequestRefused } from '../../../domain/errors.js';
import type { RunResult } from '../../../history/run.js';
import { oneText } from '../body.js';
import { call } from '../call.js';
import { text } from '../fields.js';
import { inTime } from '../open-call-context.js';
import { linkToNext, wrongCursor } from '../paging.js';
import { idIn, type Route } from '../route.js';
import { outcomeSchema } from './change-json.js';
import { runQuery } from './change-query.js';
import { history } from './changes.js';

/** Runs: changes that belong together. */

const longestTitle = 200;

export const runSchema = z
  .object({
    id: z.string().meta({ description: 'Later runs have higher numbers.', examples: ['12'] }),
    title: z.string().meta({ examples: ['New reception'] }),
    user: z.string().meta({ examples: ['demo'] }),
    time: z.iso.datetime().meta({ description: 'When it began.', examples: ['2026-03-04T05:06:07.089Z'] }),
  })
  .meta({ description: 'Changes that belong together.' });

export const runResultSchema = runSchema
  .extend({
    outcomes: z.partialRecord(outcomeSchema, z.int()).meta({
      description: 'How many of its changes ended with each outcome; an outcome without a change is left out.',
    }),
    undone: z.int().meta({ description: 'How many of its changes are undone.' }),
    undoneBy: z.array(z.string()).meta({ description: 'The runs that made those undos.' }),
    plan: z.union([z.string(), z.null()]).meta({ description: 'The plan that it applies.' }),
  })
  .meta({ description: 'A run and its results so far.' });

const begunExample = { id: '12', title: 'New reception', user: 'demo', time: '2026-03-04T05:06:07.089Z' };
const runExample = {
  ...begunExample,
  outcomes: { replaced: 44, 'changed-meanwhile': 1 },
  undone: 0,
  undoneBy: [],
  plan: null,
};

function runJson({ id, title, user, time, outcomes, undone, undoneBy, plan }: RunResult) {
  return { id, title, user, time: time.toISOString(), outcomes, undone, undoneBy, plan: plan ?? null };
}

const runToBegin = oneText({
  what: 'the run',
  name: 'title',
  inWords: 'a title',
  schemaName: 'RunToBegin',
  description: 'A run to start.',
  text: text(longestTitle, 'must be a string such as "New reception"').min(1, 'must not be empty'),
  examples: { 'a run': begunExample.title },
});

export const runs: readonly Route[] = [
  call({
    method: 'post',
    path: '/runs',
    operationId: 'beginRun',
    tag: 'History',
    summary: 'Start a run: changes that belong together',
    description: 'A write of the same user with the header `Run` belongs to it.',
    right: { needed: 'write', to: 'change buttons' },
    needs: history,
    body: runToBegin,
    answers: { 201: { description: 'It has started.', json: { Run: runSchema }, examples: { run: begunExample } } },
    respond: async (ctx, { part, body: title }, { time }) => {
      const run = await inTime(ctx, 'write', time, (context) => part.beginRun(title, context));
      return { id: run.id, title: run.title, user: run.user, time: run.time.toISOString() };
    },
  }),
  call({
    method: 'get',
    path: '/runs',
    operationId: 'listRuns',
    tag: 'History',
    summary: 'List runs and their results',
    description: 'The newest first. A run must match all that you give.',
    needs: history,
    query: runQuery,
    answers: {
      200: {
        description: 'The runs.',
        json: { Runs: z.array(runResultSchema) },
        examples: { some: [runExample], none: [] },
        headers: ['Link'],
      },
    },
    respond: async (ctx, { part, query: { asked, limit, place } }, { time }) => {
      const page = await inTime(ctx, 'write', time, (context) =>
        part.runs({ ...asked, before: place }, limit, context),
      );
      if (!page) throw wrongCursor('before');
      if (page.next !== undefined) linkToNext(ctx, { before: page.next });
      return page.runs.map(runJson);
    },
  }),
  call({
    method: 'get',
    path: '/runs/:id',
    operationId: 'readRun',
    tag: 'History',
    summary: 'Read one run and its results',
    description: '`GET /changes?run=ID` has its changes.',
    needs: history,
    inPath: { name: 'id', description: "The run's id.", schema: z.string(), examples: { 'a run': begunExample.id } },
    answers: { 200: { description: 'The run.', json: { RunResult: runResultSchema }, examples: { run: runExample } } },
    problems: ['run-not-found'],
    respond: async (ctx, { part }, { time }) => {
      const run = await inTime(ctx, 'write', time, (context) => part.runResult(idIn(ctx), context));
      if (run) return runJson(run);
      throw new RequestRefused('run-not-found', { detail: 'The history has no run of this id.' });
    },
  }),
];
