import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, nameOf, runCase } from './rows.js';
import { representative } from '../support/programs.js';
import { type SimulatorProcess, spawnSimulator } from '../support/simulator-process.js';

/** Rows side by side, each on a simulator of its own: most of their time they wait for a time-out. */
const lanes = 6;

/** Five rows of each fault; here, in turn, some two of them. */
const tested = representative(cases, 3);

/** Longer times than the table's own: six lanes on a small machine are slow, and here only the truth counts. */
const patient = { AXL_TIMEOUT_MS: '1500', REQUEST_DEADLINE_MS: '15000' };

describe('a call manager in trouble: what a caller is told is so', () => {
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
          const { wrong } = await runCase(simulator, one, patient);
          expect(wrong, `${nameOf(one.fault)} ${one.call} ${one.times}`).toEqual([]);
        }
      },
    );
  });
});
