import { PhoneProxyError } from '../../src/client/index.js';
import { heardStatus } from './health.js';
import { session } from './session.js';

const everyMs = 20_000;

/** Asks the service now and then how it and its call manager are doing, while the page is seen. @returns what ends it */
export function keepStatus(): () => void {
  const giveUp = new AbortController();
  const ask = async (): Promise<void> => {
    const asked = session.peek();
    if (asked === undefined || document.hidden) return;
    try {
      const now = await asked.client.readStatus({ signal: giveUp.signal });
      if (session.peek() === asked) heardStatus(now);
    } catch (error) {
      // The client was listened to.
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
