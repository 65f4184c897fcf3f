import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, nameOf, runCase } from './rows.js';
import { representative } from '../support/programs.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';

/** Parallel rows, each on its own simulator: most of their time they wait for a timeout. */
const lanes = 6;

/** There are five rows for each fault; here two of them are run in turn. */
const tested = representative(cases, 3);

/**
 * Longer times than in the table itself: six lanes on a small machine are slow, and here only the truth counts. If the
 * first times are too short for a busy machine, a row gets other answers, but none that are false. Then it runs again.
 */
const patience = [
  { AXL_TIMEOUT_MS: '1500', REQUEST_DEADLINE_MS: '15000' },
  { AXL_TIMEOUT_MS: '15000', REQUEST_DEADLINE_MS: '150000', SHUTDOWN_GRACE_MS: '150000' },
];

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
          const row = `${nameOf(one.fault)} ${one.call} ${one.times}`;
          let complaints: readonly string[] = [];
          for (const times of patience) {
            const { untrue, wrong } = await runCase(simulator, one, times);
            expect(untrue, row).toEqual([]);
            complaints = wrong;
            if (wrong.length === 0) break;
          }
          expect(complaints, row).toEqual([]);
        }
      },
    );
  });
});
