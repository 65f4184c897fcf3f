import { afterAll, afterEach, beforeEach } from 'vitest';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { caller } from '../support/caller.js';
import { openOffice, type Office, withHistory } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf } from './office.js';

/** The office of the present test; each test has its own. */
export let office: Office;

/**
 * Opens another office instead of the test's, which is closed.
 * @param settings further settings of the service
 * @param latencyMs how long the call manager takes for each answer
 */
export async function reopen(
  settings: Readonly<Record<string, string>>,
  seed: unknown = officeOf(20),
  { latencyMs = 0 }: { readonly latencyMs?: number } = {},
): Promise<void> {
  await office.close();
  office = await openOffice(seed, { settings, latencyMs });
}

/**
 * Opens an office of twenty phones for each test of a file.
 * @param settings further settings of the service
 */
export function useOffice(settings: () => Readonly<Record<string, string>> = withHistory): void {
  beforeEach(async () => {
    office = await openOffice(officeOf(20), { settings: settings() });
  });
  afterEach(async () => {
    await office.close();
  });
  afterAll(tidy);
}

/** Makes a command change things at once, without a question. */
export const now = ['--yes'] as const;

/** @returns another user's client of the office's service */
export function officeClient(): PhoneProxyClient {
  return createClient({ baseUrl: office.proxy.url, username: caller.name, password: caller.password });
}
