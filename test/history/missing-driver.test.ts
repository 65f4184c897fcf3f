import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, tidy } from '../support/processes.js';
import { root } from '../support/project.js';

const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  optionalDependencies: Record<string, string>;
};

describe('a driver that is not installed', () => {
  afterAll(tidy);

  it.each([
    ['libsql', { store: 'sqlite', path: 'history.db' }],
    ['pg', { store: 'postgres', host: '127.0.0.1', port: 1, user: 'u', database: 'd' }],
  ])('%s, is told with the line that installs it', (name, options) => {
    const folder = emptyFolder();
    for (const part of ['package.json', 'dist']) {
      cpSync(`${root}${part}`, path.join(folder, part), { recursive: true });
    }
    const script = `import { openChangeStore } from './dist/history/store/open-change-store.js';
      try { await openChangeStore(${JSON.stringify(options)}, 1); } catch (thrown) { console.log(thrown.message); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      encoding: 'utf8',
    });
    const line = `npm install ${name}@${optionalDependencies[name] ?? ''}`;
    expect(stdout).toBe(
      `HISTORY_URL needs the optional package ${name}, which cannot be loaded here; install it with: ${line}\n`,
    );
  });
});
