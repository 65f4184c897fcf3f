import { z } from 'zod';
import { errorCodes } from '../../domain/error-catalogue.js';
import { callersId } from '../middleware/request-context.js';

/** What callers get, for the interface's document. Answers are built from checked data, so nothing is parsed here. */

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

export const speedDialSchema = z
  .object({
    index: z.string().meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] }),
    dirn: z.string().meta({ description: 'The number that is dialled.', examples: ['0199'] }),
    label: z.string().meta({ description: 'The text beside the key.', examples: ['Reception'] }),
  })
  .meta({ description: 'A speed dial of a phone, as the call manager keeps it.' });

export const phoneSchema = z
  .object({
    product: z.string().meta({ examples: ['Cisco 8851'] }),
    description: z.string().meta({ examples: ['Reception – Büro'] }),
    model: z.string().meta({ examples: ['Cisco 8851'] }),
    name: z.string().meta({ description: 'The key of the phone, for speed dials too.', examples: ['SEP00123456789A'] }),
    uuid: z
      .string()
      .regex(new RegExp(`^(${uuid})?$`))
      .meta({ description: 'In lower case, without braces.', examples: ['0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'] }),
    dirns: z
      .array(z.string())
      .meta({ description: 'Its directory numbers in line order.', uniqueItems: true, examples: [['0100']] }),
    speeddials: z.array(speedDialSchema).meta({ description: 'In numeric order of index.' }),
  })
  .meta({
    description: 'Every property is always there and never null; a text is empty where the call manager has none.',
  });

export const phonesSchema = z
  .array(phoneSchema)
  .meta({ description: 'In order of name, none twice. No match is an empty array.' });

export const phoneUuidSchema = z
  .string()
  .regex(new RegExp(`^${uuid}$`))
  .meta({ description: "The phone's uuid alone." });

/** The form of every request id: the callers' own, and ours. */
export const requestIdSchema = z
  .string()
  .regex(callersId)
  .meta({ examples: ['2f1c6c1e-0b0e-4d5c-9a51-0f2f6b7f3c11'] });

export const fieldFaultSchema = z
  .object({
    field: z.string().meta({ examples: ['query.dirn', 'body[2].label'] }),
    detail: z.string(),
  })
  .meta({ description: 'One fault of a request, with the place where it is.' });

export const problemSchema = z
  .object({
    type: z.string().meta({ format: 'uri', description: '`urn:axl-phone-proxy:problem:` and the code.' }),
    title: z.string().meta({ description: 'The same for every problem of a code.' }),
    status: z.int().min(400).max(599).meta({ description: "The answer's HTTP status." }),
    detail: z.string().meta({ description: 'What was wrong this time, and what would be right. For people.' }),
    code: z.enum(errorCodes).meta({ description: 'What a program decides by. Codes never change their meaning.' }),
    requestId: requestIdSchema.meta({ description: 'The same as in X-Request-Id; the log knows it.' }),
    axlCode: z
      .int()
      .min(-999_999_999)
      .max(999_999_999)
      .optional()
      .meta({ description: "The call manager's own number for what it refused." }),
    errors: z.array(fieldFaultSchema).optional().meta({ description: 'The faults of an invalid request.' }),
  })
  .meta({ description: 'Every error, after RFC 9457. A later version may add properties.' });
