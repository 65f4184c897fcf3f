import { exitCodes, interruptedEarly, Stop } from '../stop.js';
import type { Waiting } from '../waiting.js';
import { type Failure, failureOf } from './failures.js';

/** How often one call is made at most. */
export const mostTries = 4;

/** @returns after how many seconds a failed call is made again: as the service says, or 1, 2, 4 */
export function secondsBefore({ afterSeconds }: Failure, tries: number): number {
  return afterSeconds ?? 2 ** (tries - 1);
}

/** What came of a call that reads. */
export type Answered<Value> = { readonly value: Value } | { readonly failure: Failure };

/**
 * Makes a call that only reads, again after failures that pass.
 * @param signal gives up; the last failure is the outcome then
 */
export async function patiently<Value>(
  call: () => Promise<Value>,
  signal: AbortSignal,
  waiting: Waiting,
): Promise<Answered<Value>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return { value: await call() };
    } catch (thrown) {
      const failure = signal.aborted ? aborted : failureOf(thrown);
      if (!failure.again || tries === mostTries) return { failure };
      await waitUntil(waiting.now() + secondsBefore(failure, tries) * 1000, signal, waiting);
      if (signal.aborted) return { failure };
    }
  }
}

const aborted: Failure = {
  means: 'not-done',
  again: false,
  afterSeconds: undefined,
  code: undefined,
  detail: 'interrupted',
};

async function waitUntil(at: number, signal: AbortSignal, clock: Waiting): Promise<void> {
  while (clock.now() < at && !signal.aborted) await clock.wait(at - clock.now(), signal);
}

/**
 * @returns the value of a call that was made before anything was changed
 * @throws Stop where it failed
 */
export function orStop<Value>(answered: Answered<Value>, signal: AbortSignal): Value {
  if ('value' in answered) return answered.value;
  throw signal.aborted ? interruptedEarly() : stopFor(answered.failure);
}

/** @returns the end of a command that could not read what it needs */
export function stopFor({ means, detail }: Failure): Stop {
  return new Stop(`${detail} Nothing was changed.`, means === 'login' ? exitCodes.refusedLogin : exitCodes.error);
}
