import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { RunningProcess, tidy } from '../support/processes.js';
import { packedOnce } from '../support/packed.js';
import { run } from '../support/programs.js';
import { root } from '../support/project.js';
import { authorization } from '../support/caller.js';
import { environmentFor } from '../support/test-service.js';

const page = readFileSync(`${root}docs/install.md`, 'utf8');
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** @returns the lines of the page below such a mark */
function linesBelow(mark: string): readonly [string, string] {
  const [, lines = ''] = new RegExp(`<!-- install: ${mark} -->\n+\`\`\`sh\n(.*?)\`\`\``, 's').exec(page) ?? [];
  const [first = '', second = '', ...others] = lines.trim().split('\n');
  expect(others).toEqual([]);
  return [first, second];
}

// Packages come from the registry, or from npm's cache.
describe.skipIf(process.env['REQUIRE_TOOLS'] !== '1')('docs/install.md installs the tarball', () => {
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

  it('globally, with at most 50 MiB including the drivers, and the demo has a history', async () => {
    const [install, start] = linesBelow('global');
    await must(install);
    expect(await must('axl-phone-proxy version')).toBe(`${version}\n`);
    expect(Number.parseInt(await must(`du -sm '${prefix()}'`), 10)).toBeLessThanOrEqual(50);
    expect(await demo(start)).toContain('/undo');
  }, 600_000);

  it('globally, and a missing driver is installed by the printed line', async () => {
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

  it('into the prefix that the systemd unit uses', async () => {
    const elsewhere = path.join(folder, 'opt');
    const [install, tell] = linesBelow('systemd');
    await must(install.replace('/opt/axl-phone-proxy', elsewhere));
    expect(await must(tell.replace('/opt/axl-phone-proxy', elsewhere))).toBe(`${version}\n`);
    // The unit is where its first lines say.
    const unit = path.join(elsewhere, 'lib/node_modules/axl-phone-proxy/deploy/systemd/axl-phone-proxy.service');
    expect(readFileSync(unit, 'utf8')).toContain('cd /opt/axl-phone-proxy/lib/node_modules/axl-phone-proxy/deploy/');
  }, 600_000);

  it('with npx', async () => {
    const [first, second] = linesBelow('npx');
    expect(await must(first)).toBe(`${version}\n`);
    expect(await demo(second)).toContain('/undo');
  }, 600_000);
});
