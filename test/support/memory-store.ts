import initSqlJs, { type BindParams } from 'sql.js';
import type { ChangeList, SentList } from '../../src/changes/change.js';
import type { ChangeStore, DeviceLock } from '../../src/changes/store/change-store.js';
import { SqlChanges } from '../../src/changes/store/sql-changes.js';
import { isSent, listOf, type ListRow, selecting } from '../../src/changes/store/rows.js';
import { changeTables } from '../../src/changes/store/tables.js';
import { sqliteDialect } from '../../src/store/dialect.js';
import { migrate, tablesOf } from '../../src/store/migrations.js';
import { StoreUnavailable } from '../../src/store/problems.js';
import type { Lock, SqlValue, Step, Store } from '../../src/store/sql.js';
import { SqliteFile } from '../../src/store/sqlite/sqlite-file.js';

const { Database } = await initSqlJs();
type Driver = ConstructorParameters<typeof SqliteFile>[1];

/** The tables of an empty store, as a file. */
const empty = await (async () => {
  const database = new Database();
  const sql = new SqliteFile(nowhere(), driverOf(database));
  const run = (text: string) => Promise.resolve(database.exec(text));
  await migrate({ dialect: sqliteDialect, all: (text) => sql.all(text), run }, tablesOf([changeTables], sqliteDialect));
  return database.export();
})();

/** A path that no file has. */
function nowhere(): string {
  return '/there/is/no/file';
}

/** The database of these tests as the one of the service. */
function driverOf(database: InstanceType<typeof Database>): Driver {
  let inTransaction = false;
  const driver = {
    get inTransaction() {
      return inTransaction;
    },
    exec: (text: string) => {
      database.run(text);
      inTransaction = text.startsWith('BEGIN');
    },
    prepare: (text: string) => {
      const statement = database.prepare(text);
      const all = (values: BindParams) => {
        const rows: object[] = [];
        try {
          statement.bind(values);
          while (statement.step()) rows.push(statement.getAsObject());
        } finally {
          statement.reset();
        }
        return rows;
      };
      const run = (values: BindParams) => {
        all(values);
        return { changes: database.getRowsModified() };
      };
      return { all, run };
    },
    close: () => {
      database.close();
    },
  };
  return driver as unknown as Driver;
}

/** A SQLite database in memory, whose clock is that of the test. */
class MemoryDatabase implements Store {
  readonly dialect = sqliteDialect;
  readonly #database = new Database(empty);
  readonly #file = new SqliteFile(nowhere(), driverOf(this.#database));
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor() {
    this.#database.create_function('julianday', () => Date.now() / 86_400_000 + 2_440_587.5);
  }

  all<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.#next(() => this.#file.all<Row>(text, values));
  }

  search<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> {
    return this.all(text, values);
  }

  transact<Row>(steps: readonly Step[]): Promise<Row[][]> {
    return this.#next(() => this.#file.transact(steps)) as Promise<Row[][]>;
  }

  lock(): Promise<Lock> {
    const lost = new AbortController().signal;
    return Promise.resolve({ lost, verify: () => Promise.resolve(true), release: () => Promise.resolve() });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** @returns rows at once */
  rows(text: string): readonly ListRow[] {
    return driverOf(this.#database).prepare(text).all([]) as unknown as readonly ListRow[];
  }

  /** One after another. */
  #next<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      if (this.#isClosed) throw new StoreUnavailable('closed');
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Its own part; it gets the methods of the store when it is made. */
class Recording {
  readonly asked: string[] = [];
  /** The methods that fail now, and why. */
  failing: Partial<Record<keyof ChangeStore, string>> = {};
  locksHold = true;
  readonly #database = new MemoryDatabase();

  constructor() {
    const kept = new SqlChanges(this.#database);
    const methods = methodsOf(kept);
    for (const [name, method] of Object.entries(methods)) {
      const answer = async (...given: unknown[]): Promise<unknown> => {
        this.asked.push(name);
        const cause = this.failing[name as keyof ChangeStore];
        await Promise.resolve();
        if (cause !== undefined) throw new StoreUnavailable(cause);
        const result = await method.apply(kept, given);
        return name === 'lockDevice' ? this.#locked(result as DeviceLock) : result;
      };
      Object.assign(this, { [name]: answer });
    }
  }

  /** What was sent, and what was set elsewhere, oldest first. */
  get sentLists(): readonly SentList[] {
    return this.allLists.filter(isSent).sort((one, other) => Number(one.sent.number) - Number(other.sent.number));
  }

  /** The lists of all changes, in their order. */
  get allLists(): readonly ChangeList[] {
    return this.#database.rows(`${selecting} ORDER BY change, position`).map(listOf);
  }

  #locked(lock: DeviceLock): DeviceLock {
    return {
      unproven: lock.unproven,
      lost: this.locksHold ? new AbortController().signal : AbortSignal.abort(),
      verify: () => Promise.resolve(this.locksHold),
      release: () => {
        this.asked.push('release');
        return Promise.resolve();
      },
    };
  }
}

/** A store in memory that can be made to fail. It records its calls in order. */
export type MemoryStore = ChangeStore & Recording;
export const MemoryStore = Recording as new () => MemoryStore;

type Method = (...given: unknown[]) => unknown;

function methodsOf(kept: object): Readonly<Record<string, Method>> {
  const found: Record<string, Method> = {};
  for (
    let of = Object.getPrototypeOf(kept) as object;
    of !== Object.prototype;
    of = Object.getPrototypeOf(of) as object
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(of))) {
      if (name !== 'constructor' && typeof value === 'function') found[name] ??= value as Method;
    }
  }
  return found;
}
