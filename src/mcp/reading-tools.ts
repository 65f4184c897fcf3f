import { z } from 'zod';
import type { CallOptions, ChangeFilter, FindingFilter, Lists, PhoneProxyClient } from '../client/index.js';
import { keptSearch, phoneNameIn, soughtIn } from '../domain/sought.js';
import { onlyNumberIn } from '../domain/suggestion.js';
import { answerTable } from './answer-table.js';
import { filterTable } from './filter-table.js';
import { after, answer, type Call, changeId, device, deviceKind, dirn, limit, listOf, next, orNull } from './tool.js';
import { ownerOf, reads, targetIn, text, type Tool, tool } from './tool.js';

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
  readonly dirn?: string;
  readonly device?: string;
  readonly deviceKind?: 'phone' | 'profile';
}

/**
 * @param filters of the list, from the service's own table
 * @param list asks for a page
 * @returns a tool that lists
 */
function listTool(
  description: string,
  filters: Readonly<Record<string, Filter>>,
  output: z.ZodObject,
  list: (client: PhoneProxyClient, asked: AnyFilter, call: CallOptions) => Promise<object>,
): Tool {
  const input = z.strictObject({
    ...Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [
        filter.is === 'number' ? 'dirn' : name,
        valueOf[filter.is](filter).optional().describe(filter.about),
      ]),
    ),
    ...{ deviceKind, limit, after },
  });
  const call: Call<GivenToList> = async (client, given, signal) => {
    const { dirn: typed, device: name, deviceKind: kind = 'phone', ...others } = given;
    const of = name === undefined ? undefined : ownerOf(name, kind);
    const target = typed === undefined ? {} : { dirn: targetIn(typed) };
    return { ...(await list(client, { ...others, ...target, ...(of && { of }) }, { signal })) };
  };
  return { description, input, output, annotations: reads, call };
}

interface NumberFound {
  readonly dirn: string;
  readonly numbers: readonly unknown[];
  readonly phones: readonly unknown[];
}

async function findNumber(client: PhoneProxyClient, number: string, signal: AbortSignal): Promise<NumberFound> {
  const [numbers, phones] = await Promise.all([
    client.findNumbers(number, { signal }),
    client.findPhones(number, { signal }),
  ]);
  return { dirn: number, numbers, phones };
}

/** @returns the lists of a device as `propose_change` takes them */
function listsToPropose(name: string, kind: 'phone' | 'profile', { speeddials, busylampfields, etags }: Lists) {
  const of = { device: name, deviceKind: kind };
  return [
    { ...of, kind: 'speeddial', ifMatch: etags.speeddials, entries: speeddials },
    { ...of, kind: 'busylampfield', ifMatch: etags.busylampfields, entries: busylampfields },
  ];
}

const word = { type: 'string' };
const listRead = {
  type: 'object',
  properties: {
    ...{ device: word, deviceKind: { enum: ['phone', 'profile'] }, kind: { enum: ['speeddial', 'busylampfield'] } },
    ifMatch: {
      ...word,
      description: 'Names what the list has now. A proposal with it is refused if the list changed.',
    },
    entries: listOf(answerTable.ChangeEntry),
  },
  required: ['device', 'deviceKind', 'kind', 'ifMatch', 'entries'],
};

/** The tools that read, by name. */
export const readingTools = {
  service_status: tool(
    'Tells who is logged in, what that user may do, and the state of the call manager and of the inventory.',
    {},
    z.looseObject({}).meta(answerTable.Status),
    async (client, _, signal) => ({ ...(await client.readStatus({ signal })) }),
  ),
  find_number: tool(
    'Looks up a directory number: its route partitions, and every phone that carries it, with the speed dials. If no number is the given one, the only number that ends with it. `dirn` of the answer says which one it is about.',
    { dirn },
    answer({
      dirn: { ...word, description: 'The number that the answer is about' },
      numbers: listOf(answerTable.Number),
      phones: listOf(answerTable.Phone),
    }),
    async (client, { dirn: typed }, signal) => {
      const found = await findNumber(client, targetIn(typed), signal);
      const { ending } = soughtIn(typed);
      if (found.numbers.length + found.phones.length > 0 || ending === undefined) return { ...found };
      const other = onlyNumberIn(await client.suggest(typed, { signal, cacheControl: keptSearch }));
      return { ...((other?.endsWith(ending) ?? false) ? await findNumber(client, other ?? '', signal) : found) };
    },
  ),
  search_devices: tool(
    'Finds phones and device profiles by the words of their name and description, or by a MAC address, a page at a time.',
    { search: text(100).describe('Parts of words of a name or description, or a MAC address in any spelling'), after },
    answer({ devices: listOf(answerTable.Device) }, { next }),
    async (client, { search, after: from }, signal) => ({
      ...(await client.searchDevices(search, { after: from, signal, cacheControl: keptSearch })),
    }),
  ),
  read_device: tool(
    'Reads one phone or device profile, with both lists of its buttons (speed dials and busy lamp fields), each as `propose_change` takes it in `lists`.',
    { device, deviceKind },
    answer({ device: orNull(answerTable.NamedDevice), lists: listOf(listRead) }),
    async (client, { device: typed, deviceKind: kind }, signal) => {
      const found = await (kind === 'phone'
        ? client.findPhone(phoneNameIn(typed) ?? typed, { signal })
        : client.findProfile(typed, { signal }));
      if (found === undefined) return { device: null, lists: [] };
      const lists = await client.readLists(ownerOf(found.name, kind), { signal });
      return { device: found, lists: listsToPropose(found.name, kind, lists) };
    },
  ),
  find_buttons: tool(
    'Finds every button that points at a directory number: speed dials that dial it and busy lamp fields that watch it. A page may be empty and still have a next one.',
    { dirn, limit, after },
    answer({ buttons: listOf(answerTable.PointingButton) }, { next }),
    async (client, { dirn: typed, limit: most, after: from }, signal) => ({
      ...(await client.findButtonPage(targetIn(typed), { limit: most, after: from, signal })),
    }),
  ),
  list_findings: listTool(
    'Lists findings: buttons that are probably wrong, with the evidence and the proposed fix. It needs the inventory.',
    filterTable.findings,
    answer({ findings: listOf(answerTable.Finding) }, { next }),
    (client, filter, call) => client.listFindings(filter, call),
  ),
  list_changes: listTool(
    'Lists changes of buttons, newest first: who changed which lists when, and what waits for an approval. Each has at most 20 of the lists that match. A page may be empty and still have a next one.',
    filterTable.changes,
    answer({ changes: listOf(answerTable.ChangeWithLists) }, { next }),
    (client, { after: before, ...filter }, call) => client.listChanges({ ...filter, before }, call),
  ),
  read_change: tool(
    'Reads one change: its state, who did what, and a page of its lists, each with the difference and what became of it.',
    { id: changeId, limit, after },
    answer({ change: answerTable.ChangeWithLists }, { next }),
    async (client, { id, ...page }, signal) => {
      const read = await client.readChange(id, { ...page, signal });
      return { change: read.change, next: read.next };
    },
  ),
} as const satisfies Readonly<Record<string, Tool>>;
