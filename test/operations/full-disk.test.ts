import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { samplesIn, valueOf } from './exposition.js';
import { authorization } from '../support/caller.js';
import { freePort } from '../support/free-port.js';
import { lacks, run } from '../support/programs.js';
import { root } from '../support/project.js';
import { environmentFor } from '../support/test-service.js';

/** The longest file while the disk is "full", in bytes: in the middle of a line. */
const limit = 2_048;

let simulator: RunningSimulator;
let folder: string;
let pid: number | undefined;

beforeEach(async () => {
  simulator = await startSimulator();
  folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
});

afterEach(async () => {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await simulator.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(lacks('bash', 'prlimit'))('an audit file and a log on a disk that is full for a while', () => {
  it('have every line complete and once when there is room again', async () => {
    const [audit, log] = [path.join(folder, 'audit.jsonl'), path.join(folder, 'log.jsonl')];
    const [port, adminPort] = [await freePort(), await freePort()];
    const script = `ulimit -S -f ${limit / 1024} && exec '${process.execPath}' '${root}bin/axl-phone-proxy.js' >> '${log}'`;
    const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
    const child = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environmentFor(simulator), ...ports, AUDIT_LOG_FILE: audit },
      stdio: 'ignore',
    });
    ({ pid } = child);
    const exit = once(child, 'exit');
    const sample = async (name: string) => {
      const answer = await fetch(`http://127.0.0.1:${adminPort}/metrics`).catch(() => undefined);
      return answer && valueOf(samplesIn(await answer.text()), `axl_phone_proxy_${name}`);
    };
    await expect.poll(() => sample('build_info'), { timeout: 30_000 }).toBe(1);
    const ids = Array.from({ length: 60 }, (_, place) => `request-${place}`);
    for (const id of ids) {
      const headers = { authorization: authorization(), 'content-type': 'application/json', 'x-request-id': id };
      const url = `http://127.0.0.1:${port}/speeddials?phone=SEP00A1B2C30001`;
      expect((await fetch(url, { method: 'POST', headers, body: '[]' })).status).toBe(200);
    }
    await expect.poll(() => sample('audit_file_failing')).toBe(1);
    // The last line that fits is there in part.
    expect([statSync(audit).size, statSync(log).size]).toEqual([limit, limit]);
    await run('prlimit', [`--pid=${pid ?? 0}`, '--fsize=unlimited']);
    await expect.poll(() => sample('audit_file_failing'), { timeout: 10_000 }).toBe(0);
    child.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    pid = undefined;
    const idsIn = (file: string, event: string) =>
      readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['event'] === event)
        .map(({ requestId }) => requestId);
    expect(idsIn(audit, 'write')).toEqual(ids);
    expect(idsIn(log, 'write')).toEqual(ids);
    expect(idsIn(log, 'request')).toEqual(ids);
  });
});
