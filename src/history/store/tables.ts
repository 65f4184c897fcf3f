import type { EarlierTables, Wing } from '../../store/migrations.js';
import type { Dialect } from '../../store/sql.js';

/** The tables of the history. Times are milliseconds since 1970. */
export const historyTables: Wing = { name: 'history', migrations: [makeTables, makeIndexes], earlier: earlierTables };

function makeTables({ sequence, byKey, refuseEarlier }: Dialect): string {
  return `
    CREATE TABLE history_change (
      sequence ${sequence},
      time bigint NOT NULL,
      device_key text NOT NULL,
      -- Empty, like the request, in a change that was made elsewhere.
      user_name text NOT NULL,
      request_id text NOT NULL,
      device_kind text NOT NULL,
      device_name text NOT NULL,
      device_uuid text,
      kind text NOT NULL,
      list_before text,
      list_after text NOT NULL,
      outcome text NOT NULL,
      found_list text,
      found_time bigint,
      run bigint,
      undoes bigint,
      -- A change that was made elsewhere was made after this time.
      seen_after bigint,
      -- The identity of a change that was made elsewhere, or of a write.
      seen_key text,
      -- The places at which it began, or at which the list was requested, and at which something became known last.
      place bigint,
      known_at bigint,
      -- When its outcome became known, by the database's clock.
      settled bigint
    );
    -- One row: the last place.
    CREATE TABLE place (number bigint NOT NULL);
    INSERT INTO place VALUES (0);
    CREATE TABLE history_number (number text NOT NULL, sequence bigint NOT NULL, PRIMARY KEY (number, sequence)) ${byKey};
    CREATE TABLE history_run (
      sequence ${sequence},
      time bigint NOT NULL,
      user_name text NOT NULL,
      title text NOT NULL,
      plan bigint
    );
    CREATE TABLE history_dismissal (
      id text PRIMARY KEY,
      evidence text NOT NULL,
      reason text NOT NULL,
      user_name text NOT NULL,
      time bigint NOT NULL
    );
    -- One row: the latest known time.
    CREATE TABLE history_clock (place integer PRIMARY KEY, time bigint NOT NULL);
    ${refuseEarlier}`;
}

/** After the rows of an earlier release are copied, because that is several times faster. */
function makeIndexes(): string {
  return `
    CREATE INDEX history_change_known_at ON history_change (known_at) WHERE known_at IS NOT NULL;
    CREATE INDEX history_change_device ON history_change (device_key, sequence, time);
    CREATE INDEX history_change_user ON history_change (user_name, sequence, time);
    CREATE INDEX history_change_time ON history_change (time);
    CREATE INDEX history_change_uuid ON history_change (device_uuid, kind, sequence) WHERE device_uuid IS NOT NULL;
    CREATE INDEX history_change_keyless ON history_change (device_key, kind, sequence) WHERE device_uuid IS NULL;
    CREATE INDEX history_change_in_progress ON history_change (device_key, sequence) WHERE outcome = 'in-progress';
    CREATE INDEX history_change_unproven ON history_change (device_key, kind, sequence)
      WHERE outcome = 'outcome-unknown' AND found_list IS NULL;
    CREATE INDEX history_change_unknown ON history_change (settled) WHERE outcome = 'outcome-unknown';
    CREATE INDEX history_change_run ON history_change (run, sequence) WHERE run IS NOT NULL;
    CREATE INDEX history_change_undoes ON history_change (undoes, sequence, outcome) WHERE undoes IS NOT NULL;
    CREATE INDEX history_change_elsewhere ON history_change (sequence) WHERE seen_after IS NOT NULL;
    CREATE UNIQUE INDEX history_change_seen ON history_change (seen_key) WHERE seen_key IS NOT NULL;
    CREATE INDEX history_number_sequence ON history_number (sequence);
    CREATE INDEX history_run_user ON history_run (user_name, sequence);
    CREATE INDEX history_run_time ON history_run (time)`;
}

/**
 * 0.1.0 had version 1, and 1.0.0 had version 5. Instances of these releases that still run get errors for each statement,
 * so they send nothing.
 */
function earlierTables({ earlierTime, ownNumber, milliseconds, goOn, sequence }: Dialect): EarlierTables {
  const ofChange = `sequence, device_key, user_name, request_id, device_kind, device_name, device_uuid, kind, list_before,
    list_after, outcome, found_list, run, undoes, seen_key`;
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
      INSERT INTO history_change (${ofChange}, time, found_time, seen_after) ${ownNumber}
        SELECT ${ofChange}, ${['time', 'found_time', 'seen_after'].map(milliseconds).join(', ')}
        FROM earlier_change ORDER BY sequence;
      INSERT INTO history_number (number, sequence) SELECT number, sequence FROM earlier_change_number ORDER BY number;
      INSERT INTO history_run (sequence, time, user_name, title, plan) ${ownNumber}
        SELECT sequence, ${milliseconds('time')}, user_name, title, plan FROM earlier_run;
      INSERT INTO history_dismissal (id, evidence, reason, user_name, time)
        SELECT id, evidence, reason, user_name, ${milliseconds('time')} FROM earlier_dismissal;
      INSERT INTO history_clock (place, time) SELECT place, ${milliseconds('time')} FROM earlier_clock_seen;
      ${goOn('history_change', 'change')}; ${goOn('history_run', 'run')};
      ${tables.map((table) => `DROP TABLE earlier_${table}`).join(';')}`,
  };
}
