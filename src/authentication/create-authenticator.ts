import { type Roles, rightOf, suffices } from '../domain/rights.js';
import type { Observe } from '../observability/observations.js';
import { GuardedAuthenticator } from './guarded-authenticator.js';
import { HtpasswdFile } from './htpasswd-file.js';
import { htpasswdUsers, singleUser } from './password-source.js';

/** The callers: one user, or the users of a file. */
export interface AuthenticatorOptions {
  readonly user: { readonly name: string; readonly password: string } | undefined;
  readonly htpasswdFile: string | undefined;
  readonly roles: Roles;
}

interface Users {
  readonly authenticator: GuardedAuthenticator;
  /** Whether a user has this name now. */
  has(name: string): boolean;
  close(): void;
}

/**
 * Creates the check of the callers' passwords, logs what is wrong with the users, and reads their file again if it
 * changes.
 * @throws the system's error if the file cannot be read
 */
export function createAuthenticator(options: AuthenticatorOptions, observe: Observe): Users {
  const { user, htpasswdFile = '', roles } = options;
  const tellUnknown = (names: Iterable<string>): void => {
    for (const text of warningsOfUnknownUsers(roles, [...names])) observe({ kind: 'warning', text });
  };
  if (!user) return usersOfFile(new HtpasswdFile(htpasswdFile), observe, tellUnknown);
  tellUnknown([user.name]);
  const authenticator = new GuardedAuthenticator(singleUser(user.name, user.password), observe);
  return { authenticator, has: (name) => name === user.name, close: () => undefined };
}

function usersOfFile(file: HtpasswdFile, observe: Observe, tellUnknown: (names: Iterable<string>) => void): Users {
  const source = htpasswdUsers(() => file.entries);
  const authenticator = new GuardedAuthenticator(source, observe);
  tellUnknown(file.entries.keys());
  file.watch(observe, () => {
    authenticator.usersChanged();
    tellUnknown(file.entries.keys());
  });
  return {
    authenticator,
    has: (name) => file.entries.has(name),
    close: () => {
      file.close();
    },
  };
}

/**
 * Looks for names in the lists of users with fewer rights that no user has, for users in none of the lists, and whether
 * anyone can approve. If a name is mistyped or forgotten, its user may change phones.
 * @param names the names of all users
 * @returns sentences for the log
 */
export function warningsOfUnknownUsers(
  { readOnlyUsers, proposingUsers, approvingUsers }: Roles,
  names: readonly string[],
): readonly string[] {
  const users = new Set(names);
  // If there are no users, no one can change anything, and another message says that.
  if (users.size === 0) return [];
  const lists = {
    READ_ONLY_USERS: readOnlyUsers,
    PROPOSING_USERS: proposingUsers,
    APPROVING_USERS: approvingUsers,
  };
  const named = (of: readonly string[]): string => of.map((name) => JSON.stringify(name)).join(', ');
  const warnings = Object.entries(lists).flatMap(([list, given]) => {
    const unknown = [...given].filter((name) => !users.has(name));
    if (unknown.length === 0) return [];
    return [`${list} has names that no user has; upper and lower case differ: ${named(unknown)}`];
  });
  const rightsOf = names.map((name) => rightOf(name, { readOnlyUsers, proposingUsers, approvingUsers }));
  const set = Object.entries(lists).flatMap(([list, given]) => (given.size > 0 ? [list] : []));
  const free = names.filter((name) => Object.values(lists).every((list) => !list.has(name)));
  if (set.length > 0 && free.length > 0) {
    warnings.push(
      `these users are in none of the lists (${set.join(', ')}), so they change buttons alone: ${named(free)}`,
    );
  }
  const approvers = rightsOf.filter((right) => suffices(right, 'approve')).length;
  const others = rightsOf.some((right) => right === 'propose')
    ? approvers > 0
    : approvers > 1 || !rightsOf.includes('approve');
  if (rightsOf.some((right) => right === 'propose' || right === 'approve') && !others) {
    warnings.push(
      'no one can approve what users propose: name another user in APPROVING_USERS, or in none of the lists',
    );
  }
  return warnings;
}
