import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.js';
import { variableNames } from '../../src/config/variables.js';
import { readEnvironmentFile } from '../../src/config/environment-file.js';
import { temporaryFile, temporaryFolder } from '../support/files.js';
import { lacks, run } from '../support/programs.js';
import { bin, root } from '../support/project.js';

const unit = `${root}deploy/systemd/axl-phone-proxy.service`;
const text = readFileSync(unit, 'utf8');

/** Where systemd looks for programs, in this order, by default. */
const usualPath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** The value of a setting that is set once. */
function setting(name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];
}

describe('the systemd unit', () => {
  it('gives the service more time to stop than it needs at most', () => {
    const credentials = { AXL_USERNAME: 'a', AXL_PASSWORD: 'b', AUTH_USERNAME: 'c', AUTH_PASSWORD: 'd' };
    const { shutdownGraceMs } = readConfig({ AXL_URL: 'https://cucm.example.com:8443/axl/', ...credentials }, 'no.env');
    expect(Number(setting('TimeoutStopSec')) * 1000).toBeGreaterThan(shutdownGraceMs + 5_000);
  });

  it('stops and reloads by the signals that the service handles', () => {
    expect(setting('KillSignal')).toBe('SIGTERM');
    expect(setting('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  });

  it('finds the command in the prefix in which docs/start.md installs it', async () => {
    const [, wanted = ''] = /^Environment=PATH=(.*)$/m.exec(text) ?? [];
    const page = readFileSync(`${root}docs/start.md`, 'utf8');
    const [, prefix = ''] = /^npm install --global --prefix (\S+) \.\//m.exec(page) ?? [];
    expect(wanted.split(':')).toEqual([`${prefix}/bin`, ...usualPath]);
    const folder = mkdtempSync(path.join(tmpdir(), 'prefix-'));
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(path.join(folder, 'bin/axl-phone-proxy'), `#!/bin/sh\nexec node '${bin}' "$@"\n`, { mode: 0o755 });
    // Node itself is where this test runs.
    const PATH = `${wanted.replace(prefix, folder)}:${path.dirname(process.execPath)}`;
    const [command = '', ...args] =
      setting('ExecStart')
        ?.replace(/serve$/, 'version')
        .split(' ') ?? [];
    const started = await run('env', ['-i', `PATH=${PATH}`, command, ...args]);
    rmSync(folder, { recursive: true });
    expect(started).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  });

  it('allows the memory of Node’s compiler', () => {
    expect(setting('MemoryDenyWriteExecute')).toBeUndefined();
  });

  it('limits the heap like the image, `npm start` and the benches', () => {
    const benches = ['test/bench/memory.ts', 'test/inventory/size.ts'];
    const files = ['deploy/systemd/axl-phone-proxy.service', 'Dockerfile', 'package.json', ...benches];
    const bounds = files.map((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(/--max-old-space-size=(\d+)/g)].map(([, mb]) => mb),
    );
    expect(bounds).toEqual(files.map(() => ['384']));
  });

  it('caches compiled code, which is executed, in a folder of only the service’s own user', () => {
    expect(text).toContain('Environment=NODE_COMPILE_CACHE=%C/axl-phone-proxy\n');
    expect(setting('CacheDirectory')).toBe('axl-phone-proxy');
    expect(setting('CacheDirectoryMode')).toBe('0700');
  });

  it('names only variables of the service in its example', () => {
    const example = readFileSync(`${root}deploy/systemd/environment.example`, 'utf8');
    const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !(variableNames as readonly string[]).includes(name))).toEqual([]);
  });
});

const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

describe('a file of variables, read for --environment', () => {
  const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'A=plain word # no comment  ': { A: 'plain word # no comment' },
    'A=#word': { A: '#word' },
    '# A=1\n; A=2\n\n  A = 3\r\nB=4': { A: '3', B: '4' },
    'A=\'one \\n # "two"\'': { A: 'one \\n # "two"' },
    'A="one \\" two \\\\ \\n \\`"': { A: 'one " two \\ \\n `' },
    'A=on\\\ne\nB="tw\\\no"': { A: 'one', B: 'two' },
    'A=back\\\\slash \\x': { A: 'back\\slash x' },
    'A=it\'s a "word"': { A: 'it\'s a "word"' },
    'A=1\nA=2': { A: '2' },
  };

  it.each(Object.entries(values))('%j is read as by systemd', async (text, wanted) => {
    expect(readEnvironmentFile(temporaryFile(text, 'environment'))).toEqual(wanted);
    if (lacks(generator)) return;
    // systemd's own reader, in the one program that prints what it has read. Its double quotes are those of shells.
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'environment.d'));
    writeFileSync(path.join(folder, 'environment.d/1.conf'), text);
    const { stdout } = await run('env', ['-i', `XDG_CONFIG_HOME=${folder}`, generator]);
    const shell = `${stdout.replaceAll(/^(?=\w+=)/gm, 'export ')}node -p 'JSON.stringify(process.env)'`;
    const PATH = path.dirname(process.execPath);
    const printed = await run('env', ['-i', `PATH=${PATH}`, '/bin/sh', '-c', shell]);
    expect(JSON.parse(printed.stdout)).toMatchObject(wanted);
  });

  it('is empty if it has only comments', () => {
    expect(readEnvironmentFile(temporaryFile('# A=1\n;\n#', 'environment'))).toEqual({});
    expect(readEnvironmentFile(temporaryFile('A=\nB=""', 'environment'))).toEqual({ A: '', B: '' });
  });

  it.each([
    ['A=1\nexport B=hidden', 2],
    ['A=1\n\nhidden', 3],
    ['A="two\nlines"', 1],
    ["A='hidden", 1],
    ['A="hidden" more', 1],
    ['A=hidden\\ ', 1],
    ['# a comment \\\nA=1', 1],
    ['A=1\n1B=hidden', 2],
  ])('%j is refused in line %i, without its text', (text, line) => {
    const file = temporaryFile(text, 'environment');
    expect(() => readEnvironmentFile(file)).toThrow(new RegExp(`, line ${line}: write NAME=value(?!.*hidden)`));
    expect(() => readEnvironmentFile(`${file}.absent`)).toThrow('cannot be read (ENOENT)');
  });
});

describe.skipIf(lacks('systemd-analyze'))('systemd-analyze', () => {
  it('passes systemd-analyze verify without a complaint', async () => {
    expect(await run('systemd-analyze', ['verify', unit])).toMatchObject({ code: 0, output: '' });
  });

  it('is little exposed (at most 1.5 of 10)', async () => {
    const args = ['security', '--offline=true', '--no-pager', '--threshold=15', unit];
    const { code, output } = await run('systemd-analyze', args);
    expect(output).toContain('Overall exposure level');
    expect(code).toBe(0);
  });
});
