import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AuthenticatorOptions, createAuthenticator } from '../../../src/authentication/create-authenticator.js';
import { timeLimit } from '../../../src/use-cases/time-limit.js';
import { temporaryFile } from '../../support/files.js';
import { observing } from '../../support/app.js';

/** The hash of `myPassword`. */
const hash = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';
const warning = (name: string) => ({ kind: 'warning', text: expect.stringContaining(`: "${name}"`) as unknown });

function users(options: Partial<AuthenticatorOptions>) {
  const { observe, seen } = observing();
  const roles = {
    readOnlyUsers: new Set<string>(),
    proposingUsers: new Set<string>(),
    approvingUsers: new Set<string>(),
  };
  const all = { user: undefined, htpasswdFile: undefined, roles, ...options };
  const made = createAuthenticator(all, observe);
  const close = (): void => {
    made.close();
  };
  onTestFinished(close);
  const isIn = (name: string, password: string) => {
    const login = { name, password, address: '192.0.2.1', requestId: 'r1' };
    return made.authenticator.verify(login, timeLimit(1_000));
  };
  return { isIn, close, seen };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('one user of the configuration', () => {
  it('is accepted, and no other user', async () => {
    const { isIn, seen } = users({
      user: { name: 'ann', password: 'x' },
      roles: { readOnlyUsers: new Set(['ann']), proposingUsers: new Set<string>(), approvingUsers: new Set<string>() },
    });
    expect([await isIn('ann', 'x'), await isIn('ann', 'y'), await isIn('bob', 'x')]).toEqual([true, false, false]);
    expect(seen.filter(({ kind }) => kind === 'warning')).toEqual([]);
  });

  it('is compared with the names in READ_ONLY_USERS', () => {
    expect(
      users({
        user: { name: 'ann', password: 'x' },
        roles: {
          readOnlyUsers: new Set(['Ann']),
          proposingUsers: new Set<string>(),
          approvingUsers: new Set<string>(),
        },
      }).seen[0],
    ).toEqual(warning('Ann'));
  });
});

describe('users of a file', () => {
  it('are accepted as the file has them now, and compared with READ_ONLY_USERS at each change', async () => {
    const htpasswdFile = temporaryFile(`ann:${hash}\n`);
    const { isIn, seen } = users({
      htpasswdFile,
      roles: { readOnlyUsers: new Set(['bob']), proposingUsers: new Set<string>(), approvingUsers: new Set<string>() },
    });
    expect([await isIn('ann', 'myPassword'), await isIn('bob', 'myPassword')]).toEqual([true, false]);
    expect(seen).toContainEqual(warning('bob'));
    seen.splice(0);
    writeFileSync(htpasswdFile, `bob:${hash}\n`);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => seen).toEqual([{ kind: 'htpasswd', state: 'reloaded', cause: undefined }]);
    expect([await isIn('ann', 'myPassword'), await isIn('bob', 'myPassword')]).toEqual([false, true]);
    writeFileSync(htpasswdFile, `eve:${hash}\n`);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => seen).toContainEqual(warning('bob'));
  });

  it('are no longer read after closing', () => {
    const { close } = users({ htpasswdFile: temporaryFile(`ann:${hash}\n`) });
    expect(vi.getTimerCount()).toBe(1);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
