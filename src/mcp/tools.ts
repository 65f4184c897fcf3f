import { z } from 'zod';
import { shownJson } from '../buttons-cli/output/shown.js';
import {
  buttonKinds,
  type Change,
  changeBounds,
  type CallOptions,
  type ChangeFilter,
  consolePageOf,
  type FindingFilter,
  type ListToAsk,
  type PhoneProxyClient,
} from '../client/index.js';
import { keptSearch, phoneNameIn, soughtIn } from '../domain/sought.js';
import { onlyNumberIn } from '../domain/suggestion.js';
import { filterTable } from './filter-table.js';

/** The function of a tool, with the arguments that its schema accepted, and the address of the service. */
type Call<Given> = (client: PhoneProxyClient, given: Given, signal: AbortSignal, url: string) => Promise<unknown>;

/** A tool that an agent may call. */
export interface Tool {
  /** What the answer is, and how to get more, in the words of telephone administrators. */
  readonly description: string;
  readonly input: z.ZodObject;
  /** What the agent's host learns about it. */
  readonly annotations: ToolAnnotations;
  readonly call: Call<never>;
}

interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
const proposes: ToolAnnotations = { ...reads, readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** The most rows that one answer of a list has. */
const mostRows = 100;
/** How many rows an answer has by default. */
const usualRows = 20;

/** The longest answer, in characters. */
export const longestAnswer = 100_000;

const text = (longest: number) => z.string().min(1).max(longest);
const number = text(50).describe('A directory number, as people write it: 4019, +14085554019, (408) 555-4019');
const deviceName = text(100).describe(
  'The name of a phone (SEP and a MAC address in any spelling, CSF…) or of a device profile',
);
const deviceKind = z
  .enum(['phone', 'profile'])
  .default('phone')
  .describe('Whether the name is of a phone or a device profile');
const limit = z.int().min(1).max(mostRows).default(usualRows).describe('The most rows of this answer');
const after = text(500).optional().describe('Where the page begins: `next` of the previous answer');

/** A filter of a list of the service. */
interface Filter {
  readonly is: 'text' | 'choice' | 'time' | 'flag' | 'number' | 'device';
  readonly about: string;
  readonly longest?: number;
  readonly of?: readonly string[];
}

/** How the value of a filter is checked before the service is asked. */
const valueOf: Readonly<Record<Filter['is'], (filter: Filter) => z.ZodType>> = {
  text: ({ longest = 100 }) => text(longest),
  choice: ({ of = [] }) => z.enum(of),
  time: () => z.iso.datetime({ offset: true }),
  flag: () => z.boolean(),
  number: () => text(50),
  device: () => text(100),
};

/** The filters of all lists. Each list uses only its own. */
type AnyFilter = FindingFilter & ChangeFilter;

/** The arguments of a tool that lists. The client has other names for them. */
interface GivenToList {
  readonly number?: string;
  readonly device?: string;
  readonly device_kind?: 'phone' | 'profile';
}

/**
 * @param filters of the list, from the service's own table
 * @param place the name of the argument for the start of a page
 * @param list asks for a page
 * @returns a tool that lists
 */
function listTool(
  description: string,
  filters: Readonly<Record<string, Filter>>,
  place: 'after' | 'before',
  list: (client: PhoneProxyClient, asked: AnyFilter, call: CallOptions) => Promise<unknown>,
): Tool {
  const input = z.strictObject({
    ...Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        filter.is === 'number' ? 'number' : name,
        valueOf[filter.is](filter).optional().describe(filter.about),
      ]),
    ),
    ...('device' in filters && { device_kind: deviceKind }),
    limit,
    [place]: after,
  });
  const call: Call<GivenToList> = (client, given, signal) => {
    const { number: typed, device, device_kind: kind = 'phone', ...others } = given;
    const of = device === undefined ? undefined : ownerOf(device, kind);
    const dirn = typed === undefined ? {} : { dirn: targetIn(typed) };
    return list(client, { ...others, ...dirn, ...(of && { of }) }, { signal });
  };
  return { description, input, annotations: reads, call };
}

function tool<Shape extends z.core.$ZodLooseShape>(
  description: string,
  shape: Shape,
  call: Call<z.infer<z.ZodObject<Shape>>>,
  annotations: ToolAnnotations = reads,
): Tool {
  return { description, input: z.strictObject(shape), annotations, call };
}

/** @returns the owner of buttons, as the client names it */
function ownerOf(device: string, kind: 'phone' | 'profile'): string | { readonly profile: string } {
  return kind === 'phone' ? (phoneNameIn(device) ?? device) : { profile: device };
}

/** @returns the number or address that a text stands for, as the service has it */
function targetIn(typed: string): string {
  return soughtIn(typed).target ?? typed;
}

interface NumberFound {
  readonly number: string;
  readonly numbers: readonly unknown[];
  readonly phones: readonly unknown[];
}

async function findNumber(client: PhoneProxyClient, number: string, signal: AbortSignal): Promise<NumberFound> {
  const [numbers, phones] = await Promise.all([
    client.findNumbers(number, { signal }),
    client.findPhones(number, { signal }),
  ]);
  return { number, numbers, phones };
}

/** The tools that read, by name. */
export const readingTools = {
  service_status: tool(
    'Tells who is logged in, what that user may do, and the state of the call manager and of the inventory.',
    {},
    (client, _, signal) => client.readStatus({ signal }),
  ),
  find_number: tool(
    'Looks up a directory number: its route partitions, and every phone that carries it, with the speed dials. If no number is the given one, the only number that ends with it. `number` of the answer says which one it is about.',
    { number },
    async (client, { number: typed }, signal) => {
      const found = await findNumber(client, targetIn(typed), signal);
      const { ending } = soughtIn(typed);
      if (found.numbers.length + found.phones.length > 0 || ending === undefined) return found;
      const other = onlyNumberIn(await client.suggest(typed, { signal, cacheControl: keptSearch }));
      return (other?.endsWith(ending) ?? false) ? findNumber(client, other ?? '', signal) : found;
    },
  ),
  search_devices: tool(
    'Finds phones and device profiles by the words of their name and description, or by a MAC address, a page at a time.',
    { text: text(100).describe('Parts of words of a name or description, or a MAC address in any spelling'), after },
    (client, { text: sought, after: from }, signal) =>
      client.searchDevices(sought, { after: from, signal, cacheControl: keptSearch }),
  ),
  read_device: tool(
    'Reads one phone or device profile, with both lists of its buttons (speed dials and busy lamp fields) and their entity tags. A proposal needs the entity tags.',
    { device: deviceName, device_kind: deviceKind },
    async (client, { device, device_kind: kind }, signal) => {
      const found = await (kind === 'phone'
        ? client.findPhone(phoneNameIn(device) ?? device, { signal })
        : client.findProfile(device, { signal }));
      return found === undefined
        ? { device: null }
        : { device: found, lists: await client.readLists(ownerOf(device, kind), { signal }) };
    },
  ),
  find_buttons: tool(
    'Finds every button that points at a directory number: speed dials that dial it and busy lamp fields that watch it. A page may be empty and still have a next one.',
    { number, limit, after },
    (client, { number: typed, limit: most, after: from }, signal) =>
      client.findButtonPage(targetIn(typed), { limit: most, after: from, signal }),
  ),
  list_findings: listTool(
    'Lists findings: buttons that are probably wrong, with the evidence and the proposed fix. It needs the inventory.',
    filterTable.findings,
    'after',
    (client, filter, call) => client.listFindings(filter, call),
  ),
  list_changes: listTool(
    'Lists changes of buttons, newest first: who changed which lists when, and what waits for an approval. Each has at most 20 of the lists that match. A page may be empty and still have a next one.',
    filterTable.changes,
    'before',
    (client, filter, call) => client.listChanges(filter, call),
  ),
  read_change: tool(
    'Reads one change: its state, who did what, and a page of its lists, each with the difference and what became of it.',
    { id: text(100).describe('The id of the change'), limit, after },
    (client, { id, ...page }, signal) => client.readChange(id, { ...page, signal }),
  ),
} as const satisfies Readonly<Record<string, Tool>>;

/** One button of a list to set. */
const entry = z.strictObject({
  index: text(10).describe('Its place among the buttons of its kind: 1, 2, …'),
  dirn: text(255).optional().describe('The number that it dials or watches'),
  partition: z
    .string()
    .max(255)
    .optional()
    .describe("Only for a busy lamp field with a number: the number's route partition"),
  destination: text(255).optional().describe('Only for a busy lamp field: a SIP address in place of a number'),
  label: z.string().max(255).optional(),
  pickup: z.boolean().optional().describe('Only for a busy lamp field: whether the button picks up calls'),
});

const list = z.strictObject({
  device: deviceName,
  device_kind: deviceKind,
  kind: z.enum(buttonKinds).describe('speeddial or busylampfield'),
  if_match: text(100).describe('The entity tag of the list, from read_device'),
  entries: z.array(entry).max(500).describe('The whole list: what is left out is removed'),
});

/** @returns a change with as many of its lists as fit into one answer; without lists if not even one fits */
async function asMuchAsFits(client: PhoneProxyClient, proposed: Change, signal: AbortSignal): Promise<object> {
  for (const limit of [usualRows, 1]) {
    const read = await client.readChange(proposed.id, { limit, signal });
    // The address of the console and the mark must fit too.
    if (shownJson(read).length < longestAnswer - 1_000) return read;
  }
  return { change: proposed };
}

/** @returns a list to set, as the client takes it. What a tool has shown can be given back as it is */
function listToAsk({ device, device_kind, kind, if_match: ifMatch, entries }: z.infer<typeof list>): ListToAsk {
  return {
    ...{ device: device_kind === 'phone' ? (phoneNameIn(device) ?? device) : device, deviceKind: device_kind },
    ...{ kind, ifMatch },
    // An empty partition is that of a number without one.
    entries: entries.map(({ partition, ...others }) =>
      partition ? { ...others, partition } : others,
    ) as ListToAsk['entries'],
  };
}

/** The tools for a login that may propose, by name. None changes a button. */
export const proposingTools = {
  propose_change: tool(
    'Proposes a change: lists of buttons to set. Nothing is set until a person has approved it. The answer has the address of the console where a person reviews the change, and the change with the difference for its first lists.',
    {
      title: text(changeBounds.title).describe('What the change does, in a few words'),
      reason: z.string().max(changeBounds.reason).default('').describe('Why, for the person who approves'),
      lists: z.array(list).min(1).max(1_000).describe('The lists to set, each once'),
    },
    async (client, { title, reason, lists }, signal, url) => {
      const proposed = await client.askForChange({ title, reason, lists: lists.map(listToAsk) }, { signal });
      return { console: consolePageOf(url, proposed), ...(await asMuchAsFits(client, proposed, signal)) };
    },
    { ...proposes, idempotentHint: false },
  ),
  withdraw_change: tool(
    'Withdraws a change that this login has proposed and that no one has begun.',
    {
      id: text(100).describe('The id of the change'),
      reason: text(changeBounds.rejection).describe('Why it is withdrawn'),
    },
    (client, { id, reason }, signal) => client.rejectChange(id, reason, { signal }),
    proposes,
  ),
} as const satisfies Readonly<Record<string, Tool>>;
