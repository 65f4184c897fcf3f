import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { lacksNamespaces, onMachine } from './page-machine.js';
import { freePort } from '../support/free-port.js';
import { place, server, usePostgres } from '../support/use-postgres.js';
import { RunningProcess, tidy } from '../support/processes.js';
import { packedOnce } from '../support/packed.js';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';
import { authorization } from '../support/caller.js';
import { environmentFor } from '../support/test-service.js';

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

// Packages come from the registry, or from npm's cache.
describe.skipIf(process.env['REQUIRE_TOOLS'] !== '1')('the tarball is installed', () => {
  usePostgres();
  let folder: string;
  let simulator: RunningSimulator;
  const prefix = (): string => path.join(folder, 'a prefix');
  const shell = (line: string): readonly [string, readonly string[]] => [
    'sh',
    [
      '-ec',
      `export npm_config_prefix='${prefix()}' npm_config_prefer_offline=true PATH='${prefix()}/bin':"$PATH"; ${line}`,
    ],
  ];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'installed-'));
    mkdirSync(prefix());
    const { filename, tarball } = await packedOnce();
    copyFileSync(tarball, path.join(folder, filename));
    simulator = await startSimulator();
  });

  afterAll(async () => {
    await tidy();
    await simulator.close();
    rmSync(folder, { recursive: true });
  });

  async function must(line: string): Promise<string> {
    const [command, args] = shell(line);
    const { code, output, stdout } = await run(command, args, '', folder);
    expect(code, output).toBe(0);
    return stdout;
  }

  /** Runs the demo until it has printed everything, and stops it. */
  async function demo(line: string): Promise<string> {
    // npx passes no signal on; timeout sends it to everything that it has started.
    const [command, args] = shell(`exec timeout 300 ${line}`);
    const running = new RunningProcess(command, args, { env: { PORT: '0' }, cwd: folder });
    const shown = await running.shown(/(The console: .*[^]*changes[^]*undo")/);
    running.kill('SIGTERM');
    await running.ended;
    return shown;
  }

  it('globally, and a missing driver is installed by the printed line', async () => {
    await must('npm install --global ./axl-phone-proxy-*.tgz');
    const modules = path.join(prefix(), 'lib/node_modules/axl-phone-proxy/node_modules');
    const env = { ...environmentFor(simulator), DATABASE_URL: '' };
    const started = (): RunningProcess =>
      new RunningProcess(path.join(prefix(), 'bin/axl-phone-proxy'), ['serve'], { env, cwd: folder });
    for (const name of ['libsql', '@libsql']) rmSync(path.join(modules, name), { recursive: true });
    const { code, stderr } = await started().ended;
    const [, line = ''] = /install it with: (npm .*)/.exec(stderr) ?? [];
    expect([code, line]).toEqual([1, expect.stringContaining(`--global --prefix "${prefix()}" libsql@`)]);
    await must(line);
    const service = started();
    const url = await service.shown(/listening on (http:\/\/\S+)/);
    const answer = await fetch(`${url}/changes`, { headers: { authorization: authorization() } });
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    service.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  }, 600_000);

  it('by the commands of docs/start.md and docs/keep-data.md, in their order, as they stand', async ({ skip }) => {
    if (await lacksNamespaces()) skip('root has no file system of its own here');
    const [port, adminPort] = [await freePort(), await freePort()];
    const { host, user, password } = place;
    const login = `env PGHOST=${host} PGPORT=${place.port} PGUSER=${user} PGPASSWORD='${password}' PGDATABASE=postgres `;
    const secure = await startSimulator({ tls: true, username: 'axl', password: 'secret' });
    chmodSync(folder, 0o755);
    for (const name of ['Dockerfile', 'deploy']) cpSync(`${root}${name}`, path.join(folder, name), { recursive: true });
    const [systemd, container, data] = [
      ['install', 'files', 'configure', 'check', 'start'].map((mark) => ['start', `systemd: ${mark}`] as const),
      ['files', 'configure', 'start'].map((mark) => ['start', `container: ${mark}`] as const),
      ['role', 'configure', 'instances'].map((mark) => ['keep-data', `postgresql: ${mark}`] as const),
    ];
    const { code, output } = await onMachine(
      folder,
      [
        ...systemd,
        'du -sm /opt/axl-phone-proxy; mkdir -p /var/backup',
        ['keep-data', 'sqlite: backup'],
        'ls /var/backup',
        ...data,
        `systemctl stop axl-phone-proxy@1; systemctl stop axl-phone-proxy@2; cd ${folder}`,
        ...container,
        'kill $(pidof -x axl-phone-proxy node) || true; rm -r secrets',
        ['keep-data', 'compose: start'],
      ],
      {
        callManager: new URL(secure.url).host,
        ports: [port, adminPort],
        instead: {
          '/backup/': '/var/backup/',
          'runuser -u postgres -- ': login,
          'history.example.com': `${host}:${place.port}`,
          '808%s': '0%.0s',
          '909%s': '0%.0s',
        },
      },
    );
    await secure.close();
    await server.query('DROP DATABASE IF EXISTS axl_phone_proxy WITH (FORCE)');
    await server.query('DROP ROLE IF EXISTS axl_phone_proxy');
    expect(code, output).toBe(0);
    expect(output.match(/The configuration is valid\./g)).toHaveLength(3);
    expect(output.match(/All assumptions that could be tried hold\./g)).toHaveLength(2);
    expect(output.match(/"dirns":\["\+14085554019","4019"\]/g)).toHaveLength(2);
    expect(output).toMatch(/^history\.db$/m);
    expect(output).toContain('composed: up --detach');
    expect(Number(/(\d+)\t\/opt\/axl-phone-proxy$/m.exec(output)?.[1])).toBeLessThanOrEqual(50);
  }, 600_000);

  it('with npx', async () => {
    const [line = ''] = /^npx .*$/m.exec(readFileSync(`${root}README.md`, 'utf8')) ?? [];
    expect(await must(line.replace(/demo$/, 'version'))).toBe(`${version}\n`);
    expect(await demo(line)).toContain('/undo');
  }, 600_000);
});
