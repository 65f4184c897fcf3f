import { writeFileSync } from 'node:fs';
import path from 'node:path';
import bcrypt from 'bcrypt';

/** What a user may do, from the least to the most. */
export const rights = ['look-up', 'propose', 'approve', 'change'] as const;
export type Right = (typeof rights)[number];

/** Eight users in four roles, each with its name as its password. */
export const users: Readonly<Record<string, Right>> = {
  ...{ reader: 'look-up', visitor: 'look-up', agent: 'propose', helper: 'propose' },
  ...{ lead: 'approve', deputy: 'approve', boss: 'change', chief: 'change' },
};

export function atLeast(right: Right, needed: Right): boolean {
  return rights.indexOf(right) >= rights.indexOf(needed);
}

export function loginOf(user: string): string {
  return `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`;
}

/** @returns the settings of a service that knows these users */
export function settingsOfUsers(folder: string): Readonly<Record<string, string>> {
  const file = path.join(folder, 'htpasswd');
  const names = Object.keys(users);
  writeFileSync(file, names.map((name) => `${name}:${bcrypt.hashSync(name, 4)}\n`).join(''));
  const having = (right: Right): string => names.filter((name) => users[name] === right).join(',');
  return {
    ...{ AUTH_USERNAME: '', AUTH_PASSWORD: '', AUTH_HTPASSWD_FILE: file },
    ...{ READ_ONLY_USERS: having('look-up'), PROPOSING_USERS: having('propose'), APPROVING_USERS: having('approve') },
  };
}
