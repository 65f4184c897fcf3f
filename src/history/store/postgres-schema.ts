/** Each migrates the tables from one version to the next. Never change a migration that was released. */
export const postgresMigrations: readonly string[] = [
  `CREATE TABLE axl_phone_proxy.change (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     time timestamptz NOT NULL,
     device_key text NOT NULL,
     user_name text NOT NULL,
     request_id text NOT NULL,
     device_kind text NOT NULL,
     device_name text NOT NULL,
     kind text NOT NULL,
     list_before text,
     list_after text NOT NULL,
     outcome text NOT NULL
   );
   CREATE INDEX change_device ON axl_phone_proxy.change (device_key, sequence);
   CREATE INDEX change_user ON axl_phone_proxy.change (user_name, sequence);
   CREATE INDEX change_time ON axl_phone_proxy.change (time);
   CREATE INDEX change_in_progress ON axl_phone_proxy.change (device_key) WHERE outcome = 'in-progress';
   CREATE TABLE axl_phone_proxy.change_number (
     number text NOT NULL,
     sequence bigint NOT NULL,
     PRIMARY KEY (number, sequence)
   );
   CREATE INDEX change_number_sequence ON axl_phone_proxy.change_number (sequence);`,
  `ALTER TABLE axl_phone_proxy.change ADD COLUMN found_list text, ADD COLUMN found_time timestamptz;
   CREATE INDEX change_unproven ON axl_phone_proxy.change (device_key, kind, sequence)
     WHERE outcome = 'outcome-unknown' AND found_list IS NULL;`,
  `CREATE TABLE axl_phone_proxy.run (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     time timestamptz NOT NULL,
     user_name text NOT NULL,
     title text NOT NULL
   );
   CREATE INDEX run_user ON axl_phone_proxy.run (user_name, sequence);
   CREATE INDEX run_time ON axl_phone_proxy.run (time);
   ALTER TABLE axl_phone_proxy.change ADD COLUMN run bigint, ADD COLUMN undoes bigint;
   CREATE INDEX change_run ON axl_phone_proxy.change (run, sequence) WHERE run IS NOT NULL;
   CREATE INDEX change_undoes ON axl_phone_proxy.change (undoes, sequence, outcome) WHERE undoes IS NOT NULL;`,
  // A change made elsewhere has `seen_after`, the time after which it was made, and empty texts for user and request.
  `ALTER TABLE axl_phone_proxy.change ADD COLUMN seen_after timestamptz, ADD COLUMN seen_key text;
   CREATE INDEX change_elsewhere ON axl_phone_proxy.change (sequence) WHERE seen_after IS NOT NULL;
   CREATE UNIQUE INDEX change_seen ON axl_phone_proxy.change (seen_key) WHERE seen_key IS NOT NULL;`,
  `CREATE TABLE axl_phone_proxy.dismissal (
     id text PRIMARY KEY,
     evidence text NOT NULL,
     reason text NOT NULL,
     user_name text NOT NULL,
     time timestamptz NOT NULL
   );`,
  // Instances of an earlier release leave these columns empty.
  `ALTER TABLE axl_phone_proxy.change ADD COLUMN device_uuid text, ADD COLUMN place text;
   CREATE INDEX change_uuid ON axl_phone_proxy.change (device_uuid, kind, sequence) WHERE device_uuid IS NOT NULL;
   CREATE INDEX change_keyless ON axl_phone_proxy.change (device_key, kind, sequence) WHERE device_uuid IS NULL;`,
  // One row: the latest known time.
  `CREATE TABLE axl_phone_proxy.clock_seen (place integer PRIMARY KEY, time timestamptz NOT NULL);`,
  // Plans, and their lists. Times are milliseconds since 1970.
  `ALTER TABLE axl_phone_proxy.run ADD COLUMN plan bigint;
   CREATE TABLE axl_phone_proxy.plan (
     sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     token text NOT NULL UNIQUE,
     time bigint NOT NULL,
     expires bigint NOT NULL,
     user_name text NOT NULL,
     title text NOT NULL,
     reason text NOT NULL,
     digest text NOT NULL,
     state text NOT NULL,
     bytes bigint NOT NULL,
     approved_by text,
     approved_time bigint,
     rejected_by text,
     rejected_time bigint,
     rejected_reason text,
     applied_by text,
     applied_time bigint,
     ended_time bigint,
     per_hour bigint,
     why text,
     run bigint,
     stopping integer NOT NULL,
     holder text,
     held_until bigint
   );
   CREATE TABLE axl_phone_proxy.plan_list (
     plan bigint NOT NULL,
     place integer NOT NULL,
     device_kind text NOT NULL,
     device_name text NOT NULL,
     device_uuid text,
     kind text NOT NULL,
     if_match text NOT NULL,
     list_before text,
     list_after text NOT NULL,
     since bigint,
     state text NOT NULL,
     code text,
     detail text,
     PRIMARY KEY (plan, place)
   );
   CREATE INDEX plan_list_state ON axl_phone_proxy.plan_list (plan, state);`,
];
