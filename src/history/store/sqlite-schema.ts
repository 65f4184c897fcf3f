/** Each migrates a file from one version of the schema to the next. Never change a migration that was released. */
export const sqliteMigrations: readonly string[] = [
  `CREATE TABLE change (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     time INTEGER NOT NULL,
     device_key TEXT NOT NULL,
     user_name TEXT NOT NULL,
     request_id TEXT NOT NULL,
     device_kind TEXT NOT NULL,
     device_name TEXT NOT NULL,
     kind TEXT NOT NULL,
     list_before TEXT,
     list_after TEXT NOT NULL,
     outcome TEXT NOT NULL
   );
   CREATE INDEX change_device ON change (device_key, sequence, time);
   CREATE INDEX change_user ON change (user_name, sequence, time);
   CREATE INDEX change_time ON change (time);
   CREATE INDEX change_in_progress ON change (sequence) WHERE outcome = 'in-progress';
   CREATE TABLE change_number (
     number TEXT NOT NULL,
     sequence INTEGER NOT NULL,
     PRIMARY KEY (number, sequence)
   ) WITHOUT ROWID;
   CREATE INDEX change_number_sequence ON change_number (sequence);`,
  `ALTER TABLE change ADD COLUMN found_list TEXT;
   ALTER TABLE change ADD COLUMN found_time INTEGER;
   CREATE INDEX change_unproven ON change (device_key, kind, sequence)
     WHERE outcome = 'outcome-unknown' AND found_list IS NULL;`,
  `CREATE TABLE run (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     time INTEGER NOT NULL,
     user_name TEXT NOT NULL,
     title TEXT NOT NULL
   );
   CREATE INDEX run_user ON run (user_name, sequence);
   CREATE INDEX run_time ON run (time);
   ALTER TABLE change ADD COLUMN run INTEGER;
   ALTER TABLE change ADD COLUMN undoes INTEGER;
   CREATE INDEX change_run ON change (run, sequence) WHERE run IS NOT NULL;
   CREATE INDEX change_undoes ON change (undoes, sequence, outcome) WHERE undoes IS NOT NULL;`,
  // A change made elsewhere has `seen_after`, the time after which it was made, and empty texts for user and request.
  `ALTER TABLE change ADD COLUMN seen_after INTEGER;
   ALTER TABLE change ADD COLUMN seen_key TEXT;
   CREATE INDEX change_elsewhere ON change (sequence) WHERE seen_after IS NOT NULL;
   CREATE UNIQUE INDEX change_seen ON change (seen_key) WHERE seen_key IS NOT NULL;`,
  `CREATE TABLE dismissal (
     id TEXT PRIMARY KEY,
     evidence TEXT NOT NULL,
     reason TEXT NOT NULL,
     user_name TEXT NOT NULL,
     time INTEGER NOT NULL
   );`,
  `ALTER TABLE change ADD COLUMN device_uuid TEXT;
   ALTER TABLE change ADD COLUMN place TEXT;
   CREATE INDEX change_uuid ON change (device_uuid, kind, sequence) WHERE device_uuid IS NOT NULL;
   CREATE INDEX change_keyless ON change (device_key, kind, sequence) WHERE device_uuid IS NULL;`,
  // One row: the latest known time.
  `CREATE TABLE clock_seen (place INTEGER PRIMARY KEY, time INTEGER NOT NULL);`,
  // Plans, and their lists. Times are milliseconds since 1970.
  `ALTER TABLE run ADD COLUMN plan INTEGER;
   CREATE TABLE plan (
     sequence INTEGER PRIMARY KEY AUTOINCREMENT,
     token TEXT NOT NULL UNIQUE,
     time INTEGER NOT NULL,
     expires INTEGER NOT NULL,
     user_name TEXT NOT NULL,
     title TEXT NOT NULL,
     reason TEXT NOT NULL,
     digest TEXT NOT NULL,
     state TEXT NOT NULL,
     bytes INTEGER NOT NULL,
     approved_by TEXT,
     approved_time INTEGER,
     rejected_by TEXT,
     rejected_time INTEGER,
     rejected_reason TEXT,
     applied_by TEXT,
     applied_time INTEGER,
     ended_time INTEGER,
     per_hour INTEGER,
     why TEXT,
     run INTEGER,
     stopping INTEGER NOT NULL,
     holder TEXT,
     held_until INTEGER
   );
   CREATE TABLE plan_list (
     plan INTEGER NOT NULL,
     place INTEGER NOT NULL,
     device_kind TEXT NOT NULL,
     device_name TEXT NOT NULL,
     device_uuid TEXT,
     kind TEXT NOT NULL,
     if_match TEXT NOT NULL,
     list_before TEXT,
     list_after TEXT NOT NULL,
     since INTEGER,
     state TEXT NOT NULL,
     code TEXT,
     detail TEXT,
     PRIMARY KEY (plan, place)
   );
   CREATE INDEX plan_list_state ON plan_list (plan, state);`,
];
