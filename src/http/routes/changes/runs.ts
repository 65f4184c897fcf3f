import { z } from 'zod';
import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { invalidRequest, RequestRefused } from '../../../domain/errors.js';
import type { RunResult } from '../../../history/run.js';
import { boundsOfOne } from '../../middleware/body-bounds.js';
import { jsonBody } from '../../middleware/json-body.js';
import { writersOnly } from '../../middleware/authenticate.js';
import { unnamedSchema } from '../../openapi/json-schemas.js';
import { headersOf, jsonResponse, reference, requestIdReference, titled } from '../../openapi/operation-parts.js';
import { codesOfAnyRequest, problemResponses } from '../../openapi/problem-responses.js';
import { text, wrongKind } from '../fields.js';
import { type Route, type RouteDependencies, setJson, type RouteContext, idIn, withHistory } from '../route.js';
import { inTime, linkTo } from './changes.js';
import { outcomeSchema } from './change-json.js';
import { runQuery } from './change-query.js';
import { wrongCursor } from '../paging.js';

/** Runs: changes that belong together. */

const longestTitle = 200;

const runToBeginSchema = z
  .strictObject(
    { title: text(longestTitle, 'must be a string such as "New reception"').min(1, 'must not be empty') },
    {
      error: ({ input, code }) =>
        code === 'unrecognized_keys' ? 'may have only a title' : wrongKind('must be an object with a title', input),
    },
  )
  .meta({ description: 'A run to start.' });

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

function postRun({ history, time }: RouteDependencies) {
  return async function beginRunRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    const parsed = runToBeginSchema.safeParse(ctx.request.body);
    if (!parsed.success) {
      throw invalidRequest(
        parsed.error.issues.map(({ path, message }) => ({ field: ['body', ...path].join('.'), detail: message })),
      );
    }
    const {
      id,
      title,
      user,
      time: began,
    } = await inTime(ctx, time, (context) => kept.beginRun(parsed.data.title, context));
    setJson(ctx, { id, title, user, time: began.toISOString() });
    ctx.status = 201;
  };
}

function listRuns({ history, time }: RouteDependencies) {
  return async function runsRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    const { asked, limit, place } = runQuery.parse(ctx.query);
    const page = await inTime(ctx, time, (context) => kept.runs({ ...asked, before: place }, limit, context));
    if (!page) throw wrongCursor('before');
    if (page.next !== undefined) linkTo(ctx, page.next);
    setJson(ctx, page.runs.map(runJson));
  };
}

function readRun({ history, time }: RouteDependencies) {
  return async function runRoute(ctx: RouteContext): Promise<void> {
    const kept = withHistory(history);
    const run = await inTime(ctx, time, (context) => kept.runResult(idIn(ctx), context));
    if (!run) throw new RequestRefused('run-not-found', { detail: 'The history has no run of this id.' });
    setJson(ctx, runJson(run));
  };
}

function runJson({ id, title, user, time, outcomes, undone, undoneBy, plan }: RunResult) {
  return { id, title, user, time: time.toISOString(), outcomes, undone, undoneBy, plan: plan ?? null };
}

const tags = ['History'];
const codesOfRuns: readonly ErrorCode[] = [...codesOfAnyRequest, 'history-off', 'history-unavailable'];

function beginRunOperation(): object {
  return {
    operationId: 'beginRun',
    tags,
    summary: 'Start a run: changes that belong together',
    description: 'A write of the same user with the header `Run` belongs to it.',
    parameters: [requestIdReference],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference('schemas', 'RunToBegin'),
          examples: titled({ 'a run': { title: begunExample.title } }),
        },
      },
    },
    responses: {
      201: jsonResponse('It has started.', 'Run', { run: begunExample }, headersOf(201)),
      ...problemResponses([
        ...codesOfRuns,
        'forbidden',
        'may-only-propose',
        'payload-too-large',
        'unsupported-media-type',
      ]),
    },
  };
}

function listRunsOperation(): object {
  return {
    operationId: 'listRuns',
    tags,
    summary: 'List runs and their results',
    description: 'The newest first. A run must match all that you give.',
    parameters: [...runQuery.parameters(), requestIdReference],
    responses: {
      200: jsonResponse('The runs.', 'Runs', { some: [runExample], none: [] }, headersOf(200, 'Link')),
      ...problemResponses(codesOfRuns),
    },
  };
}

function readRunOperation(): object {
  const id = { name: 'id', in: 'path', required: true, description: "The run's id." };
  return {
    operationId: 'readRun',
    tags,
    summary: 'Read one run and its results',
    description: '`GET /changes?run=ID` has its changes.',
    parameters: [
      { ...id, schema: unnamedSchema(z.string()), examples: titled({ 'a run': begunExample.id }) },
      requestIdReference,
    ],
    responses: {
      200: jsonResponse('The run.', 'RunResult', { run: runExample }),
      ...problemResponses([...codesOfRuns, 'run-not-found']),
    },
  };
}

const wanted = {
  what: 'the run as a JSON object',
  items: 'the run',
  instead: 'send a JSON object with a title',
  malformed: 'is not a well-formed JSON object; send an object with a title',
  most: boundsOfOne,
};

export const runs: readonly Route[] = [
  {
    method: 'post',
    path: '/runs',
    call: undefined,
    handlers: (to) => [writersOnly(to.roles, 'change buttons'), jsonBody(wanted, to.bodies), postRun(to)],
    operation: beginRunOperation,
    schemas: { input: { RunToBegin: runToBeginSchema }, output: { Run: runSchema } },
  },
  {
    method: 'get',
    path: '/runs',
    call: undefined,
    handlers: (to) => [listRuns(to)],
    operation: listRunsOperation,
    schemas: { output: { Runs: z.array(runResultSchema) } },
  },
  {
    method: 'get',
    path: '/runs/:id',
    call: undefined,
    handlers: (to) => [readRun(to)],
    operation: readRunOperation,
    schemas: { output: { RunResult: runResultSchema } },
  },
];
