import { expect, it } from 'vitest';
import { office, useOffice } from './use-office.js';

useOffice();

it('a service without a history is changed as well, and the journal reverts a run', async () => {
  const before = office.simulator.state();
  const made = await office.command('relabel', '7000', 'New', '--yes', '--per-hour', '0', '--journal', 'run.journal');
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
  expect(made.stderr).not.toContain('history');
  for (const given of [['runs'], ['run', 'show', '1'], ['undo', '1', '--yes']]) {
    const { code, stderr } = await office.command(...given);
    expect([code, stderr]).toEqual([1, expect.stringContaining('keeps no history')]);
  }
  expect((await office.command('rollback', 'run.journal', '--yes', '--per-hour', '0')).code).toBe(0);
  expect(office.simulator.state()).toEqual(before);
});
