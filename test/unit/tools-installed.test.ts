import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../support/project.js';

it('says how to install the packages of tools/ if they are missing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tools-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(path.join(root, 'tools/installed.js'), path.join(folder, 'installed.js'));
  const run = () => spawnSync(process.execPath, ['installed.js'], { cwd: folder, encoding: 'utf8' });
  expect(run()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('`npm ci --prefix tools`') as string,
  });
  mkdirSync(path.join(folder, 'node_modules'));
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
