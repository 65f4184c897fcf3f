import type { Context, Middleware } from 'koa';
import { z } from 'zod';
import type { ErrorCode } from '../../../domain/error-catalogue.js';
import { invalidRequest, RequestRefused } from '../../../domain/errors.js';
import { refuseWithout, rightOf } from '../../../domain/rights.js';
import type { AskedInventory } from '../../../inventory/asked-inventory.js';
import type { Asker } from '../../../use-cases/fair-turns.js';
import { writersOnly } from '../../middleware/authenticate.js';
import { boundsOfOne } from '../../middleware/body-bounds.js';
import { jsonBody } from '../../middleware/json-body.js';
import type { RequestState } from '../../middleware/request-context.js';
import { headersOf, jsonResponse, reference, requestIdReference, titled } from '../../openapi/operation-parts.js';
import { codesOfAnyRequest, problemResponses } from '../../openapi/problem-responses.js';
import { text, wrongKind } from '../fields.js';
import { countedInventory, inventoryExample, inventorySchema } from '../inventory-state.js';
import { openCallContext } from '../open-call-context.js';
import { idIn, type Route, type RouteContext, type RouteDependencies, setJson } from '../route.js';
import { findingQuery, parseFindingQuery, queryBehind } from './finding-query.js';
import {
  dismissalJson,
  dismissedExample,
  dismissedSchema,
  findingExample,
  findingJson,
  findingSchema,
} from './inventory-json.js';

const tags = ['Inventory'];
const codesOfInventory: readonly ErrorCode[] = [...codesOfAnyRequest, 'inventory-off', 'inventory-incomplete'];
const codesOfDismissals: readonly ErrorCode[] = [
  ...codesOfInventory,
  'history-unavailable',
  'finding-not-found',
  'forbidden',
  'may-only-propose',
  'cross-site',
];

/** Asks the inventory for a caller, within the request's time. */
async function askedFor<Answer>(
  ctx: RouteContext,
  kind: 'read' | 'write',
  { time }: Pick<RouteDependencies, 'time'>,
  ask: (asker: Asker) => Promise<Answer>,
): Promise<Answer> {
  const { context, release } = openCallContext(ctx, kind, time);
  return ask(context).finally(release);
}

/** GET /inventory */
function readInventory({ inventory: kept, time }: RouteDependencies): Middleware<RequestState> {
  return async function inventoryRoute(ctx: RouteContext) {
    const there = present(kept);
    setJson(ctx, await askedFor(ctx, 'read', { time }, (asker) => countedInventory(there, asker)));
  };
}

/** POST /inventory/sweep */
function postSweep({ inventory: kept, roles, time }: RouteDependencies): Middleware<RequestState> {
  return async function sweepRoute(ctx: Context & { state: RequestState }) {
    refuseWithout('write', rightOf(ctx.state.user ?? '', roles), 'start a sweep');
    const there = present(kept);
    const state = await askedFor(ctx, 'write', { time }, (asker) => countedInventory(there, asker));
    there.sweepNow();
    ctx.status = 202;
    setJson(ctx, state);
  };
}

/** GET /findings: page by page. */
function listFindings({ inventory: kept, time }: RouteDependencies): Middleware<RequestState> {
  return async function findingsRoute(ctx: RouteContext) {
    const there = present(kept);
    const { filter, limit } = parseFindingQuery(ctx.query);
    const asked = (asker: Asker) => there.findings(filter, limit, asker);
    const { listed, hasMore } = await askedFor(ctx, 'read', { time }, asked);
    const last = listed.at(-1);
    // Relative, in case a proxy adds a path.
    if (last && hasMore) ctx.set('Link', `<?${queryBehind(ctx.querystring, last)}>; rel="next"`);
    setJson(ctx, listed.map(findingJson));
  };
}

const longestReason = 200;

const dismissalToSetSchema = z
  .strictObject(
    {
      reason: text(longestReason, 'must be a string such as "She answers there, too."').min(1, 'must not be empty'),
    },
    {
      error: ({ input, code }) =>
        code === 'unrecognized_keys' ? 'may have only a reason' : wrongKind('must be an object with a reason', input),
    },
  )
  .meta({ description: 'Why a finding is dismissed.' });

const wanted = {
  what: 'the dismissal as a JSON object',
  items: 'the dismissal',
  instead: 'send a JSON object with a reason',
  malformed: 'is not a well-formed JSON object; send an object with a reason',
  most: boundsOfOne,
};

/** PUT /findings/ID/dismissal */
function putDismissal({ inventory: kept, time }: RouteDependencies): Middleware<RequestState> {
  return async function dismissRoute(ctx: Context & { state: RequestState }) {
    const there = present(kept);
    const parsed = dismissalToSetSchema.safeParse(ctx.request.body);
    if (!parsed.success) {
      throw invalidRequest(
        parsed.error.issues.map(({ path, message }) => ({ field: ['body', ...path].join('.'), detail: message })),
      );
    }
    const { reason } = parsed.data;
    const dismissal = await askedFor(ctx, 'write', { time }, (asker) =>
      there.dismiss(idIn(ctx), { reason, user: asker.user }, asker),
    );
    setJson(ctx, { id: idIn(ctx), dismissal: dismissalJson(dismissal) });
  };
}

/** DELETE /findings/ID/dismissal */
function deleteDismissal({ inventory: kept, time }: RouteDependencies): Middleware<RequestState> {
  return async function restoreDismissedRoute(ctx: RouteContext) {
    const there = present(kept);
    await askedFor(ctx, 'write', { time }, (asker) => there.restoreDismissed(idIn(ctx), asker));
    setJson(ctx, { id: idIn(ctx), dismissal: null });
  };
}

function writers({ roles }: RouteDependencies): Middleware<RequestState> {
  return writersOnly(roles, 'dismiss findings');
}

const idParameter = {
  ...{ name: 'id', in: 'path', required: true, description: "The finding's id." },
  ...{ schema: { type: 'string' }, examples: { 'a finding': { value: findingExample.id } } },
};

/** @throws ServiceError `inventory-off` */
function present(inventory: AskedInventory | undefined): AskedInventory {
  if (inventory) return inventory;
  throw new RequestRefused('inventory-off', { detail: 'This service keeps no inventory: INVENTORY is off.' });
}

export const inventory: readonly Route[] = [
  {
    method: 'get',
    path: '/inventory',
    call: undefined,
    handlers: (to) => [readInventory(to)],
    operation: () => ({
      operationId: 'readInventory',
      tags,
      summary: 'Read the state of the inventory',
      description: 'All counts are from the last whole sweep.',
      parameters: [requestIdReference],
      responses: {
        200: jsonResponse('The inventory.', 'Inventory', { whole: inventoryExample }),
        ...problemResponses(codesOfInventory),
      },
    }),
    schemas: { output: { Inventory: inventorySchema } },
  },
  {
    method: 'post',
    path: '/inventory/sweep',
    call: undefined,
    handlers: (to) => [postSweep(to)],
    operation: () => ({
      operationId: 'sweepInventory',
      tags,
      summary: 'Start a sweep now',
      description: 'If a sweep is running already, it continues.',
      parameters: [requestIdReference],
      responses: {
        202: jsonResponse('It starts. The state of the inventory.', 'Inventory', { whole: inventoryExample }),
        ...problemResponses([...codesOfInventory, 'forbidden', 'may-only-propose', 'cross-site']),
      },
    }),
  },
  {
    method: 'get',
    path: '/findings',
    call: undefined,
    handlers: (to) => [listFindings(to)],
    operation: () => ({
      operationId: 'listFindings',
      tags,
      summary: 'List the buttons that are probably wrong',
      description:
        'From the last whole sweep, in order of kind, device and id. A finding must match all that you give. One answer has at most ' +
        '2 MB, even if that is fewer than `limit`. If there are more, `Link` leads to the next page.',
      parameters: [...findingQuery.parameters(), requestIdReference],
      responses: {
        200: jsonResponse('The findings.', 'Findings', { some: [findingExample], none: [] }, headersOf(200, 'Link')),
        ...problemResponses([...codesOfInventory, 'history-unavailable']),
      },
    }),
    schemas: { output: { Finding: findingSchema, Findings: z.array(findingSchema) } },
  },
  {
    method: 'put',
    path: '/findings/:id/dismissal',
    call: undefined,
    handlers: (to) => [writers(to), jsonBody(wanted, to.bodies), putDismissal(to)],
    operation: () => ({
      operationId: 'dismissFinding',
      tags,
      summary: 'Dismiss a finding',
      description: 'It is not listed any more, while its evidence stays the same.',
      parameters: [idParameter, requestIdReference],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: reference('schemas', 'DismissalToSet'),
            examples: titled({ 'a reason': { reason: dismissedExample.dismissal.reason } }),
          },
        },
      },
      responses: {
        200: jsonResponse('It is dismissed.', 'Dismissed', { dismissed: dismissedExample }),
        ...problemResponses([...codesOfDismissals, 'payload-too-large', 'unsupported-media-type']),
      },
    }),
    schemas: { input: { DismissalToSet: dismissalToSetSchema }, output: { Dismissed: dismissedSchema } },
  },
  {
    method: 'delete',
    path: '/findings/:id/dismissal',
    call: undefined,
    handlers: (to) => [writers(to), deleteDismissal(to)],
    operation: () => ({
      operationId: 'takeDismissalBack',
      tags,
      summary: 'Restore a dismissed finding',
      description: 'If it was not dismissed, nothing happens.',
      parameters: [idParameter, requestIdReference],
      responses: {
        200: jsonResponse('It is not dismissed.', 'Dismissed', {
          restored: { ...dismissedExample, dismissal: null },
        }),
        ...problemResponses(codesOfDismissals),
      },
    }),
  },
];
