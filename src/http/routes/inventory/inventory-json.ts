import { z } from 'zod';
import { type Dismissal, findingKinds, findingTexts, type ListedFinding } from '../../../domain/finding.js';
import { buttonEntrySchema } from '../../openapi/problem-schema.js';
import { buttonKindSchema, deviceKindSchema } from '../fields.js';

/** @returns a finding as callers see it */
export function findingJson({ since, dismissal, ...finding }: ListedFinding) {
  return { ...finding, since: new Date(since).toISOString(), dismissal: dismissal && dismissalJson(dismissal) };
}

/** @returns a dismissal as callers see it */
export function dismissalJson({ reason, user, time }: Dismissal) {
  return { reason, user, time: time.toISOString() };
}

export const dismissalSchema = z.object({ reason: z.string(), user: z.string(), time: z.iso.datetime() });
const orNotDismissed = z
  .union([dismissalSchema, z.null()])
  .meta({ description: 'Who dismissed it, when and why; null if no one did.' });

export const dismissedSchema = z
  .object({ id: z.string(), dismissal: orNotDismissed })
  .meta({ description: 'Whether a finding is dismissed.' });

export const findingKindSchema = z.enum(findingKinds).meta({
  description: findingKinds.map((kind) => `\`${kind}\`: ${findingTexts[kind].meaning}.`).join(' '),
});

export const findingSchema = z
  .object({
    id: z.string().meta({ description: 'It stays the same while the same button is wrong in the same way.' }),
    kind: findingKindSchema,
    device: z.string().meta({ description: "The device's name." }),
    deviceKind: deviceKindSchema,
    description: z.string().meta({ description: "The device's." }),
    list: buttonKindSchema,
    index: z.string().meta({ description: 'Position on the device, a string of digits.' }),
    dirn: z.string().meta({ description: 'What the button points at.' }),
    partition: z.string().meta({ description: 'That of the number that a busy lamp field watches; otherwise empty.' }),
    label: z.string().meta({ description: 'The text beside the button.' }),
    since: z.iso.datetime().meta({ description: 'When the first sweep that found it began.' }),
    evidence: z.string().meta({ description: 'Why the button is probably wrong.' }),
    proposal: z.union([z.object({ set: buttonEntrySchema }), z.object({ remove: z.literal(true) }), z.null()]).meta({
      description:
        'What would fix the button; null if that is not known. If `pickup` is left out, keep that of the current entry.',
    }),
    dismissal: orNotDismissed,
  })
  .meta({ description: 'A button that is probably wrong.' });

export const findingExample = {
  ...{ id: '0b8f3c5de1a94f27a6c0d412', kind: 'old-name', device: 'SEP00A1B2C30003', deviceKind: 'phone' },
  ...{ description: 'Reception', list: 'speeddial', index: '1', dirn: '2003', partition: '', label: 'Ana Rojas' },
  since: '2026-03-04T05:06:07.089Z',
  evidence: '“Ana Rojas” is the alerting name of 2017; the alerting name of 2003 is “Carlos Peña”.',
  proposal: { set: { index: '1', dirn: '2003', label: 'Carlos Peña' } },
  dismissal: null,
};

export const dismissedExample = {
  id: findingExample.id,
  dismissal: { reason: 'She answers there, too.', user: 'demo', time: '2026-03-04T05:06:07.089Z' },
};
