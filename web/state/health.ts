import { computed, signal } from '@preact/signals';
import { type ClientWithoutPlans, PhoneProxyError, type Status } from '../../src/client/index.js';
import { type Health, healthIn } from '../calls/health.js';

/** What the service says of itself and of who is signed in, as it said last. */
export const status = signal<Status | undefined>(undefined);

/** What was found out since by other calls, until the service says how it is doing once more. */
export const heardSince = signal<Health | undefined>(undefined);

/** Something that is shown, and could not be asked for because of an outage. */
interface FailedLoad {
  readonly error: PhoneProxyError;
  readonly again: () => void;
}

const failedLoads = signal<readonly FailedLoad[]>([]);

/** What keeps the page from being shown whole: one outage, however much of the page it concerns. */
export const outage = computed(() => failedLoads.value[0]?.error);

/** How the service and the call manager are doing, as far as anybody knows. */
export const health = computed<Health>(() => {
  const ofOutage = outage.value && healthIn(outage.value);
  return ofOutage ?? heardSince.value ?? status.value?.callManager.state ?? 'unknown';
});

/** Tells of something that could not be asked for because of an outage. @returns what takes that back */
export function reportOutage(load: FailedLoad): () => void {
  failedLoads.value = [...failedLoads.peek(), load];
  return () => {
    failedLoads.value = failedLoads.peek().filter((other) => other !== load);
  };
}

/** Asks once more for all that could not be asked for. */
export function endOutage(): void {
  for (const { again } of failedLoads.peek()) again();
}

/** The service has said how it is doing. */
export function heardStatus(now: Status): void {
  const wasReady = status.peek()?.callManager.state === 'ready' && heardSince.peek() !== 'offline';
  status.value = now;
  heardSince.value = undefined;
  // Only once it is back: what is too much for it all the time is asked for again by hand.
  if (now.callManager.state === 'ready' && !wasReady) endOutage();
}

/** The calls that the service may answer without asking the call manager. */
const ownAnswers: ReadonlySet<string> = new Set<keyof ClientWithoutPlans>([
  ...(['readStatus', 'listChanges', 'readChange', 'beginRun', 'listRuns', 'readRun', 'suggest'] as const),
  ...(['readInventory', 'sweepInventory', 'listFindings', 'dismissFinding', 'takeDismissalBack'] as const),
]);

/** So are those of plans, which come later than the page. */
const isOwnAnswer = (name: string): boolean => ownAnswers.has(name) || /Plans?$/.test(name);

/**
 * Listens to what calls find out of the service and the call manager, so that nothing else is said of them meanwhile.
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
        try {
          const answer = await call(...given);
          hear(isOwnAnswer(name) ? undefined : 'ready');
          return answer;
        } catch (error) {
          if (error instanceof PhoneProxyError) hear(healthIn(error));
          throw error;
        }
      };
    },
  });
}
