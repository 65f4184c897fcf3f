import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phoneName } from './office.js';
import { office, officeClient, useOffice } from './use-office.js';

useOffice();

const now = ['--yes'];
const head = 'device;deviceKind;kind;index;dirn;partition;destination;label;pickup';

function save(name: string, ...lines: readonly string[]): string {
  writeFileSync(join(office.folder, name), `\uFEFF${lines.join('\r\n')}\r\n`);
  return name;
}

describe('a change that is stopped while the command follows it', () => {
  it('counts what is left in one line, and gives the reason and how to continue in the last', async () => {
    office.simulator.misbehave({ kind: '503', operation: 'updatePhone', times: 2, retryAfter: '2' });
    office.proxy.onRequest = (line) => {
      if (!line.includes('wait=')) return;
      office.proxy.onRequest = undefined;
      void officeClient().stopChange('1');
    };
    const { code, stdout, stderr } = await office.command('relabel', '7000', 'New', ...now);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^Change 1 is stopped\. 16 lists: .*\d+ open/m);
    expect(stdout).not.toMatch(/^open/m);
    const lines = stderr.trim().split('\n');
    expect(lines).toContain('It was stopped.');
    expect(lines).toContain('To continue: axl-phone-proxy buttons apply 1');
    expect((await office.command('apply', '1', ...now)).code).toBe(0);
  });
});

describe('an output file that already exists', () => {
  it.each([
    ['export', phoneName(1), '--output'],
    ['export', '--number', '7000', '--delimiter', ';', '--output'],
  ])('is told before anything is read: %s %s', async (...command) => {
    const { code, stderr } = await office.command(...command, save('there', 'mine'));
    expect([code, stderr]).toEqual([1, 'axl-phone-proxy: there already exists; name a new file\n']);
    const folder = await office.command(...command, 'nowhere/there');
    expect([folder.code, folder.stderr]).toEqual([1, 'axl-phone-proxy: nowhere/there cannot be made (ENOENT)\n']);
    expect(office.proxy.requests).toEqual([]);
    expect(readFileSync(join(office.folder, 'there'), 'utf8')).toBe('\uFEFFmine\r\n');
  });
});

describe('an error with --json', () => {
  it('is always JSON on standard output', async () => {
    const gone = await office.command('list', 'SEPGONE', '--json');
    expect([gone.code, JSON.parse(gone.stdout)]).toEqual([
      1,
      { error: 'there is no phone or device profile SEPGONE', exitCode: 1 },
    ]);
    const mistake = await office.command('list', '--json', '--nonsense');
    expect([mistake.code, JSON.parse(mistake.stdout)]).toEqual([
      1,
      { error: expect.stringContaining("unknown option '--nonsense'") as string, exitCode: 1 },
    ]);
    const file = save('bad.csv', head, 'A;desk;speeddial;1;1;;;x;', 'A;phone;dial;1;1;;;x;');
    const faults = await office.command('import', file, '--json', ...now);
    expect(JSON.parse(faults.stdout)).toMatchObject({
      exitCode: 1,
      problems: [
        { line: 2, problem: 'deviceKind must be phone or profile, not "desk"' },
        { line: 3, problem: 'kind must be speeddial or busylampfield, not "dial"' },
      ],
    });
    expect((await office.command('list', 'SEPGONE')).stdout).toBe('');
  });
});

describe('a file of a spreadsheet', () => {
  it('may have empty columns and lines at the end', async () => {
    const row = `${phoneName(5)};phone;speeddial;1;'0100;;;Front desk;;;`;
    const made = await office.command('import', save('a.csv', `${head};;`, row, ';;;;;;;;;;'), ...now);
    expect([made.code, office.simulator.state()[5]?.speedDials]).toEqual([
      0,
      [{ index: 1, dirn: '0100', label: 'Front desk' }],
    ]);
    const people = await office.command('relabel', '--from', save('p', 'number;label;;', '7000;New;;', ';;;'), ...now);
    expect([people.code, people.stdout]).toEqual([0, expect.stringContaining('16 lists: 16 changed')]);
    const numbers = await office.command('remove', '--from', save('n', '7000;;', ';;'), '--dry-run');
    expect([numbers.code, numbers.stdout]).toEqual([0, expect.stringContaining('16 removed')]);
    const more = await office.command('import', save('b.csv', head, `${row}y`), ...now);
    expect([more.code, more.stderr]).toEqual([1, expect.stringContaining('line 2: has 11 cells, but')]);
  });

  it('gets a warning if 300 new numbers lack the leading zero of the call manager', async () => {
    // 0100 is a number of the company.
    const others = Array.from(
      { length: 298 },
      (_, place) => `${phoneName(6)};phone;speeddial;${place + 9};555${place};;;x;`,
    );
    const rows = ['100', '7000', '2001'].map(
      (dirn, place) => `${phoneName(6)};phone;speeddial;${place + 2};${dirn};;;x;`,
    );
    const made = await office.command(
      'import',
      save('z.csv', head, ...rows, ...others),
      '--dry-run',
      '--quiet',
      '--allow-removals',
    );
    expect([made.code, made.stderr]).toEqual([
      0,
      'Warning: 1 new number is not known, but known with the leading zeros that spreadsheets remove: ' +
        `100 (0100) on ${phoneName(6)}, index 2.\n`,
    ]);
    const replaced = await office.command('replace', '7000', '100', '--kind', 'speeddial', '--dry-run');
    expect(replaced.stderr).toContain('100 (0100)');
    expect((await office.command('replace', '7000', '2001', '--dry-run')).stderr).not.toContain('Warning');
    expect(office.proxy.changes).toEqual([]);
    expect(readdirSync(office.folder)).toEqual(['z.csv']);
  });
});
