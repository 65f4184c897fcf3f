import { afterEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/domain/finding.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { lacksPostgres } from '../support/postgres-server.js';
import { usePostgres } from '../support/use-postgres.js';
import { openInventory, openStoreHere, type StoreKind } from './inventories.js';
import { type MadeNumber, type MadePhone, madeSeed } from './made-seed.js';

const people: readonly MadeNumber[] = [
  { dirn: '2001', alertingName: 'Ada Byron', description: 'Ada Byron' },
  { dirn: '2002', alertingName: 'Bo Ek', description: 'Bo Ek' },
  { dirn: '2003', alertingName: 'Cem Demir', description: 'Cem Demir' },
];
const carriers: readonly MadePhone[] = people.map(({ dirn }, position) => ({
  name: `SEPC0000000000${position}`,
  lines: [dirn],
}));

let simulator: RunningSimulator | undefined;
afterEach(() => simulator?.close());

async function findingsIn(store: StoreKind, numbers: readonly MadeNumber[], phones: readonly MadePhone[]) {
  simulator = await startSimulator({ seed: madeSeed(numbers, phones) });
  const { inventory, store: kept } = await openInventory(await openStoreHere[store](), simulator);
  inventory.start();
  await expect.poll(async () => (await inventory.state()).state).toBe('whole');
  return (await kept.findings({}, 1000))?.value ?? [];
}

const shown = ({ kind, device, list, index, label, proposal }: Finding) => ({
  ...{ kind, device, list, index, label, proposal },
});

/** Five phones with one label for a number, and one with another. */
const like = (dirn: string, label: string, other: string, count = 5): MadePhone[] => [
  ...Array.from({ length: count }, (_, position) => ({
    name: `SEPA0000000000${position}`,
    dials: [[dirn, label]] as const,
  })),
  { name: 'SEPB00000000000', dials: [[dirn, other]] as const },
];

/** A phone for each label, with a speed dial to one number. */
const labelled = (dirn: string, labels: readonly string[]): MadePhone[] =>
  labels.map((label, position) => ({ name: `SEPA0000000000${position}`, dials: [[dirn, label]] as const }));

interface Case {
  readonly name: string;
  readonly numbers?: readonly MadeNumber[];
  readonly phones: readonly MadePhone[];
  readonly found: readonly ReturnType<typeof shown>[];
}

const onX = { device: 'SEPX00000000000' };
const cases: readonly Case[] = [
  {
    name: 'a lamp to a number that no device carries',
    numbers: [...people, { dirn: '2009' }],
    phones: [{ name: onX.device, lamps: [['2009', 'Gone']] }],
    found: [
      { kind: 'nobody-there', ...onX, list: 'busylampfield', index: '1', label: 'Gone', proposal: { remove: true } },
    ],
  },
  {
    name: 'not: a lamp to a number that only a CTI route point carries, or only a device profile',
    numbers: [...people, { dirn: '2008' }, { dirn: '2009' }],
    phones: [
      { name: 'CTI_QUEUE', class: 'CTI Route Point', lines: ['2009'] },
      { name: 'UDP_1', class: 'Device Profile', lines: ['2008'] },
      {
        name: onX.device,
        lamps: [
          ['2009', 'Queue'],
          ['2008', 'Guest'],
        ],
      },
    ],
    found: [],
  },
  {
    name: 'not: speed dials to numbers that may be outside',
    phones: [
      {
        name: onX.device,
        dials: [
          ['0014085550100', 'Customer'],
          ['2999', 'Nobody yet'],
        ],
      },
    ],
    found: [],
  },
  {
    name: "a label that is another number's name",
    phones: [{ name: onX.device, dials: [['2002', 'Ada Byron']] }],
    found: [
      {
        ...{ kind: 'old-name', ...onX, list: 'speeddial', index: '1', label: 'Ada Byron' },
        proposal: { set: { index: '1', dirn: '2002', label: 'Bo Ek' } },
      },
    ],
  },
  {
    name: "a lamp's label that is another number's name, without a word on pickup",
    phones: [{ name: onX.device, lamps: [['2002', 'ADA BYRON']] }],
    found: [
      {
        ...{ kind: 'old-name', ...onX, list: 'busylampfield', index: '1', label: 'ADA BYRON' },
        proposal: { set: { index: '1', dirn: '2002', partition: 'PT-Internal', label: 'Bo Ek' } as never },
      },
    ],
  },
  {
    name: 'not: a label that contains the name, or that the name contains',
    numbers: [...people, { dirn: '2004', alertingName: 'Ada', description: '' }],
    phones: [
      ...carriers,
      { name: 'SEPC00000000009', lines: ['2004'] },
      // "Ada" is the name of 2004, and a part of the name of 2001.
      {
        name: onX.device,
        dials: [
          ['2001', 'Ada'],
          ['2004', 'Ada Byron'],
        ],
      },
    ],
    found: [],
  },
  {
    name: 'not: a label that is the name of two numbers, or of nobody',
    numbers: [...people, { dirn: '2005', alertingName: 'Ada Byron' }],
    phones: [
      ...carriers,
      { name: 'SEPC00000000009', lines: ['2005'] },
      {
        name: onX.device,
        dials: [
          ['2002', 'Ada Byron'],
          ['2003', 'The boss'],
        ],
      },
    ],
    found: [],
  },
  {
    name: 'not: a label that is a display of the number itself',
    phones: [
      { name: 'SEPC00000000008', lines: ['2002'], displays: { '2002': 'Ada Byron' } },
      { name: onX.device, dials: [['2002', 'Ada Byron']] },
    ],
    found: [],
  },
  {
    name: 'the higher index of two buttons of one kind to one number',
    phones: [
      {
        name: onX.device,
        dials: [
          ['2001', 'Ada'],
          ['0100', 'Night'],
          ['2001', 'Ada B'],
        ],
        lamps: [['2001', 'Ada']],
      },
    ],
    found: [{ kind: 'twice', ...onX, list: 'speeddial', index: '3', label: 'Ada B', proposal: { remove: true } }],
  },
  {
    name: 'not: one number in two partitions as twice; each is ambiguous',
    numbers: [...people, { dirn: '2001', partition: 'PT-Other' }],
    phones: [
      { name: 'SEPC00000000009', lines: ['2001@PT-Other'] },
      {
        name: onX.device,
        lamps: [
          ['2001', 'Ada'],
          ['2001@PT-Other', 'Ada'],
        ],
      },
    ],
    found: [
      { kind: 'ambiguous', ...onX, list: 'busylampfield', index: '1', label: 'Ada', proposal: null },
      { kind: 'ambiguous', ...onX, list: 'busylampfield', index: '2', label: 'Ada', proposal: null },
    ],
  },
  {
    name: 'not: lamps of two devices to one number in two partitions',
    numbers: [...people, { dirn: '2001', partition: 'PT-Other' }],
    phones: [
      { name: 'SEPC00000000009', lines: ['2001@PT-Other'] },
      { name: onX.device, lamps: [['2001', 'Ada']] },
      { name: 'SEPX00000000001', lamps: [['2001@PT-Other', 'Ada']] },
    ],
    found: [],
  },
  {
    name: 'a label unlike those of at least five others',
    phones: like('2003', 'Cem', 'Chem'),
    found: [
      {
        ...{ kind: 'unlike-others', device: 'SEPB00000000000', list: 'speeddial', index: '1', label: 'Chem' },
        proposal: { set: { index: '1', dirn: '2003', label: 'Cem' } },
      },
    ],
  },
  { name: 'not: a label unlike those of four others', phones: like('2003', 'Cem', 'Chem', 4), found: [] },
  {
    name: 'a label unlike those of at least 80 %, whatever their letter case and the spaces around them',
    phones: labelled('2003', ['Cem', 'Cem', 'Cem', 'CEM', 'cem', ' Cem', 'Cem  ', 'Cem', 'Chem', '']),
    found: [
      {
        ...{ kind: 'unlike-others', device: 'SEPA00000000008', list: 'speeddial', index: '1', label: 'Chem' },
        proposal: { set: { index: '1', dirn: '2003', label: 'Cem' } },
      },
    ],
  },
  {
    name: 'not: a label unlike those of less than 80 %',
    phones: labelled('2003', ['Cem', 'Cem', 'Cem', 'Cem', 'Cem', 'Cem', 'Cem', 'Chem', '']),
    found: [],
  },
  {
    name: 'a label unlike those of others to digits outside',
    phones: labelled('0014085550100', ['Customer', 'Customer', 'Customer', 'Customer', 'Customer', 'Costumer']),
    found: [
      {
        ...{ kind: 'unlike-others', device: 'SEPA00000000005', list: 'speeddial', index: '1', label: 'Costumer' },
        proposal: { set: { index: '1', dirn: '0014085550100', label: 'Customer' } },
      },
    ],
  },
  {
    name: 'not: a label unlike those of others to digits of two numbers',
    numbers: [...people, { dirn: '2003', partition: 'PT-Other', alertingName: 'Dora Wolf' }],
    phones: labelled('2003', ['Cem', 'Cem', 'Cem', 'Cem', 'Cem', 'Dora']),
    found: [],
  },
  {
    name: 'a name with spaces around it, which do not count',
    numbers: [...people, { dirn: '2004', alertingName: ` ${'E'.repeat(30)} ` }],
    phones: [{ name: onX.device, dials: [['2004', 'Ada Byron']] }],
    found: [
      {
        ...{ kind: 'old-name', ...onX, list: 'speeddial', index: '1', label: 'Ada Byron' },
        proposal: { set: { index: '1', dirn: '2004', label: 'E'.repeat(30) } },
      },
    ],
  },
  {
    name: 'no proposal where the displays of a number without another name differ, or are too long',
    numbers: [...people, { dirn: '2004' }, { dirn: '2005' }],
    phones: [
      { name: 'SEPC00000000008', lines: ['2004'], displays: { '2004': 'Eva' } },
      { name: 'SEPC00000000009', lines: ['2004', '2005'], displays: { '2004': 'Eva Gil', '2005': 'F'.repeat(31) } },
      {
        name: onX.device,
        dials: [
          ['2004', 'Ada Byron'],
          ['2005', 'Bo Ek'],
        ],
      },
    ],
    found: [
      { kind: 'old-name', ...onX, list: 'speeddial', index: '1', label: 'Ada Byron', proposal: null },
      { kind: 'old-name', ...onX, list: 'speeddial', index: '2', label: 'Bo Ek', proposal: null },
    ],
  },
  {
    name: 'not: an old name for a number that has none of its own, or to digits of two numbers',
    numbers: [...people, { dirn: '2004' }, { dirn: '2003', partition: 'PT-Other', alertingName: 'Dora Wolf' }],
    phones: [
      {
        name: onX.device,
        dials: [
          ['2004', 'Ada Byron'],
          ['2003', 'Ada Byron'],
        ],
      },
    ],
    found: [],
  },
  {
    name: 'not: a label unlike the empty ones of others',
    phones: like('2003', '', 'Cem'),
    found: [],
  },
];

for (const store of ['sqlite', 'postgres'] as const) {
  describe.skipIf(store === 'postgres' && lacksPostgres())(`findings kept with ${store}`, () => {
    if (store === 'postgres') usePostgres();
    it.each(cases)('$name', async ({ numbers = people, phones, found }) => {
      const others = carriers.filter(({ name }) => !phones.some((phone) => phone.name === name));
      const order = (list: readonly object[]) => list.map((entry) => JSON.stringify(entry)).sort();
      const findings = await findingsIn(store, numbers, [...others, ...phones]);
      expect(order(findings.map(shown))).toEqual(order(found));
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
    });
  });
}
