/**
 * Looks for names in READ_ONLY_USERS that no user has: whoever was meant may change phones.
 * @param names those of all users
 * @returns a sentence for the log, or undefined when every name is that of a user
 */
export function warningOfUnknownUsers(readOnlyUsers: ReadonlySet<string>, names: Iterable<string>): string | undefined {
  const users = new Set(names);
  const unknown = [...readOnlyUsers].filter((name) => !users.has(name)).map((name) => JSON.stringify(name));
  // Where there are no users at all, nobody can change anything, and that is told by itself.
  if (unknown.length === 0 || users.size === 0) return undefined;
  return `READ_ONLY_USERS holds names that no user has, which are compared letter by letter: ${unknown.join(', ')}`;
}
