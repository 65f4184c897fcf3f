import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import files, { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HtpasswdFile } from '../../../src/authentication/htpasswd-file.js';
import type { Observation } from '../../../src/observability/observations.js';
import { temporaryFile, temporaryFolder } from '../../support/files.js';
import { observing } from '../../support/app.js';

const hash = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.spyOn(files, 'readFile');
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Resolves when a read that started a second later has ended. */
async function aSecondLater(): Promise<void> {
  vi.advanceTimersByTime(1_000);
  await Promise.allSettled(vi.mocked(readFile).mock.results.map(({ value }) => value as Promise<unknown>));
  await nextTurn();
}

function causesIn(seen: readonly Observation[]): (string | undefined)[] {
  return seen.map((one) => (one.kind === 'htpasswd' ? one.cause : one.kind));
}

function watched() {
  const name = path.join(temporaryFolder(), 'htpasswd');
  writeFileSync(name, `ann:${hash}\n`);
  const { observe, seen } = observing();
  const changed = vi.fn();
  const file = new HtpasswdFile(name);
  file.watch(observe, changed);
  onTestFinished(() => {
    file.close();
  });
  return { name, file, seen, changed, users: () => [...file.entries.keys()] };
}

describe('an htpasswd file that changes', () => {
  it('is used without a restart, whether written in place or replaced', async () => {
    const { name, seen, changed, users } = watched();
    expect(users()).toEqual(['ann']);
    writeFileSync(name, `ann:${hash}\nbob:${hash}\n`);
    await aSecondLater();
    expect(users()).toEqual(['ann', 'bob']);
    writeFileSync(`${name}.new`, `cy:${hash}\n`);
    renameSync(`${name}.new`, name);
    await aSecondLater();
    expect(users()).toEqual(['cy']);
    await aSecondLater();
    expect(changed).toHaveBeenCalledTimes(2);
    const reloaded = { kind: 'htpasswd', state: 'reloaded', cause: undefined };
    expect(seen).toEqual([reloaded, reloaded]);
  });

  it('accepts the users in its valid lines, and reports the other lines by number', async () => {
    const { name, seen, changed, users } = watched();
    writeFileSync(name, `bob:secret-in-clear\ncy:${hash}\ncy:${hash}\n`);
    await aSecondLater();
    await aSecondLater();
    expect(users()).toEqual(['cy']);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([
      {
        kind: 'htpasswd',
        state: 'unusable',
        cause: 'line 1 is not a bcrypt entry (make one with htpasswd -B or hash-password); ' + 'line 3 repeats a user',
      },
    ]);
  });

  it('accepts nobody while it cannot be read, gives the reason once, and is used when it is back', async () => {
    const { name, seen, changed, users } = watched();
    rmSync(name);
    await aSecondLater();
    await aSecondLater();
    expect(users()).toEqual([]);
    mkdirSync(name);
    await aSecondLater();
    expect(causesIn(seen)).toEqual(['ENOENT', 'EISDIR']);
    expect(changed).toHaveBeenCalledTimes(2);
    rmSync(name, { recursive: true });
    writeFileSync(name, `ann:${hash}\n`);
    await aSecondLater();
    expect(users()).toEqual(['ann']);
    expect(seen.at(-1)).toEqual({ kind: 'htpasswd', state: 'reloaded', cause: undefined });
  });

  it.each(['', '# nobody\n'])('that becomes empty accepts nobody (%j)', async (text) => {
    const { name, seen, users } = watched();
    writeFileSync(name, text);
    await aSecondLater();
    expect(users()).toEqual([]);
    expect(seen).toMatchObject([{ state: 'unusable', cause: 'it has no entry' }]);
  });

  it('reports only some of many lines, and their number', async () => {
    const { name, seen } = watched();
    writeFileSync(name, 'x\n'.repeat(1_000));
    await aSecondLater();
    writeFileSync(name, 'x\n'.repeat(10));
    await aSecondLater();
    expect(causesIn(seen)).toEqual([
      expect.stringMatching(/^line 1 is.*; line 10 is [^;]*; and 990 more$/),
      expect.stringMatching(/^line 1 is.*; line 10 is [^;]*$/),
    ]);
  });

  it('is noticed by its text, even if its size and times do not change', async () => {
    const { name, users } = watched();
    const { atime, mtime } = statSync(name);
    writeFileSync(name, `bob:${hash}\n`);
    utimesSync(name, atime, mtime);
    await aSecondLater();
    expect(users()).toEqual(['bob']);
  });

  it('is no longer read after closing', async () => {
    const { name, file, seen, users } = watched();
    file.close();
    writeFileSync(name, `bob:${hash}\n`);
    await aSecondLater();
    expect(users()).toEqual(['ann']);
    expect(seen).toEqual([]);
  });

  it('that is missing at the start makes the start fail', () => {
    expect(() => new HtpasswdFile('/nowhere/htpasswd')).toThrow('ENOENT');
  });

  it('with only unusable lines at the start accepts nobody, and that is reported', () => {
    const { observe, seen } = observing();
    const file = new HtpasswdFile(temporaryFile('\uFEFFann:secret-in-clear\n'));
    file.watch(observe, () => undefined);
    onTestFinished(() => {
      file.close();
    });
    expect([...file.entries]).toEqual([]);
    expect(seen).toMatchObject([
      { kind: 'htpasswd', state: 'unusable', cause: expect.stringMatching(/^line 1 is not a bcrypt entry/) as unknown },
    ]);
    expect(JSON.stringify(seen)).not.toContain('secret-in-clear');
  });
});
