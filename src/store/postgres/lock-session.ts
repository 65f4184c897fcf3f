import { randomUUID } from 'node:crypto';
import { StoreUnusable } from '../problems.js';
import {
  giveBack,
  isUnmarked,
  type LockNumbers,
  type LockState,
  markSession,
  prove,
  takeWhatIsFree,
} from './advisory-lock.js';
import { type Client, type Pool, withConnection } from './driver.js';

/** How both ends watch a session that has locks, in milliseconds. */
export interface Watch {
  /** How often the instance asks the server. */
  readonly everyMs: number;
  /**
   * How long an answer may take. After this time the instance gives up the session, earlier than the server ends it.
   */
  readonly answerMs: number;
  /** How long the server waits for a message before it ends the session with its locks. */
  readonly silenceMs: number;
}

/** An instance that has vanished or hangs loses its locks after 15 seconds. */
export const usualWatch: Watch = { everyMs: 4_000, answerMs: 5_000, silenceMs: 15_000 };

/** A requested lock, and whether the session already has the lock of its turn. */
export interface AskedLock extends LockNumbers {
  readonly hasTurn: boolean;
}

/**
 * The session that has all advisory locks of an instance. It has a random word, and each of its statements checks that
 * word. The reason: a pooler that shares connections between transactions puts statements and locks into the sessions
 * of other clients. A session that cannot prove itself has ended for good, with all its locks.
 */
export class LockSession {
  /**
   * The keys of the devices whose locks it has. A lock that is being released does not count, because later statements
   * run only after the release.
   */
  readonly held = new Set<string>();
  readonly #client: Client;
  readonly #watch: Watch;
  readonly #word = randomUUID();
  readonly #end = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** The previous statement. Statements are sent one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(client: Client, watch: Watch) {
    this.#client = client;
    this.#watch = watch;
    const end = (): void => {
      this.end();
    };
    client.on('error', end).on('end', end);
    this.#timer = setInterval(() => void this.verify(), watch.everyMs).unref();
  }

  /** @throws StoreUnusable if the server's session does not belong to this connection alone; or the driver's error */
  static async open(pool: Pool, watch: Watch): Promise<LockSession> {
    const session = new LockSession(await pool.connect(), watch);
    await session.#mark();
    return session;
  }

  /** Aborts when the session ends, or when it is known that it has ended. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** @returns whether the session still exists and is the same one; never rejects */
  async verify(): Promise<boolean> {
    return this.prove().then(
      () => true,
      () => false,
    );
  }

  /** @throws StoreUnusable if it is not the same session; or the driver's error. The session has ended then */
  async prove(): Promise<void> {
    const [row] = await this.#query<{ ours: boolean }>(prove);
    if (row?.ours !== true) throw this.#refused();
  }

  /**
   * Takes those of the requested locks that are free.
   * @returns how far each has come, by the number of its device's lock
   * @throws like `prove`
   */
  async take(asked: readonly AskedLock[]): Promise<ReadonlyMap<string, LockState>> {
    const columns = [
      ...[asked.map(({ device }) => device), asked.map(({ turn }) => turn)],
      asked.map(({ hasTurn }) => hasTurn),
    ];
    const rows = await this.#query<{ device: string; state: LockState }>(takeWhatIsFree, ...columns);
    if (rows.some(({ state }) => state === 'foreign')) throw this.#refused();
    return new Map(rows.map(({ device, state }) => [device, state]));
  }

  /** Releases a lock. If that fails, the session ends, and the lock with it. Never rejects. */
  async giveBack(number: string): Promise<void> {
    const [row] = await this.#query<{ ours: boolean }>(giveBack, number).catch(() => []);
    if (row?.ours !== true) this.end();
  }

  /** Ends the session, and releases its locks. */
  end(): void {
    if (this.ended.aborted) return;
    this.#end.abort();
    clearInterval(this.#timer);
    this.#client.release(true);
  }

  /**
   * Refuses a pooler that shares connections between transactions as early as possible: the session must prove itself
   * while another connection is in the middle of a transaction. A pooler that passes this test is refused by the
   * statement that takes a lock.
   * @throws StoreUnusable; or the driver's error
   */
  async refuseSharing(pool: Pool): Promise<void> {
    await withConnection(pool, async (other) => {
      await other.query('BEGIN');
      const { rows } = await other.query<{ unmarked: boolean }>(isUnmarked);
      if (rows[0]?.unmarked !== true) throw this.#refused();
      await this.prove();
      await other.query('COMMIT');
    });
  }

  async #mark(): Promise<void> {
    const seconds = Math.ceil(this.#watch.silenceMs / 1_000);
    const settings: Readonly<Record<string, string>> = {
      'axl_phone_proxy.session': this.#word,
      idle_session_timeout: String(this.#watch.silenceMs),
      // The keepalives are for servers before PostgreSQL 14, which do not have the setting above. If there is a proxy
      // in between, it answers the keepalives itself.
      tcp_keepalives_idle: String(Math.ceil(seconds / 3)),
      tcp_keepalives_interval: String(Math.ceil(seconds / 3)),
      tcp_keepalives_count: '2',
    };
    const marked = await this.#ask<object>(markSession, [Object.keys(settings), Object.values(settings)]);
    if (marked.length === 0) throw this.#refused();
  }

  #query<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#ask<Row>(text, [this.#word, ...values]);
  }

  /** An answer that comes too late proves nothing: the server may have ended the session since. */
  async #ask<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const { answerMs } = this.#watch;
    const asked = performance.now();
    const query = { text, values, query_timeout: answerMs } as { text: string; values: unknown[] };
    const result = this.#last.then(() => {
      if (this.ended.aborted) throw new Error('ended');
      return this.#client.query<Row>(query);
    });
    this.#last = result.catch(() => undefined);
    try {
      const { rows } = await result;
      if (performance.now() - asked > answerMs) throw new Error('timeout');
      return rows;
    } catch (thrown) {
      this.end();
      throw thrown;
    }
  }

  #refused(): StoreUnusable {
    this.end();
    return new StoreUnusable(
      'DATABASE_URL leads to a pooler that shares connections between transactions, or leaves what a client has set in them; the ' +
        'locks of devices need a session each: give the address of the server itself, or set the pooler to sessions ' +
        '(pool_mode = session, server_reset_query = DISCARD ALL)',
    );
  }
}
