import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironment, runSimulatorCommand, SimulatorSettingsProblem } from '../../src/simulator/command.js';
import { basic, call } from '../support/axl-caller.js';

const anyPort = { SIMULATOR_PORT: '0', SIMULATOR_CONTROL_PORT: '0' };

const printTo = (lines: string[]) => (text: string) => {
  lines.push(...text.split('\n'));
  return Promise.resolve();
};

describe('the simulator command', () => {
  it('starts with https, writes its certificate and prints its address', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    const file = join(folder, 'simulator.pem');
    const lines: string[] = [];
    const simulator = await runSimulatorCommand({ ...anyPort, SIMULATOR_CERT_FILE_OUT: file }, printTo(lines));
    const { status } = await call(simulator, 'getCCMVersion', '', { ca: readFileSync(file, 'utf8') });
    await simulator.close();
    rmSync(folder, { recursive: true });
    expect(status).toBe(200);
    expect(lines).toEqual([
      `AXL simulator, release 14.0: ${simulator.url}`,
      `Control path: ${simulator.controlUrl}`,
      'To point the proxy at it:',
      `  AXL_URL=${simulator.url}`,
      '  AXL_USERNAME=axl',
      '  AXL_PASSWORD=axl-demo',
      `  AXL_CA_FILE=${file}`,
    ]);
  });

  it('takes its options from the environment and never prints a given password', async () => {
    const lines: string[] = [];
    const env = {
      ...anyPort,
      SIMULATOR_TLS: 'false',
      SIMULATOR_USERNAME: 'admin',
      SIMULATOR_PASSWORD: 'hidden',
      SIMULATOR_RELEASE: '12.5',
      SIMULATOR_MISBEHAVIOUR: '{"kind": "503", "times": 1}',
      SIMULATOR_HOST: '',
    };
    const simulator = await runSimulatorCommand(env, printTo(lines));
    const headers = { authorization: basic('admin', 'hidden') };
    const first = await call(simulator, 'getCCMVersion', '', { version: '12.5', headers });
    const second = await call(simulator, 'getCCMVersion', '', { version: '12.5', headers });
    await simulator.close();
    expect([first.status, second.status]).toEqual([503, 200]);
    expect(lines.join('\n')).not.toContain('hidden');
    expect(lines.join('\n')).not.toContain('AXL_CA_FILE');
  });

  it('refuses all wrong variables at once', async () => {
    const env = {
      SIMULATOR_PORT: '99999',
      SIMULATOR_CONTROL_PORT: '-1',
      SIMULATOR_TLS: 'yes',
      SIMULATOR_RELEASE: '13.0',
      SIMULATOR_LATENCY_MS: '1.5',
      SIMULATOR_MISBEHAVIOUR: '{"kind": "x"}',
    };
    const refusal = await runSimulatorCommand(env, printTo([])).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SimulatorSettingsProblem);
    expect((refusal as SimulatorSettingsProblem).problems.map((problem) => problem.split(':')[0])).toEqual(
      Object.keys(env),
    );
    expect((refusal as Error).message).toContain('SIMULATOR_RELEASE: one of 8.5, 9.0');
  });

  it('takes the options of a cluster from the environment', () => {
    const env = {
      SIMULATOR_SUBSCRIBERS: '2',
      SIMULATOR_REPLICATION_LAG_MS: '0,5000',
      SIMULATOR_SESSION_COOKIES: 'false',
      SIMULATOR_ANY_CASE_NAMES: 'true',
      SIMULATOR_COUNTS_ABANDONED: 'true',
    };
    expect(readEnvironment(env)).toMatchObject({
      subscribers: 2,
      replicationLagMs: [0, 5000],
      sessionCookies: false,
      anyCaseNames: true,
      countsAbandoned: true,
    });
    expect(readEnvironment({ SIMULATOR_REPLICATION_LAG_MS: '300' }).replicationLagMs).toBe(300);
    expect(() => readEnvironment({ ...env, SIMULATOR_SUBSCRIBERS: '1' })).toThrow(
      'SIMULATOR_REPLICATION_LAG_MS: one number is expected, or one for each of SIMULATOR_SUBSCRIBERS',
    );
    expect(() => readEnvironment({ SIMULATOR_REPLICATION_LAG_MS: '1,x' })).toThrow('a whole number from 0');
  });

  it('refuses to run in production', () => {
    expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(
      'NODE_ENV: the simulated call manager does not run in production',
    );
  });

  it('has its own default ports', () => {
    expect(readEnvironment({})).toEqual({ port: 8443, controlPort: 8444, tls: true });
  });
});
