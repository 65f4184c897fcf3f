import type { DeviceLock, Wait } from '../change-store.js';
import { isServiceError } from '../../../domain/errors.js';
import { takeIfFree, unlock } from './advisory-lock.js';
import { type Client, type Pool, withConnection } from './driver.js';
import { HeldLock } from './held-lock.js';
import { deviceIsBusy, Places } from './places.js';
import { asUnavailable } from './troubles.js';

/** What the server says when `lock_timeout` is over. */
const lockNotAvailable = '55P03';

/**
 * The locks of devices over all instances: an advisory lock of a session, so that the server gives it up when the
 * instance that has it is gone. Each takes a connection as long as it is held.
 */
export class DeviceLocks {
  readonly #pool: Pool;
  readonly #places: Places;
  readonly #held = new Set<HeldLock>();

  /** @param most how many may be held or waited for at a time; the pool has as many connections */
  constructor(pool: Pool, most: number) {
    this.#pool = pool;
    this.#places = new Places(most);
  }

  /**
   * Waits for the lock of a device, and settles what was left in progress there.
   * @throws ServiceError `overloaded` when the time is over before that; HistoryUnavailable
   */
  async lock(key: string, wait: Wait): Promise<DeviceLock> {
    // The lock of the write before: asked too early, the server would call it taken.
    for (const lock of this.#held) await lock.released(key);
    const leave = await this.#places.take(wait);
    const client = await this.#pool.connect().catch((thrown: unknown) => {
      leave();
      throw problemOf(thrown);
    });
    try {
      const lock = new HeldLock(client, key, () => {
        this.#held.delete(lock);
        leave();
      });
      this.#held.add(lock);
      await lock.take(wait);
      return lock;
    } catch (thrown) {
      throw problemOf(thrown);
    }
  }

  /** Gives up all locks with their connections, for whose holders there is no time any more. */
  dropAll(): void {
    for (const lock of this.#held) lock.drop();
  }

  /** Settles what is in progress on devices whose locks nobody has. @returns how many changes */
  async settleAbandoned(wait: Wait): Promise<number> {
    const leave = await this.#places.take(wait);
    try {
      return await withConnection(this.#pool, async (client) => {
        let settled = 0;
        for (const key of await inProgress(client)) settled += await settleIfFree(client, key);
        return settled;
      });
    } catch (thrown) {
      throw problemOf(thrown);
    } finally {
      leave();
    }
  }
}

/** @returns the keys of the devices on which something is in progress */
async function inProgress(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ device_key: string }>(
    `SELECT DISTINCT device_key FROM axl_phone_proxy.change WHERE outcome = 'in-progress'`,
  );
  return rows.map(({ device_key }) => device_key);
}

async function settleIfFree(client: Client, key: string): Promise<number> {
  const settled = await takeIfFree(client, key);
  if (settled !== undefined) await unlock(client, key);
  return settled ?? 0;
}

function problemOf(thrown: unknown): Error {
  if (isServiceError(thrown)) return thrown;
  return (thrown as { readonly code?: string }).code === lockNotAvailable ? deviceIsBusy() : asUnavailable(thrown);
}
