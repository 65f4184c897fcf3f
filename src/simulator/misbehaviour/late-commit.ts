import type { ServerResponse } from 'node:http';
import { once } from 'node:events';

/** How a connection ends under a request: reset, closed without an answer, or held until the client gives up. */
export const losses = ['reset', 'close', 'hang'] as const;
export type Loss = (typeof losses)[number];

/** Ends the connection in this way; resolves when it has ended. */
export async function lose(loss: Loss, response: ServerResponse, resetConnection: () => void): Promise<void> {
  if (response.closed) return;
  const closed = once(response, 'close');
  if (loss === 'reset') resetConnection();
  if (loss === 'close') response.socket?.destroySoon();
  await closed;
}
