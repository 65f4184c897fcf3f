import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/service.js';
import { type RunningSimulator, startSimulator } from '../../src/simulator/simulator.js';
import { ask } from '../support/caller.js';
import { startServiceWithShortTimes } from '../support/test-service.js';
import { hostileTexts } from './hostile-texts.js';

interface Seed {
  readonly lines: { pattern: string; routePartition: string | null; uuid: string; description?: string }[];
  readonly devices: {
    uuid: string;
    name: string;
    class?: string;
    description?: string;
    product: string;
    model: string;
    protocol: string;
    devicePool: string;
    lines?: { pattern: string; routePartition: string | null; index?: number }[];
    speedDials?: { index: number; dirn: string; label: string }[];
  }[];
}

const seed = JSON.parse(readFileSync(new URL('../../fixtures/company.json', import.meta.url), 'utf8')) as Seed;

/** Numbers that a pattern or an SQL statement could misinterpret. */
const oddNumbers = [
  "O'Brien",
  "''",
  "' OR '1'='1",
  "'; DELETE FROM device; --",
  "x') UNION SELECT pkid, name, name, name, name, 'line', 1, name, name FROM device --",
  '%',
  '_100',
  '2%',
  '8.XXX',
  '[2-4]XX!@^',
  '*55#',
  '<&>"',
  '0100 ',
  '0100',
  'ÄÖÜ 😀',
  '{{pattern}}',
];

/** A phone for each odd number, one with every hostile text, and one that carries two numbers out of order. */
function withOddities(): Seed {
  const patterns = [...oddNumbers, '0100x'];
  const [model] = seed.devices;
  if (!model) throw new Error('the seed has no device');
  const device = (place: number) => ({
    uuid: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    name: `SEP0000000000${String(place).padStart(2, '0')}`,
    product: model.product,
    model: model.model,
    protocol: model.protocol,
    devicePool: model.devicePool,
  });
  const odd = patterns.map((pattern, place) => ({
    ...device(place),
    description: hostileTexts[place] ?? '',
    lines: [{ pattern, routePartition: null }],
  }));
  const hostile = {
    ...device(99),
    lines: [
      { pattern: '0100', routePartition: null, index: 12 },
      { pattern: '0100x', routePartition: null, index: 2 },
    ],
    speedDials: hostileTexts.map((text, place) => ({ index: 99 - place, dirn: text, label: text })),
  };
  const lines = patterns.map((pattern, place) => ({
    uuid: `00000000-0000-4000-9000-${String(place).padStart(12, '0')}`,
    pattern,
    routePartition: null,
  }));
  return { ...seed, lines: [...seed.lines, ...lines], devices: [...seed.devices, ...odd, hostile] };
}

/** The right answer to a lookup, taken from the seed in a different way than in either lookup. */
function expected(company: Seed, dirn: string): unknown[] {
  const dialled = (pattern: string): string => pattern.replace(/^\\\+/, '+');
  // No directory number contains these characters, so no request is sent.
  if (/[%_]/.test(dirn)) return [];
  return company.devices
    .filter(({ class: kind = 'Phone' }) => kind === 'Phone')
    .map(({ product, description = '', model, name, uuid, lines = [], speedDials = [] }) => {
      const placed = lines.map(({ pattern, index }, place) => ({
        number: dialled(pattern),
        index: index ?? place + 1,
      }));
      const dirns = [...new Set(placed.sort((a, b) => a.index - b.index).map(({ number }) => number))];
      const dials = [...speedDials].sort((a, b) => a.index - b.index);
      const speeddials = dials.map((dial) => ({ ...dial, index: String(dial.index), dirn: dialled(dial.dirn) }));
      return { product, description, model, name, uuid, dirns, speeddials };
    })
    .filter(({ dirns }) => dirns.includes(dialled(dirn)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const company = withOddities();
let simulator: RunningSimulator;
let services: Record<'lines' | 'sql', RunningService>;

beforeAll(async () => {
  simulator = await startSimulator({ strictRequests: true, seed: company });
  const start = (lookup: string) =>
    startServiceWithShortTimes(simulator.url, { AXL_LOOKUP: lookup, AXL_TIMEOUT_MS: '4000' });
  services = { lines: await start('lines'), sql: await start('sql') };
});

afterAll(async () => {
  await Promise.all(Object.values(services).map((service) => service.stop('test')));
  await simulator.close();
});

async function lookUp(lookup: 'lines' | 'sql', dirn: string): Promise<string> {
  const { status, body } = await ask(`${services[lookup].url}/phone/?dirn=${encodeURIComponent(dirn)}`);
  expect(status, body).toBe(200);
  return body;
}

const patterns = [...new Set(company.lines.map(({ pattern }) => pattern))];
const numbers = [
  ...patterns,
  ...patterns.filter((pattern) => pattern.startsWith('\\+')).map((pattern) => pattern.slice(1)),
  ...['nobody', '200', '20011', ' 2001', '2001 ', '%001', '____', "2001'", '2001"', '2001;', '+', '\\+', '\\'],
];

describe('lookups by lines and by SQL', () => {
  it.each(numbers)('give the same answer for %j, byte for byte, and the right one', async (dirn) => {
    const [byLines, bySql] = await Promise.all([lookUp('lines', dirn), lookUp('sql', dirn)]);
    expect(bySql).toBe(byLines);
    expect(JSON.parse(bySql)).toEqual(expected(company, dirn));
  });

  it('had something to compare', async () => {
    const found = numbers.filter((dirn) => expected(company, dirn).length > 0);
    expect(found.length).toBeGreaterThan(60);
    const shared = JSON.parse(await lookUp('sql', '4200')) as unknown[];
    expect(shared).toHaveLength(20);
    const odd = JSON.parse(await lookUp('sql', '0100x')) as { dirns: string[]; speeddials: unknown[] }[];
    expect(odd.at(-1)?.dirns).toEqual(['0100x', '0100']);
    expect(odd.at(-1)?.speeddials).toHaveLength(hostileTexts.length);
  });

  it('cost as expected: one round trip by SQL; 1 (or 2 with a plus) + partitions + 2 × devices by lines', async () => {
    const cost = async (lookup: 'lines' | 'sql', dirn: string) => {
      simulator.reset();
      await lookUp(lookup, dirn);
      return simulator.stats().requests;
    };
    expect(await cost('sql', '2100')).toEqual({ executeSQLQuery: 1 });
    expect(await cost('sql', '+14085554019')).toEqual({ executeSQLQuery: 1 });
    expect(await cost('sql', 'nobody')).toEqual({ executeSQLQuery: 1 });
    expect(await cost('lines', 'nobody')).toEqual({ listLine: 1 });
    for (const odd of ['%', '_100', '2%']) {
      expect(await cost('lines', odd)).toEqual({});
      expect(await cost('sql', odd)).toEqual({});
    }
    expect(await cost('lines', '2003')).toEqual({ listLine: 1, getLine: 1, listPhone: 1, getPhone: 1 });
    expect(await cost('lines', '2100')).toEqual({ listLine: 1, getLine: 2, listPhone: 2, getPhone: 2 });
    expect(await cost('lines', '+14085554019')).toEqual({ listLine: 2, getLine: 1, listPhone: 2, getPhone: 2 });
    expect(await cost('lines', '+46')).toEqual({ listLine: 3 });
  });

  it.each(['lines', 'sql'] as const)('by %s cost the requests that the page of the interface names', async (lookup) => {
    const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8');
    const [, told = ''] = new RegExp(`\\| \`GET /phone\` with \`AXL_LOOKUP=${lookup}\` *\\|(.*)\\|`).exec(page) ?? [];
    const { length: devices } = JSON.parse(await lookUp(lookup, '2100')) as unknown[];
    const lines = seed.lines.filter(({ pattern }) => pattern === '2100').length;
    simulator.reset();
    await lookUp(lookup, '2100');
    const named = [...told.matchAll(/1 (\w+)(?: and 1 (\w+))?(?: for each (line|device))?/g)].flatMap(
      ([, one = '', other, each]) => {
        const times = each === 'line' ? lines : each === 'device' ? devices : 1;
        return [one, other ?? one].map((operation) => [operation, times] as const);
      },
    );
    expect(simulator.stats().requests).toEqual(Object.fromEntries(named));
  });

  it('do not change the call manager, with any injection', async () => {
    const before = simulator.state();
    simulator.reset();
    for (const number of oddNumbers) await lookUp('sql', number);
    const asked = oddNumbers.filter((number) => !/[%_]/.test(number)).length;
    expect(simulator.stats().requests).toEqual({ executeSQLQuery: asked });
    expect(simulator.stats().answers).toEqual({ '200': asked });
    expect(simulator.stats().updatesApplied).toBe(0);
    expect(simulator.state()).toEqual(before);
  });
});
