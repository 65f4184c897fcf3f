import type { DeviceLock, Wait } from '../change-store.js';
import { type Client, serverStatementMs } from './driver.js';
import { lockNumber } from './lock-number.js';
import { deviceIsBusy } from './places.js';

/** The lock of one device, with the connection that has it. */
export class HeldLock implements DeviceLock {
  readonly #client: Client;
  readonly #key: string;
  readonly #over: () => void;
  #isHeld = false;
  #isOver = false;
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
   * Waits for the lock.
   * @param first done as soon as it is held
   * @throws ServiceError `overloaded`, or what the driver throws; then the connection is given back
   */
  async take(wait: Wait, first: () => Promise<unknown>): Promise<void> {
    try {
      await take(this.#client, this.#key, wait);
      this.#isHeld = true;
      await first();
    } catch (thrown) {
      this.drop();
      throw thrown;
    }
  }

  async release(): Promise<void> {
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

/** Most locks are free; the time to wait is told to the server only where one is not. */
async function take(client: Client, key: string, { deadline, signal }: Wait): Promise<void> {
  if (await takeIfFree(client, key)) return;
  const ms = Math.ceil(deadline() - performance.now());
  if (ms <= 0 || signal.aborted) throw deviceIsBusy();
  await setTimeouts(client, ms, 0);
  const text = `SELECT pg_advisory_lock(${lockNumber(key)})`;
  // The server ends the wait; where it does not, because it cannot be reached, this side does.
  await unlessAborted(client.query({ text, query_timeout: ms + 1_000 } as { text: string }), signal);
  await setTimeouts(client, 0, serverStatementMs);
}

async function setTimeouts(client: Client, lockMs: number, statementMs: number): Promise<void> {
  await client.query(
    `SELECT set_config('lock_timeout', '${lockMs}', false), set_config('statement_timeout', '${statementMs}', false)`,
  );
}

/** Takes the lock of a device if nobody has it. @returns whether it was free */
export async function takeIfFree(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${lockNumber(key)}) AS taken`);
  return rows[0]?.taken === true;
}

async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let leave: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    leave = () => {
      reject(deviceIsBusy());
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
    work.catch(() => undefined);
  }
}

/** @returns whether it was held */
export async function unlock(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_advisory_unlock(${lockNumber(key)}) AS held`);
  return rows[0]?.held === true;
}
