import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { authorization } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { bin } from '../support/project.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

/** Each line of the log names the caller: with a long name, a few requests make long lines. */
const caller = { name: 'alice'.repeat(1_000), password: 'correct horse' };

let simulator: SimulatorProcess;
let started: ChildProcess | undefined;

beforeAll(async () => {
  simulator = await spawnSimulator();
});

afterEach(async () => {
  endWithChildren(started);
  started = undefined;
  await tidy();
});

afterAll(() => simulator.stop());

/** It leads its own process group. */
function endWithChildren(child: ChildProcess | undefined): void {
  try {
    if (child?.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  readonly exit: Promise<unknown[]>;
  /** How many lines of its log were lost so far. */
  lost(): Promise<number>;
}

/** Starts the service with a given standard output, from which its address cannot be read. */
async function startWith(output: 'pipe' | number, command = process.execPath, args = [bin]): Promise<Service> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = {
    ...serviceSettings(simulator.url),
    AUTH_USERNAME: caller.name,
    PATH: process.env['PATH'],
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
  };
  const child = spawn(command, args, { env, cwd: emptyFolder(), stdio: ['ignore', output, 'inherit'], detached: true });
  started = child;
  const exit = once(child, 'exit');
  const metrics = () => fetch(`http://127.0.0.1:${adminPort}/metrics`).then((answer) => answer.text());
  await expect.poll(() => metrics().catch(() => ''), { timeout: 30_000 }).toContain('axl_phone_proxy_build_info');
  const lost = async () => Number(/^axl_phone_proxy_log_lines_lost_total (\d+)$/m.exec(await metrics())?.[1]);
  return { url: `http://127.0.0.1:${port}`, process: child, exit, lost };
}

/** Requests something that does not exist, which makes a line in the log. @returns the answer's status */
async function makeLine(url: string): Promise<number> {
  const answer = await fetch(`${url}/nothing`, { headers: { authorization: authorization(caller) } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Makes many lines, ten at a time. It never ends if the event loop is blocked. */
async function makeLines(url: string, count: number): Promise<void> {
  let left = count;
  const asking = Array.from({ length: 10 }, async () => {
    while (left-- > 0) expect(await makeLine(url)).toBe(404);
  });
  await Promise.all(asking);
}

/** More than memory and a pipe hold. */
const many = 400;

async function stopped({ process: child, exit }: Service): Promise<unknown> {
  child.kill('SIGTERM');
  return (await exit)[0];
}

describe('a standard output', () => {
  it.skipIf(!existsSync('/dev/full'))('that is full holds nothing up and ends nothing', async () => {
    const service = await startWith(openSync('/dev/full', 'w'));
    await makeLines(service.url, many);
    expect(await service.lost()).toBeGreaterThan(0);
    expect(await stopped(service)).toBe(0);
  });

  it('that no one reads delays nothing; the log reports lost lines when someone reads it', async () => {
    const service = await startWith('pipe');
    await makeLines(service.url, many);
    const lost = await service.lost();
    expect(lost).toBeGreaterThan(0);
    let text = '';
    service.process.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await expect.poll(() => text, { timeout: 10_000 }).toContain('"event":"log-lines-lost"');
    expect(await makeLine(service.url)).toBe(404);
    expect(await stopped(service)).toBe(0);
    const lines = text.trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.filter(({ event }) => event === 'request')).toHaveLength(many + 1 - lost);
    expect(events.filter(({ event }) => event === 'log-lines-lost')).toMatchObject([{ lines: lost }]);
    expect(events.at(-1)).toMatchObject({ event: 'stopped' });
    const times = events.map(({ time }) => String(time));
    expect(times).toEqual([...times].sort());
  });

  it('that no one reads does not delay the stop for long', async () => {
    const service = await startWith('pipe');
    await makeLines(service.url, many);
    const told = performance.now();
    expect(await stopped(service)).toBe(0);
    // It takes one second. A stop that waits for a reader never ends.
    expect(performance.now() - told).toBeLessThan(30_000);
  });

  it('that is a shared pipe of the shell which no one reads delays nothing', async () => {
    const file = join(emptyFolder(), 'pid');
    const script = `(echo shared; '${process.execPath}' '${bin}' & echo $! > '${file}'; wait) | sleep 300`;
    const service = await startWith('pipe', 'sh', ['-c', script]);
    const pid = Number(readFileSync(file, 'utf8'));
    const shared = () => /flags:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/1`, 'utf8'))?.[1];
    await makeLines(service.url, many);
    expect(await service.lost()).toBeGreaterThan(0);
    // Other processes that write to the pipe find its mode unchanged.
    if (existsSync('/proc/self/fdinfo')) expect(Number.parseInt(shared() ?? '', 8) & 0o4000).toBe(0);
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => existsSync(`/proc/${pid}`) && makeLine(service.url).then(Boolean, () => false)).toBe(false);
  });

  it('that is gone ends nothing', async () => {
    const service = await startWith('pipe');
    service.process.stdout?.destroy();
    await makeLines(service.url, many);
    expect(await service.lost()).toBeGreaterThan(0);
    expect(await stopped(service)).toBe(0);
  });

  it('that is a file gets every line, in order, up to the last', async () => {
    const file = join(emptyFolder(), 'log');
    const service = await startWith(openSync(file, 'w'));
    await makeLines(service.url, 500);
    await pause(200);
    await makeLines(service.url, 50);
    expect(await stopped(service)).toBe(0);
    const events = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events.filter((event) => event === 'request')).toHaveLength(550);
    expect(events.at(-1)).toBe('stopped');
    expect(await service.lost().catch(() => 'ended')).toBe('ended');
  });
});
