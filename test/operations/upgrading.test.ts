import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openChangeStore } from '../support/open-changes.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { emptyFolder, RunningProcess } from '../support/processes.js';
import { root } from '../support/project.js';
import { place, server, usePostgres } from '../support/use-postgres.js';

const page = readFileSync(`${root}docs/upgrading.md`, 'utf8');

/** @returns the shell commands in the block of the page that contains the text */
function commandsWith(text: string): string {
  const blocks = Array.from(page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms), ([, , commands = '']) => commands);
  const [found, ...others] = blocks.filter((block) => block.includes(text));
  expect([typeof found, others]).toEqual(['string', []]);
  return found ?? '';
}

/** Runs commands of the page in an empty folder, with another folder instead of /backup. @returns both */
async function carryOut(commands: string, env: Readonly<Record<string, string>> = {}, files: readonly string[] = []) {
  const folder = emptyFolder();
  const backup = path.join(folder, 'backup');
  mkdirSync(backup);
  for (const file of files) copyFileSync(file, path.join(folder, path.basename(file).replace('0.1.0', 'history')));
  const command = commands.replaceAll('/backup/', `${backup}/`);
  const { code, output } = await new RunningProcess('sh', ['-ec', command], { cwd: folder, env }).ended;
  expect(code, output).toBe(0);
  return { folder, backup };
}

describe('docs/upgrading.md', () => {
  it.each([[['0.1.0.db']], [['0.1.0.db', '0.1.0.db-wal']]])('copies a SQLite file: %j', async (names) => {
    const files = names.map((name) => `${root}test/changes/releases/${name}`);
    const copying = commandsWith('cp --preserve').replace(/^ *pg_dump.*$/m, '');
    const { backup } = await carryOut(copying, {}, files);
    expect(readdirSync(backup)).toEqual(names.map((name) => name.replace('0.1.0', 'history')));
  });

  it('names what is new in the systemd unit', () => {
    const unit = readFileSync(`${root}deploy/systemd/axl-phone-proxy.service`, 'utf8').split('\n');
    const rows = Array.from(page.matchAll(/^\| (`.*?`) +\| (?:\d|after)/gm), ([, lines = '']) => lines);
    const named = rows.flatMap((row) => Array.from(row.matchAll(/`(.+?)`/g), ([, line = '']) => line));
    expect(named).toEqual(
      expect.arrayContaining(['StateDirectory=axl-phone-proxy', 'Environment=NODE_OPTIONS=--max-old-space-size=384']),
    );
    expect(named.filter((line) => !unit.includes(line))).toEqual([]);
  });
});

describe.skipIf(lacksPostgres())('docs/upgrading.md, with PostgreSQL', () => {
  usePostgres();

  it.each(['simple', String.raw`of: colons \ and "all' $else`])(
    'makes a dump, whose password is in DATABASE_PASSWORD_FILE: %s',
    async (password) => {
      const user = `of_${place.database}`;
      await server.query(`CREATE ROLE ${user} SUPERUSER LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
      await (await openChangeStore({ ...place, user, password })).close();
      const file = path.join(emptyFolder(), 'history-password');
      writeFileSync(file, `${password}\r\nmore\n`);
      const DATABASE_URL = `postgres://${user}@127.0.0.1:${server.port}/${place.database}`;
      const { folder, backup } = await carryOut(commandsWith('PGPASSFILE'), {
        DATABASE_URL,
        DATABASE_PASSWORD_FILE: file,
      });
      const dump = path.join(backup, 'history.sql');
      expect(readFileSync(dump, 'utf8')).toContain('CREATE TABLE axl_phone_proxy.history_change (');
      expect(statSync(dump).mode & 0o077).toBe(0);
      expect(existsSync(path.join(folder, '.pgpass'))).toBe(false);
    },
  );
});
