/** What SQLite writes into the head of a file of this service: "axlh". */
export const applicationId = 0x61786c68;

/** Each brings a file from one version of the schema to the next; none is ever changed once it was released. */
export const migrations: readonly string[] = [
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
];
