import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOffice, type Office } from '../support/office.js';
import { tidy } from '../support/processes.js';
import { officeOf, relabelled } from './office.js';

/** `npm run chaos:buttons` takes a thousand. */
const phones = Number(process.env['BUTTONS_PHONES'] ?? 40);
const lists = phones * 0.4 * 2;
const journal = 'run.journal';

let office: Office;

beforeAll(async () => {
  office = await openOffice(officeOf(phones), 5);
});

afterAll(async () => {
  await office.close();
  await tidy();
});

const changesIn = (file: string): number =>
  readFileSync(join(office.folder, file), 'utf8').match(/"state":"changed"/g)?.length ?? 0;

it('a run that is killed three times and resumed changes what was planned, nothing else, and can be set back', async () => {
  const { simulator, begin, buttons, folder, proxy } = office;
  const before = simulator.state();
  const options = ['--yes', '--per-hour', '0'];
  const guards = ['--max-devices', String(phones)];
  let run = begin('relabel', '7000', 'New Owner', '--journal', journal, ...options, ...guards);
  for (const share of [0.2, 0.5, 0.8]) {
    // In the middle of a write: the journal knows that it was meant, and not what became of it.
    await new Promise<void>((resolve) => {
      let sent = 0;
      proxy.onRequest = (line) => {
        if (line.startsWith('POST')) sent += 1;
        if (line.startsWith('POST') && sent > 2 && changesIn(journal) >= lists * share) resolve();
      };
    });
    run.kill('SIGKILL');
    expect((await run.ended).signal).toBe('SIGKILL');
    expect(changesIn(journal)).toBeLessThan(lists);
    run = begin('resume', journal, ...options.slice(1));
  }
  proxy.onRequest = undefined;
  const { code, stdout, stderr } = await run.ended;
  expect([code, stderr]).toEqual([0, expect.stringContaining(`of ${lists} lists are settled`)]);
  expect(stdout).toContain(`${lists} lists: ${lists} changed`);
  expect(simulator.state()).toEqual(relabelled(before, 'New Owner'));
  expect(statSync(join(folder, journal)).mode & 0o777).toBe(0o600);

  const back = await buttons('rollback', journal, ...options);
  expect([back.code, back.stdout]).toEqual([0, expect.stringContaining(`${lists} lists: ${lists} changed`)]);
  expect(simulator.state()).toEqual(before);
  expect((await buttons('rollback', journal, ...options)).stdout).toContain(`${lists} lists already as wanted`);
}, 1_200_000);
