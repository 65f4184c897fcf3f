import { randomUUID } from 'node:crypto';
import { HistoryUnusable } from '../history-problems.js';
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

/** How a session that has locks is watched from both ends, in milliseconds. */
export interface Watch {
  /** How often it asks something. */
  readonly everyMs: number;
  /** How long an answer may take. Longer than that, and the session is given up, before the server does so. */
  readonly answerMs: number;
  /** How long the server waits for a word of it, before it gives the session up with its locks. */
  readonly silenceMs: number;
}

/** An instance that has vanished or hangs has lost its locks after 15 seconds. */
export const usualWatch: Watch = { everyMs: 4_000, answerMs: 5_000, silenceMs: 15_000 };

/** A lock that was asked for, and whether its turn is there already. */
export interface AskedLock extends LockNumbers {
  readonly hasTurn: boolean;
}

/**
 * The session that has all advisory locks of an instance. It is marked by a random word of its own, and each of its
 * statements looks for that word: a pooler that shares connections between transactions puts statements, and locks,
 * into sessions of others. A session that cannot prove itself has ended for good, with all its locks.
 */
export class LockSession {
  /** The keys of the devices whose locks it has, but for those that are being given back: statements keep their order. */
  readonly held = new Set<string>();
  readonly #client: Client;
  readonly #watch: Watch;
  readonly #word = randomUUID();
  readonly #end = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** The statement before: they go out one at a time. */
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

  /** @throws HistoryUnusable if the server's session is not this connection's alone; or what the driver throws */
  static async open(pool: Pool, watch: Watch): Promise<LockSession> {
    const session = new LockSession(await pool.connect(), watch);
    await session.#mark();
    return session;
  }

  /** Is aborted when the session has ended, or is known to. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** @returns whether the session is still there, and the one that it was; never rejects */
  async verify(): Promise<boolean> {
    return this.prove().then(
      () => true,
      () => false,
    );
  }

  /** @throws HistoryUnusable if it is not the session that it was; or what the driver throws. It has ended then */
  async prove(): Promise<void> {
    const [row] = await this.#query<{ ours: boolean }>(prove);
    if (row?.ours !== true) throw this.#refused();
  }

  /**
   * Takes what is free of some locks.
   * @returns how far each has come, by the number of its device's lock
   * @throws as `prove`
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

  /** Gives a lock back; what cannot be given back ends the session, and with it the lock. Never rejects. */
  async giveBack(number: string): Promise<void> {
    const [row] = await this.#query<{ ours: boolean }>(giveBack, number).catch(() => []);
    if (row?.ours !== true) this.end();
  }

  /** Ends it, and gives up its locks. */
  end(): void {
    if (this.ended.aborted) return;
    this.#end.abort();
    clearInterval(this.#timer);
    this.#client.release(true);
  }

  /**
   * Refuses a pooler that shares connections between transactions as early as that shows: the session has to prove
   * itself while another connection is in the middle of a transaction. What passes all the same is refused by the
   * statement that takes a lock.
   * @throws HistoryUnusable; or what the driver throws
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
      // For servers before PostgreSQL 14, which have none such; a proxy in between answers these itself.
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

  /** An answer that comes too late proves nothing: the server may have given the session up since. */
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

  #refused(): HistoryUnusable {
    this.end();
    return new HistoryUnusable(
      'leads to a pooler that shares connections between transactions, or leaves what a client has set in them; the ' +
        'locks of devices need a session each: give the address of the server itself, or set the pooler to sessions ' +
        '(pool_mode = session, server_reset_query = DISCARD ALL)',
    );
  }
}
