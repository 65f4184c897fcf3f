import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { readDockerfile } from './dockerfile.js';
import { freePort } from '../support/free-port.js';
import { root } from '../support/project.js';
import { startWithSimulator } from '../support/service-with-simulator.js';

const check = readDockerfile().find(({ name }) => name === 'HEALTHCHECK');
const [command = '', ...commandArguments] = JSON.parse(check?.rest.replace(/^.* CMD /, '') ?? '[]') as string[];

/** @returns the exit code of the Dockerfile's health check, run as in the container */
async function health(environment: Record<string, string>): Promise<number> {
  const { PATH = '' } = process.env;
  const child = spawn(command, commandArguments, { cwd: root, env: { PATH, ...environment }, stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

/** Runs the service, checks its health, stops it, and checks again. */
async function healthOf(settings: Record<string, string>): Promise<[running: number, stopped: number]> {
  const service = await startWithSimulator(settings);
  const running = await health(settings);
  await service.stop('test');
  return [running, await health(settings)];
}

describe('the health check of the container', { timeout: 30_000 }, () => {
  it('asks the admin listener', async () => {
    const port = String(await freePort());
    expect(await healthOf({ ADMIN_PORT: port })).toEqual([0, 1]);
    expect(await healthOf({ ADMIN_PORT: port, ADMIN_HOST: '0.0.0.0' })).toEqual([0, 1]);
  });

  it.each(['', '0'])('checks the service’s own port if the admin listener’s is unknown (%j)', async (adminPort) => {
    const port = String(await freePort());
    expect(await healthOf({ PORT: port, ADMIN_PORT: adminPort })).toEqual([0, 1]);
    expect(await healthOf({ PORT: port, ADMIN_PORT: adminPort, HOST: '0.0.0.0' })).toEqual([0, 1]);
  });

  it('does not wait forever', async () => {
    await startWithSimulator();
    const silent = net.createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as net.AddressInfo;
    expect(await health({ ADMIN_PORT: String(port) })).toBe(1);
    silent.close();
  });
});
