import type { Wing } from '../../store/migrations.js';
import type { Dialect } from '../../store/sql.js';
import { earlierTables } from './earlier-tables.js';

/** The tables of changes. Times are milliseconds since 1970. */
export const changeTables: Wing = { name: 'history', migrations: [makeTables, makeIndexes], earlier: earlierTables };

function makeTables({ sequence, byKey, refuseEarlier }: Dialect): string {
  return `
    CREATE TABLE history_change (
      sequence ${sequence},
      -- The identity of a caller's write, of a change made elsewhere, or of what was asked for.
      token text,
      -- 1 if the service carries it out; 0 for a caller's write and for a change made elsewhere.
      carried integer NOT NULL,
      time bigint NOT NULL,
      -- Null in a change that was made elsewhere.
      user_name text,
      title text NOT NULL,
      reason text NOT NULL,
      -- The request that asked for it; null for a write of one list, which has it in its list.
      request_id text,
      -- Title, reason and user, folded for searches.
      sought text NOT NULL,
      -- The state is asking until its last list is stored; no one sees it before.
      state text NOT NULL,
      closed_because text,
      why text,
      expires bigint,
      not_before bigint,
      digest text,
      undoes bigint,
      -- JSON.
      notes text NOT NULL,
      at_most text,
      -- What its lists are found by, as JSON; null when they are found.
      intent text,
      begins integer NOT NULL,
      -- 1 if it is a draft once it is read.
      draft integer NOT NULL,
      -- How many lists were asked for, their bytes as JSON, and how many of them an application has to set.
      size integer NOT NULL,
      bytes bigint NOT NULL,
      to_set integer NOT NULL,
      approved_by text,
      approved_time bigint,
      rejected_by text,
      rejected_time bigint,
      rejected_reason text,
      applied_by text,
      applied_time bigint,
      ended_time bigint,
      stopping integer NOT NULL,
      -- The time that counts for its deletion; null while it is open.
      aged bigint,
      holder text,
      held_until bigint,
      -- The Idempotency-Key, and the hash of the request.
      key_text text,
      key_hash text
    );
    CREATE TABLE history_list (
      change bigint NOT NULL,
      position integer NOT NULL,
      -- Null until it is sent.
      number bigint,
      device_key text NOT NULL,
      device_kind text NOT NULL,
      device_name text NOT NULL,
      -- The name, folded for searches.
      sought text NOT NULL,
      device_uuid text,
      kind text NOT NULL,
      if_match text,
      list_before text,
      list_after text NOT NULL,
      -- What an intent does to the list that is read, as JSON; list_after is null in JSON until then.
      edits text,
      -- The number that was given last when the list was read.
      since bigint,
      -- The number of the list that it undoes.
      undoes bigint,
      state text NOT NULL,
      code text,
      detail text,
      found_list text,
      found_time bigint,
      -- When it was sent, and for whom; or when it was seen.
      time bigint,
      user_name text,
      request_id text,
      -- The places at which it began, or at which the list was requested, and at which something became known last.
      place bigint,
      known_at bigint,
      -- When its end became known, by the database's clock.
      settled bigint,
      -- A change that was made elsewhere was made after this time.
      seen_after bigint,
      -- The identity of the sending of a list of a change that the service carries out.
      token text,
      PRIMARY KEY (change, position)
    );
    -- One row: the last place. The number of a sent list is the place that it took.
    CREATE TABLE place (number bigint NOT NULL);
    INSERT INTO place VALUES (0);
    CREATE TABLE history_number (
      number text NOT NULL,
      change bigint NOT NULL,
      position integer NOT NULL,
      PRIMARY KEY (number, change, position)
    ) ${byKey};
    CREATE TABLE history_dismissal (
      id text PRIMARY KEY,
      evidence text NOT NULL,
      reason text NOT NULL,
      user_name text NOT NULL,
      time bigint NOT NULL
    );
    -- One row: the latest known time.
    CREATE TABLE history_clock (place integer PRIMARY KEY, time bigint NOT NULL);
    -- The last turn of each user, for each state of work.
    CREATE TABLE history_turn (
      state text NOT NULL,
      user_name text NOT NULL,
      turn bigint NOT NULL,
      PRIMARY KEY (state, user_name)
    );
    -- One row: how many lists may be set now, and when that was reckoned.
    CREATE TABLE history_bucket (tokens double precision NOT NULL, time bigint NOT NULL, version bigint NOT NULL);
    INSERT INTO history_bucket VALUES (0, 0, 0);
    -- At most one row: all writing is stopped.
    CREATE TABLE history_stopped (place integer PRIMARY KEY, device text NOT NULL, words text NOT NULL, time bigint NOT NULL);
    ${refuseEarlier}`;
}

/** After the rows of an earlier release are copied, because that is several times faster. */
function makeIndexes(): string {
  return `
    CREATE UNIQUE INDEX history_change_token ON history_change (token) WHERE token IS NOT NULL;
    CREATE INDEX history_change_user ON history_change (user_name, sequence);
    CREATE INDEX history_change_time ON history_change (time) WHERE carried = 1;
    CREATE INDEX history_change_aged ON history_change (aged) WHERE aged IS NOT NULL;
    CREATE INDEX history_change_open ON history_change (state, expires)
      WHERE carried = 1 AND state IN ('asking', 'draft', 'reading', 'proposed', 'running');
    CREATE INDEX history_change_closed ON history_change (ended_time) WHERE state = 'closed';
    CREATE INDEX history_change_stopped ON history_change (sequence) WHERE state = 'stopped';
    CREATE INDEX history_change_elsewhere ON history_change (sequence) WHERE user_name IS NULL;
    CREATE INDEX history_change_key ON history_change (user_name, key_text) WHERE key_text IS NOT NULL;
    CREATE UNIQUE INDEX history_list_number ON history_list (number) WHERE number IS NOT NULL;
    CREATE INDEX history_list_state ON history_list (change, state);
    CREATE INDEX history_list_known_at ON history_list (known_at) WHERE known_at IS NOT NULL;
    CREATE INDEX history_list_device ON history_list (device_key, change);
    CREATE INDEX history_list_time ON history_list (time) WHERE time IS NOT NULL;
    CREATE INDEX history_list_uuid ON history_list (device_uuid, kind, number) WHERE number IS NOT NULL;
    CREATE INDEX history_list_keyless ON history_list (device_key, kind, number)
      WHERE device_uuid IS NULL AND number IS NOT NULL;
    CREATE INDEX history_list_in_progress ON history_list (device_key, number) WHERE state = 'sending';
    CREATE INDEX history_list_unproven ON history_list (device_key, kind, number)
      WHERE state = 'uncertain' AND found_list IS NULL;
    CREATE INDEX history_list_unknown ON history_list (settled) WHERE state = 'uncertain';
    CREATE INDEX history_list_undoes ON history_list (undoes, number) WHERE undoes IS NOT NULL;
    CREATE INDEX history_number_list ON history_number (change, position)`;
}
