import { afterAll, afterEach, beforeEach } from 'vitest';
import { openOffice, type Office } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf } from './office.js';

/** The office of the test that runs; each has its own. */
export let office: Office;

/** Opens an office of twenty phones for each test of a file. */
export function useOffice(): void {
  beforeEach(async () => {
    office = await openOffice(officeOf(20));
  });
  afterEach(async () => {
    await office.close();
  });
  afterAll(tidy);
}
