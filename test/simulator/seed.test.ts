import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CallManagerState } from '../../src/simulator/state/call-manager-state.js';
import { companySeed, loadSeed, type Seed, SeedProblem } from '../../src/simulator/state/seed.js';
import { startSimulator } from '../../src/simulator/simulator.js';

/** The company's seed with a change. */
function changed(change: (seed: Seed) => void): unknown {
  const seed = JSON.parse(readFileSync(companySeed, 'utf8')) as Seed;
  change(seed);
  return seed;
}

function first<Item>(list: Item[]): Item {
  const [item] = list;
  if (item === undefined) throw new Error('empty');
  return item;
}

describe('the seed of the company', () => {
  const { lines, devices, ...state } = new CallManagerState(loadSeed());
  const phones = state.phones.all;
  const phonesOf = (pattern: string) =>
    new Set(
      lines
        .filter((line) => line.pattern === pattern)
        .flatMap((line) => line.devices)
        .filter((d) => d.className === 'Phone'),
    );

  it('has phones and other devices', () => {
    expect(phones.length).toBeGreaterThanOrEqual(40);
    expect(new Set(devices.map((device) => device.className))).toEqual(
      new Set(['Phone', 'CTI Route Point', 'Device Profile', 'Gateway']),
    );
  });

  it.each([
    ['2001', 1, 1],
    ['2100', 2, 2],
    ['2200', 2, 1],
    ['3100', 1, 5],
    ['4200', 1, 20],
    [String.raw`\+14085554019`, 1, 2],
    ['2999', 1, 0],
  ])('has %s in %i partitions on %i phones', (pattern, partitions, count) => {
    const inPartitions = lines.filter((line) => line.pattern === pattern && line.usage === 'Device');
    expect(inPartitions).toHaveLength(partitions);
    expect(phonesOf(pattern).size).toBe(count);
  });

  it('has phones without lines, without speed dials, and with 100', () => {
    expect(phones.some((phone) => phone.appearances.length === 0 && phone.speedDials.length > 0)).toBe(true);
    expect(phones.some((phone) => phone.appearances.length > 0 && phone.speedDials.length === 0)).toBe(true);
    expect(phones.find(({ name }) => name === 'SEP00A1B2C3000A')?.speedDials).toHaveLength(100);
  });

  it('has buttons: 34 on one phone, three stale labels on seven phones, one number of two people, free-form ones', () => {
    const fieldsOf = (name: string) => devices.find((device) => device.name === name)?.busyLampFields ?? [];
    const reception = fieldsOf('SEP00A1B2C30100');
    expect(reception).toHaveLength(34);
    expect(reception.filter(({ line }) => line?.pattern === '6130').map(({ line }) => line?.routePartition)).toEqual([
      'PT-Internal',
      'PT-München',
    ]);
    expect(reception.filter(({ line }) => line === undefined).map(({ destination }) => destination)).toEqual([
      String.raw`\+498955500777`,
      '0855500199',
      'ombud@lindqvist.example',
    ]);
    const stale = devices.flatMap(({ name, className, speedDials, busyLampFields }) => [
      ...speedDials.filter(({ dirn }) => dirn === '6150').map(({ label }) => ({ name, className, label })),
      ...busyLampFields
        .filter(({ destination, line }) => destination === '6150' || line?.pattern === '6150')
        .map(({ label }) => ({ name, className, label })),
    ]);
    expect(new Set(stale.map(({ label }) => label)).size).toBe(3);
    expect(new Set(stale.filter(({ className }) => className === 'Phone').map(({ name }) => name)).size).toBe(7);
    expect(stale.filter(({ className }) => className === 'Device Profile').map(({ name }) => name)).toEqual([
      'UDP_FRONTDESK',
    ]);
  });
});

describe('a seed that is wrong is refused with the place and the reason', () => {
  const faults: readonly (readonly [what: string, seed: unknown, words: string])[] = [
    ['no object', 7, 'expected object'],
    ['a missing list', changed((seed) => Reflect.deleteProperty(seed, 'lines')), 'lines: '],
    ['an unknown key', changed((seed) => Reflect.set(first(seed.devices), 'colour', 'red')), 'colour'],
    [
      'a number in the place of text',
      changed((seed) => Reflect.set(first(first(seed.devices).speedDials), 'dirn', 100)),
      'devices.0.speedDials.0.dirn: ',
    ],
    [
      'a malformed key',
      changed((seed) => (first(seed.lines).uuid = 'X')),
      'lines.0.uuid: a lower-case uuid is expected',
    ],
    ['a key twice', changed((seed) => (first(seed.devices).uuid = seed.devices[1]?.uuid ?? '')), 'is there twice'],
    [
      'a name twice',
      changed((seed) => (first(seed.devices).name = 'UDP_ASTRID')),
      'device name UDP_ASTRID is there twice',
    ],
    [
      'an index twice',
      changed((seed) => (first(first(seed.devices).speedDials).index = 2)),
      'speed dial index of SEP00A1B2C30001 2 is there twice',
    ],
    [
      'an unknown line',
      changed((seed) => (first(first(seed.devices).lines).pattern = '1')),
      'SEP00A1B2C30001 has the unknown line 1 in PT-Internal',
    ],
    [
      'an unknown partition',
      changed((seed) => (first(seed.lines).routePartition = 'PT-X')),
      'is in the unknown route partition PT-X',
    ],
    [
      'a busy lamp field on an unknown line',
      changed((seed) => (first(first(seed.devices).busyLampFields).dirn = '1')),
      'SEP00A1B2C30001 has the unknown watched line 1 in PT-Internal',
    ],
    [
      'a busy lamp field with two targets',
      changed((seed) => (first(first(seed.devices).busyLampFields).destination = '1')),
      'devices.0.busyLampFields.0: either destination or dirn is expected',
    ],
    [
      'a busy lamp field without a target',
      changed((seed) => (first(first(seed.devices).busyLampFields).dirn = '')),
      'either destination or dirn is expected',
    ],
    [
      'the index of a busy lamp field twice',
      changed((seed) => (first(first(seed.devices).busyLampFields).index = 2)),
      'busy lamp field index of SEP00A1B2C30001 2 is there twice',
    ],
    ['an unknown pool', changed((seed) => (first(seed.devices).devicePool = 'DP-X')), 'unknown device pool DP-X'],
    ['an unknown product', changed((seed) => (first(seed.devices).product = 'Toy')), 'unknown product Toy'],
  ];
  it.each(faults)('%s', (_what, seed, words) => {
    expect(() => loadSeed(seed)).toThrow(SeedProblem);
    expect(() => loadSeed(seed)).toThrow(words);
  });

  it('all faults are reported at once', () => {
    const seed = changed((wrong) => {
      first(wrong.lines).uuid = 'X';
      first(wrong.devices).name = 'a b';
    });
    expect(() => loadSeed(seed)).toThrow(/lines\.0\.uuid[\s\S]*devices\.0\.name/);
  });

  it('a file that is missing or not JSON', async () => {
    await expect(startSimulator({ seed: 'none.json' })).rejects.toThrow('The seed none.json cannot be used');
    await expect(startSimulator({ seed: import.meta.filename })).rejects.toThrow('JSON');
  });
});
