import { writeFileSync } from 'node:fs';
import path from 'node:path';
import bcrypt from 'bcrypt';
import { emptyFolder } from './processes.js';

/**
 * Users of a service with changes, each with its name as its password: two may change buttons, one may approve, one may
 * propose, one may look up.
 */
export const changeUsers = ['boss', 'chief', 'lead', 'agent', 'reader'] as const;
export type ChangeUser = (typeof changeUsers)[number];

export interface UsersFile {
  /** The settings of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Writes the file with only these users. */
  keep(...users: readonly ChangeUser[]): void;
}

export function usersFile(): UsersFile {
  const file = path.join(emptyFolder(), 'htpasswd');
  const lines = new Map(changeUsers.map((user) => [user, `${user}:${bcrypt.hashSync(user, 4)}\n`]));
  const keep = (...users: readonly ChangeUser[]): void => {
    writeFileSync(file, users.map((user) => lines.get(user)).join(''));
  };
  keep(...changeUsers);
  return {
    settings: {
      ...{ AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file, CHANGES_PER_HOUR: '0' },
      ...{ READ_ONLY_USERS: 'reader', PROPOSING_USERS: 'agent', APPROVING_USERS: 'lead' },
    },
    keep,
  };
}

/** A change as the interface shows it; with its lists if it was read by itself. */
export interface ShownChange {
  readonly id: string;
  readonly digest: string;
  readonly state: string;
  readonly undone: string;
  readonly why: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly may: readonly string[];
  readonly approval: { readonly user: string } | null;
  readonly application: { readonly user: string; readonly stopping: boolean } | null;
  readonly lists?: readonly {
    readonly device: string;
    readonly state: string;
    readonly problem: { readonly code: string } | null;
    readonly sent: object | null;
  }[];
}

export interface ChangeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly change: ShownChange & { readonly code?: string; readonly detail?: string };
}

/** Makes a call as one of the users. */
export async function as(
  user: ChangeUser,
  url: string,
  method: 'GET' | 'POST' = 'GET',
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ChangeAnswer> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.endsWith('json') === true;
  const change = (isJson ? await answer.json() : {}) as ChangeAnswer['change'];
  return { status: answer.status, headers: answer.headers, change };
}

/** A speed dial that the changes of tests set. */
export const dialNamed = (label: string) => [{ index: '9', dirn: '0100', label }];

/** @returns a phone's speed dials, as a change sets them */
export function listOf(phone: string, label: string) {
  return { device: phone, kind: 'speeddial', entries: dialNamed(label) } as const;
}
