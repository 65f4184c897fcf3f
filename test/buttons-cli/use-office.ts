import { afterAll, afterEach, beforeEach } from 'vitest';
import { openOffice, type Office } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf } from './office.js';

/** The office of the test that runs; each has its own. */
export let office: Office;

/** Opens another office in place of the test's, which is closed. @param settings what else the service is told */
export async function reopen(settings: Readonly<Record<string, string>>): Promise<void> {
  office = await openOffice(officeOf(20), { settings });
}

/**
 * Opens an office of twenty phones for each test of a file.
 * @param settings what else the service is told
 */
export function useOffice(settings: () => Readonly<Record<string, string>> = () => ({})): void {
  beforeEach(async () => {
    await reopen(settings());
  });
  afterEach(async () => {
    await office.close();
  });
  afterAll(tidy);
}
