import { z } from 'zod';
import type { Entry } from '../../domain/button-kinds.js';
import type { PropertyOf } from '../../domain/buttons.js';
import { errorCodes } from '../../domain/error-catalogue.js';
import { callersId } from '../middleware/request-context.js';

const text = z.string().optional();

/**
 * An entry of either list of buttons. It appears only in responses, which are made from checked values, so this schema
 * only describes it.
 */
export const buttonEntrySchema = z
  .object({
    index: z.string().meta({ description: 'The position on the device.', examples: ['1'] }),
    dirn: text.meta({ description: 'The number that it dials or watches.', examples: ['0199'] }),
    partition: text.meta({ description: 'For a busy lamp field: the partition of the number; empty: none.' }),
    destination: text.meta({ description: 'For a free-form busy lamp field: a number or address.' }),
    label: z.string().meta({ description: 'The text beside the button.', examples: ['Reception'] }),
    pickup: z.boolean().optional().meta({ description: 'For a busy lamp field: whether it picks up calls.' }),
  } satisfies Readonly<Record<PropertyOf<Entry>, z.ZodType>>)
  .meta({ description: 'A speed dial or a busy lamp field, as its own list shows it.' });

/** The form of every request id, from callers or from this service. */
export const requestIdSchema = z
  .string()
  .regex(callersId)
  .meta({ examples: ['2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11'] });

export const fieldProblemSchema = z
  .object({
    field: z.string().meta({ examples: ['query.dirn', 'body[2].label'] }),
    detail: z.string(),
  })
  .meta({ description: 'One thing wrong with a request, and where.' });

export const differingEntrySchema = z.object({
  index: z.string(),
  asked: z.union([buttonEntrySchema, z.null()]).meta({ description: 'Null if no entry was asked for.' }),
  present: z.union([buttonEntrySchema, z.null()]).meta({ description: 'Null if there is no entry.' }),
});

export const problemSchema = z
  .object({
    type: z.string().meta({ format: 'uri', description: '`urn:axl-phone-proxy:problem:` and the code.' }),
    title: z.string().meta({ description: 'The same for every problem with this code.' }),
    status: z.int().min(400).max(599).meta({ description: 'The HTTP status of the response.' }),
    detail: z.string().meta({ description: 'What is wrong this time, and what to do. For people.' }),
    code: z.enum(errorCodes).meta({ description: 'For programs. Codes never change their meaning.' }),
    requestId: requestIdSchema.meta({ description: 'The same as in X-Request-Id; the log has it too.' }),
    axlCode: z
      .int()
      .min(-999_999_999)
      .max(999_999_999)
      .optional()
      .meta({ description: "The call manager's own error number." }),
    present: z
      .array(buttonEntrySchema)
      .optional()
      .meta({ description: 'The current list, if an undo may not replace it, or if it is not the one that was set.' }),
    reason: text.meta({
      description: 'What the call manager did instead of what was asked for, if that has a known form. For people.',
      examples: ['the call manager cut the label at index 3 to 30 characters'],
    }),
    difference: z
      .array(differingEntrySchema)
      .optional()
      .meta({ description: 'The entries that differ from what was asked for, at most 100.' }),
    errors: z.array(fieldProblemSchema).optional().meta({ description: 'What is wrong with an invalid request.' }),
  })
  .meta({ description: 'Every error, after RFC 9457. A later version may add properties.' });
