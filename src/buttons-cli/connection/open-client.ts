import type { RequestInfo, RequestInit } from 'undici';
import { createClient, type PhoneProxyClient } from '../../client/index.js';
import type { Settings } from './settings.js';

/** @returns the typed client for these settings; nothing is sent yet */
export async function openClient({ url, username, authority }: Settings, password: string): Promise<PhoneProxyClient> {
  return createClient({
    // Changes are based on what is read here, so it must be live.
    ...{ baseUrl: url, username, password, cacheControl: 'no-cache' },
    fetch: authority === undefined ? undefined : await fetchTrusting(authority),
  });
}

/**
 * @param authority certificates in PEM: only these are trusted, the service's own or those of authorities
 * @returns a fetch for a service whose certificate is from a private authority; the platform's fetch has no option for
 * that
 */
async function fetchTrusting(authority: string): Promise<typeof fetch> {
  // Loaded only if needed: loading it takes longer than a call.
  const undici = await import('undici');
  const dispatcher = new undici.Agent({ connect: { ca: authority, allowPartialTrustChain: true } });
  const trusting = (input: RequestInfo, init?: RequestInit) => undici.fetch(input, { ...init, dispatcher });
  return trusting as unknown as typeof fetch;
}
