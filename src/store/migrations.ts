import { StoreUnusable } from './problems.js';
import type { Dialect } from './sql.js';

/** What a wing stores: its tables, as its migrations make them. */
export interface Wing {
  readonly name: string;
  /**
   * Each makes the tables of the one before it ready for this release; they are numbered from 1. Never change a
   * migration that was released. Since 2.0.0 they only add, because instances of the release before may still run.
   */
  readonly migrations: readonly ((dialect: Dialect) => string)[];
  /** How rows come over from the tables of releases up to 1.0.0, which had one version for all tables. */
  readonly earlier?: (dialect: Dialect) => EarlierTables;
}

export interface EarlierTables {
  /** Each changes tables of a version, from 1 on, to the next one. The last one renames them. */
  readonly steps: readonly string[];
  /** Copies the rows into the tables of the wing's first migration, and removes the earlier ones. */
  readonly copy: string;
}

/** The tables of some wings in the SQL of one database, also for another thread. */
export interface Tables {
  readonly migrations: readonly { readonly wing: string; readonly number: number; readonly text: string }[];
  readonly earlier?: (EarlierTables & { readonly wing: string }) | undefined;
}

export function tablesOf(wings: readonly Wing[], dialect: Dialect): Tables {
  return {
    migrations: wings.flatMap(({ name, migrations }) =>
      migrations.map((migration, place) => ({ wing: name, number: place + 1, text: migration(dialect) })),
    ),
    earlier: wings.flatMap(({ name, earlier }) => (earlier ? { wing: name, ...earlier(dialect) } : []))[0],
  };
}

/** A connection in a transaction that no other one can migrate with at the same time. */
export interface Migrating {
  readonly dialect: Dialect;
  readonly all: <Row>(text: string) => Promise<Row[]>;
  /** Runs several statements. */
  readonly run: (text: string) => Promise<unknown>;
}

/**
 * Makes tables, or migrates them to this release.
 * @param version of the tables of a release up to 1.0.0; 0 if there are none
 * @throws StoreUnusable if a newer release has used the store; or the driver's error
 */
export async function migrate({ dialect, all, run }: Migrating, tables: Tables, version = 0): Promise<void> {
  const { migrations, earlier } = tables;
  const [isThere] = await all(dialect.has('migration'));
  if (!isThere) {
    await run('CREATE TABLE migration (wing text, number integer, at bigint NOT NULL, PRIMARY KEY (wing, number))');
  }
  const done = new Map<string, number>();
  for (const { wing, newest } of await all<{ readonly wing: string; readonly newest: number }>(
    'SELECT wing, max(number) AS newest FROM migration GROUP BY wing',
  )) {
    const known = migrations.filter((migration) => migration.wing === wing).length;
    if (known > 0 && newest > known) throw newer(wing, newest, known);
    done.set(wing, newest);
  }
  const isEarlier = earlier && version > 0 && !done.has(earlier.wing);
  if (isEarlier) await run(earlier.steps.slice(version - 1).join(';'));
  for (const { wing, number, text } of migrations.filter((one) => one.number > (done.get(one.wing) ?? 0))) {
    await run(text);
    if (isEarlier && wing === earlier.wing && number === 1) await run(earlier.copy);
    await run(`INSERT INTO migration VALUES ('${wing}', ${number}, ${dialect.clock})`);
  }
}

function newer(wing: string, newest: number, known: number): StoreUnusable {
  return new StoreUnusable(
    `A newer release has written the database (its ${wing} has migration ${newest}, and this release knows ` +
      `${known}): start that release, or restore the copy from before the upgrade`,
  );
}
