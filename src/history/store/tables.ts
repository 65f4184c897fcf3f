import type { Tables } from '../../store/open-store.js';
import { postgresMigrations } from './postgres-schema.js';
import { sqliteMigrations } from './sqlite-schema.js';

/** The tables of the history. The application id is "axlh". */
export const historyTables: Tables = {
  applicationId: 0x61786c68,
  migrations: { sqlite: sqliteMigrations, postgres: postgresMigrations },
};
