import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isChange } from '../support/faulty-proxy.js';
import { withHistory } from '../support/office.js';
import { officeOf, phoneName } from './office.js';
import { office, reopen, useOffice } from './use-office.js';

useOffice(withHistory);

describe('a proposal is refused', () => {
  it('with more than 1,000 lists, before it is sent', async () => {
    await reopen(withHistory(), officeOf(700));
    writeFileSync(join(office.folder, 'all.txt'), Array.from({ length: 699 }, (_, at) => phoneName(at + 1)).join('\n'));
    const given = ['copy', phoneName(0), '--devices-from', 'all.txt', '--propose', '--quiet'];
    const { code, stderr } = await office.command(...given);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/sets 1\d{3} lists, and the service takes 1000; nothing was proposed/),
    ]);
    expect(office.proxy.requests.filter(isChange)).toEqual([]);
  });

  it.each([
    ['2 MB', 8_000, 'x'.repeat(255), /has 2\.\d MB, and the service takes 2; nothing was proposed/],
    ['100,000 values', 25_000, '', /has 100\d\d\d values, and the service takes 100000; nothing was proposed/],
  ])('with more than %s, before it is sent', async (_what, buttons, label, told) => {
    const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup';
    const rows = Array.from(
      { length: buttons },
      (_, at) => `${phoneName(0)},phone,speeddial,${at + 1},0100,,,${label},`,
    );
    writeFileSync(join(office.folder, 'long.csv'), [head, ...rows, ''].join('\n'));
    const { code, stderr } = await office.command('import', 'long.csv', '--propose', '--quiet');
    expect([code, stderr]).toEqual([1, expect.stringMatching(told)]);
    expect(office.proxy.requests.filter(isChange)).toEqual([]);
  });
});
