import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { caller } from '../support/caller.js';
import { runButtons } from '../support/button-command.js';
import { phoneName, relabelled } from './office.js';
import { office, useOffice } from './use-office.js';

useOffice();

const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup';
const now = ['--yes'];

function save(name: string, ...lines: readonly string[]): string {
  writeFileSync(join(office.folder, name), `\uFEFF${lines.join('\r\n')}\r\n`);
  return name;
}

/** Another caller changes the lists of a phone. */
async function setElsewhere(place: number): Promise<void> {
  const { PHONE_PROXY_URL = '' } = office.environment;
  const login = Buffer.from(`${caller.name}:${caller.password}`).toString('base64');
  const answer = await fetch(`${PHONE_PROXY_URL}/speeddials?phone=${phoneName(place)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
    body: JSON.stringify([{ index: '4', dirn: '7000', label: 'Somebody else' }]),
  });
  expect(answer.status).toBe(200);
}

describe('a CSV file', () => {
  it('with thirty different mistakes reports all of them with their lines, and nothing is set', async () => {
    const rows = [
      ',phone,speeddial,1,1,,,x,',
      'A\u0001,phone,speeddial,1,1,,,x,',
      `${'A'.repeat(101)},phone,speeddial,1,1,,,x,`,
      'A,,speeddial,1,1,,,x,',
      'A,desk,speeddial,1,1,,,x,',
      'A,phone,,1,1,,,x,',
      'A,phone,dial,1,1,,,x,',
      'B,phone,speeddial,one,1,,,x,',
      'C,phone,speeddial,-1,1,,,x,',
      'D,phone,speeddial,1.5,1,,,x,',
      `E,phone,speeddial,${'1'.repeat(256)},1,,,x,`,
      'F,phone,speeddial,0,1,,,x,',
      'G,phone,speeddial,1,1,PT,,x,',
      'H,phone,speeddial,1,1,,2,x,',
      'I,phone,speeddial,1,1,,,x,true',
      `J,phone,speeddial,1,1,,,${'x'.repeat(256)},`,
      'K,phone,speeddial,1,1,,,x\u0002,',
      'L,phone,speeddial,1,1.5E+10,,,x,',
      `M,phone,speeddial,1,${'1'.repeat(256)},,,x,`,
      'N,phone,busylampfield,1,1,PT,2,x,true',
      'O,phone,busylampfield,1,,,,x,true',
      'P,phone,busylampfield,1,,PT,2,x,true',
      'Q,phone,busylampfield,1,1,PT,,x,perhaps',
      `R,phone,busylampfield,1,1,${'P'.repeat(256)},,x,true`,
      'S,phone,busylampfield,1,,,2\u0003,x,true',
      'T,phone,speeddial,1,1,,,x',
      'U,phone,speeddial,1,1,,,x,,,y',
      'V,phone,speeddial,,1,,,x,',
      'W,phone,speeddial,1,1,,,"x"y,',
      'X,phone,speeddial,1,1,,,x"y,',
    ];
    expect(rows).toHaveLength(30);
    const before = office.simulator.state();
    const { code, stderr } = await office.command('import', save('bad.csv', head, ...rows), ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining('bad.csv has 30 problems')]);
    const told = [...stderr.matchAll(/^ {2}line (\d+): /gm)].map(([, line]) => Number(line));
    expect(told).toEqual(rows.map((_, place) => place + 2));
    expect(office.simulator.state()).toEqual(before);
  });

  it('is read as it was exported, with semicolons too; only edited cells change', async () => {
    const before = office.simulator.state();
    expect((await office.command('export', '--number', '7000', '--output', 'a.csv', '--delimiter', ';')).code).toBe(0);
    const none = await office.command('import', 'a.csv', ...now);
    expect([none.code, none.stderr]).toEqual([0, 'Nothing to change: every list is as asked for already.\n']);
    const text = readFileSync(join(office.folder, 'a.csv'), 'utf8');
    expect(text).toMatch(/^\uFEFFdevice;deviceKind;/);
    writeFileSync(join(office.folder, 'b.csv'), text.replaceAll(/Stale \d/g, 'New'));
    expect((await office.command('import', 'b.csv', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
  });

  it('of all devices is one call, and is imported again without a change', async () => {
    const all = await office.command('export', '--all', '--output', 'all.csv');
    expect([all.code, all.stderr]).toEqual([0, '']);
    const text = readFileSync(join(office.folder, 'all.csv'), 'utf8');
    for (const place of [0, 5, 11]) expect(text).toContain(phoneName(place));
    const again = await office.command('import', 'all.csv', ...now);
    expect([again.code, again.stderr]).toEqual([0, 'Nothing to change: every list is as asked for already.\n']);
    const both = await office.command('export', phoneName(0), '--all');
    expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('--all is every phone')]);
  });

  it('that is not there, or is a folder, is told with the reason', async () => {
    const missing = await office.command('import', 'nosuch.csv', ...now);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('nosuch.csv cannot be read (ENOENT)')]);
    const folder = await office.command('import', '.', ...now);
    expect([folder.code, folder.stderr]).toEqual([1, expect.stringContaining('cannot be read (EISDIR)')]);
  });

  it('with an empty index clears a list, if removals are allowed', async () => {
    const file = save('c.csv', head, `${phoneName(0)},phone,speeddial,,,,,,`);
    const refused = await office.command('import', file, ...now);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --allow-removals')]);
    expect((await office.command('import', file, ...now, '--allow-removals')).code).toBe(0);
    const [phone] = office.simulator.state();
    expect([phone?.speedDials.length, phone?.busyLampFields.length]).toEqual([0, 2]);
  });
});

describe('a change', () => {
  it('is only shown by a dry run, is not begun without a yes, and its undo keeps what others set later', async () => {
    const before = office.simulator.state();
    const dry = await office.command('relabel', '7000', 'New', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('8 devices, 16 lists: 0 added')]);
    expect(dry.stdout).toContain('~ 3  7000 in PT-Internal "Stale 0" pickup → "New"');
    const unasked = await office.command('relabel', '7000', 'New');
    expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
    expect(office.simulator.state()).toEqual(before);
    const made = await office.command('relabel', '7000', 'New', ...now);
    expect(office.simulator.state()).toEqual(relabelled(before, 'New'));
    await setElsewhere(1);
    const [, id = ''] = /^Change (\d+) is/m.exec(made.stdout) ?? [];
    const back = await office.command('undo', id, ...now);
    expect([back.code, back.output]).toEqual([3, expect.stringContaining(phoneName(1))]);
    const restored = office.simulator.state();
    expect(restored[1]?.speedDials).toEqual([{ index: 4, dirn: '7000', label: 'Somebody else' }]);
    expect(restored[3]).toEqual(before[3]);
  });

  it('for more devices than allowed is not carried out', async () => {
    const { code, stderr } = await office.command('relabel', '7000', 'New', ...now, '--max-devices', '7');
    expect([code, stderr]).toEqual([1, expect.stringContaining('add --max-devices 8')]);
    expect(office.proxy.changes).toEqual([]);
  });
});

describe('the other commands', () => {
  it('find the devices with a line, and the buttons to it', async () => {
    const { stdout } = await office.command('find', '7000', '--json');
    const found = JSON.parse(stdout) as { phones: { name: string }[]; buttons: { device: string }[] };
    expect(found.phones.map(({ name }) => name)).toEqual([phoneName(0)]);
    expect(found.buttons).toHaveLength(16);
    expect((await office.command('find', '7000')).stdout).toContain('Phones with this number:');
  });

  it('replace a number, and keep partitions and labels', async () => {
    const before = office.simulator.state();
    expect((await office.command('replace', '7000', '2001', ...now)).code).toBe(0);
    const after = office.simulator.state();
    expect(after[1]?.busyLampFields[1]).toEqual({ ...before[1]?.busyLampFields[1], dirn: '2001' });
    expect(after[1]?.speedDials[1]).toEqual({ ...before[1]?.speedDials[1], dirn: '2001' });
    expect(after[4]).toEqual(before[4]);
  });

  it('see buttons with pauses and codes behind a number, and keep these', async () => {
    const dial = () => office.simulator.state()[5]?.speedDials[1];
    const added = ['--kind', 'speeddial', '--dirn', '7000,,12#', '--label', 'Room'];
    expect((await office.command('add', phoneName(5), ...added, ...now)).code).toBe(0);
    expect((await office.command('find', '7000')).stdout).toMatch(/7000,,12# +Room/);
    const relabel = await office.command('relabel', '7000', 'New', ...now);
    expect([relabel.code, relabel.stderr]).toEqual([
      0,
      expect.stringContaining('Note: Buttons with pauses or codes behind the number stay as they are'),
    ]);
    expect(dial()?.label).toBe('Room');
    expect((await office.command('relabel', '7000', 'Hall', '--old-label', 'Room', ...now)).code).toBe(0);
    expect(dial()?.label).toBe('Hall');
    expect((await office.command('relabel', '7000,,12#', 'Yard', ...now)).code).toBe(0);
    expect((await office.command('replace', '7000', '2001', ...now)).code).toBe(0);
    expect(dial()).toEqual({ index: 2, dirn: '2001,,12#', label: 'Yard' });
    expect((await office.command('remove', '2001', '--device', phoneName(5), '--allow-removals', ...now)).code).toBe(0);
    expect(dial()).toBeUndefined();
  });

  it('copy the buttons of one device onto others', async () => {
    const [first] = office.simulator.state();
    expect((await office.command('copy', phoneName(0), phoneName(5), phoneName(6), ...now)).code).toBe(0);
    for (const place of [5, 6]) expect(office.simulator.state()[place]?.speedDials).toEqual(first?.speedDials);
  });
});

describe('the login', () => {
  it.each([
    [{ PHONE_PROXY_PASSWORD: 'wrong' }, 4, 'unauthenticated'],
    [{ PHONE_PROXY_PASSWORD: '' }, 1, 'PHONE_PROXY_PASSWORD_FILE'],
    [{ PHONE_PROXY_URL: 'http://phones.example.com' }, 1, 'plain http to another machine'],
    [{ PHONE_PROXY_URL: 'http://127.0.0.1:9' }, 1, 'cannot be reached'],
  ])('with %j ends with %i', async (change, code, text) => {
    const env = { ...office.environment, ...change };
    const ended = await runButtons(['find', '7000'], { env });
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(text)]);
    expect(ended.output).not.toContain('correct horse');
  });
});
