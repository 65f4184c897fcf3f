import { afterAll, afterEach, beforeEach } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { openOffice, type Office } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf } from './office.js';

/** The office of the test that runs; each has its own. */
export let office: Office;

/**
 * Opens another office in place of the test's, which is closed.
 * @param settings what else the service is told
 */
export async function reopen(settings: Readonly<Record<string, string>>, seed: unknown = officeOf(20)): Promise<void> {
  await office.close();
  office = await openOffice(seed, { settings });
}

/**
 * Opens an office of twenty phones for each test of a file.
 * @param settings what else the service is told
 */
export function useOffice(settings: () => Readonly<Record<string, string>> = () => ({})): void {
  beforeEach(async () => {
    office = await openOffice(officeOf(20), { settings: settings() });
  });
  afterEach(async () => {
    await office.close();
  });
  afterAll(tidy);
}

/** Has a command change things at once, without a question. */
export const now = ['--yes', '--per-hour', '0'] as const;

/** @returns a client of the office's service, as somebody else has one */
export function officeClient(): PhoneProxyClient {
  return createClient({ baseUrl: office.proxy.url, username: caller.name, password: caller.password });
}
