import crypto, { timingSafeEqual } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import bcrypt from 'bcrypt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  htpasswdEntry,
  htpasswdUsers,
  parseHtpasswd,
  singleUser,
} from '../../../src/authentication/password-source.js';

/** From Apache's documentation of its password formats, made with `htpasswd -nbB myName myPassword`. */
const apache = 'myName:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';
const hash = apache.slice('myName:'.length);

beforeEach(() => {
  vi.spyOn(crypto, 'timingSafeEqual');
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe('one user from the configuration', () => {
  it.each([
    ['caller', 'päss:word', true],
    ['caller', 'päss:wor', false],
    ['caller', 'päss:word ', false],
    ['caller', '', false],
    ['Caller', 'päss:word', false],
    ['', 'päss:word', false],
    ['', '', false],
  ])('%j with %j matches: %s', async (name, password, expected) => {
    expect(await singleUser('caller', 'päss:word').matches(name, password)).toBe(expected);
    // Name and password are always both compared, in constant time.
    expect(timingSafeEqual).toHaveBeenCalledTimes(2);
  });
});

describe('an htpasswd file', () => {
  const problemsIn = (text: string) => parseHtpasswd(text).problems;

  it('is read with comments, blank lines and either line end', () => {
    const { entries, problems } = parseHtpasswd(`# users\r\n\r\n${apache}\r\nyou:${hash} \n   \n`);
    expect(problems).toEqual([]);
    expect([...entries.keys()]).toEqual(['myName', 'you']);
  });

  it('is read without the byte order mark that some editors put before it', () => {
    expect([...parseHtpasswd(`\uFEFF${apache}`).entries.keys()]).toEqual(['myName']);
  });

  it.each([
    ['plain text', 'me:secret'],
    ['MD5', 'me:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/'],
    ['SHA-1', 'me:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE='],
    ['crypt', 'me:rqXexS6ZhobKA'],
    ['SHA-512', `me:$6$salt$${'x'.repeat(86)}`],
    ['a bcrypt hash cut short', `me:${hash.slice(0, -1)}`],
    ['a bcrypt hash with something after it', `me:${hash}x`],
    ['a bcrypt cost that there is not', `me:${hash.replace('$05$', '$32$')}`],
    ['no hash', 'me:'],
    ['another field', `me:${hash}:x`],
  ])('%s is refused, with its line number and without its text', (_kind, line) => {
    const problems = problemsIn(`${apache}\n${line}`);
    expect(problems).toEqual(['line 2 is not a bcrypt entry (make one with htpasswd -B or hash-password)']);
  });

  it('reports every problem', () => {
    expect(problemsIn(`nonsense\n:${hash}\n${apache}\n${apache}\nme:secret`)).toEqual([
      'line 1 is not name:hash',
      'line 2 is not name:hash',
      'line 4 repeats a user',
      'line 5 is not a bcrypt entry (make one with htpasswd -B or hash-password)',
    ]);
  });

  it('in UTF-16 is reported as UTF-16, line by line', () => {
    expect(problemsIn(Buffer.from(`${apache}\r\n\r\nyou:${hash}\r\n`, 'utf16le').toString('utf8'))).toEqual([
      'line 1 is in UTF-16, not in UTF-8',
      'line 3 is in UTF-16, not in UTF-8',
    ]);
  });

  it.each(['', '\n\n', '# nobody yet\n'])('without an entry is a problem (%j)', (text) => {
    expect(problemsIn(text)).toEqual(['it has no entry']);
  });
});

describe('users of an htpasswd file', () => {
  it.each([apache, apache.replace('$2y$', '$2a$'), apache.replace('$2y$', '$2b$')])('match by %s', async (line) => {
    const users = htpasswdUsers(() => parseHtpasswd(line).entries);
    expect(await users.matches('myName', 'myPassword')).toBe(true);
    expect(await users.matches('myName', 'mypassword')).toBe(false);
    expect(await users.matches('myname', 'myPassword')).toBe(false);
  });

  it('are looked up again at each check', async () => {
    let text = apache;
    const users = htpasswdUsers(() => parseHtpasswd(text).entries);
    expect(await users.matches('other', 'myPassword')).toBe(false);
    text = apache.replace('myName', 'other');
    expect(await users.matches('other', 'myPassword')).toBe(true);
    expect(await users.matches('myName', 'myPassword')).toBe(false);
  });

  /** bcrypt's work for one refused login: the sum of the work of each cost. */
  async function workFor(lines: readonly string[], name: string, password = 'wrong'): Promise<number> {
    const compare = vi.spyOn(bcrypt, 'compare').mockResolvedValue(false as never);
    const users = htpasswdUsers(() => parseHtpasswd(lines.join('\n')).entries);
    expect(await users.matches(name, password)).toBe(false);
    const work = compare.mock.calls.map(([, against]) => 2 ** bcrypt.getRounds(against));
    compare.mockRestore();
    return work.reduce((sum, each) => sum + each, 0);
  }

  const withCost = (name: string, cost: string) => `${name}:${hash.replace('$05$', `$${cost}$`)}`;

  it.each([
    ['one after another', ['05', '08', '12']],
    ['the other way round', ['12', '08', '05']],
    ['all the same', ['10', '10', '10']],
  ])('need the same work if they are unknown, or cheaper, as the most expensive (%s)', async (_order, costs) => {
    const lines = costs.map((cost, place) => withCost(`user${place}`, cost));
    const dearest = 2 ** Math.max(...costs.map(Number));
    for (const name of ['user0', 'user1', 'user2', 'nobody', 'constructor', '']) {
      expect([name, await workFor(lines, name)]).toEqual([name, dearest]);
    }
    expect(await workFor(lines, 'user0', 'x'.repeat(73))).toBe(dearest);
  });

  it('take about the same time if they are unknown as the most expensive', { retry: 3, timeout: 30_000 }, async () => {
    const lines = [withCost('cheap', '04'), withCost('dear', '09')];
    const users = htpasswdUsers(() => parseHtpasswd(lines.join('\n')).entries);
    // Processor time, and the minimum of several runs, so that other programs do not count.
    const least: Record<string, number> = { dear: Infinity, nobody: Infinity, cheap: Infinity };
    for (let round = 0; round < 7; round += 1) {
      for (const name of Object.keys(least)) {
        const before = process.cpuUsage();
        await users.matches(name, 'wrong');
        const { user, system } = process.cpuUsage(before);
        least[name] = Math.min(least[name] ?? Infinity, user + system);
      }
    }
    const { dear = 0, ...others } = least;
    for (const time of Object.values(others)) {
      expect(time / dear).toBeGreaterThan(0.6);
      expect(time / dear).toBeLessThan(1.6);
    }
  });

  it('accept nobody, at once, if there are none', async () => {
    expect(await workFor([], 'nobody')).toBe(0);
  });

  it('do not match by the text before the 73rd byte', async () => {
    const password = 'ü'.repeat(36);
    const users = htpasswdUsers(() => new Map([['me', bcrypt.hashSync(password, 4)]]));
    expect(await users.matches('me', password)).toBe(true);
    expect(await users.matches('me', `${password}x`)).toBe(false);
    expect(await users.matches('me', `${password}\0`)).toBe(false);
  });

  it('are made by htpasswdEntry', async () => {
    const entry = await htpasswdEntry('Jürgen', 'pässword 😀');
    expect(entry).toMatch(/^Jürgen:\$2y\$10\$/);
    const users = htpasswdUsers(() => parseHtpasswd(entry).entries);
    expect(await users.matches('Jürgen', 'pässword 😀')).toBe(true);
  });
});
