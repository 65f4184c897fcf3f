import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { HtpasswdFile } from '../../src/authentication/htpasswd-file.js';
import { temporaryFolder } from '../support/files.js';
import { observing } from '../support/service.js';

const hash = '$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC';
/** The file is looked at every second. */
const soon = { timeout: 10_000, interval: 50 };

function watched() {
  const folder = temporaryFolder();
  const name = path.join(folder, 'htpasswd');
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
  it('is taken up without a restart, written in place or put in its place', async () => {
    const { name, seen, changed, users } = watched();
    expect(users()).toEqual(['ann']);
    writeFileSync(name, `ann:${hash}\nbob:${hash}\n`);
    await expect.poll(users, soon).toEqual(['ann', 'bob']);
    writeFileSync(`${name}.new`, `cy:${hash}\n`);
    renameSync(`${name}.new`, name);
    await expect.poll(users, soon).toEqual(['cy']);
    expect(changed).toHaveBeenCalledTimes(2);
    expect(seen).toEqual([
      { kind: 'htpasswd', state: 'reloaded', cause: undefined },
      { kind: 'htpasswd', state: 'reloaded', cause: undefined },
    ]);
  });

  it('keeps what was while it cannot be used, and says why', async () => {
    const { name, seen, changed, users } = watched();
    writeFileSync(name, `ann:${hash}\nbob:secret-in-clear\n`);
    await expect.poll(() => seen.length, soon).toBe(1);
    expect(seen[0]).toMatchObject({ kind: 'htpasswd', state: 'unusable' });
    expect(JSON.stringify(seen)).toContain('line 2 is no bcrypt entry');
    expect(JSON.stringify(seen)).not.toContain('secret-in-clear');
    rmSync(name);
    await expect.poll(() => seen.at(-1), soon).toMatchObject({ state: 'unusable', cause: 'ENOENT' });
    mkdirSync(name);
    await expect.poll(() => seen.at(-1), soon).toMatchObject({ state: 'unusable', cause: 'EISDIR' });
    expect(users()).toEqual(['ann']);
    expect(changed).not.toHaveBeenCalled();
    rmSync(name, { recursive: true });
    writeFileSync(name, `bob:${hash}\n`);
    await expect.poll(users, soon).toEqual(['bob']);
  });

  it('is not looked at any more once it is closed', async () => {
    const { name, file, seen, users } = watched();
    file.close();
    writeFileSync(name, `bob:${hash}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(users()).toEqual(['ann']);
    expect(seen).toEqual([]);
  });
});
