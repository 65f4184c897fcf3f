import net from 'node:net';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { authorization } from '../support/caller.js';
import { RunningProcess, tidy } from '../support/processes.js';
import { lacks } from '../support/programs.js';
import { bin } from '../support/project.js';
import { listening } from '../support/service-process.js';
import { spawnSimulator } from '../support/simulator-process.js';
import { serviceSettings } from '../support/test-service.js';

afterAll(tidy);

it.skipIf(lacks('bash'))(
  'without free file descriptors the service says so, and continues when some are free again',
  { timeout: 120_000 },
  async () => {
    const simulator = await spawnSimulator();
    onTestFinished(() => simulator.stop());
    const limited = ['-c', 'ulimit -n 96 && exec "$0" "$@"', process.execPath, bin, 'serve'];
    const {
      url,
      adminUrl = '',
      process: service,
    } = await listening(new RunningProcess('bash', limited, { env: serviceSettings(simulator.url) }));
    const { port, hostname } = new URL(url);
    const sockets = Array.from({ length: 120 }, () => net.connect(Number(port), hostname).on('error', () => undefined));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const told = await service.until(() => service.entries.find(({ msg }) => String(msg).includes('file descriptors')));
    expect(told).toMatchObject({
      event: 'warning',
      msg: expect.stringMatching(/can have 96 file descriptors/) as unknown,
    });
    // Some are reserved for administrators.
    expect((await fetch(`${adminUrl}/live`)).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    const lookup = () =>
      fetch(`${url}/phone/?dirn=2003`, { headers: { authorization: authorization() } }).then(
        ({ status }) => status,
        () => 'refused',
      );
    await expect.poll(lookup, { timeout: 60_000 }).toBe(200);
  },
);
