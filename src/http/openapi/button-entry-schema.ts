import { z } from 'zod';

const text = z.string().optional();

/** An entry of either list of buttons. Responses alone have it, made of checked values: this schema only describes it. */
export const buttonEntrySchema = z
  .object({
    index: z.string().meta({ examples: ['1'] }),
    dirn: text.meta({ examples: ['0199'] }),
    partition: text,
    destination: text,
    label: z.string().meta({ examples: ['Reception'] }),
    pickup: z.boolean().optional(),
  })
  .meta({ description: 'A speed dial or a busy lamp field, as its own list shows it.' });
