import { z } from 'zod';
import { longestText } from '../../../domain/identifiers.js';
import { storable, text } from '../fields.js';
import { speedDialSchema } from '../phones.js';
import type { DescribedList } from './list.js';
import { indexSchema, wrongEntry } from './list-body.js';

const properties = 'index, dirn and label';

export const speedDialToSetSchema = z
  .strictObject(
    {
      index: indexSchema,
      dirn: text(longestText, 'must be a string such as "0100"').meta({
        description: 'The number that is dialled.',
        pattern: storable,
        examples: ['0199'],
      }),
      label: text(longestText, 'must be a string, or be left out')
        .default('')
        .meta({
          description: 'The text beside the button; empty if left out.',
          pattern: storable,
          examples: ['Reception'],
        }),
    },
    { error: wrongEntry(properties) },
  )
  .meta({ description: 'A speed dial to set.' });

/** Speed dials as a resource. */
export const speedDialList: DescribedList<'speeddial'> = {
  kind: 'speeddial',
  path: '/speeddials',
  properties,
  call: 'POST /speeddials?phone=NAME',
  parse: (sent) => speedDialToSetSchema.safeParse(sent),
  document: {
    name: 'SpeedDial',
    entry: speedDialSchema,
    entryToSet: speedDialToSetSchema,
    entryInPlace: speedDialToSetSchema
      .partial({ index: true })
      .meta({ description: 'A speed dial to set; the path has its index.' }),
    replacing: 'Lines and busy lamp fields stay as they are.',
    example: [
      { index: '1', dirn: '0199', label: 'Reception' },
      { index: '2', dirn: '+14085554019', label: '' },
    ],
    exampleToSet: [
      { index: '1', dirn: '0199', label: 'Reception' },
      { index: '2', dirn: '+14085554019' },
    ],
  },
};
