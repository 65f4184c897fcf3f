import { z } from 'zod';
import { buttonKinds, type ButtonsMeant, findingKinds, type Intent } from '../client/index.js';
import type { ToAdd, ToCopy, ToRelabel, ToRemove, ToReplace } from '../client/index.js';
import { phoneNameIn } from '../domain/sought.js';
import { changeId, device, deviceKind, dirn, targetIn, text } from './tool.js';

/** What a change may mean, described for agents. The service checks what is given, and names all that is wrong. */

const words = (about: string) => z.string().max(255).describe(about);
const kind = z.enum(buttonKinds).describe('speeddial or busylampfield');

const deviceToFind = z
  .union([text(100), z.strictObject({ profile: text(100).describe('The name of a device profile') })])
  .describe(
    'The name of a phone, its MAC address in any spelling, or a device profile if no phone has the name; or {"profile": NAME}',
  );

const search = text(100).describe('Words in the name or description of a device');
const kinds = z.array(kind).min(1).optional().describe('Only buttons of these kinds; left out: both');
const devices = z.array(deviceToFind).min(1);

/** Which buttons to a number are meant. */
const filter = {
  kinds,
  devices: devices.optional().describe('Only buttons of these devices, and of those that `search` finds'),
  search: search.optional(),
  oldLabel: words('Only buttons with exactly this label').optional(),
  partition: words('Only busy lamp fields that watch the number in this partition; empty: in none').optional(),
} satisfies Record<keyof ButtonsMeant, z.ZodType>;

const label = words('The text beside the button');
const target = text(255).describe('The number that it dials or watches');
const pickup = z.boolean().optional().describe('Only for a busy lamp field: whether the button picks up calls');
const destination = text(255).optional().describe('Only for a busy lamp field: a SIP address in place of a number');
const index = text(10).describe('Its place among the buttons of its kind: 1, 2, …');

const relabel = z.strictObject({ dirn, label: words('The new label'), ...filter }) satisfies z.ZodType<ToRelabel>;

const replace = z.strictObject({
  dirn,
  to: text(255).describe('The new number'),
  toPartition: words('The partition of the new number, for busy lamp fields; left out: theirs stays').optional(),
  label: words('The new label; left out: the label stays').optional(),
  ...filter,
}) satisfies z.ZodType<ToReplace>;

const remove = z.strictObject({
  dirns: z.array(dirn).min(1).describe('Directory numbers'),
  ...filter,
}) satisfies z.ZodType<ToRemove>;

const add = z.strictObject({
  devices: devices.optional().describe('The devices that get the button, with those that `search` finds'),
  search: search.optional(),
  kind,
  entry: z
    .strictObject({
      dirn: target.optional(),
      partition: words(
        'Only for a busy lamp field: the partition of the number; left out: the only one that it is in; empty: none',
      ).optional(),
      ...{ destination, label, pickup },
    })
    .describe('The button'),
  index: index.optional().describe('Its place; left out: the first free one of each device'),
}) satisfies z.ZodType<ToAdd>;

const copy = z.strictObject({
  from: deviceToFind,
  to: devices.optional().describe('The devices that get the buttons, with those that `search` finds'),
  ...{ search: search.optional(), kinds },
}) satisfies z.ZodType<ToCopy>;

const fix = z.union([
  z.strictObject({ findings: z.array(text(100)).min(1).describe('Ids of findings, from list_findings') }),
  z.strictObject({ kind: z.enum(findingKinds).describe('All findings of this kind') }),
]);

const namedList = z.strictObject({ device, deviceKind, kind });

const undo = z.strictObject({
  change: changeId,
  lists: z.array(namedList).min(1).optional().describe('Only these of its lists'),
});

const entry = z.strictObject({
  ...{ index, dirn: target.optional() },
  partition: words('Only for a busy lamp field with a number: its route partition; empty: none').optional(),
  ...{ destination, label: label.optional(), pickup },
});

const list = z.strictObject({
  ...namedList.shape,
  ifMatch: text(100).describe('From read_device. If the list is not as it was then, nothing is proposed'),
  entries: z.array(entry).describe('The whole list: what is left out is removed'),
});

/**
 * @returns an argument that is described by a schema. It is not checked by it, because the service checks it, and a
 * large one would hold up all other calls
 */
function described(schema: z.ZodType, description: string) {
  const json = { ...z.toJSONSchema(schema, { io: 'input' }), $schema: undefined };
  return z
    .unknown()
    .meta({ ...json, description })
    .optional();
}

const some = (item: z.ZodType) => z.array(item).min(1).max(5_000);

/** The arguments for what a change means. Each is left out, except one. */
export const intentArguments = {
  relabel: described(some(relabel), 'Gives all buttons to a number a label.'),
  replace: described(
    some(replace),
    'Lets all buttons to a number lead to another one. Pauses and codes behind it stay.',
  ),
  remove: described(some(remove), 'Removes all buttons to numbers.'),
  add: described(some(add), 'Adds a button to devices. A device that has it already stays as it is.'),
  copy: described(some(copy), 'Replaces all buttons of devices by those of another device.'),
  fix: described(fix, 'Sets buttons as findings propose it: `findings` or `kind`.'),
  undo: described(undo, 'Undoes a change, or some of its lists. What was changed since then stays.'),
  lists: described(
    z.array(list).min(1).max(1_000),
    'Sets whole lists, each named once. Only for what no other argument can say.',
  ),
} as const satisfies Record<IntentName, z.ZodType>;

type NamesOf<Union> = Union extends unknown ? keyof Union : never;
type IntentName = NamesOf<Intent>;

/** The arguments of a call. */
export type GivenIntents = Readonly<Partial<Record<IntentName, unknown>>>;

type Sent = Readonly<Record<string, unknown>>;

/** @returns an item or items in the form that the service takes. What is no object stays, and the service refuses it */
function each(items: unknown, form: (item: Sent) => Sent): unknown {
  if (Array.isArray(items)) return items.map((item) => each(item, form));
  return typeof items === 'object' && items !== null ? form(items as Sent) : items;
}

const numberIn = (typed: unknown): unknown => (typeof typed === 'string' ? targetIn(typed) : typed);
const withNumber = (item: Sent): Sent => ('dirn' in item ? { ...item, dirn: numberIn(item['dirn']) } : item);

/** @returns the name of a list, out of a list that a tool has shown, with the phone's own name */
function nameOfList({ device: name, deviceKind: of, kind: list }: Sent): Sent {
  const isPhone = typeof name === 'string' && of !== 'profile';
  return { device: isPhone ? (phoneNameIn(name) ?? name) : name, deviceKind: of, kind: list };
}

/** @returns a button without an empty partition if it is a speed dial, as find_buttons and list_findings show these */
function withPartition(kindOf: unknown, { partition, ...others }: Sent): Sent {
  return partition === '' && kindOf === 'speeddial' ? others : { ...others, partition };
}

/** Into which form each intent is brought, so that what a tool has shown can be given back as it is. */
const forms: Readonly<Partial<Record<IntentName, (item: Sent) => Sent>>> = {
  relabel: withNumber,
  replace: withNumber,
  remove: ({ dirns, ...others }) => ({ ...others, dirns: Array.isArray(dirns) ? dirns.map(numberIn) : dirns }),
  add: (item) => ({ ...item, entry: each(item['entry'], (one) => withPartition(item['kind'], one)) }),
  undo: ({ lists, ...others }) => ({ ...others, lists: each(lists, nameOfList) }),
  lists: (item) => ({
    ...item,
    ...nameOfList(item),
    entries: each(item['entries'], (one) => withPartition(item['kind'], one)),
  }),
};

/** @returns the intents that are given, as the service takes them */
export function intentIn(given: GivenIntents): Intent {
  const rows = Object.entries(given).map(([name, items]) => {
    const form = forms[name as IntentName];
    return [name, form ? each(items, form) : items];
  });
  return Object.fromEntries(rows) as Intent;
}
