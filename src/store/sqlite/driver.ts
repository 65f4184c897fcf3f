import type Libsql from 'libsql';
import { driverMissing } from '../problems.js';

/** The only file that uses the package libsql. */
export type Driver = typeof Libsql;
export type Database = Libsql.Database;
export type Statement = Libsql.Statement;

/**
 * Loads the driver.
 * @throws StoreUnusable if the package, or its binary for this machine, is not installed
 */
export async function loadDriver(): Promise<Driver> {
  try {
    return (await import('libsql')).default;
  } catch {
    throw driverMissing('libsql');
  }
}
