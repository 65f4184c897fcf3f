import { PhoneProxyError } from '../../src/client/index.js';
import { heardStatus } from './health.js';
import { session } from './session.js';

const everyMs = 20_000;

/**
 * Requests the state of the service and its call manager from time to time, while the page is visible. @returns a
 * function that ends it
 */
export function keepStatus(): () => void {
  const giveUp = new AbortController();
  const ask = async (): Promise<void> => {
    const asked = session.peek();
    if (asked === undefined || document.hidden) return;
    try {
      const now = await asked.client.readStatus({ signal: giveUp.signal });
      if (session.peek() === asked) heardStatus(now);
    } catch (error) {
      // The client has already reported the failure.
      if (!(error instanceof PhoneProxyError) && !giveUp.signal.aborted) throw error;
    }
  };
  const timer = setInterval(() => void ask(), everyMs);
  const seen = (): void => void ask();
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', seen);
  return () => {
    giveUp.abort();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', seen);
  };
}
