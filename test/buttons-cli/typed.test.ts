import { describe, expect, it } from 'vitest';
import { office, useOffice } from './use-office.js';

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
    [['replace', '7000', '01\u206000'], 'the new number has \\u{2060} as character 3'],
    [['remove', '7000\u202F'], 'the number has \\u{202F} as character 5'],
    [['add', 'X', '--kind', 'speeddial', '--dirn', '\u200E1'], '--dirn has \\u{200E} as character 1'],
  ])('in a number of %j are refused', async (given, told) => {
    const { code, stderr } = await office.command(...given);
    expect([code, stderr]).toEqual([1, expect.stringContaining(told)]);
    expect(office.proxy.requests).toEqual([]);
  });
});
