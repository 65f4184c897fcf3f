import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phoneName } from './office.js';
import { office, useOffice } from './use-office.js';

useOffice();

const head = 'device,deviceKind,kind,index,dirn,partition,destination,label,pickup';
const now = ['--yes'];
/** The requests that may change a device. */
const sent = () => office.proxy.changes;

describe('nothing in the file matches', () => {
  it.each([
    [['find', '99999'], 'The call manager has no number'],
    [['find', 'nobody has this'], 'in its name or description'],
    [['relabel', '99999', 'x', ...now], 'No device has the number, and no button leads to it: 99999.'],
    [['relabel', '7000', 'x', '--device', 'SEPNOBODY', ...now], 'none of this kind or label, on these devices'],
    [['relabel', '7000', 'x', '--partition', 'pt-internal', ...now], 'but in PT-Internal: 7000'],
    [['relabel', '7000', 'x', '--old-label', 'Nobody', ...now], 'none of this kind or label'],
    [['export', '--number', '99999'], 'there is no button to 99999'],
  ])('as in %j is an error', async (given, text) => {
    const { code, output } = await office.command(...given);
    expect([code, output]).toEqual([1, expect.stringContaining(text)]);
    expect(sent()).toEqual([]);
  });

  it('is a warning for a number to watch, and --yes needs permission', async () => {
    const refused = await office.command('replace', '7000', '88888', ...now);
    expect(refused.stderr).toContain('Warning: 88888 is not known in the partition PT-Internal');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --allow-unknown-target')]);
    expect(sent()).toEqual([]);
  });
});

describe('what can be checked in advance', () => {
  it('is refused in advance: an index of 0, and a label that no text field accepts', async () => {
    const row = `${phoneName(4)},phone,speeddial,0,0100,,,x,`;
    writeFileSync(join(office.folder, 'zero.csv'), `${head}\n${row}\n`);
    const zero = await office.command('import', 'zero.csv', ...now);
    expect([zero.code, zero.stderr]).toEqual([1, expect.stringContaining('index is 0; the first is 1')]);
    const long = await office.command('relabel', '7000', 'x'.repeat(256), ...now);
    expect([long.code, long.stderr]).toEqual([1, expect.stringContaining('the label must be at most 255')]);
    expect(sent()).toEqual([]);
  });

  it('is reported, but still sent: a very high index, and characters outside the published rules', async () => {
    const rows = [`${phoneName(4)},phone,speeddial,5000,0100,,,x,`, `${phoneName(4)},phone,speeddial,2,01a0,,,y,`];
    writeFileSync(join(office.folder, 'odd.csv'), [head, ...rows, ''].join('\n'));
    const { stderr } = await office.command('import', 'odd.csv', ...now, '--allow-removals');
    expect(stderr).toContain('Note: Buttons with an index above 500: ');
    expect(stderr).toContain('Note: Buttons to a number with characters that no published rule allows: ');
    expect(sent()).toEqual(['POST /changes/1/application']);
  });

  it('ends neither the change nor other lists: a label that is too long for each of many devices', async () => {
    const rows = Array.from({ length: 14 }, (_, place) => [
      `${phoneName(place)},phone,busylampfield,1,,,taxi@example.com,Cab,`,
      `${phoneName(place)},phone,speeddial,1,0100,,,${'x'.repeat(200)},`,
    ]);
    writeFileSync(join(office.folder, 'long.csv'), [head, ...rows.flat(), ''].join('\n'));
    const { code, stdout, stderr } = await office.command('import', 'long.csv', ...now, '--allow-removals');
    expect([code, stdout]).toEqual([3, expect.stringMatching(/28 lists: (?=.*14 changed)(?=.*14 refused)/)]);
    expect(stdout.match(/^refused {2}SEP.*: speed dials: ./gm)).toHaveLength(14);
    expect(stderr).toContain('To undo it: axl-phone-proxy buttons undo 1');
    expect(office.simulator.state()[13]?.busyLampFields).toMatchObject([{ index: 1, label: 'Cab' }]);
  });
});

describe('a label with a character that the call manager refuses', () => {
  it('is refused alone: others of the same length are sent', async () => {
    const rows = Array.from({ length: 10 }, (_, place) => {
      const label = place === 0 ? '"Say ""hi"""' : 'Say hello';
      return `${phoneName(place)},phone,speeddial,1,0100,,,${label},`;
    });
    writeFileSync(join(office.folder, 'quote.csv'), [head, ...rows, ''].join('\n'));
    const { code, stdout } = await office.command('import', 'quote.csv', ...now, '--allow-removals');
    expect([code, stdout]).toEqual([3, expect.stringMatching(/10 lists: (?=.*1 refused)(?=.*9 changed)/)]);
    expect(stdout).toMatch(new RegExp(`^refused {2}${phoneName(0)}: speed dials: .*label has a character`, 'm'));
  });
});

describe('the same change that is proposed twice', () => {
  it('is only made by the first that is begun', async () => {
    const before = office.simulator.state();
    for (const id of ['1', '2']) {
      expect((await office.command('relabel', '7000', 'New', '--propose')).stdout).toContain(
        `Change ${id} is proposed`,
      );
    }
    expect((await office.command('apply', '1', ...now)).code).toBe(0);
    const after = office.simulator.state();
    const second = await office.command('apply', '2', ...now);
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 already')]);
    const none = await office.command('undo', '2', ...now);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no list left that can be undone')]);
    expect(office.simulator.state()).toEqual(after);
    expect((await office.command('undo', '1', ...now)).code).toBe(0);
    expect(office.simulator.state()).toEqual(before);
  });
});

describe('a file that is not a list of buttons', () => {
  it.each([
    ['PK\u0003\u0004...', 'is a workbook (.xlsx, .ods)'],
    ['sep=;\r\ndevice;deviceKind\r\n', 'sep='],
    ['Device Name,Description,Speed Dial Number 1,Speed Dial Label 1\r\n', 'Bulk Administration Tool'],
  ])('such as %j is told in one line', async (text, told) => {
    writeFileSync(join(office.folder, 'bad.csv'), text);
    const { code, stderr } = await office.command('import', 'bad.csv', ...now);
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('in UTF-16 is reported in one line', async () => {
    writeFileSync(join(office.folder, 'bad.csv'), Buffer.from('\uFEFFdevice\tkind\r\n', 'utf16le'));
    const { stderr } = await office.command('import', 'bad.csv', ...now);
    expect(stderr.trim()).toMatch(/is in UTF-16.*$/);
  });
});

describe('a file whose numbers have lost their leading zeros', () => {
  it('is reported first', async () => {
    await office.command('export', phoneName(5), '--output', 'one.csv');
    const file = join(office.folder, 'one.csv');
    writeFileSync(file, readFileSync(file, 'utf8').replace("'0100", '100'));
    const { stdout, stderr } = await office.command('import', 'one.csv', '--dry-run');
    expect(stdout).toContain('~ 1  0100 "Night bell 5" → 100');
    expect(stderr).toMatch(/^Warning: Numbers that would lose or gain only leading zeros.*: SEPFACE.*, index 1\.$/m);
    expect(stderr).toContain('With --yes, it needs --allow-unknown-target.');
  });
});

describe('the other commands', () => {
  it('list the buttons of a device, and remove those to a number if that is allowed', async () => {
    expect((await office.command('list', phoneName(1))).stdout).toContain('busy lamp field');
    const refused = await office.command('remove', '7000', ...now);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--allow-removals')]);
    expect((await office.command('remove', '7000', ...now, '--allow-removals')).code).toBe(0);
    const left = JSON.parse((await office.command('find', '7000', '--json')).stdout) as { buttons: unknown[] };
    expect(left.buttons).toEqual([]);
  });

  it('read pairs from a file, show a dry run, and copy an export onto another device', async () => {
    writeFileSync(join(office.folder, 'names.csv'), 'number,label\n7000,Astrid\n');
    const dry = await office.command('relabel', '--from', 'names.csv', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('→ "Astrid"')]);
    await office.command('export', phoneName(0), '--output', 'one.csv');
    const copied = await office.command('copy', '--from-export', 'one.csv', phoneName(5), ...now);
    expect(copied.code).toBe(0);
    const state = office.simulator.state();
    expect(state[5]?.speedDials).toEqual(state[0]?.speedDials);
  });

  it('swap two numbers of a file, and read devices from a file', async () => {
    const before = office.simulator.state();
    const pairs = 'old,new\n7000,0100\n0100,7000\n';
    const needs = await office.commandFed(pairs, 'replace', '--from', '-', '--kind', 'speeddial');
    expect([needs.code, needs.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
    writeFileSync(join(office.folder, 'devices.txt'), `${phoneName(0)}\r\n\r\n${phoneName(1)}\n`);
    const narrow = ['--kind', 'speeddial', '--devices-from', 'devices.txt'];
    expect((await office.commandFed(pairs, 'replace', '--from', '-', ...narrow, ...now)).code).toBe(0);
    const state = office.simulator.state();
    for (const place of [0, 1]) {
      const turned = before[place]?.speedDials.map((dial) => ({
        ...dial,
        dirn: dial.dirn === '7000' ? '0100' : '7000',
      }));
      expect(state[place]?.speedDials).toEqual(turned);
    }
    expect(state.slice(2)).toEqual(before.slice(2));
  });

  it.each(['bash', 'zsh', 'fish'])('write a completion for %s with every command', async (shell) => {
    const { code, stdout } = await office.command('completion', shell);
    expect(code).toBe(0);
    for (const word of ['relabel', 'undo', 'allow-removals', 'check-config']) expect(stdout).toContain(word);
  });
});
