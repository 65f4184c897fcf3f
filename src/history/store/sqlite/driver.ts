import type Libsql from 'libsql';
import { driverMissing } from '../history-problems.js';

/** The only file that uses the package libsql. */
export type Driver = typeof Libsql;
export type Database = Libsql.Database;
export type Statement = Libsql.Statement;

/** A value for a question mark. */
export type SqliteValue = string | number | null;

/** An expression for SQLite's clock: milliseconds since 1970. */
export const sqliteClock = "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";

/**
 * Loads the driver.
 * @throws HistoryUnusable if the package, or its binary for this machine, is not installed
 */
export async function loadDriver(): Promise<Driver> {
  try {
    return (await import('libsql')).default;
  } catch {
    throw driverMissing('libsql');
  }
}
