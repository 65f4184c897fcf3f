import { z } from 'zod';
import { type Change, changeBounds, type ChangeRead, consolePageOf, type PhoneProxyClient } from '../client/index.js';
import { answerTable } from './answer-table.js';
import { intentArguments, intentIn } from './intents.js';
import { answer, changeId, longestAnswer, next, reads, text, type Tool, tool, ToolError, usualRows } from './tool.js';

const proposes = { ...reads, readOnlyHint: false, destructiveHint: false, idempotentHint: true };

/** How long an answer waits until the lists of a proposed change are read, in seconds. */
const longestReading = 20;

/** @returns a change with its first lists, as soon as these are read, or some time later */
async function readSoon(client: PhoneProxyClient, id: string, signal: AbortSignal): Promise<ChangeRead> {
  const until = Date.now() + longestReading * 1_000;
  let read = await client.readChange(id, { limit: usualRows, signal });
  while (read.change.state === 'reading' && Date.now() < until) {
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
    read = (await client.waitForChange(id, read.etag, { limit: usualRows, seconds, signal })) ?? read;
  }
  return read;
}

/**
 * Withdraws a change if a list of it is not as its tag says, because the proposal is based on another list.
 * @throws ToolError then, and if there was nothing to change
 */
async function refuseStale(client: PhoneProxyClient, change: Change, signal: AbortSignal): Promise<void> {
  const { id, state, why, counts } = change;
  if (state === 'closed') throw new ToolError(why ?? 'There is nothing to change.');
  if (counts['changed-meanwhile'] === undefined) return;
  const read = await client.readChange(id, { problems: true, limit: usualRows, signal });
  const stale = read.change.lists.filter(({ problem }) => problem?.code === 'changed-meanwhile');
  await client.rejectChange(id, 'A list is not as it was when it was read.', { signal });
  throw new ToolError(
    `${stale.map(({ problem }) => problem?.detail).join(' ')} Nothing is proposed. Read these lists again.`,
  );
}

/** @returns a change with as many of its lists as fit into one answer; without lists if not even one fits */
async function asMuchAsFits(client: PhoneProxyClient, read: ChangeRead, signal: AbortSignal) {
  const { id } = read.change;
  for (const limit of [usualRows, 1]) {
    const { change, next: more } = limit === usualRows ? read : await client.readChange(id, { limit, signal });
    // The address of the console must fit too, and characters that no one sees are longer as numbers.
    if (JSON.stringify(change).length < longestAnswer / 2) return { change, next: more };
  }
  return { change: { ...read.change, lists: [] }, next: undefined };
}

/** The tools for a login that may propose, by name. None changes a button. */
export const proposingTools = {
  propose_change: tool(
    'Proposes a change of buttons. Say what is meant with exactly one of relabel, replace, remove, add, copy, fix, undo and lists; the service works out the lists of all devices. Items of an array work in order, and each button is edited once, by the first item that means it. Nothing is set until a person has approved it. The answer has the address of the console where a person reviews the change, notes about it, and the difference of its first lists. While its state is `reading`, read_change has the rest later.',
    {
      title: text(changeBounds.title)
        .optional()
        .describe('What the change does, in a few words; left out: one is made'),
      reason: z.string().max(changeBounds.reason).default('').describe('Why, for the person who approves'),
      ...intentArguments,
    },
    answer(
      {
        console: { type: 'string', description: 'Where a person reviews the change' },
        change: answerTable.ChangeWithLists,
      },
      { next },
    ),
    async (client, { title, reason, ...given }, signal, url) => {
      const { id } = await client.askForChange({ title, reason, ...intentIn(given) }, { signal });
      const read = await readSoon(client, id, signal);
      await refuseStale(client, read.change, signal);
      return { console: consolePageOf(url, read.change), ...(await asMuchAsFits(client, read, signal)) };
    },
    { ...proposes, idempotentHint: false },
  ),
  withdraw_change: tool(
    'Withdraws a change that this login has proposed and that no one has begun.',
    { id: changeId, reason: text(changeBounds.rejection).describe('Why it is withdrawn') },
    answer({ change: answerTable.ChangeWithLists }),
    async (client, { id, reason }, signal) => {
      await client.rejectChange(id, reason, { signal });
      return { change: (await client.readChange(id, { limit: usualRows, signal })).change };
    },
    proposes,
  ),
} as const satisfies Readonly<Record<string, Tool>>;
