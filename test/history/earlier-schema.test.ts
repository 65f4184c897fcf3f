import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseOptions } from '../../src/store/database-url.js';
import { historyTables } from '../../src/history/store/tables.js';
import { dial, intention, phoneNamed, place as placeAt, seenChange } from '../support/changes.js';
import { closeStores, open, storeKinds } from './stores.js';

/** Makes a place with the schema of an earlier version. */
const schemaOf: Readonly<Record<DatabaseOptions['store'], (version: number) => string>> = {
  sqlite: (version) =>
    `${historyTables.migrations.sqlite.slice(0, version).join(';')}; PRAGMA application_id = ${historyTables.applicationId};
     PRAGMA user_version = ${version};`,
  postgres: (version) =>
    `CREATE SCHEMA axl_phone_proxy; ${historyTables.migrations.postgres.slice(0, version).join(';')};
     CREATE TABLE axl_phone_proxy.schema_version (version integer NOT NULL);
     INSERT INTO axl_phone_proxy.schema_version VALUES (${version});`,
};

const timeOf: Readonly<Record<DatabaseOptions['store'], (n: number) => string>> = {
  sqlite: (n) => String(n * 1_000),
  postgres: (n) => `to_timestamp(${n})`,
};

describe.each(storeKinds.filter(({ isLeftOut }) => !isLeftOut))('a history of an earlier schema in $name', (kind) => {
  beforeAll(() => kind.start());
  afterEach(closeStores);
  afterAll(() => kind.stop());

  /** @returns a place with three changes, as a release of this version stored them */
  async function placeOf(version: number): Promise<DatabaseOptions> {
    const place = await kind.emptyPlace();
    const row = (n: number, user: string, name: string, outcome: string): string =>
      `(${timeOf[place.store](n)}, 'phone/${name.toLowerCase()}', '${user}', 'request-${n}', 'phone', '${name}',
        'speeddial', '[]', '[{"index":"1","dirn":"200${n}","label":"L"}]', '${outcome}')`;
    await kind.alter(
      place,
      `${schemaOf[place.store](version)}
       INSERT INTO @change (time, device_key, user_name, request_id, device_kind, device_name, kind, list_before,
         list_after, outcome)
       VALUES ${row(1, 'alice', 'SEP1', 'replaced')}, ${row(2, 'bob', 'SEP2', 'outcome-unknown')},
         ${row(3, 'alice', 'SEP2', 'in-progress')};
       INSERT INTO @change_number (number, sequence) VALUES ('2001', 1), ('2002', 2), ('2003', 3);`,
    );
    return place;
  }

  it('is migrated: its changes are shown and found, and accept what is found later', async () => {
    const place = await placeOf(1);
    let store = await open(place);
    const { changes } = await store.list({}, 10);
    expect(changes.map(({ id, outcome, foundLater }) => [id, outcome, foundLater])).toEqual([
      ['3', 'outcome-unknown', undefined],
      ['2', 'outcome-unknown', undefined],
      ['1', 'replaced', undefined],
    ]);
    expect(changes[2]).toMatchObject({
      time: new Date(1_000),
      user: 'alice',
      before: [],
      after: [dial(1, '2001', 'L')],
    });
    const idsOf = async (filter: Parameters<typeof store.list>[0]): Promise<string[]> =>
      (await store.list(filter, 10)).changes.map(({ id }) => id);
    expect(await idsOf({ device: phoneNamed('sep2') })).toEqual(['3', '2']);
    expect(await idsOf({ user: 'alice' })).toEqual(['3', '1']);
    expect(await idsOf({ number: '2002' })).toEqual(['2']);
    expect(await idsOf({ since: new Date(2_000) })).toEqual(['3', '2']);

    const unproven = await store.listUnproven(phoneNamed('SEP2'), 'speeddial', 10);
    expect(unproven.map(({ id }) => id)).toEqual(['3', '2']);
    const found = { list: 'after', time: new Date('2026-05-01T00:00:00.123Z') } as const;
    await store.keepFound('2', found);
    await store.keepFound('2', { ...found, list: 'other' });
    await store.keepFound('1', found);
    expect(await store.begin(intention())).toBe('4');
    await store.close();
    store = await open(place);
    expect((await store.get('2'))?.foundLater).toEqual(found);
    expect((await store.get('1'))?.foundLater).toBeUndefined();
  });

  it.each([1, 2, 3])('of version %i has no change made elsewhere, and accepts some', async (version) => {
    const place = await placeOf(version);
    let store = await open(place);
    expect((await store.list({ source: 'service' }, 10)).changes).toHaveLength(3);
    expect((await store.list({ source: 'elsewhere' }, 10)).changes).toEqual([]);
    const seen = { device: phoneNamed('SEP1'), before: [], after: null };
    for (const known of [1, 1, 2]) {
      await store.keepSeen(seenChange({ ...seen, known: placeAt(known) }));
    }
    await store.close();
    store = await open(place);
    expect((await store.list({ source: 'elsewhere' }, 10)).changes).toHaveLength(2);
  });

  it.each([1, 2, 3, 4])('of version %i has no dismissed finding, and accepts some', async (version) => {
    const store = await open(await placeOf(version));
    const dismissal = { id: 'a', evidence: 'e', reason: 'r', user: 'alice', time: new Date(5_000) };
    expect(await store.dismissalsOf(['a'])).toEqual([]);
    await store.dismiss(dismissal);
    expect(await store.dismissalsOf(['a'])).toEqual([dismissal]);
  });

  it.each([1, 2])('of version %i gets runs: its changes belong to none, and can be undone in one', async (version) => {
    const place = await placeOf(version);
    let store = await open(place);
    expect((await store.list({}, 10)).changes.map(({ run, undoes, undoneBy }) => [run, undoes, undoneBy])).toEqual(
      [1, 2, 3].map(() => [undefined, undefined, undefined]),
    );
    expect(await store.listRuns({}, 10)).toEqual({ runs: [], next: undefined });
    const run = await store.beginRun({ time: new Date(5_000), user: 'bob', title: 'Undo' });
    const undo = await store.begin(intention({ run, undoes: '1' }));
    await store.settle(undo, 'replaced');
    await store.close();
    store = await open(place);
    expect(await store.get('1')).toMatchObject({ user: 'alice', undoneBy: undo });
    expect(await store.getRunResult(run)).toMatchObject({ title: 'Undo', outcomes: { replaced: 1 } });
    expect((await store.list({ run }, 10)).changes.map(({ id }) => id)).toEqual([undo]);
  });
});
