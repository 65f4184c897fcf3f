import { Agent, fetch as undiciFetch, type RequestInfo, type RequestInit } from 'undici';

/**
 * @param authority certificates in PEM: only what they vouch for is trusted
 * @returns a fetch for a service whose certificate is from a private authority; the platform's own takes none
 */
export function fetchTrusting(authority: string): typeof fetch {
  const dispatcher = new Agent({ connect: { ca: authority } });
  const trusting = (input: RequestInfo, init?: RequestInit) => undiciFetch(input, { ...init, dispatcher });
  return trusting as unknown as typeof fetch;
}
