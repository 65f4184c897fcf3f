import { describe, expect, it } from 'vitest';
import type { Ended } from '../support/processes.js';
import { officeOf, phoneName } from './office.js';
import { office, officeClient, reopen, useOffice } from './use-office.js';

useOffice();

describe('characters that no one sees', () => {
  it('in a number of a file are refused, with line and character; a number as a formula is read', async () => {
    const file = 'number,label\n="7000",Anna\n01\u00A000,Bell\n"0100\u200B",Bell\n';
    const refused = await office.commandFed(file, 'relabel', '--from', '-', '--dry-run');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/line 3: NUMBER has \\u\{A0\} as character 3.*\n.*line 4: NUMBER has \\u\{200B\} as char/),
    ]);
    expect(office.proxy.requests).toEqual([]);
    const read = await office.commandFed('="7000",Re\u00ADception\n', 'relabel', '--from', '-', '--dry-run');
    expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('→ "Re\\u{AD}ception"')]);
  });

  it.each([
    [['replace', '7000', '01\u206000', '--dry-run'], 'the new number has \\u{2060} as character 3'],
    [['remove', '7000\u202F', '--dry-run'], 'the number of item 1 has \\u{202F} as character 5'],
    [['add', 'X', '--kind', 'speeddial', '--dirn', '\u200E1', '--dry-run'], 'the number has \\u{200E} as character 1'],
  ])('in a number of %j are refused', async (given, told) => {
    const { code, stderr } = await office.command(...given);
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(office.proxy.changes).toEqual([]);
  });
});

const listed = ({ stdout }: Ended): string[] =>
  (JSON.parse(stdout) as { device: string }[]).map(({ device }) => device);

describe('a list of devices', () => {
  it.each([
    ['quoted cells', '"SEPFACE00000001"\r\n', ['SEPFACE00000001']],
    ['a heading', '"Name"\r\n"SEPFACE00000001"\r\n', ['SEPFACE00000001']],
    ['further columns', 'SEPFACE00000001,Front desk\r\nSEPFACE00000002,\r\n', ['SEPFACE00000001', 'SEPFACE00000002']],
    ['the headed column', 'Description;MAC Address\nHall;face.0000.0001\n', ['SEPFACE00000001']],
    ['MAC addresses', 'fa:ce:00:00:00:01\nFACE00000002\u200B\nsepface00000003\n', [1, 2, 3].map(phoneName)],
  ])('may have %s', async (_what, file, devices) => {
    const found = await office.commandFed(file, 'list', '--json', '--devices-from', '-');
    expect([found.code, listed(found)]).toEqual([0, devices.map((name) => name)]);
  });

  it('with a wrong quote is refused with its line', async () => {
    const { code, stderr } = await office.commandFed('A\n"B"C\n', 'list', '--devices-from', '-');
    expect([code, stderr]).toEqual([1, expect.stringContaining('line 2: ')]);
  });
});

describe('find', () => {
  it('finds what relabel finds: addresses, pauses, stored and written numbers', async () => {
    const lists = [
      { index: '1', dirn: 'alice@example.com', label: 'Alice' },
      { index: '2', dirn: '95551234,,8787', label: 'Conference' },
      { index: '3', dirn: '+498955500777', label: 'Works' },
    ];
    await officeClient().replaceSpeedDials(phoneName(9), lists);
    for (const [typed, label] of [
      ['alice@example.com', 'Alice'],
      ['95551234,,8787', 'Conference'],
      ['\\+498955500777', 'Works'],
      ['+49 (0)89 555-00777\u200B', 'Works'],
    ] as const) {
      const { code, stdout } = await office.command('find', typed);
      expect([code, stdout], typed).toEqual([0, expect.stringContaining(label)]);
    }
  });

  it('finds a number by its end if it is the only one, and words in any order', async () => {
    const seed = officeOf(3);
    const line = { uuid: 'face0000-0000-4000-8000-bbbbbbbbbbbb', routePartition: 'PT-Internal', description: 'Petra' };
    await reopen({}, { ...seed, lines: [...seed.lines, { ...line, pattern: '\\+14155550192' }] });
    const { code, stdout } = await office.command('find', '(415) 555-0192');
    expect([code, stdout]).toEqual([0, expect.stringContaining('+14155550192 is the only number for (415)')]);
    const json = JSON.stringify;
    const apart = await office.command('--json', 'find', 'desk', 'nowhere');
    expect([apart.code, apart.stdout]).toEqual([1, expect.stringContaining(json('nowhere'))]);
    const words = await office.command('find', '1 DES', '--json');
    expect((JSON.parse(words.stdout) as { devices: { name: string }[] }).devices[0]?.name).toBe(phoneName(1));
  });
});
