import { describe, expect, it } from 'vitest';
import { findingsText } from '../../../../src/buttons-cli/output/finding-text.js';
import type { Finding } from '../../../../src/client/index.js';
import { aFinding } from '../../../support/made.js';
import { terminalOf } from '../../../support/terminal.js';

const finding = (otherwise: Partial<Finding>) =>
  aFinding({
    ...{ kind: 'twice', device: 'SEP1', list: 'busylampfield', index: '7', dirn: '6107', partition: 'PT-A' },
    ...{ label: 'Carlos', evidence: 'Ana has it.', proposal: { remove: true } },
    ...otherwise,
  });
const set = (entry: object) => ({ set: { index: '7', dirn: '6107', partition: 'PT-A', label: 'Carlos', ...entry } });

const findings = [
  finding({}),
  finding({ kind: 'ambiguous', partition: '', proposal: null, device: 'UDP_1', deviceKind: 'profile' }),
  finding({
    kind: 'old-name',
    proposal: set({ label: 'Ana' }),
    list: 'speeddial',
    partition: '',
    evidence: 'x'.repeat(60),
  }),
  finding({ kind: 'ambiguous', partition: '', proposal: set({}) }),
  finding({ kind: 'ambiguous', partition: '', proposal: set({ partition: 'PT-B', label: 'Ana' }) }),
].map((one) =>
  one.list === 'speeddial' ? { ...one, proposal: { set: { index: '7', dirn: '6107', label: 'Ana' } } } : one,
);

describe('findings, as they are shown', () => {
  it('are grouped by kind, each with its fix and its evidence', () => {
    expect(findingsText(findings, terminalOf({}), { isWide: false }).split('\n')).toEqual([
      'old-name: the label is an old name of the number, or the name of another number (1)',
      '  SEP1, speed dial 7: 6107 "Carlos" → "Ana"',
      `    ${'x'.repeat(60)}`,
      '',
      'twice: the device has a button to the same number at a lower index (1)',
      '  SEP1, busy lamp field 7: 6107 in PT-A "Carlos" → remove it',
      '    Ana has it.',
      '',
      'ambiguous: the device watches the same digits in two partitions (3)',
      '  device profile UDP_1, busy lamp field 7: 6107 "Carlos" → no certain fix',
      '    Ana has it.',
      '  SEP1, busy lamp field 7: 6107 "Carlos" → 6107 in PT-A',
      '    Ana has it.',
      '  SEP1, busy lamp field 7: 6107 "Carlos" → 6107 in PT-B "Ana"',
      '    Ana has it.',
    ]);
  });

  it('are cut at the width of the terminal, unless whole lines are requested', () => {
    const widest = (isWide: boolean): number =>
      Math.max(
        ...findingsText(findings, terminalOf({ width: 40 }), { isWide })
          .split('\n')
          .slice(1, 3)
          .map((line) => line.length),
      );
    expect([widest(false), widest(true)]).toEqual([40, 64]);
  });
});
