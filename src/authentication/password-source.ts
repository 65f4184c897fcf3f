import { createHash, timingSafeEqual } from 'node:crypto';
import { withoutByteOrderMark } from '../files/text-files.js';

/** bcrypt ignores everything in a password after this many bytes. */
export const longestPasswordBytes = 72;

export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > longestPasswordBytes;
}

/** Knows which password belongs to a name. */
export interface PasswordSource {
  /** Takes as long for an unknown name as for a known name with a wrong password. */
  matches(name: string, password: string): Promise<boolean>;
}

/** One user, from the configuration. */
export function singleUser(username: string, password: string): PasswordSource {
  return {
    matches: (name, given) => {
      // Always compare both, so that the time reveals nothing about the name.
      const nameMatches = sameText(name, username);
      const passwordMatches = sameText(given, password);
      return Promise.resolve(nameMatches && passwordMatches);
    },
  };
}

/** Compares two texts in constant time. It compares digests, so the texts may have any length. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export type HtpasswdEntries = ReadonlyMap<string, string>;

/** A bcrypt hash with a cost that bcrypt supports: 4 to 31. */
const bcryptHash = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;

/**
 * Reads the text of an htpasswd file with bcrypt entries (`htpasswd -B`). Weaker kinds of hashes are refused.
 * @returns the hash of each name, and the problems with their line numbers
 */
export function parseHtpasswd(text: string): { entries: HtpasswdEntries; problems: string[] } {
  const entries = new Map<string, string>();
  const problems: string[] = [];
  withoutByteOrderMark(text)
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.replaceAll('\0', '').trim() === '' || line.startsWith('#')) return;
      const colon = line.indexOf(':');
      const name = line.slice(0, Math.max(0, colon));
      const hash = line.slice(colon + 1).trim();
      if (line.includes('\0')) problems.push(`line ${index + 1} is in UTF-16, not in UTF-8`);
      else if (name === '') problems.push(`line ${index + 1} is not name:hash`);
      else if (!bcryptHash.test(hash)) {
        problems.push(`line ${index + 1} is not a bcrypt entry (make one with htpasswd -B or hash-password)`);
      } else if (entries.has(name)) problems.push(`line ${index + 1} repeats a user`);
      // $2y$ (written by Apache) and $2b$ (written by the library) name the same algorithm.
      else entries.set(name, hash.replace('$2y$', '$2b$'));
    });
  if (entries.size === 0 && problems.length === 0) problems.push('it has no entry');
  return { entries, problems };
}

/**
 * Checks logins against bcrypt entries. A refusal always takes as long as the check of the most expensive entry,
 * whether the name is known or not. So the time reveals nothing about names.
 * @param entries is called for each check, because the file can change
 */
export function htpasswdUsers(entries: () => HtpasswdEntries): PasswordSource {
  const loaded = loadBcrypt();
  return {
    matches: async (name, password) => {
      const bcrypt = await loaded;
      const known = entries();
      const hash = known.get(name);
      const matches = hash !== undefined && (await bcrypt.compare(password, hash));
      // bcrypt looks only at the first bytes. It would accept a longer password with the same beginning.
      if (matches && !isTooLong(password)) return true;
      for (const cost of costsToSpend(hash, known)) await bcrypt.compare(password, unmatchableHash(cost));
      return false;
    },
  };
}

/**
 * The work that is still to do for a refused login. The work doubles with each step of cost. The check at the entry's
 * own cost is done already. One more check is added at each cost, from the entry's cost to one below the highest. All
 * checks together then take as long as one check at the highest cost.
 */
function costsToSpend(hash: string | undefined, known: HtpasswdEntries): number[] {
  const dearest = Math.max(0, ...Array.from(known.values(), costOf));
  if (hash === undefined) return dearest === 0 ? [] : [dearest];
  const own = costOf(hash);
  return Array.from({ length: dearest - own }, (_, step) => own + step);
}

function costOf(hash: string): number {
  return Number(hash.slice(4, 6));
}

/** A hash of the given cost that no password matches. */
function unmatchableHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

/** @returns an htpasswd entry for the password, as `htpasswd -B` makes it */
export async function htpasswdEntry(name: string, password: string): Promise<string> {
  const bcrypt = await loadBcrypt();
  const hash = await bcrypt.hash(password, 10);
  return `${name}:${hash.replace('$2b$', '$2y$')}`;
}

/** The package is loaded only if it is used, because it searches for its binary, and this takes a while. */
async function loadBcrypt() {
  return (await import('bcrypt')).default;
}
