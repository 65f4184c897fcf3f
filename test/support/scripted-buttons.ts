import type { ErrorCode } from '../../src/domain/error-catalogue.js';
import { noSuchDevice, ServiceError } from '../../src/domain/errors.js';
import type { Effect } from '../../src/domain/resend-policy.js';
import type { ButtonsOfDevices } from '../../src/use-cases/call-manager.js';
import { uuid } from './fake-port.js';

/** The results of a write and of a read, one for each call. */
export type Write = 'set' | Error;
export type Reading<Entry> = readonly Entry[] | 'gone' | Error;

export function failure(code: ErrorCode, effect: Effect): ServiceError {
  return new ServiceError(code, { detail: code, effect });
}

interface ScriptedButtons<Entry extends { readonly index: string }> {
  readonly buttons: Partial<ButtonsOfDevices<Entry>>;
  /** The calls in order: `read` and `write`. */
  readonly steps: string[];
  /** The list that was read, as each write got it. */
  readonly bases: unknown[];
}

/** Buttons of a device whose calls have the results that a test gives. */
export function scriptedButtons<Entry extends { readonly index: string }>(
  writes: readonly Write[],
  readings: readonly Reading<Entry>[],
): ScriptedButtons<Entry> {
  const [writesLeft, readingsLeft] = [[...writes], [...readings]];
  const [steps, bases]: [string[], unknown[]] = [[], []];
  const buttons: Partial<ButtonsOfDevices<Entry>> = {
    replace: (_device, _entries, held) => {
      steps.push('write');
      bases.push(held?.entries);
      const outcome = writesLeft.shift() ?? new Error('written once too often');
      return outcome === 'set' ? Promise.resolve(uuid) : Promise.reject(outcome);
    },
    readForChange: (device) => {
      steps.push('read');
      const found = readingsLeft.shift() ?? new Error('read once too often');
      if (found instanceof Error) return Promise.reject(found);
      return found === 'gone' ? Promise.reject(noSuchDevice(device)) : Promise.resolve({ uuid, entries: found });
    },
  };
  return { buttons, steps, bases };
}
