import { z } from 'zod';
import { RequestRefused } from '../../../domain/errors.js';
import type { AskedInventory } from '../../../inventory/asked-inventory.js';
import type { PathParameter } from '../../openapi/operation.js';
import { oneText } from '../body.js';
import { call, type Need } from '../call.js';
import { text } from '../fields.js';
import { countedInventory, inventoryExample, inventorySchema } from '../inventory-state.js';
import { inTime } from '../open-call-context.js';
import { linkToNext } from '../paging.js';
import { idIn, type Route } from '../route.js';
import { findingPlace, findingQuery } from './finding-query.js';
import {
  dismissalJson,
  dismissedExample,
  dismissedSchema,
  findingExample,
  findingJson,
  findingSchema,
} from './inventory-json.js';

const theInventory: Need<AskedInventory> = {
  codes: ['inventory-off', 'inventory-incomplete'],
  in: ({ inventory: kept }) => {
    if (kept) return kept;
    throw new RequestRefused('inventory-off', { detail: 'This service keeps no inventory: INVENTORY is off.' });
  },
};

const right = { needed: 'change', to: 'dismiss findings' } as const;
const inPath: PathParameter = {
  name: 'id',
  description: "The finding's id.",
  schema: z.string(),
  examples: { 'a finding': findingExample.id },
};

const longestReason = 200;

const dismissalToSet = oneText({
  what: 'the dismissal',
  name: 'reason',
  inWords: 'a reason',
  schemaName: 'DismissalToSet',
  description: 'Why a finding is dismissed.',
  text: text(longestReason, 'must be a string such as "She answers there, too."').min(1, 'must not be empty'),
  examples: { 'a reason': dismissedExample.dismissal.reason },
});

export const inventory: readonly Route[] = [
  call({
    method: 'get',
    path: '/inventory',
    operationId: 'readInventory',
    tag: 'Inventory',
    summary: 'Read the state of the inventory',
    description: 'All counts are from the last whole sweep.',
    needs: theInventory,
    answers: {
      200: {
        description: 'The inventory.',
        json: { Inventory: inventorySchema },
        examples: { whole: inventoryExample },
      },
    },
    respond: (ctx, { part }, { time }) => inTime(ctx, 'read', time, (asker) => countedInventory(part, asker)),
  }),
  call({
    method: 'post',
    path: '/inventory/sweep',
    operationId: 'sweepInventory',
    tag: 'Inventory',
    summary: 'Start a sweep now',
    description: 'If a sweep is running already, it continues.',
    right: { needed: 'change', to: 'start a sweep' },
    needs: theInventory,
    answers: {
      202: {
        description: 'It starts. The state of the inventory.',
        json: { Inventory: inventorySchema },
        examples: { whole: inventoryExample },
      },
    },
    respond: async (ctx, { part }, { time }) => {
      const state = await inTime(ctx, 'write', time, (asker) => countedInventory(part, asker));
      part.sweepNow();
      return state;
    },
  }),
  call({
    method: 'get',
    path: '/findings',
    operationId: 'listFindings',
    tag: 'Inventory',
    summary: 'List the buttons that are probably wrong',
    description:
      'From the last whole sweep, in order of kind, device and id. A finding must match all that you give. One answer has at most ' +
      '2 MB, even if that is fewer than `limit`. If there are more, `Link` leads to the next page.',
    needs: theInventory,
    query: findingQuery,
    answers: {
      200: {
        description: 'The findings.',
        json: { Findings: z.array(findingSchema) },
        examples: { some: [findingExample], none: [] },
        headers: ['Link'],
      },
    },
    parts: { Finding: findingSchema },
    problems: ['history-unavailable'],
    respond: async (ctx, { part, query: { asked, limit, place } }, { time }) => {
      const after = place && { kind: place[0], device: place[1], id: place[2] };
      const filter = { ...asked, dismissed: asked.dismissed ?? false, after };
      const { listed, hasMore } = await inTime(ctx, 'read', time, (asker) => part.findings(filter, limit, asker));
      const last = listed.at(-1);
      if (last && hasMore) linkToNext(ctx, { after: findingPlace.cursor([last.kind, last.device, last.id]) });
      return listed.map(findingJson);
    },
  }),
  call({
    method: 'put',
    path: '/findings/:id/dismissal',
    operationId: 'dismissFinding',
    tag: 'Inventory',
    summary: 'Dismiss a finding',
    description: 'It is not listed any more, while its evidence stays the same.',
    right,
    needs: theInventory,
    inPath,
    body: dismissalToSet,
    answers: {
      200: {
        description: 'It is dismissed.',
        json: { Dismissed: dismissedSchema },
        examples: { dismissed: dismissedExample },
      },
    },
    problems: ['history-unavailable', 'finding-not-found'],
    respond: async (ctx, { part, body: reason }, { time }) => {
      const dismissal = await inTime(ctx, 'write', time, (asker) =>
        part.dismiss(idIn(ctx), { reason, user: asker.user }, asker),
      );
      return { id: idIn(ctx), dismissal: dismissalJson(dismissal) };
    },
  }),
  call({
    method: 'delete',
    path: '/findings/:id/dismissal',
    operationId: 'takeDismissalBack',
    tag: 'Inventory',
    summary: 'Restore a dismissed finding',
    description: 'If it was not dismissed, nothing happens.',
    right,
    needs: theInventory,
    inPath,
    answers: {
      200: {
        description: 'It is not dismissed.',
        json: { Dismissed: dismissedSchema },
        examples: { restored: { ...dismissedExample, dismissal: null } },
      },
    },
    problems: ['history-unavailable', 'finding-not-found'],
    respond: async (ctx, { part }, { time }) => {
      await inTime(ctx, 'write', time, (asker) => part.restoreDismissed(idIn(ctx), asker));
      return { id: idIn(ctx), dismissal: null };
    },
  }),
];
