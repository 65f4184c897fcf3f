import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { root } from '../support/project.js';
import { environmentFor } from '../support/test-service.js';

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Record<
  string,
  Record<string, string>
>;

describe('a driver that is not installed', () => {
  afterAll(tidy);

  it.each([
    ['libsql', '', 'a SQLite file', 'postgres://…'],
    ['pg', 'postgres://u@127.0.0.1:1/d', 'PostgreSQL', 'sqlite:PATH'],
  ])('%s, is reported with the ways out', async (name, databaseUrl, database, others) => {
    const folder = emptyFolder();
    for (const part of ['package.json', 'bin', 'dist', 'wsdl']) {
      cpSync(`${root}${part}`, path.join(folder, part), { recursive: true });
    }
    const env = { ...environmentFor({ url: 'http://127.0.0.1:1/axl/' }), DATABASE_URL: databaseUrl };
    const service = new RunningProcess(process.execPath, ['bin/axl-phone-proxy.js', 'serve'], { cwd: folder, env });
    const { code, stderr } = await service.ended;
    const line = `npm install ${name}@${{ ...dependencies, ...optionalDependencies }[name] ?? ''}`;
    expect(stderr).toContain(
      `The package ${name}, which ${database} needs, cannot be loaded here: set DATABASE_URL to ${others} or off, ` +
        `or install it with: ${line}\n`,
    );
    expect(code).toBe(1);
  });
});
