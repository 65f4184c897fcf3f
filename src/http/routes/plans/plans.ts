import type { Middleware } from 'koa';
import { z } from 'zod';
import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { isServiceError } from '../../../domain/errors.js';
import { rightOf } from '../../../domain/rights.js';
import { type Actor, type Plan, planBounds } from '../../../plans/plan.js';
import type { Plans } from '../../../plans/plans.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import { proposersOnly, writersOnly } from '../../middleware/authenticate.js';
import { type BodyBounds, boundsInWords, boundsOfOne } from '../../middleware/body-bounds.js';
import { HeldBodies } from '../../middleware/held-bodies.js';
import { jsonBody, type WantedBody } from '../../middleware/json-body.js';
import type { RequestState } from '../../middleware/request-context.js';
import { unnamedSchema } from '../../openapi/json-schemas.js';
import { headersOf, jsonResponse, reference, requestIdReference, titled } from '../../openapi/operation-parts.js';
import {
  codesOfAnyRequest,
  codesOfBodies,
  codesOfReadingForPlans,
  problemResponses,
} from '../../openapi/problem-responses.js';
import { takeBody } from '../buttons/list-handlers.js';
import { openCallContext } from '../open-call-context.js';
import { wrongCursor } from '../paging.js';
import { idIn, type Route, type RouteContext, type RouteDependencies, setJson, withHistory } from '../route.js';
import { approvalSchema, parseOneText, parseProposal, planToProposeSchema, rejectionSchema } from './plan-body.js';
import {
  planExample,
  planJson,
  planListJson,
  planSchema,
  planToProposeExample,
  planWithListsExample,
  planWithListsSchema,
} from './plan-json.js';
import { listParameters, parseListQuery, parsePerHour, perHourParameter, planQuery } from './plan-query.js';

/** Plans: changes that someone proposes and someone else approves. */

/** What a handler does with the plans, for a user. */
type Work = (plans: Plans, actor: Actor, context: CallContext, ctx: RouteContext) => Promise<void>;

/** Answers within the request's time; work that has begun is completed. */
function withPlans({ plans: kept, roles, time }: RouteDependencies, work: Work): Middleware<RequestState> {
  return async function plansRoute(ctx: RouteContext): Promise<void> {
    const plans = withHistory(kept);
    const { user = '' } = ctx.state;
    const { context, release } = openCallContext(ctx, 'write', time);
    await work(plans, { user, right: rightOf(user, roles) }, context, ctx).finally(release);
  };
}

function answer(ctx: RouteContext, plans: Plans, plan: Plan, actor: Actor): void {
  ctx.set('ETag', `"${plan.digest}"`);
  setJson(ctx, planJson(plan, actor, plans.approval));
}

/** Links to the same request for the next page. The link is relative, in case a proxy adds a path. */
function linkTo(ctx: RouteContext, parameter: 'before' | 'after', place: string): void {
  const query = new URLSearchParams(ctx.querystring);
  query.set(parameter, place);
  ctx.set('Link', `<?${query.toString()}>; rel="next"`);
}

/** POST /plans */
const propose: Work = async (plans, actor, context, ctx) => {
  const plan = await plans.propose(await parseProposal(takeBody(ctx)), context);
  answer(ctx, plans, plan, actor);
  // Relative, in case a proxy adds a path.
  ctx.set('Location', `plans/${plan.id}`);
  ctx.status = plan.state === 'checking' ? 202 : 201;
};

/** GET /plans */
const list: Work = async (plans, actor, context, ctx) => {
  const { asked, limit, place } = planQuery.parse(ctx.query);
  const page = await plans.list({ ...asked, before: place }, limit, context);
  if (!page) throw wrongCursor('before');
  if (page.next !== undefined) linkTo(ctx, 'before', page.next);
  setJson(
    ctx,
    page.plans.map((plan) => planJson(plan, actor, plans.approval)),
  );
};

/** GET /plans/ID: with a page of its lists. */
const read: Work = async (plans, actor, context, ctx) => {
  const { after, limit } = parseListQuery(ctx.query);
  const plan = await plans.get(idIn(ctx), context);
  const { lists, next } = await plans.lists(plan.id, after, limit, context);
  if (next !== undefined) linkTo(ctx, 'after', String(next));
  ctx.set('ETag', `"${plan.digest}"`);
  setJson(ctx, { ...planJson(plan, actor, plans.approval), changes: lists.map((one) => planListJson(one)) });
};

/** POST /plans/ID/approval */
const approve: Work = async (plans, actor, context, ctx) => {
  const digest = parseOneText(approvalSchema, takeBody(ctx));
  const approved = plans.approve(idIn(ctx), digest, actor, context).catch(async (thrown: unknown) => {
    if (isServiceError(thrown, 'other-digest')) ctx.set('ETag', `"${(await plans.get(idIn(ctx), context)).digest}"`);
    throw thrown;
  });
  answer(ctx, plans, await approved, actor);
};

/** POST /plans/ID/rejection */
const reject: Work = async (plans, actor, context, ctx) => {
  const reason = parseOneText(rejectionSchema, takeBody(ctx));
  answer(ctx, plans, await plans.reject(idIn(ctx), reason, actor, context), actor);
};

/** POST /plans/ID/application */
const apply: Work = async (plans, actor, context, ctx) => {
  const perHour = parsePerHour(ctx.query['perHour']);
  answer(ctx, plans, await plans.apply(idIn(ctx), perHour, actor, context), actor);
  ctx.status = 202;
};

/** POST /plans/ID/stop */
const stop: Work = async (plans, actor, context, ctx) => {
  answer(ctx, plans, await plans.stop(idIn(ctx), actor, context), actor);
  ctx.status = 202;
};

const tags = ['Plans'];
const codesOfPlans: readonly ErrorCode[] = [...codesOfAnyRequest, 'history-off', 'history-unavailable'];
const codesOfDeeds: readonly ErrorCode[] = [
  ...codesOfPlans,
  'plan-not-found',
  'plan-state',
  'forbidden',
  'may-only-propose',
];
const idParameter = {
  ...{ name: 'id', in: 'path', required: true, description: "The plan's id." },
  ...{ schema: unnamedSchema(z.string()), examples: titled({ 'a plan': planExample.id }) },
};

const approvedExample = {
  ...planExample,
  ...{ state: 'approved', approval: { user: 'boss', time: '2026-03-04T06:06:07.089Z' }, may: ['reject', 'apply'] },
};
const rejectedExample = {
  ...planExample,
  ...{ state: 'rejected', may: [] },
  rejection: { user: 'boss', time: '2026-03-04T06:06:07.089Z', reason: 'Not this week.' },
};
const applyingExample = {
  ...{ ...approvedExample, state: 'applying', may: ['stop'] },
  application: {
    ...{ user: 'boss', time: '2026-03-04T07:06:07.089Z', perHour: 5_000, stopping: false },
    ...{ run: null, ended: null, why: null },
  },
};
const stoppingExample = {
  ...applyingExample,
  application: { ...applyingExample.application, stopping: true },
  may: [],
};

function bodyOf(schema: string, example: object): object {
  return {
    required: true,
    content: {
      'application/json': { schema: reference('schemas', schema), examples: titled({ 'an example': example }) },
    },
  };
}

export const boundsOfPlan: BodyBounds = {
  bytes: planBounds.bodyBytes,
  depth: 8,
  values: planBounds.bodyValues,
  keys: 100,
};

const wantedPlan: WantedBody = {
  what: 'the plan as a JSON object',
  items: 'the plan',
  instead: 'send a JSON object with title, reason and changes',
  malformed: 'is not a well-formed JSON object; send an object with title, reason and changes',
  most: boundsOfPlan,
};

const wantedText = (what: string, name: string): WantedBody => ({
  what: `the ${what} as a JSON object`,
  items: `the ${what}`,
  instead: `send a JSON object with ${name}`,
  malformed: `is not a well-formed JSON object; send an object with ${name}`,
  most: boundsOfOne,
});

export const plans: readonly Route[] = [
  {
    method: 'post',
    path: '/plans',
    call: undefined,
    handlers: (to) => [
      proposersOnly(to.roles, 'propose plans'),
      // Apart from all other bodies: two large plans that are being read must not keep out those who write.
      jsonBody(wantedPlan, new HeldBodies()),
      withPlans(to, propose),
    ],
    operation: () => ({
      operationId: 'proposePlan',
      tags,
      summary: 'Propose a plan: lists that are set after someone else approved them',
      description:
        'Nothing is set. The same plan of the same user within an hour is the same plan. ' +
        `The body may have ${boundsInWords(boundsOfPlan)}. More than 20 lists are read after the answer, which is 202 then.`,
      parameters: [requestIdReference],
      requestBody: bodyOf('PlanToPropose', planToProposeExample),
      responses: {
        201: jsonResponse(
          'It is proposed, or outdated.',
          'Plan',
          { plan: planExample },
          headersOf(201, 'ETag', 'Location'),
        ),
        202: jsonResponse(
          'Its lists are being read.',
          'Plan',
          { plan: { ...planExample, state: 'checking', lists: { unread: 40 }, may: ['reject'] } },
          headersOf(202, 'ETag', 'Location'),
        ),
        ...problemResponses([
          ...new Set([
            ...codesOfPlans,
            ...codesOfReadingForPlans,
            ...codesOfBodies,
            ...(['forbidden', 'plan-not-settable', 'too-many-plans'] as const),
          ]),
        ]),
      },
    }),
    schemas: { input: { PlanToPropose: planToProposeSchema }, output: { Plan: planSchema } },
  },
  {
    method: 'get',
    path: '/plans',
    call: undefined,
    handlers: (to) => [withPlans(to, list)],
    operation: () => ({
      operationId: 'listPlans',
      tags,
      summary: 'List plans and their states',
      description: 'The newest first. A plan must match all that you give.',
      parameters: [...planQuery.parameters(), requestIdReference],
      responses: {
        200: jsonResponse('The plans.', 'Plans', { some: [planExample], none: [] }, headersOf(200, 'Link')),
        ...problemResponses(codesOfPlans),
      },
    }),
    schemas: { output: { Plans: z.array(planSchema) } },
  },
  {
    method: 'get',
    path: '/plans/:id',
    call: undefined,
    handlers: (to) => [withPlans(to, read)],
    operation: () => ({
      operationId: 'readPlan',
      tags,
      summary: 'Read one plan, with its lists and what became of them',
      description: 'One answer has at most 2 MB of lists. If there are more, `Link` leads to the next page.',
      parameters: [idParameter, ...listParameters(), requestIdReference],
      responses: {
        200: jsonResponse('The plan.', 'PlanWithLists', { plan: planWithListsExample }, headersOf(200, 'ETag', 'Link')),
        ...problemResponses([...codesOfPlans, 'plan-not-found']),
      },
    }),
    schemas: { output: { PlanWithLists: planWithListsSchema } },
  },
  {
    method: 'post',
    path: '/plans/:id/approval',
    call: undefined,
    handlers: (to) => [
      writersOnly(to.roles, 'approve plans'),
      jsonBody(wantedText('approval', 'digest'), to.bodies),
      withPlans(to, approve),
    ],
    operation: () => ({
      operationId: 'approvePlan',
      tags,
      summary: 'Approve a plan',
      description: 'It needs the digest of the plan. With PLANS_APPROVAL=other, users cannot approve their own plans.',
      parameters: [idParameter, requestIdReference],
      requestBody: bodyOf('PlanApproval', { digest: planExample.digest }),
      responses: {
        200: jsonResponse('It is approved.', 'Plan', { approved: approvedExample }, headersOf(200, 'ETag')),
        ...problemResponses([...codesOfDeeds, ...codesOfBodies, 'own-plan', 'other-digest']),
      },
    }),
    schemas: { input: { PlanApproval: approvalSchema } },
  },
  {
    method: 'post',
    path: '/plans/:id/rejection',
    call: undefined,
    handlers: (to) => [
      proposersOnly(to.roles, 'reject plans'),
      jsonBody(wantedText('rejection', 'reason'), to.bodies),
      withPlans(to, reject),
    ],
    operation: () => ({
      operationId: 'rejectPlan',
      tags,
      summary: 'Reject a plan, or withdraw your own',
      description: 'While no one has begun to apply it. Users who may only propose can withdraw their own plans.',
      parameters: [idParameter, requestIdReference],
      requestBody: bodyOf('PlanRejection', { reason: rejectedExample.rejection.reason }),
      responses: {
        200: jsonResponse(
          'It is rejected, or withdrawn.',
          'Plan',
          { rejected: rejectedExample },
          headersOf(200, 'ETag'),
        ),
        ...problemResponses([...codesOfDeeds, ...codesOfBodies]),
      },
    }),
    schemas: { input: { PlanRejection: rejectionSchema } },
  },
  {
    method: 'post',
    path: '/plans/:id/application',
    call: undefined,
    handlers: (to) => [writersOnly(to.roles, 'apply plans'), withPlans(to, apply)],
    operation: () => ({
      operationId: 'applyPlan',
      tags,
      summary: 'Apply an approved plan, or go on with one that was stopped',
      description:
        'It runs in the service, as one run of this user. Lists that someone changed since are left alone. `GET /plans/ID` ' +
        'shows how far it is.',
      parameters: [idParameter, perHourParameter(), requestIdReference],
      responses: {
        202: jsonResponse('It is being applied.', 'Plan', { applying: applyingExample }, headersOf(202, 'ETag')),
        ...problemResponses([...codesOfDeeds, 'cross-site']),
      },
    }),
  },
  {
    method: 'post',
    path: '/plans/:id/stop',
    call: undefined,
    handlers: (to) => [writersOnly(to.roles, 'stop plans'), withPlans(to, stop)],
    operation: () => ({
      operationId: 'stopPlan',
      tags,
      summary: 'Stop the application of a plan',
      description: 'Lists that are under way are completed. `POST /plans/ID/application` goes on.',
      parameters: [idParameter, requestIdReference],
      responses: {
        202: jsonResponse('It is stopping.', 'Plan', { stopping: stoppingExample }, headersOf(202, 'ETag')),
        ...problemResponses([...codesOfDeeds, 'cross-site']),
      },
    }),
  },
];
