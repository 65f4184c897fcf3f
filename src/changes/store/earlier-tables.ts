import { plainFolded } from '../../domain/sought.js';
import type { EarlierTables } from '../../store/migrations.js';
import type { Dialect } from '../../store/sql.js';

/**
 * How the rows of releases up to 1.0.0 come over. A change of a run becomes a list of one change with the id of the
 * run's first change; every other change becomes a change of one list. The number of each list is its earlier id.
 *
 * 0.1.0 had version 1, and 1.0.0 had version 5. Instances of these releases that still run get errors for each statement,
 * so they send nothing.
 */
export function earlierTables(dialect: Dialect): EarlierTables {
  const { earlierTime, ownNumber, milliseconds, goOn, sequence } = dialect;
  const tables = ['change', 'change_number', 'run', 'dismissal', 'clock_seen'];
  return {
    steps: [
      `ALTER TABLE change ADD COLUMN found_list text; ALTER TABLE change ADD COLUMN found_time ${earlierTime}`,
      `CREATE TABLE run (sequence ${sequence}, time ${earlierTime}, user_name text, title text);
       ALTER TABLE change ADD COLUMN run bigint; ALTER TABLE change ADD COLUMN undoes bigint`,
      `ALTER TABLE change ADD COLUMN seen_after ${earlierTime}; ALTER TABLE change ADD COLUMN seen_key text`,
      `CREATE TABLE dismissal (id text, evidence text, reason text, user_name text, time ${earlierTime})`,
      `ALTER TABLE change ADD COLUMN device_uuid text; ALTER TABLE change ADD COLUMN place text`,
      `CREATE TABLE clock_seen (place integer, time ${earlierTime})`,
      `ALTER TABLE run ADD COLUMN plan bigint; CREATE TABLE plan (id integer); CREATE TABLE plan_list (id integer)`,
      // No release had plans. From its new name on, no one else can use a table.
      `${tables.map((table) => `ALTER TABLE ${table} RENAME TO earlier_${table}`).join(';')};
       DROP TABLE plan; DROP TABLE plan_list`,
    ],
    copy: `
      CREATE TABLE earlier_head (run bigint PRIMARY KEY, sequence bigint);
      INSERT INTO earlier_head SELECT run, min(sequence) FROM earlier_change WHERE run IS NOT NULL GROUP BY run;
      ${copiedLists(dialect)};
      CREATE INDEX earlier_list_change ON history_list (change, state);
      ${copiedChanges(dialect)};
      DROP INDEX earlier_list_change;
      INSERT INTO history_number (number, change, position)
        SELECT touched.number, list.change, list.position FROM earlier_change_number AS touched
        JOIN history_list AS list ON list.number = touched.sequence;
      DROP INDEX earlier_list_number;
      ${foldedBeyondAscii(['history_list', 'history_change'])};
      UPDATE place SET number = (SELECT coalesce(max(sequence), 0) FROM earlier_change);
      INSERT INTO history_dismissal (id, evidence, reason, user_name, time)
        SELECT id, evidence, reason, user_name, ${milliseconds('time')} FROM earlier_dismissal;
      INSERT INTO history_clock (place, time) SELECT place, ${milliseconds('time')} FROM earlier_clock_seen;
      ${goOn('history_change', 'change')};
      DROP TABLE earlier_head; ${tables.map((table) => `DROP TABLE earlier_${table}`).join(';')}`,
  };

  function copiedLists({ milliseconds }: Dialect): string {
    const same = 'device_key, device_kind, device_name, device_uuid, kind, list_before, list_after, found_list';
    const stated = 'undoes, request_id';
    return `
      INSERT INTO history_list (change, position, number, sought, state, code, time, user_name, found_time, seen_after,
          ${same}, ${stated})
        SELECT coalesce(head.sequence, earlier.sequence),
          row_number() OVER (PARTITION BY coalesce(head.sequence, earlier.sequence) ORDER BY earlier.sequence) - 1,
          earlier.sequence, lower(device_name), ${stateOf}, ${codeOf}, ${milliseconds('time')},
          CASE WHEN seen_after IS NULL THEN user_name END, ${milliseconds('found_time')}, ${milliseconds('seen_after')},
          ${same}, ${stated}
        FROM earlier_change AS earlier LEFT JOIN earlier_head AS head ON head.run = earlier.run
        ORDER BY 1, 2;
      CREATE INDEX earlier_list_number ON history_list (number)`;
  }

  function copiedChanges({ milliseconds }: Dialect): string {
    const has = (condition: string): string =>
      `EXISTS (SELECT 1 FROM history_list AS list WHERE list.change = first.sequence AND ${condition})`;
    const undone = (which: string): string =>
      `(SELECT ${which}(target.change) FROM history_list AS list JOIN history_list AS target
        ON target.number = list.undoes WHERE list.change = first.sequence)`;
    return `
      INSERT INTO history_change (sequence, token, carried, time, user_name, title, reason, sought, state, undoes, notes,
          begins, draft, size, bytes, to_set, stopping, aged) ${ownNumber}
        SELECT first.sequence, first.seen_key, 0, ${milliseconds('first.time')},
          CASE WHEN first.seen_after IS NULL THEN first.user_name END, coalesce(run.title, ''), '',
          lower(coalesce(run.title, '') || ' ' || first.user_name),
          CASE WHEN ${has(`list.state = 'sending'`)} THEN 'running'
            WHEN ${has(`list.state <> 'changed'`)} THEN 'partly-done' ELSE 'done' END,
          CASE WHEN ${undone('min')} = ${undone('max')} THEN ${undone('max')} END, '[]', 1, 0,
          (SELECT count(*) FROM history_list AS list WHERE list.change = first.sequence), 0, 0, 0,
          (SELECT max(time) FROM history_list AS list WHERE list.change = first.sequence)
        FROM earlier_change AS first LEFT JOIN earlier_head AS head ON head.run = first.run
          LEFT JOIN earlier_run AS run ON run.sequence = first.run
        WHERE head.sequence IS NULL OR head.sequence = first.sequence ORDER BY first.sequence`;
  }
}

const settledWell = `'replaced', 'confirmed-by-reading', 'seen'`;

const stateOf = `CASE WHEN outcome = 'in-progress' THEN 'sending' WHEN outcome IN (${settledWell}) THEN 'changed'
  WHEN outcome = 'stored-otherwise' THEN 'stored-otherwise' WHEN outcome = 'outcome-unknown' THEN 'uncertain'
  ELSE 'refused' END`;

const codeOf = `CASE WHEN outcome IN ('in-progress', ${settledWell}) THEN NULL ELSE outcome END`;

/** How many letters one statement folds: SQLite accepts few calls within each other. */
const foldedAtOnce = 15;

/** Statements that fold letters outside ASCII as `plainFolded` does: those of the languages of Europe. */
function foldedBeyondAscii(tables: readonly string[]): string {
  const letters = Array.from({ length: 0x180 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter(
    (letter) => plainFolded(letter) !== letter,
  );
  const steps = Array.from({ length: Math.ceil(letters.length / foldedAtOnce) }, (_, at) => {
    const some = letters.slice(at * foldedAtOnce, (at + 1) * foldedAtOnce);
    const folded = some.reduce((text, letter) => `replace(${text}, '${letter}', '${plainFolded(letter)}')`, 'folded');
    return `UPDATE earlier_folded SET folded = ${folded}`;
  });
  const from = tables.map((table) => `SELECT sought FROM ${table} WHERE octet_length(sought) <> length(sought)`);
  return [
    'CREATE TABLE earlier_folded (text text PRIMARY KEY, folded text)',
    `INSERT INTO earlier_folded SELECT sought, sought FROM (${from.join(' UNION ')}) AS names`,
    ...steps,
    ...tables.map(
      (table) => `UPDATE ${table} SET sought = (SELECT folded FROM earlier_folded WHERE text = sought)
        WHERE sought IN (SELECT text FROM earlier_folded)`,
    ),
    'DROP TABLE earlier_folded',
  ].join('; ');
}
