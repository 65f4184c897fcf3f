import { setTimeout as delay } from 'node:timers/promises';
import { type Answered, withRetries as repeated } from '../../client/retries.js';
import { shown } from '../output/shown.js';
import { exitCodes, interruptedEarly, Stop } from '../stop.js';
import { type Failure, failureOf } from './failures.js';

/** A clock, and a wait that uses it. */
export interface Clock {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Waits until the time is over or the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    // setTimeout cannot wait longer; the caller checks the clock again.
    await delay(Math.min(ms, 2 ** 31 - 1), undefined, { signal }).catch(() => undefined);
  },
};

/** How a call is repeated. */
export interface Retrying {
  /** The address of the service, for people. */
  readonly url: string;
  /** Ends the retries; the result is the last failure. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called for each wait: how long, and why in a few words. */
  readonly onWait?: ((seconds: number, why: string) => void) | undefined;
}

/** Makes a call that only reads, and retries after temporary failures. */
export function withRetries<Value>(
  call: () => Promise<Value>,
  { url, signal, clock, onWait }: Retrying,
): Promise<Answered<Value, Failure>> {
  return repeated(
    call,
    (thrown) => (signal.aborted ? givenUp : failureOf(thrown, url)),
    async (seconds, { brief }) => {
      onWait?.(seconds, brief);
      await waitUntil(clock.now() + seconds * 1000, signal, clock);
      return !signal.aborted;
    },
  );
}

/** The failure of a call that was canceled. */
export const givenUp: Failure = {
  means: 'unknown',
  again: false,
  afterSeconds: undefined,
  code: undefined,
  detail: 'interrupted',
  brief: 'interrupted',
};

async function waitUntil(at: number, signal: AbortSignal, clock: Clock): Promise<void> {
  while (clock.now() < at && !signal.aborted) await clock.wait(at - clock.now(), signal);
}

/**
 * @returns the value of a call that was made before anything was changed
 * @throws Stop if it failed
 */
export function orStop<Value>(answered: Answered<Value, Failure>, signal: AbortSignal): Value {
  if ('value' in answered) return answered.value;
  throw signal.aborted ? interruptedEarly() : stopFor(answered.failure);
}

/** @returns the Stop of a command that could not read what it needs */
export function stopFor({ means, detail }: Failure): Stop {
  return new Stop(shown(detail), means === 'login' ? exitCodes.refusedLogin : exitCodes.error, true);
}
