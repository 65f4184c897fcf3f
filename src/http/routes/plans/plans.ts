import { z } from 'zod';
import { isServiceError } from '../../../domain/errors.js';
import { rightOf } from '../../../domain/rights.js';
import type { Actor, Plan } from '../../../plans/plan.js';
import type { Plans } from '../../../plans/plans.js';
import type { CallContext } from '../../../use-cases/call-context.js';
import { boundsInWords } from '../../middleware/body-bounds.js';
import type { PathParameter } from '../../openapi/operation.js';
import { codesTowardsTheCallManager } from '../../openapi/problem-responses.js';
import { call, type Need } from '../call.js';
import { inTime } from '../open-call-context.js';
import { linkToNext, wrongCursor } from '../paging.js';
import { idIn, type Route, type RouteContext, type RouteDependencies, withHistory } from '../route.js';
import { approvalBody, boundsOfPlan, planToPropose, rejectionBody } from './plan-body.js';
import {
  planExample,
  planJson,
  planListJson,
  planSchema,
  planWithListsExample,
  planWithListsSchema,
} from './plan-json.js';
import { listsOfPlan, perHourQuery, planQuery } from './plan-query.js';

/** Plans: changes that someone proposes and someone else approves. */

const thePlans: Need<Plans> = {
  codes: ['history-off', 'history-unavailable'],
  in: ({ plans: kept }) => withHistory(kept),
};

/** Does something with the plans for a user. Work that has begun is completed. */
function forUser<Result>(
  ctx: RouteContext,
  { roles, time }: RouteDependencies,
  work: (actor: Actor, context: CallContext) => Promise<Result>,
): Promise<Result> {
  const { user = '' } = ctx.state;
  return inTime(ctx, 'write', time, (context) => work({ user, right: rightOf(user, roles) }, context));
}

/** Does something with one plan, and answers with the plan. */
function planOf(
  ctx: RouteContext,
  plans: Plans,
  to: RouteDependencies,
  work: (actor: Actor, context: CallContext) => Promise<Plan>,
) {
  return forUser(ctx, to, async (actor, context) => {
    const plan = await work(actor, context);
    ctx.set('ETag', `"${plan.digest}"`);
    return { plan, shown: planJson(plan, actor, plans.approval) };
  });
}

const id: PathParameter = {
  name: 'id',
  description: "The plan's id.",
  schema: z.string(),
  examples: { 'a plan': planExample.id },
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

export const plans: readonly Route[] = [
  call({
    method: 'post',
    path: '/plans',
    operationId: 'proposePlan',
    tag: 'Plans',
    summary: 'Propose a plan: lists that are set after someone else approved them',
    description:
      'Nothing is set. The same plan of the same user within an hour is the same plan. ' +
      `The body may have ${boundsInWords(boundsOfPlan)}. More than 20 lists are read after the answer, which is 202 then.`,
    right: { needed: 'propose', to: 'propose plans' },
    needs: thePlans,
    body: planToPropose,
    answers: {
      201: {
        description: 'It is proposed, or outdated.',
        json: { Plan: planSchema },
        examples: { plan: planExample },
        headers: ['ETag', 'Location'],
      },
      202: {
        description: 'Its lists are being read.',
        json: { Plan: planSchema },
        examples: { plan: { ...planExample, state: 'checking', lists: { unread: 40 }, may: ['reject'] } },
        headers: ['ETag', 'Location'],
      },
    },
    problems: [...codesTowardsTheCallManager, 'plan-not-settable', 'too-many-plans'],
    respond: async (ctx, { part, body: proposal }, to) => {
      const { plan, shown } = await planOf(ctx, part, to, (_, context) => part.propose(proposal, context));
      // Relative, in case a proxy adds a path.
      ctx.set('Location', `plans/${plan.id}`);
      if (plan.state === 'checking') ctx.status = 202;
      return shown;
    },
  }),
  call({
    method: 'get',
    path: '/plans',
    operationId: 'listPlans',
    tag: 'Plans',
    summary: 'List plans and their states',
    description: 'The newest first. A plan must match all that you give.',
    needs: thePlans,
    query: planQuery,
    answers: {
      200: {
        description: 'The plans.',
        json: { Plans: z.array(planSchema) },
        examples: { some: [planExample], none: [] },
        headers: ['Link'],
      },
    },
    respond: (ctx, { part, query: { asked, limit, place } }, to) =>
      forUser(ctx, to, async (actor, context) => {
        const page = await part.list({ ...asked, before: place }, limit, context);
        if (!page) throw wrongCursor('before');
        if (page.next !== undefined) linkToNext(ctx, { before: page.next });
        return page.plans.map((plan) => planJson(plan, actor, part.approval));
      }),
  }),
  call({
    method: 'get',
    path: '/plans/:id',
    operationId: 'readPlan',
    tag: 'Plans',
    summary: 'Read one plan, with its lists and what became of them',
    description: 'One answer has at most 2 MB of lists. If there are more, `Link` leads to the next page.',
    needs: thePlans,
    inPath: id,
    query: listsOfPlan,
    answers: {
      200: {
        description: 'The plan.',
        json: { PlanWithLists: planWithListsSchema },
        examples: { plan: planWithListsExample },
        headers: ['ETag', 'Link'],
      },
    },
    problems: ['plan-not-found'],
    respond: (ctx, { part, query: { limit, after = '-1' } }, to) =>
      forUser(ctx, to, async (actor, context) => {
        const plan = await part.get(idIn(ctx), context);
        const { lists, next } = await part.lists(plan.id, Number(after), limit, context);
        if (next !== undefined) linkToNext(ctx, { after: String(next) });
        ctx.set('ETag', `"${plan.digest}"`);
        return { ...planJson(plan, actor, part.approval), changes: lists.map((list) => planListJson(list)) };
      }),
  }),
  call({
    method: 'post',
    path: '/plans/:id/approval',
    operationId: 'approvePlan',
    tag: 'Plans',
    summary: 'Approve a plan',
    description: 'It needs the digest of the plan. With PLANS_APPROVAL=other, users cannot approve their own plans.',
    right: { needed: 'write', to: 'approve plans' },
    needs: thePlans,
    inPath: id,
    body: approvalBody,
    answers: {
      200: {
        description: 'It is approved.',
        json: { Plan: planSchema },
        examples: { approved: approvedExample },
        headers: ['ETag'],
      },
    },
    problems: ['plan-not-found', 'plan-state', 'own-plan', 'other-digest'],
    respond: async (ctx, { part, body: digest }, to) => {
      const approved = await planOf(ctx, part, to, (actor, context) =>
        part.approve(idIn(ctx), digest, actor, context).catch(async (thrown: unknown) => {
          if (isServiceError(thrown, 'other-digest')) {
            ctx.set('ETag', `"${(await part.get(idIn(ctx), context)).digest}"`);
          }
          throw thrown;
        }),
      );
      return approved.shown;
    },
  }),
  call({
    method: 'post',
    path: '/plans/:id/rejection',
    operationId: 'rejectPlan',
    tag: 'Plans',
    summary: 'Reject a plan, or withdraw your own',
    description: 'While no one has begun to apply it. Users who may only propose can withdraw their own plans.',
    right: { needed: 'propose', to: 'reject plans' },
    needs: thePlans,
    inPath: id,
    body: rejectionBody,
    answers: {
      200: {
        description: 'It is rejected, or withdrawn.',
        json: { Plan: planSchema },
        examples: { rejected: rejectedExample },
        headers: ['ETag'],
      },
    },
    problems: ['may-only-propose', 'plan-not-found', 'plan-state'],
    respond: async (ctx, { part, body: reason }, to) =>
      (await planOf(ctx, part, to, (actor, context) => part.reject(idIn(ctx), reason, actor, context))).shown,
  }),
  call({
    method: 'post',
    path: '/plans/:id/application',
    operationId: 'applyPlan',
    tag: 'Plans',
    summary: 'Apply an approved plan, or go on with one that was stopped',
    description:
      'It runs in the service, as one run of this user. Lists that someone changed since are left alone. `GET /plans/ID` ' +
      'shows how far it is.',
    right: { needed: 'write', to: 'apply plans' },
    needs: thePlans,
    inPath: id,
    query: perHourQuery,
    answers: {
      202: {
        description: 'It is being applied.',
        json: { Plan: planSchema },
        examples: { applying: applyingExample },
        headers: ['ETag'],
      },
    },
    problems: ['plan-not-found', 'plan-state'],
    respond: async (ctx, { part, query: perHour }, to) =>
      (await planOf(ctx, part, to, (actor, context) => part.apply(idIn(ctx), perHour, actor, context))).shown,
  }),
  call({
    method: 'post',
    path: '/plans/:id/stop',
    operationId: 'stopPlan',
    tag: 'Plans',
    summary: 'Stop the application of a plan',
    description: 'Lists that are under way are completed. `POST /plans/ID/application` goes on.',
    right: { needed: 'write', to: 'stop plans' },
    needs: thePlans,
    inPath: id,
    answers: {
      202: {
        description: 'It is stopping.',
        json: { Plan: planSchema },
        examples: { stopping: stoppingExample },
        headers: ['ETag'],
      },
    },
    problems: ['plan-not-found', 'plan-state'],
    respond: async (ctx, { part }, to) =>
      (await planOf(ctx, part, to, (actor, context) => part.stop(idIn(ctx), actor, context))).shown,
  }),
];
