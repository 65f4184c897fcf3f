import { describe, expect, it } from 'vitest';
import { doctorOptions } from '../../src/commands/doctor-options.js';
import { assumptions } from '../../src/doctor/assumptions.js';

const occasionsOf = (...given: readonly string[]) =>
  new Set(doctorOptions(given).probes.map(({ occasion }) => occasion));

describe('the options of doctor', () => {
  it('write and load nothing without an option', () => {
    expect(occasionsOf()).toEqual(new Set(['reading']));
    expect(occasionsOf('--heavy')).toEqual(new Set(['reading', 'heavy']));
    expect(occasionsOf('--write-to', 'SEP00A1B2C30003')).toEqual(new Set(['reading', 'writing']));
    expect(doctorOptions(['--write-to', 'profile:Ana 2']).writeTo).toEqual({ kind: 'profile', name: 'Ana 2' });
    expect(doctorOptions(['--heavy', '--write-to', 'A']).probes).toEqual(assumptions);
  });

  it.each([
    [['--only', 'nonsense'], 'there is no probe nonsense'],
    [['--only', 'too-large'], 'loads the call manager: add --heavy'],
    [['--only', 'label-30'], 'writes to a device: add --write-to NAME'],
    [['--sample', '0'], '--sample must be a whole number from 1 to 1000'],
    [['--sample', 'many'], '--sample must be'],
    [['--json', '--real-names'], '--real-names is only for your terminal'],
    [['--yes'], '--yes needs --write-to NAME'],
    [['--write-to', '../x y'], 'must be the name of a phone'],
    [['--write-to', 'profile:'], 'profile: and the name of a device profile'],
    [['--nonsense'], 'see axl-phone-proxy doctor --help'],
    [['stray'], 'see axl-phone-proxy doctor --help'],
  ])('refuse %j', (given, words) => {
    expect(() => doctorOptions(given)).toThrow(words);
  });
});
