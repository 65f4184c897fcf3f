import { describe, expect, it } from 'vitest';
import { runButtons } from '../support/button-command.js';
import { withHistory } from '../support/office.js';
import { phoneName } from './office.js';
import { now, office, useOffice } from './use-office.js';

useOffice(withHistory);

const relabel = ['relabel', '7000', 'New', ...now];

describe('the message is right:', () => {
  it('for https to a server that speaks plain http', async () => {
    const url = office.environment['PHONE_PROXY_URL']?.replace('http:', 'https:') ?? '';
    const env = { ...office.environment, PHONE_PROXY_URL: url };
    const { code, stderr } = await runButtons(['find', '7000'], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not speak TLS (ERR_SSL_')]);
    expect(stderr).not.toMatch(/certificate|PHONE_PROXY_CA_FILE/);
  });

  it.each([
    ['7000', 'PT-Nowhere', 'Not in the partition PT-Nowhere, but in PT-Internal: 7000.'],
    ['7000', '', 'Not in the partition (none), but in PT-Internal: 7000.'],
    ['0100', 'PT-Nowhere', 'Not in the partition PT-Nowhere, but in PT-Internal: 0100.'],
  ])('of %s, which is not in the partition %j', async (number, partition, said) => {
    const { code, stderr } = await office.command('relabel', number, 'x', '--partition', partition, ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(stderr).not.toMatch(/in \(none\)[,.]/);
  });

  it('for a 403 page of a proxy: no login was refused, and nothing was changed', async () => {
    const before = office.simulator.state();
    office.proxy.faults.push({ status: 403, passedOn: false });
    const { code, stderr, output } = await office.command(...relabel);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/Something other than this service answered.*HTTP 403/)]);
    expect(output).not.toMatch(/login/i);
    expect(office.simulator.state()).toEqual(before);
  });

  it('names what was not changed only if something was to be changed', async () => {
    for (const given of [
      ['list', 'SEPNOBODY'],
      ['export', 'SEPNOBODY'],
      ['show', '99'],
    ]) {
      const { code, stderr } = await office.command(...given);
      expect([given, code, stderr]).toEqual([given, 1, expect.not.stringMatching(/othing was changed/)]);
    }
    const copy = await office.command('copy', 'SEPNOBODY', phoneName(0), ...now);
    expect(copy.stderr).toContain('There is no phone SEPNOBODY. Nothing was changed.');
    const undo = await office.command('undo', '99', ...now);
    expect(undo.stderr).toMatch(/change-not-found.* Nothing was changed\.$/m);
  });
});
