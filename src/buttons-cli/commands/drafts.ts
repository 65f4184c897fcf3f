import { randomUUID } from 'node:crypto';
import { type Change, changeBounds, fitTitle, type Intent } from '../../client/index.js';
import { orStop, withRetries } from '../connection/retries.js';
import { exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { CommonOptions, Context } from './context.js';
import { whenRead } from './watch.js';

/**
 * Asks the service for changes that only this user sees, and that nothing begins yet.
 * @returns them when their lists are read; those that change nothing are left out
 * @throws Stop if one is refused. Then none of them is left
 */
export async function makeDrafts(
  context: Context,
  parts: readonly Intent[],
  { title, reason, ...options }: CommonOptions & { readonly title?: string; readonly reason?: string | undefined },
): Promise<Change[]> {
  const drafts: Change[] = [];
  try {
    for (const [position, part] of parts.entries()) {
      const end = parts.length === 1 ? '' : ` (${position + 1} of ${parts.length})`;
      const named = title === undefined ? {} : { title: titleOf(title, end) };
      const draft = await draftOf(context, { ...named, ...(reason !== undefined && { reason }), ...part });
      if (draft !== undefined) drafts.push(draft);
    }
    const read: Change[] = [];
    for (const draft of drafts) read.push(await whenRead(context, draft, options));
    return read.filter(({ state }) => state !== 'closed');
  } catch (thrown) {
    await deleteDrafts(context, drafts);
    throw thrown;
  }
}

/** @returns undefined if there is nothing to change */
async function draftOf(
  { proxy, interruption, clock }: Context,
  asked: Intent & { readonly title?: string; readonly reason?: string },
): Promise<Change | undefined> {
  const signal = interruption.asked;
  if (signal.aborted) throw interruptedEarly();
  // With the same key, an answer that was lost can be asked for again.
  const call = { idempotencyKey: randomUUID(), signal };
  const answered = await withRetries(() => proxy.changes.askForChange({ ...asked, draft: true }, call), {
    ...{ url: proxy.url, signal, clock },
  });
  const code = 'failure' in answered ? answered.failure.code : undefined;
  if (code === 'nothing-to-change') return undefined;
  if (code === 'history-off') {
    throw new Stop(
      'this service keeps no changes, so it can carry out none. Set DATABASE_URL at the service',
      exitCodes.error,
      true,
    );
  }
  return orStop(answered, signal);
}

/** Deletes drafts. Those that cannot be deleted are gone after 24 hours. */
export async function deleteDrafts(
  { proxy, interruption }: Context,
  drafts: readonly Pick<Change, 'id'>[],
): Promise<void> {
  const signal = interruption.urgent;
  for (const { id } of drafts) {
    await proxy.changes.rejectChange(id, 'Not begun', { signal }).catch(() => undefined);
  }
}

/** @returns a title that is short enough, with an end that is always whole */
function titleOf(text: string, end: string): string {
  const letters = Array.from(text).slice(0, changeBounds.title - end.length);
  return end === '' ? fitTitle(text) : fitTitle(`${letters.join('')}${end}`);
}
