import { buttonWorks } from './button-work.js';
import type { Cell, Group } from './measure.js';
import type { Subject } from './subjects.js';
import { type Lookup, smallPhone, type Work } from './work.js';

const phones = (count: number): Lookup => ({ ...smallPhone, phones: count });
const dials = (count: number): Lookup => ({ ...smallPhone, dials: count });

/** The service's own default, with enough callers to keep it busy. */
const usual = { latencyMs: 0, callers: 10, concurrency: 4, tls: false };

function cells(subjects: readonly Subject[], works: readonly Work[], load: Partial<Cell> = {}): Cell[] {
  return works.flatMap((work) => subjects.map((subject) => ({ ...usual, work, subject, ...load })));
}

const floors = ['floor, lines', 'floor, sql'] as const;
const proxies = ['proxy, lines', 'proxy, sql'] as const;
const byLines = ['floor, lines', 'proxy, lines', 'proxy, sql'] as const;

/** The concurrency that 10 and 100 callers need with a slow call manager. */
const roomFor: Readonly<Record<number, number>> = { 1: 4, 10: 20, 100: 100 };

function waiting(latencyMs: number, callers: number): Cell[] {
  return cells(byLines, [smallPhone], { latencyMs, callers, concurrency: roomFor[callers] ?? 4 });
}

/** A second of CPU time in a sample: the system counts in hundredths of a second, which is 1 % of it. */
const oneSecond = { cpuMs: 1000 };

/** The whole bench. */
export const groups: readonly Group[] = [
  {
    name: 'one-phone',
    title: 'One small phone',
    cells: cells([...floors, ...proxies, 'soap client', 'cisco-axl'], [smallPhone]),
    rounds: 7,
    sample: oneSecond,
  },
  {
    name: 'phones',
    title: 'A number on 1, 5 and 20 phones',
    cells: cells(byLines, [phones(1), phones(5), phones(20)]),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'dials',
    title: 'A phone with 0, 5 and 100 speed dials',
    cells: cells(byLines, [dials(0), dials(5), dials(100)]),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'post',
    title: 'POST of 5 and 100 speed dials',
    cells: cells(
      ['floor, lines', 'proxy, lines', 'soap client'],
      [
        { kind: 'POST', dials: 5 },
        { kind: 'POST', dials: 100 },
      ],
    ),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'buttons',
    title: 'Buttons of a phone: read, changed as they were seen, changed one by one, and found by their number',
    cells: cells(['floor, lines', 'proxy, lines'], buttonWorks),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'https',
    title: 'One small phone over https',
    cells: cells([...byLines, 'soap client'], [smallPhone], { tls: true }),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'callers',
    title: 'One small phone, 1 and 100 callers',
    cells: [1, 100].flatMap((callers) => waiting(0, callers)),
    rounds: 3,
    sample: oneSecond,
  },
  {
    name: 'waiting',
    title: 'A backend that takes 20 and 100 ms for each answer',
    cells: [
      ...[20, 100].flatMap((latencyMs) => [1, 10, 100].flatMap((callers) => waiting(latencyMs, callers))),
      ...[1, 10].flatMap((callers) =>
        cells(['floor, lines', 'proxy, lines'], [{ kind: 'POST', dials: 5 }], {
          latencyMs: 100,
          callers,
          concurrency: roomFor[callers] ?? 4,
        }),
      ),
    ],
    rounds: 3,
    sample: { requests: 4 },
  },
];

/** For work on performance: the most important figures, in half a minute. */
export const quickGroups: readonly Group[] = [
  {
    name: 'one-phone',
    title: 'One small phone',
    cells: cells([...floors, ...proxies, 'soap client'], [smallPhone]),
    rounds: 5,
    sample: { cpuMs: 500 },
  },
];
