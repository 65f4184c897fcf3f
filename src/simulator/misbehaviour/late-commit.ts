import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** How a connection ends under a request: reset, closed without a response, or held until the client gives up. */
export const losses = ['reset', 'close', 'hang'] as const;
export type Loss = (typeof losses)[number];

/** Ends the connection in this way; resolves when it has ended. */
export async function lose(loss: Loss, outgoing: ServerResponse, resetConnection: () => void): Promise<void> {
  if (outgoing.closed) return;
  const closed = once(outgoing, 'close');
  if (loss === 'reset') resetConnection();
  if (loss === 'close') outgoing.socket?.destroySoon();
  await closed;
}
