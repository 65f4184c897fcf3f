import { randomUUID } from 'node:crypto';
import type { AskOptions, Change, Intent } from '../../client/index.js';
import { errorCatalogue } from '../../domain/error-catalogue.js';
import { orStop, withRetries } from '../connection/retries.js';
import { exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { Context } from './context.js';

/**
 * Asks the service for a change that only this user sees, and that nothing begins yet.
 * @returns undefined if everything is as asked for already
 * @throws Stop if it is refused, or if nothing matches
 */
export function draftOf(
  context: Context,
  asked: Intent & { readonly reason?: string | undefined },
): Promise<Change | undefined> {
  return draftBy(context, (call) => context.client.askForChange({ ...asked, draft: true }, call));
}

/** The same, by a call that asks for the draft. */
export async function draftBy(
  { url, interruption, clock }: Pick<Context, 'url' | 'interruption' | 'clock'>,
  ask: (call: AskOptions) => Promise<Change>,
): Promise<Change | undefined> {
  const signal = interruption.asked;
  if (signal.aborted) throw interruptedEarly();
  // With the same key, an answer that was lost can be asked for again.
  const idempotencyKey = randomUUID();
  const answered = await withRetries(() => ask({ idempotencyKey, signal }), {
    ...{ url, signal, clock },
  });
  const { code, detail } = 'failure' in answered ? answered.failure : {};
  if (code === 'nothing-to-change' && detail === errorCatalogue[code].example.detail) return undefined;
  if (code === 'history-off') {
    const why = 'this service keeps no changes, so it can carry out none. Set DATABASE_URL at the service';
    throw new Stop(why, exitCodes.error, true);
  }
  return orStop(answered, signal);
}

/** Deletes a draft. One that cannot be deleted is gone after 24 hours. */
export async function deleteDraft({ client, interruption }: Context, { id }: Pick<Change, 'id'>): Promise<void> {
  await client.rejectChange(id, 'Not begun', { signal: interruption.urgent }).catch(() => undefined);
}
