import { expect, it } from 'vitest';
import { phoneName } from './office.js';
import { office, useOffice } from './use-office.js';

useOffice(() => ({}));

it('without a database, lists are shown, but no change is worked out, and the command says what to set', async () => {
  const before = office.simulator.state();
  expect((await office.command('list', phoneName(0))).code).toBe(0);
  for (const given of [
    ['relabel', '7000', 'New', '--dry-run'],
    ['relabel', '7000', 'New', '--yes'],
    ['undo', '1', '--yes'],
    ['changes'],
  ]) {
    const { code, stderr } = await office.command(...given);
    expect([given, code, stderr]).toEqual([given, 1, expect.stringContaining('DATABASE_URL')]);
  }
  expect(office.simulator.state()).toEqual(before);
});
