import { z } from 'zod';
import { errorCodes } from '../../../domain/error-catalogue.js';
import type { Change } from '../../../history/change.js';
import { difference } from '../../../history/difference.js';
import { buttonEntrySchema } from '../../openapi/button-entry-schema.js';
import { buttonKindSchema, deviceKindSchema } from '../fields.js';

/** @returns a change as callers see it */
export function changeJson({ id, time, user, requestId, device, kind, before, after, outcome }: Change) {
  const { name, kind: deviceKind } = device;
  return { id, time: time.toISOString(), user, requestId, device: name, deviceKind, kind, before, after, outcome };
}

/** @returns the same, with what it does to the list */
export function changeWithDifference(change: Change) {
  return { ...changeJson(change), difference: difference(change.before, change.after) };
}

// The responses are made of checked values: these schemas only describe them.

const entries = z.array(buttonEntrySchema);

export const changeSchema = z
  .object({
    id: z.string().meta({ description: 'Later changes have higher numbers.', examples: ['1204'] }),
    time: z.iso.datetime().meta({ description: 'When it began.', examples: ['2026-03-04T05:06:07.089Z'] }),
    user: z.string().meta({ examples: ['demo'] }),
    requestId: z.string().meta({ description: 'By which log and audit know it.' }),
    device: z.string().meta({ examples: ['SEP00A1B2C30003'] }),
    deviceKind: deviceKindSchema,
    kind: buttonKindSchema,
    before: z.union([entries, z.null()]).meta({ description: 'The list that was read before it.' }),
    after: entries.meta({ description: 'The list that was to be set.' }),
    outcome: z.enum(['in-progress', 'replaced', 'confirmed-by-reading', ...errorCodes]).meta({
      description:
        '`replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the ' +
        'device held the list then. Otherwise the code of the problem that the caller got.',
    }),
  })
  .meta({ description: 'A list that was set, or was to be.' });

export const changeWithDifferenceSchema = changeSchema
  .extend({
    difference: z.object({
      added: entries,
      removed: entries,
      changed: z.array(z.object({ before: buttonEntrySchema, after: buttonEntrySchema })),
    }),
  })
  .meta({ description: 'A change, and what it does to the list.' });

export const undoneSchema = z
  .object({
    id: z.union([z.string(), z.null()]).meta({ description: 'The change that the undo made; null for none.' }),
    changed: z.boolean().meta({ description: 'Whether anything had to be changed.' }),
  })
  .meta({ description: 'What became of an undo.' });

export const changeExample = {
  ...{ id: '1204', time: '2026-03-04T05:06:07.089Z', user: 'demo', requestId: '2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11' },
  ...{ device: 'SEP00A1B2C30003', deviceKind: 'phone', kind: 'speeddial' },
  before: [{ index: '1', dirn: '0199', label: 'Reception' }],
  after: [{ index: '1', dirn: '0199', label: 'Front desk' }],
  outcome: 'replaced',
};
