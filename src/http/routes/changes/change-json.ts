import { z } from 'zod';
import { errorCodes } from '../../../domain/error-catalogue.js';
import { type Change, type ChangeSource, changeSources } from '../../../history/change.js';
import { difference } from '../../../history/difference.js';
import { isUndoable } from '../../../history/undo-change.js';
import { buttonEntrySchema } from '../../openapi/problem-schema.js';
import { buttonKindSchema, deviceKindSchema } from '../fields.js';

/** @returns a change as callers see it */
export function changeJson(change: Change) {
  const { id, time, user, requestId, device, uuid, kind, before, after, outcome, foundLater } = change;
  const { name, kind: deviceKind } = device;
  const { run = null, undoes = null, undoneBy = null, seenAfter } = change;
  const source: ChangeSource = seenAfter ? 'elsewhere' : 'service';
  return {
    ...{ id, time: time.toISOString(), user, requestId, device: name, deviceKind, uuid, kind, before, after, outcome },
    ...(foundLater && { foundLater: { list: foundLater.list, time: foundLater.time.toISOString() } }),
    ...{ run, undoes, undoneBy, source, seenAfter: seenAfter?.toISOString() ?? null },
    undoable: isUndoable(change),
  };
}

/** @returns a change as callers see it, with the difference that it made to the list */
export function changeWithDifference(change: Change) {
  const { kind, before, after } = change;
  const isReadable = after !== null || before !== null;
  return { ...changeJson(change), difference: isReadable ? difference({ kind, before, after }) : null };
}

// The responses are made from checked values: these schemas only describe them.

const entries = z.array(buttonEntrySchema);

export const outcomeSchema = z.enum(['in-progress', 'replaced', 'confirmed-by-reading', 'seen', ...errorCodes]);

export const changeSchema = z
  .object({
    id: z.string().meta({ description: 'Later changes have higher numbers.', examples: ['1204'] }),
    time: z.iso.datetime().meta({
      description: 'When it began; for a change made elsewhere, when it was seen.',
      examples: ['2026-03-04T05:06:07.089Z'],
    }),
    user: z
      .union([z.string(), z.null()])
      .meta({ description: 'Null for a change made elsewhere.', examples: ['demo'] }),
    requestId: z
      .union([z.string(), z.null()])
      .meta({ description: 'Its id in log and audit; null for a change made elsewhere.' }),
    device: z.string().meta({ description: "The device's name at that time.", examples: ['SEP00A1B2C30003'] }),
    deviceKind: deviceKindSchema,
    uuid: z.union([z.string(), z.null()]).meta({
      description:
        "The device's key, which stays if the device is renamed; null for changes that a release up to 1.0.0 stored.",
      examples: ['0a1b2c3d-0000-4000-8000-00a1b2c30003'],
    }),
    kind: buttonKindSchema,
    before: z.union([entries, z.null()]).meta({
      description: 'The list before the change; null if it is not known or cannot be read.',
    }),
    after: z.union([entries, z.null()]).meta({
      description:
        'The list to set, or the list that was seen; null if the stored list is damaged and cannot be read ' +
        '(then `before` is null too), or if a change made elsewhere removed the device.',
    }),
    outcome: outcomeSchema.meta({
      description:
        '`replaced`: the call manager said that it set the list. `confirmed-by-reading`: it did not say so, but the ' +
        'device had the list then. `seen`: it was made elsewhere. Otherwise the code of the problem that the caller got.',
    }),
    foundLater: z
      .object({
        list: z.enum(['after', 'before', 'other']).meta({
          description: 'The list that the device had then: the list to set, the list from before, or another list.',
        }),
        time: z.iso.datetime().meta({ examples: ['2026-03-04T05:06:12.345Z'] }),
      })
      .optional()
      .meta({
        description:
          'With `outcome-unknown`: what a late answer, or the next write that read the list, showed about the change. ' +
          'It is left out until then.',
      }),
    run: z.union([z.string(), z.null()]).meta({ description: 'The run that it belongs to.' }),
    undoes: z.union([z.string(), z.null()]).meta({ description: 'The change that it undoes.' }),
    undoneBy: z
      .union([z.string(), z.null()])
      .meta({ description: 'The newest change that undid it and is known to be applied.' }),
    source: z.enum(changeSources).meta({ description: '`elsewhere`: not made by this service, which saw it later.' }),
    seenAfter: z
      .union([z.iso.datetime(), z.null()])
      .meta({ description: 'For a change made elsewhere: it was made between this and `time`.' }),
    undoable: z.boolean().meta({
      description: 'False if it can never be undone, because one of the lists is not known or the device is gone.',
    }),
  })
  .meta({ description: 'A list that was set, or that was to be set.' });

export const changeWithDifferenceSchema = changeSchema
  .extend({
    difference: z
      .union([
        z.object({
          added: entries,
          removed: entries,
          changed: z.array(z.object({ before: buttonEntrySchema, after: buttonEntrySchema })),
        }),
        z.null(),
      ])
      .meta({ description: 'Null if the lists cannot be read.' }),
  })
  .meta({ description: 'A change, and what it does to the list.' });

export const undoneSchema = z
  .object({
    id: z.union([z.string(), z.null()]).meta({ description: 'The change that the undo made; null for none.' }),
    changed: z.boolean().meta({ description: 'Whether anything had to be changed.' }),
  })
  .meta({ description: 'The result of an undo.' });

export const changeExample = {
  ...{ id: '1204', time: '2026-03-04T05:06:07.089Z', user: 'demo', requestId: '2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11' },
  ...{
    device: 'SEP00A1B2C30003',
    deviceKind: 'phone',
    uuid: '0a1b2c3d-0000-4000-8000-00a1b2c30003',
    kind: 'speeddial',
  },
  before: [{ index: '1', dirn: '0199', label: 'Reception' }],
  after: [{ index: '1', dirn: '0199', label: 'Front desk' }],
  outcome: 'replaced',
  ...{ run: '12', undoes: null, undoneBy: null, source: 'service', seenAfter: null, undoable: true },
};
