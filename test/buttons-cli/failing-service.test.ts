import { describe, expect, it } from 'vitest';
import { isChange, type ProxyFault } from '../support/faulty-proxy.js';
import { relabelled } from './office.js';
import { office, useOffice } from './use-office.js';

useOffice();

const relabel = ['relabel', '7000', 'New', '--yes', '--per-hour', '0', '--journal', 'run.journal'];

describe('the command, if something in front of the service fails', () => {
  it.each<[string, ProxyFault]>([
    ['answers 503', { status: 503, passedOn: false }],
    ['answers 503 when it is done', { status: 503, passedOn: true }],
    ['answers 429', { status: 429, headers: { 'retry-after': '1' }, passedOn: false }],
    ['answers 200 with a page of its own when it is done', { status: 200, passedOn: true }],
    ['answers 404 with a page of its own', { status: 404, passedOn: true }],
    ['answers 504', { status: 504, passedOn: false }],
    ['answers 504 when it is done', { status: 504, passedOn: true }],
    ['hangs up', { hangUp: true, passedOn: false }],
    ['hangs up when it is done', { hangUp: true, passedOn: true }],
  ])('and %s, changes everything all the same', async (_, fault) => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    proxy.faults.push(fault, fault);
    const { code, stdout } = await buttons(...relabel);
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it.each([200, 404] as const)(
    'and answers %i with a page of its own: the outcome is in doubt, and is read',
    async (status) => {
      const { simulator, command: buttons, proxy } = office;
      const before = simulator.state();
      proxy.faults.push(
        { passedOn: true, headers: { 'content-type': 'application/json' } },
        { status, passedOn: false },
      );
      const { code, stdout } = await buttons(...relabel);
      expect([code, stdout]).toEqual([3, expect.stringContaining('15 changed, 1 uncertain')]);
      expect(stdout).toMatch(
        /^uncertain {2}SEP.*Something other than this service answered.*a read showed the list as before/m,
      );
      expect((await buttons('resume', 'run.journal')).code).toBe(0);
      expect(simulator.state()).toEqual(relabelled(before, 'New'));
    },
  );

  it('stops after five failures in a row, says so, and continues on request', async () => {
    const { simulator, command: buttons, proxy } = office;
    const before = simulator.state();
    const down = { status: 429, headers: { 'retry-after': '0' }, passedOn: false } as const;
    proxy.faults.push(...Array.from({ length: 400 }, () => down));
    const { code, stdout, stderr } = await buttons(...relabel);
    expect([code, stdout]).toEqual([3, expect.stringContaining('not-reached')]);
    expect(stderr).toContain('5 lists in a row could not be changed');
    expect(stderr).toContain('buttons resume run.journal');
    expect(simulator.state()).toEqual(before);
    proxy.faults.length = 0;
    expect((await buttons('resume', 'run.journal', '--per-hour', '0')).code).toBe(0);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('finishes the current call after Ctrl-C, and says how to continue', async () => {
    const { simulator, begin, command: buttons, proxy } = office;
    const before = simulator.state();
    const run = begin(...relabel.map((word) => (word === '0' ? '3600' : word)));
    await new Promise<void>((resolve) => {
      proxy.onRequest = (line) => {
        if (isChange(line)) resolve();
      };
    });
    run.kill('SIGINT');
    const { code, stdout, stderr } = await run.ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining('buttons resume run.journal')]);
    expect(stdout).toMatch(/16 lists: [1-4] changed, 1[2-5] not-reached/);
    expect((await buttons('resume', 'run.journal', '--per-hour', '0')).code).toBe(0);
    expect(simulator.state()).toEqual(relabelled(before, 'New'));
  });
});
