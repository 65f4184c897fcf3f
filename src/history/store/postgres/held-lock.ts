import type { DeviceLock, Wait } from '../change-store.js';
import { take, unlock } from './advisory-lock.js';
import type { Client } from './driver.js';

/** The lock of one device, with the connection that has it. */
export class HeldLock implements DeviceLock {
  readonly #client: Client;
  readonly #key: string;
  readonly #over: () => void;
  #isHeld = false;
  #isOver = false;
  #release: Promise<void> | undefined;
  readonly #lost = (): void => {
    this.#isHeld = false;
  };

  /** @param over told once, when the connection is given back */
  constructor(client: Client, key: string, over: () => void) {
    this.#client = client;
    this.#key = key;
    this.#over = over;
    client.on('error', this.#lost).on('end', this.#lost);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /**
   * Waits for the lock, and settles what was left in progress.
   * @throws ServiceError `overloaded`, or what the driver throws; then the connection is given back
   */
  async take(wait: Wait): Promise<void> {
    try {
      await take(this.#client, this.#key, wait);
      this.#isHeld = true;
    } catch (thrown) {
      this.drop();
      throw thrown;
    }
  }

  release(): Promise<void> {
    this.#release ??= this.#unlock();
    return this.#release;
  }

  /** Waits until it is given back, if it is the lock of this device and is being given back. */
  async released(key: string): Promise<void> {
    if (key === this.#key) await this.#release;
  }

  async #unlock(): Promise<void> {
    if (this.#isOver) return;
    const isUnlocked = await unlock(this.#client, this.#key).catch(() => false);
    this.#giveBack(!isUnlocked);
  }

  /** A connection that is closed gives up its locks, those too that it still waits for. */
  drop(): void {
    this.#giveBack(true);
  }

  #giveBack(isBroken: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isHeld = false;
    if (!isBroken) this.#client.off('error', this.#lost).off('end', this.#lost);
    this.#client.release(isBroken);
    this.#over();
  }
}
