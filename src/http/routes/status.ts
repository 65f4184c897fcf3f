import { z } from 'zod';
import { rightOf, rights } from '../../domain/rights.js';
import { version } from '../../version.js';
import type { WritingStopped } from '../../use-cases/writing-stop.js';
import { call } from './call.js';
import { inventoryInStatusExample, inventorySchema, shownInventory } from './inventory-state.js';
import { inTime } from './open-call-context.js';
import { callManagerStates, type Route } from './route.js';

export const statusSchema = z
  .object({
    user: z.string().meta({ description: 'The user who asks.', examples: ['demo'] }),
    right: z.enum(rights).meta({
      description: 'What this user may do; each right has those before it: look up, propose, approve, change.',
    }),
    readOnly: z.boolean().meta({ description: 'Whether this user may look up, but not change.' }),
    mayPropose: z.boolean().optional().meta({
      description: 'Whether this user may propose changes; left out if the service keeps no history.',
    }),
    callManager: z.object({
      state: z.enum(callManagerStates).meta({
        description:
          '`ready`: it answers and accepts the credentials. `busy`: it asked for a pause, or more requests wait ' +
          'for it than it can answer in time. `credentials-refused`: it refuses the credentials of this service. ' +
          '`unavailable`: it does not answer, or not with AXL. `unknown`: it was not asked, or has not answered yet.',
      }),
      release: z
        .union([z.string(), z.null()])
        .meta({ description: 'The AXL release that is spoken with it; null until that is known.', examples: ['15.0'] }),
    }),
    writingStopped: z
      .object({
        since: z.string().meta({ format: 'date-time' }),
        device: z.string().meta({ examples: ['the phone SEP00A1B2C30011'] }),
        reason: z.string().meta({ examples: ['the call manager removed the lines'] }),
      })
      .optional()
      .meta({ description: 'Why every write is 503 `writing-stopped`; left out while this service writes.' }),
    history: z.boolean().meta({ description: 'Whether changes are kept, so that they can be seen and undone.' }),
    inventory: z.union([inventorySchema, z.null()]).optional().meta({
      description:
        'The answer of `GET /inventory`, without `findings`; null if its store cannot be read; left out if there is no inventory.',
    }),
    version: z.string().meta({ description: "This service's.", examples: ['1.0.0'] }),
  })
  .meta({ description: 'What a front end needs to know at the start.' });

/** @returns why nothing is written, as callers see it */
export function shownStop(stopped: WritingStopped | undefined) {
  if (!stopped) return undefined;
  const { time, device, words } = stopped;
  return { since: time.toISOString(), device, reason: `the call manager ${words}` };
}

const example = {
  user: 'demo',
  right: 'change',
  readOnly: false,
  mayPropose: true,
  callManager: { state: 'ready', release: '15.0' },
  history: true,
  inventory: inventoryInStatusExample,
  version,
};

/** GET /status: what a front end must know. */
export const status: readonly Route[] = [
  call({
    method: 'get',
    path: '/status',
    operationId: 'readStatus',
    tag: 'Service',
    summary: 'Read the user, their rights and the state of the call manager',
    description:
      'This asks the call manager at most once in ten seconds, and only if no other request has recently shown ' +
      'that it answers.',
    answers: { 200: { description: 'The status.', json: { Status: statusSchema }, examples: { ready: example } } },
    respond: async (ctx, _, { callManagerStatus, roles, history, inventory, time, writingStop }) => {
      const { user = '' } = ctx.state;
      const right = rightOf(user, roles);
      const [callManager, kept, stopped] = await inTime(ctx, 'read', time, ({ signal }) =>
        Promise.all([callManagerStatus(signal), shownInventory(inventory), writingStop.shown()]),
      );
      const may = { readOnly: right !== 'change', mayPropose: history && right !== 'look-up' };
      const writingStopped = shownStop(stopped);
      return {
        user,
        right,
        ...may,
        callManager,
        writingStopped,
        history: history !== undefined,
        inventory: kept,
        version,
      };
    },
  }),
];
