import type { Change } from '../../client/index.js';
import { stopFor, withRetries } from '../connection/retries.js';
import { ask } from '../output/ask.js';
import { shown } from '../output/shown.js';
import { exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { Context } from './context.js';
import { readNow } from './watch.js';

/**
 * Makes a call that decides about a change. It repeats the call after a lost answer.
 * @param isDone whether the change is already as the call would make it. Then an earlier try has succeeded
 * @throws Stop if it is refused
 */
export async function decided(
  context: Context,
  id: string,
  send: (signal: AbortSignal) => Promise<Change>,
  isDone: (change: Change) => boolean,
): Promise<Change> {
  const { url, interruption, clock } = context;
  // Such a call has an effect. So only the second Ctrl-C gives it up.
  const signal = interruption.urgent;
  const look = `axl-phone-proxy buttons show ${id}`;
  const answered = await withRetries(() => send(signal), { url, signal, clock });
  if ('value' in answered) return answered.value;
  if (signal.aborted) {
    throw new Stop(`interrupted before the answer; to see what the service did: ${look}`, exitCodes.interrupted);
  }
  const { failure } = answered;
  const isDoubtful = failure.means === 'unknown';
  if (!isDoubtful && failure.code !== 'change-state') throw stopFor(failure);
  // The call may have succeeded although its answer is lost. The change itself shows that.
  const read = await readNow(context, id);
  if ('value' in read && isDone(read.value.change)) return read.value.change;
  if (!isDoubtful) throw stopFor(failure);
  throw new Stop(`${shown(failure.detail)} To see what the service did: ${look}`);
}

/** Begins a change, or lets it go on. */
export function begin(context: Context, { id, application: earlier }: Change): Promise<Change> {
  const send = (signal: AbortSignal) => context.client.applyChange(id, { signal });
  return decided(
    context,
    id,
    send,
    ({ application }) => application?.user === context.login && application.time !== earlier?.time,
  );
}

/**
 * Asks a question before anything is changed.
 * @throws Stop if the answer is no, or no one can be asked
 */
export async function askFirst(
  { terminal, interruption }: Pick<Context, 'terminal' | 'interruption'>,
  question: string,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  if (interruption.asked.aborted) throw interruptedEarly();
  if (yes) return;
  checkCanAsk(terminal);
  const answer = await ask(`${question}? [y/N] `, { isSecret: false, signal: interruption.asked });
  if (!/^\s*(y|yes)\s*$/i.test(answer ?? '')) throw new Stop('nothing was changed');
}

/** @throws Stop if no one can be asked */
export function checkCanAsk({ canAsk }: Pick<Context['terminal'], 'canAsk'>): void {
  if (!canAsk) throw new Stop('there is no terminal to ask on, so nothing was changed; add --yes');
}
