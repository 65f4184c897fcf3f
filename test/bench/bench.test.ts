import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { answerTo } from './answers.js';
import { ask, axlCallsOf } from './asks.js';
import { readArguments } from './arguments.js';
import { buttonWorks } from './button-work.js';
import { type CpuProfile, packageOf, placeOf, selfTimes } from './cpu-profile.js';
import { goalsOf } from './goals.js';
import { groups } from './groups.js';
import { results, row } from './made-up-results.js';
import { growth, thinned } from './memory.js';
import { ticksIn } from './operating-system.js';
import { plot } from './plot.js';
import type { Results } from './results.js';
import { sameCalls } from './round-trips.js';
import { median, quantile, ratio } from './statistics.js';
import { figure, table } from './table.js';
import { lookupOf, numberOf, phoneName, smallPhone } from './work.js';

describe('statistics', () => {
  it('takes the median of odd and even numbers of values, in any order', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('takes quantiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([7], 0.5)).toBe(7);
  });

  it('compares round by round, so that a slow minute of the machine slows both sides', () => {
    expect(ratio([2, 20, 2], [1, 10, 1])).toEqual({ median: 2, least: 2, most: 2 });
    expect(() => ratio([1], [1, 2])).toThrow('same rounds');
  });

  it('distinguishes growing memory from flat memory, and thins a series', () => {
    expect(growth([50, 80, 80, 80, 90, 90])).toBe(10);
    expect(growth([50, 80, 90, 80, 90, 80])).toBe(0);
    expect(thinned([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5]);
  });
});

describe('what the operating system says', () => {
  it('reads the CPU time of a process whose name contains spaces and parentheses', () => {
    const stat = '42 (no) de (x) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 7 8 20 0 11 0 900 1 2';
    expect(ticksIn(stat)).toBe(300);
  });
});

describe('arguments', () => {
  it('knows its flags and its parts', () => {
    const options = readArguments(['--quick', '--check', '--only=post,loop'], ['post']);
    expect(options).toEqual({ quick: true, check: true, long: false, plot: false, only: ['post', 'loop'] });
    expect(() => readArguments(['--only=pots'], ['post'])).toThrow('there is no part pots; there are post, trips');
    expect(() => readArguments(['--fast'], [])).toThrow('--fast');
  });
});

describe('the work', () => {
  it('encodes the numbers of phones and dials in the directory number', () => {
    expect(numberOf({ kind: 'GET', phones: 20, dials: 5 }, 99)).toBe('720005099');
    expect(lookupOf('720005099')).toEqual({ kind: 'GET', phones: 20, dials: 5 });
    expect(lookupOf('2003')).toBeUndefined();
    expect(phoneName('720005099', 3)).toBe('SEPA20005099003');
  });

  it('gives each caller its own number and phone', () => {
    for (const work of [smallPhone, { kind: 'POST', dials: 5 } as const, ...buttonWorks]) {
      expect(ask(work, 1).path).not.toBe(ask(work, 2).path);
    }
  });

  it('has an answer to each AXL call that it needs, and to no others', () => {
    const asked: Record<string, string> = {
      listLine: '<pattern>701005000</pattern>',
      getLine: '<uuid>{1A000000-0000-4000-8000-000701005000}</uuid>',
      listPhone: '<name>SEPA01005000000</name>',
      getPhone: '<name>SEPA01005000000</name>',
    };
    for (const [operation, request] of Object.entries(asked)) {
      expect(answerTo(operation, request)).toContain(`<ns:${operation}Response `);
    }
    expect(answerTo('getPhone', asked['getPhone'] ?? '').match(/<speeddial>/g)).toHaveLength(5);
    const lists = { speeddials: '<speeddial>as it was written</speeddial>' };
    expect(answerTo('getPhone', asked['getPhone'] ?? '', lists)).toContain(
      `<speeddials>${lists.speeddials}</speeddials>`,
    );
    expect(() => answerTo('getPhone', '<name/>')).toThrow('asked something else');
    expect(() => answerTo('addPhone', '')).toThrow('knows no addPhone');
  });

  it('notices a call too many or too few', () => {
    expect(sameCalls({ listLine: 1, getPhone: 20 }, axlCallsOf(smallPhone, 'lines'))).toBe(false);
    expect(sameCalls({ executeSQLQuery: 1, getPhone: 1 }, { executeSQLQuery: 1 })).toBe(false);
    expect(sameCalls({ executeSQLQuery: 1 + 1e-9 }, { executeSQLQuery: 1 })).toBe(true);
  });

  it('compares every row with a floor that may have as many AXL calls in flight', () => {
    for (const { cells } of groups) {
      for (const { concurrency, callers, latencyMs } of cells) {
        if (latencyMs > 0 && callers <= 10) expect(concurrency).toBeGreaterThanOrEqual(2 * callers);
      }
    }
  });
});

describe('goals', () => {
  const met = (parts: Partial<Results>): Record<string, boolean> =>
    Object.fromEntries(goalsOf(results(parts)).map((goal) => [goal.figure, goal.met]));

  it('compares CPU with the floor and with the soap client', () => {
    const group = (proxy: number): Partial<Results> => ({
      groups: { 'one-phone': [row('floor, lines', 1, 1), row('proxy, lines', proxy, 1), row('soap client', 6.1, 1)] },
    });
    expect(met(group(2))).toMatchObject({
      'CPU of a lookup against the floor, lines': true,
      "CPU of a lookup against soap's own client behind Koa": true,
    });
    expect(met(group(2.3))).toMatchObject({
      'CPU of a lookup against the floor, lines': false,
      "CPU of a lookup against soap's own client behind Koa": false,
    });
  });

  it('compares waiting with the latency of the backend', () => {
    const at = { latencyMs: 100, callers: 1 };
    const waiting = [row('proxy, lines', 1, 309, at), row('proxy, sql', 1, 111, at)];
    expect(met({ groups: { waiting } })).toMatchObject({
      'p50 against a backend of 100 ms, 1 caller, lines': true,
      'p50 against a backend of 100 ms, 1 caller, sql': false,
    });
  });

  it('does not pass if one side sends fewer AXL calls, or if a figure is not a number', () => {
    const less = { ...row('proxy, lines', 1, 1), axlCalls: { listLine: 1 } };
    expect(met({ groups: { 'one-phone': [less] } })).toMatchObject({
      'rows with other AXL calls than the work needs': false,
    });
    const subject = 'proxy, lines' as const;
    const memory = { subject, requests: 9, callers: 100, afterWarmUpMb: 80, mostMb: NaN, growthMb: 0, course: [] };
    expect(met({ memories: [memory] })).toMatchObject({ 'resident memory at 100 callers': false });
  });

  it('has no goal for parts that were not measured', () => {
    expect(Object.keys(met({}))).toEqual(['rows with other AXL calls than the work needs']);
  });
});

describe('the output', () => {
  it('aligns numbers, with three significant digits', () => {
    expect(
      table([
        ['a', 'bb'],
        ['ccc', '1'],
      ]),
    ).toBe('a    bb\nccc   1');
    expect([1234.5, 12.345, 1.2345, 3, NaN].map(figure)).toEqual(['1235', '12.3', '1.23', '3', '-']);
  });

  it('draws well-formed SVG for light and dark pages, and cuts what exceeds the scale', () => {
    const drawing = plot(
      results({
        groups: { 'one-phone': [row('floor, lines', 1, 1), row('proxy, lines', 2, 1), row('cisco-axl', 500, 1)] },
      }),
    );
    expect(drawing).toContain('prefers-color-scheme: dark');
    expect(drawing).toContain('A &amp; B &lt;cpu&gt;');
    expect(drawing).toContain('2 × floor');
    expect(drawing.match(/class="cut"/g)).toHaveLength(1);
    const reader = new SaxesParser();
    reader.on('error', (error) => {
      throw error;
    });
    expect(() => reader.write(drawing).close()).not.toThrow();
  });
});

describe('CPU profiles', () => {
  const frame = (functionName: string, url: string, lineNumber = 0) => ({
    functionName,
    url,
    lineNumber,
    columnNumber: 0,
  });
  const profile: CpuProfile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)', '') },
      { id: 2, callFrame: frame('request', 'file:///x/node_modules/undici/lib/pool.js', 6) },
      { id: 3, callFrame: frame('', 'file:///x/src/axl/gate.ts', 11) },
      { id: 4, callFrame: frame('writev', '') },
    ],
    samples: [1, 2, 3, 4, 2],
    timeDeltas: [0, 500, 60, 30, 10],
  };

  it('counts the self time of functions, without idle time', () => {
    expect(selfTimes(profile, placeOf)).toEqual([
      { name: 'request undici/lib/pool.js:7', share: 0.6 },
      { name: '(anonymous) src/axl/gate.ts:12', share: 0.3 },
      { name: 'writev', share: 0.1 },
    ]);
  });

  it('names packages', () => {
    expect(selfTimes(profile, packageOf).map(({ name }) => name)).toEqual([
      'undici',
      'this project: axl',
      'V8 and libuv',
    ]);
    expect(packageOf(frame('f', 'file:///x/node_modules/@koa/router/dist/index.js'))).toBe('@koa/router');
    expect(packageOf(frame('f', 'node:internal/streams/readable'))).toBe('node:internal/streams');
  });
});
