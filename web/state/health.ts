import { computed, signal } from '@preact/signals';
import { type PhoneProxyClient, PhoneProxyError, type Status } from '../../src/client/index.js';
import { type Health, healthIn } from '../calls/health.js';

/** The latest status from the service. */
export const status = signal<Status | undefined>(undefined);

/** What other calls have found out since then; undefined after the next status. */
export const heardSince = signal<Health | undefined>(undefined);

/** Something visible that could not be loaded because of an outage. */
interface FailedLoad {
  readonly error: PhoneProxyError;
  readonly again: () => void;
}

const failedLoads = signal<readonly FailedLoad[]>([]);

/** The outage that affects the page. There is only one, even if it affects several parts. */
export const outage = computed(() => failedLoads.value[0]?.error);

/** The state of the service and the call manager, as far as it is known. */
export const health = computed<Health>(() => {
  const ofOutage = outage.value && healthIn(outage.value);
  return ofOutage ?? heardSince.value ?? status.value?.callManager.state ?? 'unknown';
});

/** Reports something that could not be loaded because of an outage. @returns a function that withdraws the report */
export function reportOutage(load: FailedLoad): () => void {
  failedLoads.value = [...failedLoads.peek(), load];
  return () => {
    failedLoads.value = failedLoads.peek().filter((other) => other !== load);
  };
}

/** Loads everything again that could not be loaded. */
export function endOutage(): void {
  for (const { again } of failedLoads.peek()) again();
}

/** The service has sent its status. */
export function heardStatus(now: Status): void {
  const wasReady = status.peek()?.callManager.state === 'ready' && heardSince.peek() !== 'offline';
  status.value = now;
  heardSince.value = undefined;
  // Do this only when the call manager becomes ready. If a load always fails, the user retries it by hand.
  if (now.callManager.state === 'ready' && !wasReady) endOutage();
}

/** Calls that the service may answer without asking the call manager. */
const ownAnswers: ReadonlySet<string> = new Set<keyof PhoneProxyClient>([
  ...(['readStatus', 'listChanges', 'readChange', 'waitForChange', 'suggest'] as const),
  ...(['askForChange', 'proposeChange', 'approveChange', 'rejectChange', 'applyChange', 'stopChange'] as const),
  ...(['readInventory', 'sweepInventory', 'listFindings', 'dismissFinding', 'takeDismissalBack'] as const),
]);

/** Whether it is the options of a call that may be answered by the inventory: that says nothing about the call manager. */
function hasOnAge(one: unknown): one is { readonly onAge: (seconds: number | undefined) => void } {
  return typeof one === 'object' && one !== null && 'onAge' in one;
}

/**
 * Watches what calls show about the service and the call manager. So the page shows one consistent state.
 * @param isMeant whether it is still this client's session
 */
export function listeningTo<Calls extends object>(client: Calls, isMeant: () => boolean): Calls {
  const hear = (now: Health | undefined): void => {
    if (now !== undefined && isMeant()) heardSince.value = now;
  };
  return new Proxy(client, {
    get: (calls, name: string) => {
      const call = Reflect.get(calls, name) as (...given: readonly unknown[]) => Promise<unknown>;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        const heard = { isKept: false };
        const listened = given.map((one) =>
          hasOnAge(one)
            ? {
                ...one,
                onAge: (seconds: number | undefined) => {
                  heard.isKept ||= seconds !== undefined;
                  one.onAge(seconds);
                },
              }
            : one,
        );
        try {
          const answer = await call(...listened);
          hear(heard.isKept || ownAnswers.has(name) ? undefined : 'ready');
          return answer;
        } catch (error) {
          if (error instanceof PhoneProxyError) hear(healthIn(error));
          throw error;
        }
      };
    },
  });
}
