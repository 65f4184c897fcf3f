import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ButtonKind } from '../domain/button-kinds.js';
import type { DeviceKey } from '../domain/device.js';
import { ServiceError } from '../domain/errors.js';
import type { Uuid } from '../domain/identifiers.js';
import type { ChangingList, OwnLists } from '../use-cases/write-journal.js';
import { untilAborted } from '../use-cases/time-limit.js';
import { StoreUnavailable } from '../store/problems.js';
import { type InventoryStore, type OwnStep } from './store/inventory-store.js';

/** How long a write that was carried out waits for the inventory's store, in milliseconds. */
const longestWaitMs = 500;

/**
 * Stores the lists that this service sets. They replace the swept lists. Before a list is sent, it is marked as not
 * known, until it is known again. A list that cannot be marked is not sent, because other instances, and the next
 * process after a crash, answer from the same store.
 */
export class KeptOwnLists implements OwnLists {
  readonly #store: Pick<InventoryStore, 'own'>;
  readonly #mayLandMs: number;

  /** @param mayLandMs how long a write may take to be carried out */
  constructor(store: Pick<InventoryStore, 'own'>, mayLandMs: number) {
    this.#store = store;
    this.#mayLandMs = mayLandMs;
  }

  async changing(device: DeviceKey, uuid: Uuid, kind: ButtonKind, signal: AbortSignal): Promise<ChangingList> {
    const list = { device, uuid, kind, mark: randomUUID(), mayLandMs: this.#mayLandMs };
    const place = await untilAborted(this.#store.own(list, { is: 'marked' }), signal, (reject) => {
      reject(new StoreUnavailable('deadline'));
    }).catch((thrown: unknown) => {
      throw thrown instanceof StoreUnavailable ? notMarked(thrown.cause) : thrown;
    });
    const keep = (step: OwnStep): Promise<unknown> => this.#store.own({ ...list, marked: place.number }, step);
    return {
      place,
      set: (entries, of) => soonOver(keep({ is: 'set', entries, uuid: of })),
      notSet: () => soonOver(keep({ is: 'not-set' })),
      mayHaveLanded: () => soonOver(keep({ is: 'landed' })),
    };
  }
}

/** If the result cannot be stored in time, the list stays marked as not known. */
async function soonOver(work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([work, delay(longestWaitMs, undefined, { signal: waiting.signal })]).catch((thrown: unknown) => {
    if (!(thrown instanceof StoreUnavailable)) throw thrown;
  });
  waiting.abort();
}

function notMarked(cause: string): ServiceError {
  return new ServiceError('history-unavailable', {
    detail:
      "The inventory's store cannot be reached, and without it other users would see the old list. " +
      'Nothing was sent.',
    retryAfterSeconds: 1,
    effect: 'none',
    cause,
  });
}
