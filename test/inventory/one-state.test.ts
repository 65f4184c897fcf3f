import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialledForm, type DeviceName } from '../../src/domain/identifiers.js';
import { loadDriver } from '../../src/store/sqlite/driver.js';
import { openForReading, openForWriting } from '../../src/inventory/store/sqlite/open-file.js';
import { SqliteSql } from '../../src/store/sqlite/sqlite-sql.js';
import type { Sql, SqlValue } from '../../src/store/sql.js';
import { SqlInventory } from '../../src/inventory/store/sql-inventory.js';
import type { SweptTable } from '../../src/domain/swept-tables.js';
import type { CellsOf, SweptRow } from '../../src/inventory/swept-tables.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openStore } from './inventories.js';
import { aRowOf } from '../support/made.js';

/** Answers of one statement each, while the inventory is changed between them. */

const key = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const device = { kind: 'phone', name: 'SEP1' as DeviceName } as const;
const number = dialledForm('1000');

const stores = {
  sqlite: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'inventory-'));
    const [driver, file] = [await loadDriver(), path.join(folder, 'inventory')];
    const [writing, reading] = [await openForWriting(file, driver), openForReading(file, driver, 2_048)];
    onTestFinished(() => {
      for (const database of [reading, writing]) database.close();
      rmSync(folder, { recursive: true });
    });
    return [writing, reading].map((database) => new SqlInventory(new SqliteSql(database), 0));
  },
  postgres: async () => {
    const both = await Promise.all([openStore.postgres(), openStore.postgres()]);
    onTestFinished(() => Promise.all(both.map((store) => store.close())).then(() => undefined));
    // What they read with can also write.
    return both.map((store) => store.dear as unknown as SqlInventory);
  },
};

/** The same database, in which something happens after each reading statement; it records these statements. */
function interrupted(sql: Sql, between: () => Promise<void>): { readonly sql: Sql; readonly asked: string[] } {
  const asked: string[] = [];
  const reading = async <Row>(statement: string, ...others: [readonly SqlValue[]]): Promise<Row[]> => {
    asked.push(statement);
    const rows = await sql.often<Row>(statement, ...others);
    await between();
    return rows;
  };
  return { sql: Object.assign(Object.create(sql) as Sql, { all: reading, often: reading }), asked };
}

/** Sweeps a cluster of one phone whose speed dial has a label. */
async function sweepOf(writer: SqlInventory, label: string): Promise<void> {
  const position = await writer.claim('sweeper', { betweenSweepsMs: 0 }, 0);
  if ('dueInMs' in position) throw new Error('it is due');
  const rows: { readonly [Table in SweptTable]: readonly (SweptRow & { readonly cells: CellsOf<Table> })[] } = {
    number: [
      { owner: key(9), cells: aRowOf.number({ dirn: number, partition: 'P', description: label, alerting: label }) },
    ],
    device: [{ owner: key(1), cells: aRowOf.device({ name: device.name, description: label }) }],
    line: [{ owner: key(1), cells: aRowOf.line({ number: key(9), display: label }) }],
    dial: [{ owner: key(1), cells: aRowOf.dial({ dirn: '1000', label }) }],
    lamp: [{ owner: key(1), cells: aRowOf.lamp({ destination: '1000', label }) }],
    forward: [],
  };
  for (const [table, of] of Object.entries(rows)) {
    await writer.keep(position, { table: table as SweptTable, after: '', upTo: undefined, rows: of });
  }
  await writer.publish(position, [], 0);
}

describe.each(['sqlite', 'postgres'] as const)('an answer from the inventory in %s', (kind) => {
  const isLacking = kind === 'postgres' && lacksPostgres();
  if (!isLacking && kind === 'postgres') usePostgres();

  it.skipIf(isLacking)('is of one state, regardless of writes after its statement', async () => {
    const [writer, reader] = await stores[kind]();
    if (!writer || !reader) throw new Error('there are two');
    await sweepOf(writer, 'round 0');
    let round = 0;
    const between = async (): Promise<void> => {
      round += 1;
      await sweepOf(writer, `round ${round}`);
    };
    const watched = interrupted(Reflect.get(reader, 'sql') as Sql, between);
    Reflect.set(reader, 'sql', watched.sql);
    const lookUps = {
      phonesWith: async () => (await reader.phonesWith(number))?.value,
      device: async () => [(await reader.device(device))?.value],
    };
    for (const lookUp of Object.values(lookUps)) {
      const [label, description] = [`round ${round}`, `round ${round}`];
      const dials = [{ index: '1', dirn: '1000', label }];
      expect(await lookUp()).toMatchObject([{ name: device.name, description, dirns: ['1000'], speeddials: dials }]);
    }
    const both = [{ label: `round ${round}` }, { label: `round ${round}` }];
    expect((await reader.buttonsTo(number))?.value.buttons).toMatchObject(both);
    const list = (await reader.list(device, 'speeddial'))?.value;
    expect(list?.entries).toMatchObject([{ label: `round ${round - 1}` }]);
    expect(watched.asked).toHaveLength(4);
  });
});
