import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, nameOf, runCase } from './rows.js';
import { representative } from '../support/programs.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';

/** Parallel rows, each on its own simulator: most of their time they wait for a timeout. */
const lanes = 6;

/** There are five rows for each fault; here two of them are run in turn. */
const tested = representative(cases, 3);

/** Longer times than in the table itself: six lanes on a small machine are slow, and here only the truth counts. */
const patient = { AXL_TIMEOUT_MS: '1500', REQUEST_DEADLINE_MS: '15000' };

/** What is refused because of its size comes in whole before that, which takes long on a busy machine. */
const forLarge = { AXL_TIMEOUT_MS: '20000', REQUEST_DEADLINE_MS: '30000' };
const isLarge = ({ fault: { kind } }: (typeof tested)[number]): boolean =>
  ['gzip-bomb', 'huge', 'endless'].includes(kind);

describe('a call manager in trouble: what a caller is told is true', () => {
  const simulators: SimulatorProcess[] = [];

  beforeAll(async () => {
    simulators.push(...(await Promise.all(Array.from({ length: lanes }, () => spawnSimulator()))));
  });

  afterAll(async () => {
    await Promise.all(simulators.map((simulator) => simulator.stop()));
  });

  describe.concurrent('lanes', () => {
    it.each(Array.from({ length: lanes }, (_, lane) => lane))(
      'lane %i of the table of faults',
      { timeout: 240_000 },
      async (lane) => {
        const simulator = simulators[lane];
        if (!simulator) throw new Error('no simulator');
        for (const one of tested.filter((_, place) => place % lanes === lane)) {
          const { wrong } = await runCase(simulator, one, isLarge(one) ? forLarge : patient);
          expect(wrong, `${nameOf(one.fault)} ${one.call} ${one.times}`).toEqual([]);
        }
      },
    );
  });
});
