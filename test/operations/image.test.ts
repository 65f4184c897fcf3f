import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../../src/simulator/simulator.js';
import { build, type Image, readDockerfile, testedReleases } from './dockerfile.js';
import { authorization } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { root } from '../support/project.js';
import { environmentFor } from '../support/test-service.js';

const instructions = readDockerfile(readFileSync(`${root}Dockerfile`, 'utf8'));

describe('the Dockerfile', () => {
  it('has two stages, and ends as a user without rights', () => {
    expect(instructions.filter(({ name }) => name === 'FROM')).toHaveLength(2);
    expect(instructions.findLast(({ name }) => name === 'USER')).toEqual({ name: 'USER', rest: 'node' });
  });

  it('starts both stages from one line of Node, on which CI runs the tests', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0]);
    const [line] = new Set(bases);
    expect(bases).toEqual([line, line]);
    expect(testedReleases().map((release) => `node:${release.split('.')[0] ?? ''}-bookworm-slim`)).toContain(line);
  });
});

// Its steps install packages, which needs the registry.
describe.skipIf(process.env['REQUIRE_TOOLS'] !== '1')('an image built by its steps', () => {
  let image: Image;

  beforeAll(async () => {
    image = await build(instructions);
  }, 600_000);

  afterAll(() => {
    image.remove();
  });

  it('holds what production needs, and nothing else', () => {
    expect(readdirSync(image.workdir).sort()).toEqual([
      'bin',
      'dist',
      'fixtures',
      'node_modules',
      'package.json',
      'wsdl',
    ]);
    expect(existsSync(`${image.workdir}/node_modules/koa`)).toBe(true);
    expect(existsSync(`${image.workdir}/node_modules/vitest`)).toBe(false);
  });

  it('is on the line of Node that it names', async () => {
    const [, line] = /node:(\d+)/.exec(instructions[0]?.rest ?? '') ?? [];
    const child = spawn('node', ['-p', 'process.versions.node'], { env: image.environment });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toMatch(new RegExp(`^${line}\\.`));
  });

  it('runs, is healthy, answers, and stops', async () => {
    const simulator = await startSimulator();
    const [command = '', ...args] = image.command;
    const port = await freePort();
    const environment = {
      ...image.environment,
      ...environmentFor(simulator),
      NODE_ENV: 'test', // In production the simulator would be refused.
      PORT: String(port),
      ADMIN_PORT: String(await freePort()),
    };
    const container = spawn(command, args, { cwd: image.workdir, env: environment, stdio: 'ignore' });
    const [check = '', ...checkArgs] = image.healthCheck;
    const isHealthy = async (): Promise<number> => {
      const [code] = (await once(spawn(check, checkArgs, { cwd: image.workdir, env: environment }), 'exit')) as [
        number,
      ];
      return code;
    };
    await expect.poll(isHealthy, { timeout: 20_000 }).toBe(0);
    const answer = await fetch(`http://127.0.0.1:${port}/phone/?dirn=2001`, {
      headers: { authorization: authorization() },
    });
    expect([answer.status, ((await answer.json()) as unknown[]).length > 0]).toEqual([200, true]);
    expect((await fetch(`http://127.0.0.1:${port}/console/`)).status).toBe(200);
    container.kill('SIGTERM');
    expect(await once(container, 'exit')).toEqual([0, null]);
    expect(await isHealthy()).toBe(1);
    await simulator.close();
  });
});
