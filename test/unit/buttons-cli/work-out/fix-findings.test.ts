import { describe, expect, it } from 'vitest';
import { fixFindings } from '../../../../src/buttons-cli/work-out/fix-findings.js';
import type { Finding } from '../../../../src/client/index.js';
import { lamps, rememberLists, speedDials, readerOf } from '../../../support/remembered-lists.js';
import { aFinding, aPhone } from '../../../support/made.js';

const finding = aFinding({
  ...{ id: 'f1', kind: 'old-name', device: 'D', list: 'speeddial', index: '2', dirn: '2001', label: 'Old' },
  proposal: { set: { index: '2', dirn: '2001', label: 'New' } },
});
const dials = [
  { index: '1', dirn: '2001', label: 'New' },
  { index: '2', dirn: '2001', label: 'Old' },
];
const field = { index: '3', dirn: '2001', partition: 'PT', label: 'Old', pickup: true };

async function fixed(findings: readonly Finding[], carried: readonly string[] = [], numbers: readonly string[] = []) {
  const { proxy } = rememberLists(
    (['phone', 'profile'] as const).flatMap((deviceKind) => [
      [speedDials('D', deviceKind), dials] as const,
      [lamps('D', deviceKind), [field]] as const,
    ]),
    numbers.map((dirn) => ({ dirn, partition: 'PT', description: '' })),
  );
  const findPhones = (number: string) => Promise.resolve(carried.includes(number) ? [aPhone({ name: 'P' })] : []);
  const reader = readerOf({ proxy: { ...proxy, findPhones } });
  const { lists, left } = await fixFindings(reader, findings);
  return { lists, left: left.map(({ why }) => why) };
}

const remove = { remove: true } as const;
const onLamp = { list: 'busylampfield', index: '3', partition: 'PT' } as const;

describe('the fixes of findings', () => {
  it('are planned with the present lists of the device, all of a list at once', async () => {
    const twice: Finding = { ...finding, id: 'f2', kind: 'twice', index: '2', proposal: { remove: true } };
    const { lists, left } = await fixed([twice]);
    expect(left).toEqual([]);
    expect(lists).toMatchObject([{ ...speedDials('D'), before: dials, after: [dials[0]] }]);
    expect(lists[0]?.etag).toMatch(/^"/);
  });

  it('set an entry, and keep an unknown pickup', async () => {
    const proposal = { set: { index: '3', dirn: '2001', partition: 'PT', label: 'New' } };
    const { lists } = await fixed([{ ...finding, list: 'busylampfield', index: '3', partition: 'PT', proposal }]);
    expect(lists).toMatchObject([{ ...lamps('D'), after: [{ ...field, label: 'New' }] }]);
  });

  it('are planned for each list of a device, and judged by its own kind of button', async () => {
    const gone = { ...finding, kind: 'nobody-there', proposal: remove } as const;
    const { lists, left } = await fixed([gone, { ...gone, ...onLamp, id: 'f2' }], [], ['2001']);
    expect(lists).toMatchObject([{ ...lamps('D'), after: [] }]);
    expect(left).toEqual(['it is a directory number again']);
    const both = await fixed([finding, { ...finding, ...onLamp, id: 'f2', proposal: remove }]);
    expect(both.lists.map(({ kind }) => kind)).toEqual(['speeddial', 'busylampfield']);
  });

  it('do not exist if the right value is unknown', async () => {
    expect(await fixed([{ ...finding, proposal: null }])).toEqual({ lists: [], left: [] });
  });

  it.each<[string, Finding, string]>([
    ['of a button with another label', { ...finding, label: 'Older' }, 'the button has changed'],
    ['of a button to another number', { ...finding, dirn: '2002' }, 'the button has changed'],
    ['of a lamp in another partition', { ...finding, ...onLamp, partition: 'Else' }, 'the button has changed'],
    ['of a button that is gone', { ...finding, index: '7' }, 'the button has changed'],
    ['of a device that is gone', { ...finding, device: 'GONE' }, 'the device no longer exists'],
    [
      'of a number that somebody carries again',
      {
        ...{ ...finding, kind: 'nobody-there', list: 'busylampfield', index: '3', partition: 'PT' },
        proposal: { remove: true },
      },
      'a phone has the number now',
    ],
    [
      'of digits that are a directory number again',
      { ...finding, kind: 'nobody-there', proposal: { remove: true } },
      'a directory number again',
    ],
    [
      'of a button that is the only one by now',
      { ...finding, kind: 'twice', index: '1', label: 'New', proposal: { remove: true } },
      'the only button to that number',
    ],
    [
      'of an entry that is none',
      { ...finding, proposal: { set: { index: '2', destination: 'x', label: 'New' } } },
      'does not know this kind of button',
    ],
  ])('is not followed %s', async (_, given, why) => {
    for (const deviceKind of ['phone', 'profile'] as const) {
      const { lists, left } = await fixed([{ ...given, deviceKind }], ['2001'], ['2001']);
      expect([lists, left]).toEqual([[], [expect.stringContaining(why)]]);
    }
  });

  it.each<[string, Partial<Finding>, readonly object[]]>([
    ['nobody-there, of a speed dial', { kind: 'nobody-there', proposal: remove }, [dials[0] ?? {}]],
    ['nobody-there, of a lamp', { kind: 'nobody-there', ...onLamp, proposal: remove }, []],
    ['old-name', { kind: 'old-name' }, [dials[0] ?? {}, { ...dials[1], label: 'New' }]],
    ['twice', { kind: 'twice', proposal: remove }, [dials[0] ?? {}]],
    ['unlike-others', { kind: 'unlike-others' }, [dials[0] ?? {}, { ...dials[1], label: 'New' }]],
  ])('of %s is planned for phones and profiles alike', async (_, given, after) => {
    for (const deviceKind of ['phone', 'profile'] as const) {
      const { lists, left } = await fixed([{ ...finding, ...given, deviceKind }]);
      expect([lists, left]).toMatchObject([[{ device: 'D', deviceKind, after }], []]);
    }
  });
});
