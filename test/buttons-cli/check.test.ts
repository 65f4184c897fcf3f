import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../src/client/index.js';
import { openOffice } from '../support/office.js';
import { emptyFolder, tidy } from '../support/processes.js';
import { officeOf, phoneName } from './office.js';

afterAll(tidy);

const inventory = { INVENTORY: 'on', INVENTORY_PAGES_PER_MINUTE: '600' };

/** An office with a dial that a phone has twice, and a lamp that watches a number that does not exist. */
function seed() {
  const office = officeOf(6);
  const line = { uuid: 'face0000-0000-4000-8000-bbbbbbbbbbbb', pattern: '7999', routePartition: 'PT-Internal' };
  const planted = {
    speedDials: [1, 2].map((index) => ({ index, dirn: '0100', label: 'Night bell' })),
    busyLampFields: [{ index: 1, dirn: '7999', routePartition: 'PT-Internal', label: 'Nobody', pickup: true }],
  };
  const devices = office.devices.map((device, place) => (place === 5 ? { ...device, ...planted } : device));
  return { ...office, lines: [...office.lines, { ...line, description: '' }], devices };
}

async function openChecked(settings: Readonly<Record<string, string>>) {
  const office = await openOffice(seed(), {
    settings: { DATABASE_URL: `sqlite:${join(emptyFolder(), 'history')}`, ...settings },
  });
  onTestFinished(() => office.close());
  return office;
}

describe('check', () => {
  it('shows faults, and fix sets them right as a change like any other', async () => {
    const office = await openChecked(inventory);
    const { command: buttons, simulator } = office;
    await expect.poll(async () => (await buttons('check')).code, { timeout: 100_000 }).toBe(0);
    const before = simulator.state();
    const shown = await buttons('check', '--detailed-exitcode');
    expect(shown.code).toBe(2);
    expect(shown.stdout).toContain(`${phoneName(5)}, speed dial 2: 0100 "Night bell" → remove it`);
    expect(shown.stdout).toContain(`${phoneName(5)}, busy lamp field 1: 7999 in PT-Internal "Nobody" → remove it`);
    expect(shown.stderr).toMatch(/^2 findings, as of \d+ s ago \(.*Z\)\.$/m);
    const { findings } = JSON.parse((await buttons('check', '--json')).stdout) as { findings: Finding[] };
    expect(findings.map(({ kind }) => kind)).toEqual(['nobody-there', 'twice']);
    const found = await buttons('check', '--search', 'Desk 5', '--device', phoneName(1), '--json');
    expect((JSON.parse(found.stdout) as { findings: object[] }).findings).toHaveLength(2);
    expect((await buttons('check', '--search', 'Desk 4', '--detailed-exitcode')).code).toBe(0);
    const none = await buttons('check', '--kind', 'old-name', 'ambiguous', '--detailed-exitcode');
    expect([none.code, none.stdout]).toEqual([0, 'No findings for --kind old-name ambiguous.']);

    const dry = await buttons('fix', '--kind', 'twice', '--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('--allow-removals')]);
    const nothing = await buttons('fix', '--kind', 'old-name', '--yes');
    expect([nothing.code, nothing.stderr]).toEqual([0, expect.stringContaining('there is nothing to change')]);
    const proposed = await buttons('fix', '--kind', 'twice', '--propose');
    expect([proposed.code, proposed.stdout]).toEqual([0, expect.stringMatching(/^Change \d+ is proposed: 1 list\./m)]);
    const refused = await buttons('fix', '--kind', 'twice', '--yes');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --allow-removals')]);
    expect(simulator.state()).toEqual(before);
    const applied = await buttons('fix', '--kind', 'twice', '--yes', '--allow-removals');
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('1 list: 1 changed')]);
    // The changed list has no findings before the next sweep: that does not mean that all is right.
    const after = await buttons('check', '--kind', 'twice');
    expect(after.stderr).toContain('1 list was changed since then and not checked yet');
    const [one] = before[5]?.speedDials ?? [];
    expect(simulator.state()).toEqual(before.map((phone, at) => (at === 5 ? { ...phone, speedDials: [one] } : phone)));
    const changes = JSON.parse((await buttons('changes', '--json')).stdout) as { title: string; state: string }[];
    expect(changes.map(({ title, state }) => [title, state])).toEqual([
      ['Fix twice', 'done'],
      ['Fix twice', 'proposed'],
    ]);
  });

  it('says so if the service keeps no inventory, or has not read the whole cluster yet', async () => {
    const without = await openChecked({});
    const off = await without.command('check');
    expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('keeps no inventory')]);
    const slow = await openChecked({ ...inventory, INVENTORY_PAGES_PER_MINUTE: '1' });
    const early = await slow.command('fix', '--dry-run');
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('has not read the whole cluster yet')]);
  });
});
