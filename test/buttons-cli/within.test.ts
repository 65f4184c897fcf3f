import { setTimeout as delay } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runButtons } from '../support/button-command.js';
import { bin } from '../support/project.js';
import { office, useOffice } from './use-office.js';
import { phoneName, relabelled } from './office.js';

useOffice();

it('a command in the process of a test works as in its own process', async () => {
  const [within, apart] = [await office.command('find', '7000'), await office.buttons('find', '7000')];
  expect(within).toEqual(apart);
  const before = office.simulator.state();
  const folder = process.cwd();
  const made = await office.command('relabel', '7000', 'New', '--yes');
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
  expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  expect((await office.command('undo', /^Change (\d+) is/m.exec(made.stdout)?.[1] ?? '', '--yes')).code).toBe(0);
  expect(office.simulator.state()).toEqual(before);
  expect(process.cwd()).toBe(folder);
  const [help, mistake] = [await runButtons(['undo', '--help']), await runButtons(['undo', '--nothing'])];
  expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Examples:')]);
  expect([mistake.code, mistake.stderr]).toEqual([1, expect.stringContaining("unknown option '--nothing'")]);
});

it('a command reads standard input, even if it comes late', async () => {
  const given = ['list', '--devices-from', '-'];
  const within = await office.commandFed(`${phoneName(1)}\n`, ...given);
  expect([within.code, within.stdout]).toEqual([0, expect.stringContaining(phoneName(1))]);
  const env = { PATH: process.env['PATH'] ?? '', ...office.environment };
  const child = spawn(process.execPath, [bin, 'buttons', ...given], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  // The writer has started before there is anything to write.
  await delay(1500);
  child.stdin.end(`${phoneName(1)}\n`);
  const [code] = (await once(child, 'close')) as [number];
  expect([code, text.trimEnd()]).toEqual([0, within.stdout]);
});
