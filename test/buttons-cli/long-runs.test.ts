import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isChange } from '../support/faulty-proxy.js';
import { bin } from '../support/project.js';
import { RunningProcess } from '../support/processes.js';
import { relabelled } from './office.js';
import { office, useOffice } from './use-office.js';

useOffice();

const relabel = ['relabel', '7000', 'New', '--yes', '--journal', 'run.journal'];
const quick = ['--per-hour', '0'];
/** Five writes per second. */
const paced = ['--per-hour', '18000'];

/** Waits until the service has received the given number of writes. */
function writes(count: number): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    office.proxy.onRequest = (line) => {
      if (isChange(line) && (sent += 1) === count) resolve();
    };
  });
}

describe('a run that takes long', () => {
  it('is not ended by the end of a terminal if it has none', async () => {
    const before = office.simulator.state();
    const run = office.begin(...relabel, ...paced);
    await writes(3);
    run.kill('SIGHUP');
    const { code, stdout } = await run.ended;
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('writes its summary to standard error if the reader of its output is gone', async () => {
    const before = office.simulator.state();
    const command = [process.execPath, bin, 'buttons', ...relabel, ...quick];
    // The pipe is closed before the command writes to it.
    const shell = ['-c', '{ sleep 0.1; exec "$@"; } | true', 'sh', ...command];
    const env = office.environment;
    const { stderr } = await new RunningProcess('sh', shell, { env, cwd: office.folder }).ended;
    expect(stderr).toContain('16 lists: 16 changed');
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('keeps its pace and its options when it continues', async () => {
    // The call manager refuses these speed dials; without the option, a run ends after five.
    const long = relabel.map((word) => (word === 'New' ? 'x'.repeat(200) : word));
    const run = office.begin(...long, ...paced, '--keep-going');
    await writes(2);
    run.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
    const { code, stdout } = await office.buttons('resume', 'run.journal');
    expect([code, stdout]).toEqual([3, expect.stringContaining('16 lists: 8 changed, 8 refused')]);
    const lines = readFileSync(join(office.folder, 'run.journal'), 'utf8').trim().split('\n');
    const times = lines.slice(lines.findIndex((line) => line.includes('"resumed"'))).flatMap((line) => {
      const { intention, time = '' } = JSON.parse(line) as { intention?: number; time?: string };
      return intention === undefined ? [] : [Date.parse(time)];
    });
    // Every 200 ms: a write may be later, but not earlier.
    expect(times.length).toBeGreaterThan(4);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan((times.length - 2) * 200);
  });

  it('locks its journal until it ends', async () => {
    // Ten seconds between two writes: the run is still active when it is killed.
    const run = office.begin(...relabel, '--per-hour', '360');
    await writes(1);
    for (const command of ['resume', 'rollback']) {
      const { code, stderr } = await office.buttons(command, 'run.journal', '--yes');
      expect([code, stderr]).toEqual([1, expect.stringContaining('run.journal is in use')]);
    }
    run.kill('SIGKILL');
    await run.ended;
    expect((await office.buttons('resume', 'run.journal', ...quick)).code).toBe(0);
  });
});
