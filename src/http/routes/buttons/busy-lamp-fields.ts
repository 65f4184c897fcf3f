import { z } from 'zod';
import type { BusyLampField } from '../../../domain/busy-lamp-field.js';
import { longestText } from '../../../domain/identifiers.js';
import { storable, text, wrongKind } from '../fields.js';
import type { DescribedList } from './list.js';
import { indexSchema, isObject, type ParsedEntry, wrongEntry } from './list-body.js';

const properties = 'index, dirn or destination, label and pickup';

const dirnMeta = { description: 'The directory number that is watched.', examples: ['4019'] };
const partitionMeta = {
  description: 'The route partition of the number; empty for a number without one.',
  examples: ['PT-Internal'],
};
const destinationMeta = {
  description: 'A number or address that the call manager does not have to know.',
  examples: ['reception@example.com'],
};
const labelMeta = { description: 'The text beside the button.', examples: ['Reception'] };
const pickupMeta = { description: 'True if the button can pick up a call that rings there.' };

export const busyLampFieldSchema = z
  .union([
    z
      .object({
        index: z.string().meta({ description: 'Position on the phone, a string of digits.', examples: ['1'] }),
        dirn: z.string().meta(dirnMeta),
        partition: z.string().meta(partitionMeta),
        label: z.string().meta(labelMeta),
        pickup: z.boolean().meta(pickupMeta),
      })
      .meta({ description: 'Watches a directory number.' }),
    z
      .object({
        index: z.string().meta({ description: 'Position on the phone, a string of digits.', examples: ['2'] }),
        destination: z.string().meta(destinationMeta),
        label: z.string().meta(labelMeta),
        pickup: z.boolean().meta(pickupMeta),
      })
      .meta({ description: 'Free-form.' }),
  ])
  .meta({ description: 'A busy lamp field, as the call manager stores it.' });

const common = {
  index: indexSchema,
  label: text(longestText, 'must be a string, or be left out')
    .default('')
    .meta({
      ...labelMeta,
      description: 'The text beside the button; empty if left out.',
      pattern: storable,
    }),
  pickup: z
    .boolean({ error: ({ input }) => wrongKind('must be true or false, or be left out', input) })
    .default(false)
    .meta({ description: 'True if the button can pick up a call that rings there; false if left out.' }),
};
const error = wrongEntry(properties);

const blank = 'has only spaces, which a call manager reads as empty';
/** A text of spaces would be stored, but it would be empty when it is read. */
const notBlank = storable.replace('^', String.raw`^(?!\s+$)`);

function isNotBlank(value: string): boolean {
  return value === '' || value.trim() !== '';
}

const numberLampToSetSchema = z
  .strictObject(
    {
      ...common,
      dirn: text(longestText, 'must be a string such as "0100"')
        .min(1, 'is empty; give a directory number such as "0100"')
        .refine(isNotBlank, blank)
        .meta({ ...dirnMeta, pattern: notBlank }),
      partition: text(longestText, 'must be a string, or be left out')
        .default('')
        .meta({ ...partitionMeta, pattern: storable }),
    },
    { error },
  )
  .meta({ description: 'Watches a directory number.' });

const destinationLampToSetSchema = z
  .strictObject(
    {
      ...common,
      destination: text(longestText, 'must be a string such as "reception@example.com"')
        .refine(isNotBlank, blank)
        .meta({ ...destinationMeta, pattern: notBlank }),
    },
    { error },
  )
  .meta({ description: 'Free-form.' });

export const busyLampFieldToSetSchema = z
  .union([numberLampToSetSchema, destinationLampToSetSchema])
  .meta({ description: 'A busy lamp field to set: with `dirn`, or with `destination`.' });

/**
 * Chooses the schema by the given properties. Otherwise, the problems would also name what the other schema requires.
 */
function parse(sent: unknown): ParsedEntry<BusyLampField> {
  const has = (key: string): boolean => isObject(sent) && Object.hasOwn(sent, key);
  if (has('destination')) {
    if (has('dirn')) return wrong([], 'has both dirn and destination; give one of them');
    if (has('partition')) return wrong(['partition'], 'needs dirn; leave it out if you give destination');
    return destinationLampToSetSchema.safeParse(sent);
  }
  if (isObject(sent) && !has('dirn')) return wrong([], 'has neither dirn nor destination; give one of them');
  return numberLampToSetSchema.safeParse(sent);
}

function wrong(path: readonly string[], message: string): ParsedEntry<BusyLampField> {
  return { success: false, error: { issues: [{ path, message }] } };
}

/** Busy lamp fields as a resource. */
export const busyLampFieldList: DescribedList<'busylampfield'> = {
  kind: 'busylampfield',
  path: '/busylampfields',
  properties,
  call: undefined,
  parse,
  document: {
    name: 'BusyLampField',
    entry: busyLampFieldSchema,
    entryToSet: busyLampFieldToSetSchema,
    entryInPlace: z
      .union([numberLampToSetSchema.partial({ index: true }), destinationLampToSetSchema.partial({ index: true })])
      .meta({ description: 'A busy lamp field to set; the path has its index.' }),
    replacing:
      'Lines and speed dials stay as they are. The current list is read first: an entry at the same index ' +
      'with the same number keeps what is not shown here.',
    example: [
      { index: '1', dirn: '4019', partition: 'PT-Internal', label: 'Carlos', pickup: true },
      { index: '2', destination: 'reception@example.com', label: 'Reception', pickup: false },
    ],
    exampleToSet: [
      { index: '1', dirn: '4019', partition: 'PT-Internal', label: 'Carlos', pickup: true },
      { index: '2', destination: 'reception@example.com', label: 'Reception' },
    ],
  },
};
