import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyFolder, RunningProcess, tidy } from '../support/processes.js';
import { root } from '../support/project.js';
import { environmentFor } from '../support/test-service.js';

const { optionalDependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  optionalDependencies: Record<string, string>;
};

describe('a driver that is not installed', () => {
  afterAll(tidy);

  it.each([
    ['libsql', 'sqlite:history.db'],
    ['pg', 'postgres://u@127.0.0.1:1/d'],
  ])('%s, is reported with the command that installs it', async (name, historyUrl) => {
    const folder = emptyFolder();
    for (const part of ['package.json', 'bin', 'dist', 'wsdl']) {
      cpSync(`${root}${part}`, path.join(folder, part), { recursive: true });
    }
    const env = { ...environmentFor({ url: 'http://127.0.0.1:1/axl/' }), HISTORY_URL: historyUrl };
    const service = new RunningProcess(process.execPath, ['bin/axl-phone-proxy.js', 'serve'], { cwd: folder, env });
    const { code, stderr } = await service.ended;
    const line = `npm install ${name}@${optionalDependencies[name] ?? ''}`;
    expect(stderr).toContain(
      `HISTORY_URL needs the optional package ${name}, which cannot be loaded here; install it with: ${line}\n`,
    );
    expect(code).toBe(1);
  });
});
