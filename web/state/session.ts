import { batch, signal } from '@preact/signals';
import { createClient, type PhoneProxyClient } from '../../src/client/index.js';
import { heardStatus, listeningTo, status } from './health.js';

/** A signed-in user. Only the client has the password, and only in memory. */
export interface Session {
  readonly user: string;
  readonly client: PhoneProxyClient;
}

export type SignedOutReason = 'idle' | 'refused';

export const session = signal<Session | undefined>(undefined);

/** Why no one is signed in any more; undefined at the start, and after signing out by hand. */
export const signedOutReason = signal<SignedOutReason | undefined>(undefined);

/**
 * @returns the user whom the page or the service has signed out, and who may come back; undefined after signing out by
 * hand
 */
export function userSignedOut(): string | undefined {
  return lastUser;
}

/** What must be cleared when another user signs in. */
const clearers = new Set<() => void>();

let lastUser: string | undefined;

/** The page is at `console/`, below the service's own address. A proxy may add a path before it. */
const service = (): URL => new URL('..', location.href.replace(/[?#].*$/, ''));

/**
 * Signs in with a user and password of the service; a status request proves them.
 * @throws PhoneProxyError `unauthenticated` if they are wrong
 */
export async function signIn(username: string, password: string): Promise<void> {
  const send: typeof fetch = async (address, init) => {
    const response = await sendPlainly(address, init);
    if (response.status === 401 && session.value?.client === client) signOut('refused');
    return response;
  };
  const isMeant = (): boolean => session.peek()?.client === client;
  const client: PhoneProxyClient = listeningTo(
    createClient({ baseUrl: service(), username, password, fetch: send, cacheControl: 'no-cache' }),
    isMeant,
  );
  const first = await client.readStatus();
  if (lastUser !== undefined && lastUser !== first.user) clearAll();
  lastUser = first.user;
  batch(() => {
    heardStatus(first);
    signedOutReason.value = undefined;
    session.value = { user: first.user, client };
  });
}

/**
 * A login that the browser remembers for this site is never sent, and the browser never asks for a login. No cache mode
 * is set, because modes that skip the browser's cache add `no-cache` to every call.
 */
const sendPlainly: typeof fetch = (address, init) => fetch(address, { ...init, credentials: 'omit' });

/** Drops the password. Unsaved changes wait for the same user, unless the user signed out by hand. */
export function signOut(reason?: SignedOutReason): void {
  batch(() => {
    session.value = undefined;
    status.value = undefined;
    signedOutReason.value = reason;
  });
  if (reason === undefined) clearAll();
}

/** Registers a function that clears a user's own data. */
export function clearWithUser(clear: () => void): void {
  clearers.add(clear);
}

/** @returns the client of the signed-in user; for screens that are shown only after the login */
export function client(): PhoneProxyClient {
  const { value } = session;
  if (value === undefined) throw new Error('no one is signed in');
  return value.client;
}

/** Whether the signed-in user may change anything. */
export function mayChange(): boolean {
  return status.value?.readOnly === false;
}

/** Whether the signed-in user may propose changes. */
export function mayPropose(): boolean {
  return status.value?.mayPropose === true;
}

/** Whether the signed-in user may prepare changes, to make them or to propose them. */
export function mayEdit(): boolean {
  return mayChange() || mayPropose();
}

function clearAll(): void {
  lastUser = undefined;
  for (const clear of clearers) clear();
}
