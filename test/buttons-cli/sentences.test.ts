import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PhoneProxyClient } from '../../src/client/index.js';
import { runButtons } from '../support/button-command.js';
import { withHistory } from '../support/office.js';
import { phoneName, relabelled } from './office.js';
import { now, office, officeClient, useOffice } from './use-office.js';

useOffice(withHistory);

const relabel = ['relabel', '7000', 'New', ...now, '--journal', 'run.journal'];

let client: PhoneProxyClient;

beforeEach(() => {
  client = officeClient();
});

describe('the message is right:', () => {
  it('for https to a server that speaks plain http', async () => {
    const url = office.environment['PHONE_PROXY_URL']?.replace('http:', 'https:') ?? '';
    const env = { ...office.environment, PHONE_PROXY_URL: url };
    const { code, stderr } = await runButtons(['find', '7000'], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not speak TLS (ERR_SSL_')]);
    expect(stderr).not.toMatch(/certificate|PHONE_PROXY_CA_FILE/);
  });

  it.each([
    ['7000', 'PT-Nowhere', '7000 is not in the partition PT-Nowhere; it is in PT-Internal.'],
    ['7000', '', '7000 is not in the partition (none); it is in PT-Internal.'],
    ['0100', 'PT-Nowhere', '0100 is not in the partition PT-Nowhere; it is in'],
  ])('of %s, which is not in the partition %j', async (number, partition, said) => {
    const { code, stderr } = await office.command('relabel', number, 'x', '--partition', partition, ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toMatch(/in \(none\)[,.]/);
  });

  it('for a plan that changes nothing', async () => {
    await office.command(...relabel);
    const { code, stdout, stderr } = await office.command('relabel', '7000', 'New', '--plan', 'p.json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('Nothing to change')]);
    expect(stderr).toContain('The plan in p.json changes nothing.');
    expect(stderr).not.toContain('makes the changes');
  });

  it('for an empty list of runs', async () => {
    await office.command(...relabel);
    expect((await office.command('runs', '--user', 'ghost')).stdout).toBe('The history has no run of ghost.');
    const since = ['--since', '2999-01-01T00:00:00Z'];
    expect((await office.command('runs', ...since)).stdout).toBe('The history has no run since 2999-01-01T00:00:00Z.');
    const both = await office.command('runs', '--user', 'ghost', ...since);
    expect(both.stdout).toBe('The history has no run of ghost since 2999-01-01T00:00:00Z.');
  });

  it('says how to continue only if there is something left to do', async () => {
    await office.command('relabel', '7000', 'New', '--plan', 'p.json');
    await client.replaceSpeedDials(phoneName(0), [{ index: '4', dirn: '7000', label: 'Theirs' }]);
    const { code, stderr } = await office.command('apply', 'p.json', ...now, '--journal', 'one');
    expect([code, stderr]).toEqual([3, expect.stringContaining('To revert what was changed:')]);
    expect(stderr).not.toContain('To continue');
    const back = await office.command('rollback', 'one', ...now, '--journal', 'back');
    expect([back.code, back.stderr]).toEqual([0, expect.not.stringContaining('To ')]);
  });

  it('says how to try a rollback again', async () => {
    await office.command(...relabel);
    await client.replaceSpeedDials(phoneName(0), [{ index: '4', dirn: '7000', label: 'Theirs' }]);
    const { stderr } = await office.command('rollback', 'run.journal', ...now);
    expect(stderr).toMatch(/^To retry what was not reverted: axl-phone-proxy buttons rollback run\.journal$/m);
    expect(stderr).not.toContain('To continue');
  });

  it('for a 403 page of a proxy: no login was refused, and a read shows the outcome', async () => {
    const before = office.simulator.state();
    office.proxy.faults.push({ status: 403, passedOn: true }, { status: 403, passedOn: true });
    const { code, stdout } = await office.command(...relabel);
    expect([code, stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
    office.proxy.faults.push({ status: 403, passedOn: false });
    const left = await office.command('relabel', '7000', 'Newer', ...now);
    expect([left.code, left.stdout]).toEqual([
      3,
      expect.stringMatching(/Something other than this service answered.*HTTP 403/),
    ]);
    expect(left.output).not.toMatch(/login/i);
  });

  it('names what was not changed only if something was to be changed', async () => {
    for (const given of [
      ['list', 'SEPNOBODY'],
      ['export', 'SEPNOBODY'],
      ['run', 'show', '99'],
    ]) {
      const { code, stderr } = await office.command(...given);
      expect([given, code, stderr]).toEqual([given, 1, expect.not.stringMatching(/othing was changed/)]);
    }
    const copy = await office.command('copy', 'SEPNOBODY', phoneName(0), ...now);
    expect(copy.stderr).toContain('there is no phone or device profile SEPNOBODY; nothing was changed');
    const undo = await office.command('undo', '99', ...now);
    expect(undo.stderr).toMatch(/run-not-found.* Nothing was changed\.$/m);
    expect(existsSync(join(office.folder, 'run.journal'))).toBe(false);
  });
});
