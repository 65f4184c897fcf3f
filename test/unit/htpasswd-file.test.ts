import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HtpasswdFile } from '../../src/authentication/htpasswd-file.js';
import { temporaryFolder } from '../support/files.js';
import { observing } from '../support/service.js';

const hash = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function aSecondLater(): void {
  vi.advanceTimersByTime(1_000);
}

function watched() {
  const name = path.join(temporaryFolder(), 'htpasswd');
  writeFileSync(name, `ann:${hash}\n`);
  const { observe, seen } = observing();
  const changed = vi.fn();
  const file = new HtpasswdFile(name, observe, changed);
  onTestFinished(() => {
    file.close();
  });
  return { name, file, seen, changed, users: () => [...file.entries.keys()] };
}

describe('an htpasswd file that changes', () => {
  it('is taken up without a restart, written in place or put in its place', () => {
    const { name, seen, changed, users } = watched();
    expect(users()).toEqual(['ann']);
    writeFileSync(name, `ann:${hash}\nbob:${hash}\n`);
    aSecondLater();
    expect(users()).toEqual(['ann', 'bob']);
    writeFileSync(`${name}.new`, `cy:${hash}\n`);
    renameSync(`${name}.new`, name);
    aSecondLater();
    expect(users()).toEqual(['cy']);
    aSecondLater();
    expect(changed).toHaveBeenCalledTimes(2);
    const reloaded = { kind: 'htpasswd', state: 'reloaded', cause: undefined };
    expect(seen).toEqual([reloaded, reloaded]);
  });

  it('keeps what was while it cannot be used, and says once why', () => {
    const { name, seen, changed, users } = watched();
    const causes = () => seen.map((one) => (one.kind === 'htpasswd' ? one.cause : ''));
    writeFileSync(name, `ann:${hash}\nbob:secret-in-clear\n`);
    aSecondLater();
    aSecondLater();
    expect(causes()).toEqual([expect.stringMatching(/^line 2 is no bcrypt entry/)]);
    rmSync(name);
    aSecondLater();
    aSecondLater();
    expect(causes().slice(1)).toEqual(['ENOENT']);
    mkdirSync(name);
    aSecondLater();
    expect(causes().slice(2)).toEqual(['EISDIR']);
    expect(JSON.stringify(seen)).not.toContain('secret-in-clear');
    expect(users()).toEqual(['ann']);
    expect(changed).not.toHaveBeenCalled();
    rmSync(name, { recursive: true });
    writeFileSync(name, `bob:${hash}\n`);
    aSecondLater();
    expect(users()).toEqual(['bob']);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('that becomes empty lets nobody out', () => {
    const { name, seen, users } = watched();
    writeFileSync(name, '');
    aSecondLater();
    expect(users()).toEqual(['ann']);
    expect(seen).toMatchObject([{ state: 'unusable', cause: 'there is no entry in it' }]);
  });

  it('is noticed by its text, although its size and times stay', () => {
    const { name, users } = watched();
    const { atime, mtime } = statSync(name);
    writeFileSync(name, `bob:${hash}\n`);
    utimesSync(name, atime, mtime);
    aSecondLater();
    expect(users()).toEqual(['bob']);
  });

  it('is not looked at any more once it is closed', () => {
    const { name, file, seen, users } = watched();
    file.close();
    writeFileSync(name, `bob:${hash}\n`);
    aSecondLater();
    expect(users()).toEqual(['ann']);
    expect(seen).toEqual([]);
  });

  it("that is missing at the start is the start's failure", () => {
    expect(
      () =>
        new HtpasswdFile(
          '/nowhere/htpasswd',
          () => undefined,
          () => undefined,
        ),
    ).toThrow('ENOENT');
  });
});
