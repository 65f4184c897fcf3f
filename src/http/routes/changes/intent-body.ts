import { z } from 'zod';
import { type EntryToAdd, type IntentToFind, mostItems } from '../../../changes/intents/intent.js';
import { buttonKinds, hasProperty } from '../../../domain/button-kinds.js';
import type { FieldProblem } from '../../../domain/errors.js';
import { findingKinds } from '../../../domain/finding.js';
import { longestDeviceName, longestText } from '../../../domain/identifiers.js';
import { unseenProblem } from '../../../domain/unseen.js';
import { indexSchema } from '../buttons/list-body.js';
import { buttonLists } from '../buttons/list-routes.js';
import { notOneOf, objectWith, problemsIn } from '../body.js';
import { storable, text, wrongKind } from '../fields.js';
import { readEach, type Reading } from './read-each.js';

/** What a body of `POST /changes` may mean, in place of the lists to set. */

const number = text(longestText, 'must be a number such as "0100", as a string')
  .min(1, 'must not be empty')
  .refine((typed) => unseenProblem(typed) === undefined, { error: ({ input }) => unseenProblem(String(input)) ?? '' })
  .meta({ pattern: storable, description: 'A directory number, as callers dial it.', examples: ['6150'] });
const words = text(longestText, 'must be a string').meta({ pattern: storable });
const label = words.meta({ pattern: storable, description: 'The new label.', examples: ['Petra Sandström'] });
const deviceName = text(longestDeviceName, 'must be the name of a device')
  .min(1, 'must not be empty')
  .meta({ pattern: storable, description: 'The name of a device profile.' });

const device = z
  .union([deviceName, z.strictObject({ profile: deviceName })], {
    error: ({ input }) => wrongKind('must be the name of a device, or {"profile": NAME}', input),
  })
  .meta({
    description:
      'The name of a phone, its MAC address in any spelling, or the name of a device profile if no phone has it; or an ' +
      'object with the name of a device profile.',
  });

/** @returns an array of 1 to `mostItems` items */
export function some<Item extends z.ZodType>(item: Item, of: string) {
  return z
    .array(item, { error: ({ input }) => wrongKind(`must be an array of ${of}`, input) })
    .min(1, `must have at least one of ${of}`)
    .max(mostItems, `must have at most ${mostItems} of ${of}`);
}

const kind = z.enum(buttonKinds, { error: notOneOf(buttonKinds) }).meta({ description: 'The kind of the buttons.' });
const search = words.min(1, 'must not be empty').meta({ description: 'Words in the name or description of a device.' });

const filter = {
  kinds: some(kind, 'kinds').optional().meta({ description: 'Only buttons of these kinds.' }),
  devices: some(device, 'devices')
    .optional()
    .meta({ description: 'Only buttons of these devices, and of those that `search` finds.' }),
  search: search.optional(),
  oldLabel: words.optional().meta({ description: 'Only buttons with exactly this label.' }),
  partition: words.optional().meta({
    description: 'Only busy lamp fields that watch the number in this partition; empty: in none.',
  }),
};
const filtered = 'kinds, devices, search, oldLabel and partition';

const entryProperties = {
  dirn: number.optional().meta({ description: 'The number that it dials or watches.' }),
  destination: number.optional().meta({ description: 'For a free-form busy lamp field: a number or address.' }),
  partition: words.optional().meta({ description: 'For a busy lamp field: the partition of the number; empty: none.' }),
  label: words.default('').meta({ pattern: storable, description: 'The text beside the button.' }),
  pickup: z.boolean().optional().meta({ description: 'For a busy lamp field: whether it picks up calls.' }),
};
const to = some(device, 'devices').optional().meta({ description: 'These devices, with those that `search` finds.' });

/** The items of each intent. */
const items = {
  relabel: z.strictObject({ dirn: number, label, ...filter }, { error: objectWith(`dirn, label, ${filtered}`) }),
  replace: z.strictObject(
    {
      dirn: number,
      to: number.meta({ description: 'The new number.' }),
      toPartition: words
        .optional()
        .meta({ description: 'The partition of the new number, for busy lamp fields; left out: theirs stays.' }),
      label: label.optional().meta({ description: 'The new label; left out: the label stays.' }),
      ...filter,
    },
    { error: objectWith(`dirn, to, toPartition, label, ${filtered}`) },
  ),
  remove: z.strictObject(
    { dirns: some(number, 'numbers').meta({ description: 'Directory numbers.' }), ...filter },
    { error: objectWith(`dirns, ${filtered}`) },
  ),
  add: z.strictObject(
    {
      devices: to,
      search: search.optional(),
      kind,
      entry: z
        .strictObject(entryProperties, { error: objectWith('dirn, partition, destination, label and pickup') })
        .meta({
          description:
            'The button without its index. A busy lamp field without `partition` watches the number in the only one it is in.',
        }),
      index: indexSchema.optional().meta({ description: 'Left out: the first index of each device without a button.' }),
    },
    { error: objectWith('devices, search, kind, entry and index') },
  ),
  copy: z.strictObject(
    { from: device, to, search: search.optional(), kinds: filter.kinds },
    { error: objectWith('from, to, search and kinds') },
  ),
} as const;

const about: Readonly<Record<keyof typeof items, string>> = {
  relabel: 'Give all buttons to a number a label.',
  replace: 'Let all buttons to a number lead to another one. Pauses and codes behind it stay.',
  remove: 'Remove all buttons to some numbers.',
  add: 'Add a button to devices. A device that has it already stays as it is.',
  copy: 'Replace all buttons of devices by those of another one.',
};

const fix = z
  .union(
    [
      z.strictObject({
        findings: some(z.string().min(1).max(100), 'ids of findings').meta({ description: 'The ids of findings.' }),
      }),
      z.strictObject({
        kind: z
          .enum(findingKinds, { error: notOneOf(findingKinds) })
          .meta({ description: 'All findings of this kind.' }),
      }),
    ],
    { error: ({ input }) => wrongKind('must be an object with findings (ids) or kind (a kind of finding)', input) },
  )
  .meta({ description: 'Give buttons what findings of the inventory propose.' });

/** The names of the intents whose lists are found by the service. */
export const intentNames = [...Object.keys(items), 'fix'] as const;

/** The properties of a body for these intents, for the OpenAPI document. */
export const intentSchemas = {
  relabel: ofOneOrMore('relabel'),
  replace: ofOneOrMore('replace'),
  remove: ofOneOrMore('remove'),
  add: ofOneOrMore('add'),
  copy: ofOneOrMore('copy'),
  fix: fix.optional(),
};

function ofOneOrMore(name: keyof typeof items) {
  const item: z.ZodType = items[name];
  return z
    .union([item, some(item, 'items')])
    .optional()
    .meta({ description: `${about[name]} One item, or an array of up to ${mostItems}.` });
}

/**
 * @param sent the intent of a body
 * @returns the intent; undefined if something is wrong
 */
export async function readIntent(name: string, sent: unknown, reading: Reading): Promise<IntentToFind | undefined> {
  const { problems } = reading;
  const [field, before] = [`body.${name}`, problems.length];
  if (name === 'fix') {
    const parsed = fix.safeParse(sent);
    problems.push(...problemsIn(parsed.error, field));
    reading.hash.update(JSON.stringify(sent));
    return parsed.data && { fix: parsed.data };
  }
  if (Array.isArray(sent) && (sent.length === 0 || sent.length > mostItems)) {
    problems.push({ field, detail: `must have 1 to ${mostItems} items` });
    return undefined;
  }
  const given = await readEach(sent, items[name as keyof typeof items] as z.ZodType, field, reading, (item, place) => {
    const wrong = checks[name]?.(item as never) ?? [];
    problems.push(...wrong.map(({ field: of, detail }) => ({ field: `${place}${of}`, detail })));
    return name === 'add' ? withEntry(item as Added) : item;
  });
  return problems.length > before ? undefined : ({ [name]: given } as unknown as IntentToFind);
}

type Added = z.output<typeof items.add>;

/** What a schema alone cannot say. */
const checks: Readonly<Record<string, (item: never) => FieldProblem[]>> = {
  add: ({ devices, search: sought, kind: of, entry, index = '1' }: Added) => [
    ...(devices || sought !== undefined ? [] : [{ field: '', detail: 'needs devices or search' }]),
    ...entryProblems(of, entry, index),
  ],
  copy: ({ to, search: sought }: z.output<typeof items.copy>) =>
    to || sought !== undefined ? [] : [{ field: '', detail: 'needs to or search' }],
};

function entryProblems(kind: Added['kind'], entry: Added['entry'], index: string): FieldProblem[] {
  const whole = { index, ...withEntry({ kind, entry }).entry };
  const isOpen = hasProperty(kind, 'partition') && entry.dirn !== undefined && entry.partition === undefined;
  const parsed = buttonLists[kind].parse(isOpen ? { ...whole, partition: '' } : whole);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({
        field: path[0] === 'index' ? '.index' : ['.entry', ...path.map(String)].join('.'),
        detail: message,
      }));
}

/** @returns the item with the entry of its kind: a busy lamp field without `pickup` picks up no calls */
function withEntry<Item extends Pick<Added, 'kind' | 'entry'>>(
  item: Item,
): Omit<Item, 'entry'> & { entry: EntryToAdd } {
  const entry = Object.fromEntries(Object.entries(item.entry).filter(([, value]) => value !== undefined));
  const whole = hasProperty(item.kind, 'pickup') ? { pickup: false, ...entry } : entry;
  return { ...item, entry: whole as unknown as EntryToAdd };
}
