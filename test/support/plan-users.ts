import { writeFileSync } from 'node:fs';
import path from 'node:path';
import bcrypt from 'bcrypt';
import { emptyFolder } from './processes.js';

/** Users of a service with plans, each with its name as its password: two may write, one may propose, one may read. */
export const planUsers = ['boss', 'chief', 'agent', 'reader'] as const;
export type PlanUser = (typeof planUsers)[number];

export interface UsersFile {
  /** The settings of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** Writes the file with only these users. */
  keep(...users: readonly PlanUser[]): void;
}

export function usersFile(): UsersFile {
  const file = path.join(emptyFolder(), 'htpasswd');
  const lines = new Map(planUsers.map((user) => [user, `${user}:${bcrypt.hashSync(user, 4)}\n`]));
  const keep = (...users: readonly PlanUser[]): void => {
    writeFileSync(file, users.map((user) => lines.get(user)).join(''));
  };
  keep(...planUsers);
  return {
    settings: {
      ...{ AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file },
      ...{ READ_ONLY_USERS: 'reader', PROPOSING_USERS: 'agent' },
    },
    keep,
  };
}

/** A plan as the interface shows it; with its lists if it was read by itself. */
export interface ShownPlan {
  readonly id: string;
  readonly digest: string;
  readonly state: string;
  readonly lists: Readonly<Record<string, number>>;
  readonly may: readonly string[];
  readonly approval: { readonly user: string } | null;
  readonly application: {
    readonly user: string;
    readonly run: string | null;
    readonly why: string | null;
    readonly stopping: boolean;
  } | null;
  readonly changes?: readonly {
    readonly device: string;
    readonly state: string;
    readonly difference: object | null;
    readonly changedSince: string | null;
    readonly problem: { readonly code: string } | null;
  }[];
}

export interface PlanAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly plan: ShownPlan & { readonly code?: string; readonly detail?: string; readonly errors?: readonly object[] };
}

/** Makes a call as one of the users. */
export async function as(
  user: PlanUser,
  url: string,
  method: 'GET' | 'POST' = 'GET',
  body?: unknown,
): Promise<PlanAnswer> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const isJson = answer.headers.get('content-type')?.endsWith('json') === true;
  const plan = (isJson ? await answer.json() : {}) as PlanAnswer['plan'];
  return { status: answer.status, headers: answer.headers, plan };
}

/** A speed dial that the plans of tests set. */
export const planned = (label: string) => [{ index: '9', dirn: '0100', label }];

/** @returns a change of a phone's speed dials, based on its present list */
export async function changeOf(url: string, phone: string, label: string) {
  const { headers } = await as('reader', `${url}/speeddials?phone=${phone}`);
  const [device, deviceKind, list] = [phone, 'phone', 'speeddial'];
  return { device, deviceKind, list, ifMatch: headers.get('etag') ?? '', entries: planned(label) };
}
