import { z } from 'zod';
import type { Intent } from '../client/index.js';
import { phoneNameIn } from '../domain/sought.js';
import { intentTable } from './intent-table.js';
import { targetIn } from './tool.js';

/**
 * What a change may mean, as the service describes it. It is not checked here: the service checks it, and names all that
 * is wrong; and a large one would hold up all other calls.
 */

type NamesOf<Union> = Union extends unknown ? keyof Union : never;
type IntentName = NamesOf<Intent>;

/** The arguments for what a change means. Each is left out, except one. */
export const intentArguments = Object.fromEntries(
  Object.entries(intentTable).map(([name, schema]) => [name, z.unknown().meta(schema).optional()]),
) as Readonly<Record<IntentName, z.ZodOptional<z.ZodUnknown>>>;

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
