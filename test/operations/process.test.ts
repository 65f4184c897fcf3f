import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { authorization, caller } from '../support/caller.js';
import { type RunningProcess, tidy } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { root } from '../support/project.js';
import { startServiceProcess } from '../support/service-process.js';
import { environmentFor } from '../support/test-service.js';

let simulator: RunningSimulator;

beforeEach(async () => {
  simulator = await startSimulator();
});

afterEach(async () => {
  await tidy();
  await simulator.close();
});

/** Starts the service in front of the simulator. @returns also its log as it grows */
async function start(
  environment: Record<string, string> = {},
): Promise<{ url: string; lines: RunningProcess['entries']; process: RunningProcess }> {
  const { url, process } = await startServiceProcess({ ...environmentFor(simulator), ...environment });
  return { url, lines: process.entries, process };
}

/** A terminal turns it into SIGINT. */
const ctrlC = '\x03';

const logins = { authorization: authorization(), 'content-type': 'application/json' };

describe('the log of the running process', () => {
  it('has one line for each request, with its cost', async () => {
    const { url, lines } = await start();
    await fetch(`${url}/phone/?dirn=2001&secret=in-query`, { headers: { ...logins, 'x-request-id': 'ticket-4711' } });
    await expect.poll(() => lines.filter(({ event }) => event === 'request')).toHaveLength(1);
    const line = lines.find(({ event }) => event === 'request');
    expect(line).toMatchObject({
      level: 30,
      requestId: 'ticket-4711',
      method: 'GET',
      route: '/phone',
      status: 200,
      user: caller.name,
      remoteAddress: '127.0.0.1',
      axlCalls: Object.values(simulator.stats().requests).reduce((sum, count) => sum + count, 0),
    });
    expect(line?.['durationMs']).toBeGreaterThan(0);
    expect(line?.['axlMs']).toBeGreaterThan(0);
    expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('has the request’s id in every line that a request causes, with any failure', async () => {
    const { url, lines } = await start({ LOG_LEVEL: 'debug', AXL_AFTER_UPDATE: 'apply', REQUEST_DEADLINE_MS: '10000' });
    simulator.misbehave([
      { kind: 'reset', operation: 'listLine', times: 1 },
      { kind: '503', operation: 'updatePhone', times: 1 },
      { kind: 'fault', operation: 'applyPhone', times: 1 },
    ]);
    await fetch(`${url}/phone/?dirn=2001`, { headers: logins });
    await fetch(`${url}/speeddials?phone=SEP00A1B2C30001`, { method: 'POST', headers: logins, body: '[]' });
    await fetch(`${url}/phone/?dirn=2001`, { headers: { authorization: authorization({ name: 'a', password: 'b' }) } });
    await expect.poll(() => lines.filter(({ event }) => event === 'request')).toHaveLength(3);
    const caused = lines.filter(({ event }) => event !== 'started');
    const kinds = new Set(caused.map(({ event }) => event));
    expect([...kinds].sort()).toEqual([
      'axl-call',
      'axl-retry',
      'load-change',
      'login-refused',
      'release',
      'request',
      'session-login',
      'throttle',
      'write',
    ]);
    expect(caused.filter(({ requestId }) => typeof requestId !== 'string')).toEqual([]);
  });

  it('has one line for each AXL failure, with operation, node and cause', async () => {
    const { url, lines } = await start();
    await fetch(`${url}/phone/?dirn=2001`, { headers: logins });
    simulator.misbehave({ kind: 'reset', operation: 'listLine', times: 2 });
    await fetch(`${url}/phone/?dirn=2001`, { headers: { ...logins, 'x-request-id': 'ticket-4712' } });
    await expect.poll(() => lines.filter(({ event }) => event === 'request')).toHaveLength(2);
    const failures = lines
      .filter(({ level, requestId }) => level === 40 && requestId === 'ticket-4712')
      .filter(({ event }) => event === 'axl-call');
    expect(failures).toHaveLength(2);
    for (const failure of failures) {
      expect(failure).toMatchObject({
        level: 40,
        operation: 'listLine',
        node: new URL(simulator.url).host,
        outcome: 'call-manager-unreachable',
      });
      expect(failure['cause']).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
    }
  });

  it('contains no password, no header and no cookie at the lowest level', async () => {
    const { url, lines } = await start({ LOG_LEVEL: 'trace' });
    await fetch(`${url}/phone/?dirn=2001`, { headers: logins });
    await fetch(`${url}/phone/?dirn=2001`, {
      headers: { authorization: authorization({ name: 'alice', password: 'mistyped secret' }) },
    });
    await expect.poll(() => lines.filter(({ event }) => event === 'request')).toHaveLength(2);
    const text = JSON.stringify(lines);
    const secrets = [caller.password, 'axl-demo', 'mistyped', 'Basic ', 'JSESSIONIDSSO', authorization().slice(6)];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it.skipIf(lacks('script'))('is for people where standard output is a terminal', async () => {
    const terminal = spawn('script', ['-qec', `'${process.execPath}' '${root}bin/axl-phone-proxy.js'`, '/dev/null'], {
      cwd: tmpdir(),
      env: { PATH: process.env['PATH'], ...environmentFor(simulator) },
    });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    await expect.poll(() => shown, { timeout: 20_000 }).toContain('listening');
    terminal.stdin.write(ctrlC);
    await once(terminal, 'exit');
    expect(shown).toMatch(/INFO.*listening on http:\/\/127\.0\.0\.1:\d+/);
    expect(shown).toMatch(/INFO.*stopped/);
    expect(shown).not.toContain('{"level"');
  });
});

describe('a port in use', () => {
  it.each(['PORT', 'ADMIN_PORT'])('is reported in one line that names %s', async (variable) => {
    const blocker = net.createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as net.AddressInfo;
    const hint = variable === 'ADMIN_PORT' ? 'set ADMIN_PORT (empty for none)' : 'set PORT';
    await expect(start({ [variable]: String(port) })).rejects.toThrow(
      `axl-phone-proxy: port ${port} on 127.0.0.1 is in use: stop the program that uses it, or ${hint}\n`,
    );
    blocker.close();
  });

  it.each(['HOST', 'ADMIN_HOST'])('is distinguished from an invalid %s', async (variable) => {
    await expect(start({ [variable]: 'no-such-host.invalid' })).rejects.toThrow(
      new RegExp(`^axl-phone-proxy: ${variable} no-such-host.invalid is not an address of this machine \\(\\w+\\)\n$`),
    );
  });
});

describe('stopping', () => {
  it('exits with code 0 after running requests are answered', async () => {
    const running = await start();
    simulator.misbehave({ kind: 'delay', operation: 'listLine', ms: 500 });
    const slow = fetch(`${running.url}/phone/?dirn=2001`, { headers: logins });
    await expect.poll(() => simulator.stats().requests['listLine']).toBe(1);
    running.process.kill('SIGTERM');
    expect((await slow).status).toBe(200);
    expect((await running.process.ended).code).toBe(0);
    expect(running.lines.map(({ event }) => event)).toEqual(expect.arrayContaining(['stopping', 'stopped']));
  });
});
