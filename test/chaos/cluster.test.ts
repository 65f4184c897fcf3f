import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callNameOf, runButtonCase, testedButtonCases } from './button-rows.js';
import { clusterCases, runClusterCase } from './cluster-rows.js';
import { spawnCluster } from './cluster-arrangement.js';
import { runStory, stories } from './cluster-stories.js';
import type { SimulatorProcess } from '../support/simulator-process.js';
import { representative } from '../support/programs.js';

/** Parallel rows, each on its own simulator: most of their time they wait for a timeout. */
const lanes = 5;

/** Longer times than in the table itself: here only the truth counts. */
const patient = { AXL_TIMEOUT_MS: '1500', REQUEST_DEADLINE_MS: '15000' };

describe('a cluster in trouble: what a caller is told is true, and stays true', () => {
  const free: SimulatorProcess[] = [];
  const waiting: ((simulator: SimulatorProcess) => void)[] = [];
  let all: SimulatorProcess[] = [];

  beforeAll(async () => {
    all = await Promise.all(Array.from({ length: lanes }, () => spawnCluster()));
    free.push(...all);
  });
  afterAll(() => Promise.all(all.map((simulator) => simulator.stop())));

  /** Runs something on a simulator that no other test uses at the same time. */
  async function alone<Result>(run: (simulator: SimulatorProcess) => Promise<Result>): Promise<Result> {
    const simulator = free.pop() ?? (await new Promise<SimulatorProcess>((take) => waiting.push(take)));
    try {
      return await run(simulator);
    } finally {
      const next = waiting.shift();
      if (next) next(simulator);
      else free.push(simulator);
    }
  }

  describe.concurrent('rows', () => {
    for (const one of representative(clusterCases, 3)) {
      it(`${one.fault.name}: ${one.call}, nodes: ${one.nodes}`, { timeout: 240_000 }, async () => {
        const { wrong } = await alone((simulator) => runClusterCase(simulator, one, patient));
        expect(wrong).toEqual([]);
      });
    }

    for (const one of representative(testedButtonCases, 3)) {
      it(`${one.fault.name}: ${callNameOf(one.call)}`, { timeout: 240_000 }, async () => {
        const { wrong } = await alone((simulator) => runButtonCase(simulator, one, patient));
        expect(wrong).toEqual([]);
      });
    }

    for (const story of stories) {
      it(`${story.name}: ${story.call}, nodes: ${story.nodes}`, { timeout: 240_000 }, async () => {
        const { wrong } = await alone((simulator) => runStory(simulator, story, patient));
        expect(wrong).toEqual([]);
      });
    }
  });
});
